"""How a game that is played comes about: fresh from a seed, a deal or a position, or resumed from its log."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardsolo.cli.common.run import say
from cardsolo.cli.common.sources import flag_name, origin_of_object, origin_of_seed
from cardsolo.cli.common.streams import read_one_object
from cardsolo.cli.play.dice import ask_dice
from cardsolo.cli.play.playing import Playing, Setting, next_of_match
from cardsolo.cli.play.seats import HUMAN, check_seats, seats_field, seats_of_log
from cardsolo.core.dice import dice_of_new_game, dice_of_resumed_game
from cardsolo.core.errors import OptionError, located
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import plain
from cardsolo.core.log import fields
from cardsolo.core.match import Match
from cardsolo.core.session import Session
from cardsolo.core.typed import TypedDice

if TYPE_CHECKING:
    from cardsolo.cli.common.sources import Sources
    from cardsolo.core.chance import Chance
    from cardsolo.core.game import AnyGame, Json
    from cardsolo.core.log.resume import Unfinished
    from cardsolo.core.session import Origin


def origin_of(game: AnyGame, sources: Sources) -> Origin:
    """Read where a new game starts. Raises OptionError and DealError."""
    if sources.file is None:
        return origin_of_seed(game, sources.given, sources.seed)
    line, obj = read_one_object(sources.file)
    if sources.kind == "position" and sources.seed is not None:
        obj = obj | {"seed": obj.get("seed", sources.seed)}
    with located(sources.file, line):
        origin = origin_of_object(game, sources.given, obj, sources.kind)
    if sources.seed not in {None, origin.seed} and origin.seed is not None:
        raise OptionError(_("--seed {seed} contradicts the file").format(seed=sources.seed))
    return origin


def of_today(sources: Sources) -> tuple[str, Sources]:
    """Return the day on the player's calendar, and the sources with its date as the seed, which is told."""
    from datetime import datetime

    today = datetime.now().astimezone().date()
    seed = int(today.strftime("%Y%m%d"))
    say(_("the deal of {day}: seed {seed}").format(day=today.isoformat(), seed=seed))
    return today.isoformat(), replace(sources, seed=seed)


def fresh(
    setting: Setting,
    origin: Origin,
    names: tuple[str, ...],
    sources: Sources,
    *,
    typed_dice: bool,
    cards: Json | None,
    practice: bool,
    is_match: bool,
    daily: str | None = None,
) -> Playing:
    """Begin a new game; a seed that nobody named is told. Raises OptionError, and Quit at the first dice.

    cards: the fields of the start line that say of typed cards, None where the deal is known. daily: the day whose deal
    it is, for the log.
    """
    names = check_seats(origin.game, names, origin)
    match = Match(origin.game, origin.deal) if is_match else None
    if sources.seed is None and sources.file is None and cards is None:
        say(_("seed {seed}").format(seed=origin.seed))
    opening = setting.opening(origin)
    asker = setting.asker(opening)
    chance, extra = dice_of_new_game(origin, ask_dice(asker) if typed_dice else None, sources.seed)
    session = Session(
        origin,
        chance=chance,
        sink=setting.logs.write,
        practice=practice,
        settle=False,
        extra=extra
        | (cards or {})
        | seats_field(names)
        | (match.place() if match else {})
        | ({fields.DAILY: daily} if daily is not None else {}),
        end_fields=match.end_fields if match else None,
        witness=asker,
    )
    asker.session = session
    return Playing(setting, session, names, match, opening=opening, dice=_typed(chance), asker=asker)


def resumed(
    setting: Setting, unfinished: Unfinished, sources: Sources, names: tuple[str, ...], *, practice: bool
) -> Playing:
    """Go on with the unfinished game of a log. Raises OptionError for options that contradict it."""
    session, match = unfinished.last.session, unfinished.last.match
    _check_rules(session, sources)
    logged = () if names else seats_of_log(session)
    if logged and HUMAN not in logged:
        _say_who_plays(logged)
    names = check_seats(session.game, names or logged, session.origin)
    if setting.logs.as_json:
        for line in unfinished.lines():
            setting.logs.echo(line)
    if match is not None and unfinished.last.has_ended:
        return next_of_match(setting, session.game, names, match)
    opening = setting.opening(session.origin)
    asker = setting.asker(opening)
    asker.session = session
    chance = dice_of_resumed_game(session, ask_dice(asker))
    end_fields = match.end_fields if match else None
    session.go_on(setting.logs.write, chance, settle=False, practice=practice, end_fields=end_fields, witness=asker)
    dice = _typed(chance)
    return Playing(setting, session, names, match, opening=opening, dice=dice, asker=asker, resumed=True)


def _check_rules(session: Session, sources: Sources) -> None:
    rules = session.game.rules_to_json(session.origin.rules)
    for name, value in sources.given.items():
        if rules.get(name) != value:
            text = _("--{name} {value} contradicts the log")
            raise OptionError(text.format(name=flag_name(name), value=plain(value)))


def _say_who_plays(names: tuple[str, ...]) -> None:
    """Tell that programs play on, since what somebody types is then not read."""
    option = "--player human" if len(names) == 1 else "--seats human,..."
    text = _("{names} plays on, as the log says, so that nobody is asked for moves; {option} lets a person play")
    say(text.format(names=", ".join(names), option=option))


def _typed(chance: Chance) -> TypedDice | None:
    return chance if isinstance(chance, TypedDice) else None
