"""`cardsolo play GAME`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from cardsolo.cli.common.finding import check_finding, finding_options, found_deal
from cardsolo.cli.common.outlet import outlasting
from cardsolo.cli.common.run import say
from cardsolo.cli.common.settings.current import expect_sound, settings
from cardsolo.cli.common.shared import Command, GameOption, PlayersOption, game_argument, json_option
from cardsolo.cli.common.sources import Sources, rules_options, source_options, take_sources
from cardsolo.cli.common.streams import has_terminal, is_interactive, open_input, take_terminal
from cardsolo.cli.play.closing import say_how_to_go_on, say_unfinished, sum_up
from cardsolo.cli.play.dice import check_dice_options, dice_options
from cardsolo.cli.play.logs import Logs, autosave_name
from cardsolo.cli.play.playing import Playing, Setting
from cardsolo.cli.play.script import Script
from cardsolo.cli.play.seats import HUMAN, named_seats
from cardsolo.cli.play.start import fresh, of_today, origin_of, resumed
from cardsolo.cli.play.typed import cards_fields, cards_options, origin_of_cards
from cardsolo.cli.play.words import Quit
from cardsolo.core.errors import OptionError, located, printable
from cardsolo.core.i18n import _
from cardsolo.core.session import Origin

if TYPE_CHECKING:
    from cardsolo.cli.play.keyboard import Keyboard
    from cardsolo.core.game import AnyGame, Json
    from cardsolo.core.log.resume import Unfinished


class PlayCommand(Command):
    """Where a person plays: offers the unfinished game, and takes what was not typed from the configuration file."""

    def invoke(self, ctx: click.Context) -> Any:
        expect_sound()
        found, used = settings(), []
        if _is_for_person(ctx.params):
            from cardsolo.cli.play.offer import offer

            try:
                offer(ctx)
            except Quit:
                return None
            if found is not None:
                from cardsolo.cli.play.settings import take_settings

                used = take_settings(ctx, ctx.params["game"], found)
        try:
            return super().invoke(ctx)
        except OptionError as error:
            if found is None or not used:
                raise
            text = _("{error} ({file} sets {keys})").format(
                error=error, file=printable(found.name), keys=", ".join(used)
            )
            raise OptionError(text) from None


def _is_for_person(values: Json) -> bool:
    """Tell whether a person types at a terminal, and no log is wanted on stdout."""
    return is_interactive() and values["moves_name"] is None and not values["as_json"] and values["log_name"] != "-"


@click.command(
    cls=PlayCommand,
    help=_(
        "Play a game by typing moves; without a terminal, one move a line is read from stdin. Where an unfinished game "
        "of the same kind is kept, and nothing else is asked for, you are asked whether to go on with it."
        "\n\n\b\nExamples:"
        "\n  cardsolo play dungeon"
        "\n  cardsolo play dungeon --find clearable --grade hard"
        "\n  cardsolo play dungeon --seed 7 --log game.jsonl"
        "\n  cardsolo play dungeon --resume game.jsonl"
        "\n  printf '5c 1\\nx as\\n' | cardsolo play dungeon --seed 7 --json"
    ),
)
@game_argument
@source_options
@click.option("--daily", "is_daily", is_flag=True, help=_("The deal of today: the date is the seed, for everybody."))
@click.option("--resume", metavar="LOG", help=_("Go on with the unfinished game at the end of a log."))
@click.option("--log", "log_name", metavar="FILE", help=_("Append the log to this file after every move."))
@click.option("--moves", "moves_name", metavar="FILE", help=_("Read moves from a file, one a line; - is stdin."))
@click.option(
    "--player", "player", cls=PlayersOption, metavar="P", help=_("Let a program play (the games have {players}).")
)
@click.option(
    "--seats",
    cls=PlayersOption,
    players_of="triangle",
    metavar="P,...",
    help=_("Who plays each seat: human, or a program ({players}), by commas (at a terminal you, against greedy)."),
)
@click.option(
    "--match/--no-match",
    "is_match",
    cls=GameOption,
    game="triangle",
    is_flag=True,
    help=_("As many games as players, counted together."),
)
@click.option(
    "--no-clear/--clear",
    is_flag=True,
    help=_("Do not clear the screen between the hands of several people at one keyboard."),
)
@cards_options
@dice_options
@finding_options
@rules_options()
@json_option
def play(
    game: AnyGame,
    *,
    resume: str | None,
    log_name: str | None,
    moves_name: str | None,
    as_json: bool,
    no_clear: bool,
    is_daily: bool,
    find: str | None,
    grade: str | None,
    **values: Any,
) -> None:
    sources = take_sources(game, values)
    check_dice_options(game, values["dice"], practice=values["practice"])
    is_real = values["cards"] is not None
    _check_options(sources, resume, log_name, as_json=as_json, is_match=values["is_match"], is_real=is_real)
    used_stdin = "-" in {sources.file, resume}
    person = moves_name is None and (has_terminal() if used_stdin else is_interactive())
    who: Json = {"player": values["player"], "seats": values["seats"], "against_programs": person and not is_real}
    names = named_seats(game, sources, **who, resume=resume is not None)
    origin, values["daily"] = origin_of_cards(game, sources, values, names, is_found=is_daily or find is not None), None
    if origin is None:
        origin, sources, values["daily"] = _start(game, sources, resume, is_daily=is_daily, find=find, grade=grade)
    typed = person and (not names or HUMAN in names)
    old = log_name is None and resume is not None
    name = resume if old else log_name
    if name is None and typed:
        say_unfinished()
        name = autosave_name(game)
    err = as_json or log_name == "-"
    with (
        open_input("-" if moves_name is None else moves_name, named=False) as stream,
        Logs(name, as_json=as_json, old=old, new_game=resume is None) as logs,
        outlasting(not typed and name not in (None, "-")),
        located(moves_name),
    ):
        unfinished = None if resume is None else _unfinished(game, resume, logs)
        if person and used_stdin:
            take_terminal()
        setting = Setting(
            logs,
            name,
            Script(stream, is_used_up=used_stdin and moves_name is None),
            _keyboard(err=err) if person else None,
            asked=moves_name is not None,
            err=err,
            clears=not (no_clear or err),
        )
        if err and person and sys.stdout is not None and sys.stdout.isatty():
            say(_("the log on this terminal shows every card, hidden ones too; --log FILE keeps it out of sight"))
        try:
            playing = _begin(setting, sources, names, origin or unfinished, values)
        except Quit:  # while the first dice were asked for
            say_how_to_go_on(game, name)
            return
        while playing is not None:
            playing = playing.play()
    if typed:
        sum_up(name)


def _start(
    game: AnyGame, sources: Sources, resume: str | None, *, is_daily: bool, find: str | None, grade: str | None
) -> tuple[Origin | None, Sources, str | None]:
    """Return where a new game starts, what that came from, and the day whose deal it is; no origin for a resumed game.

    Raises OptionError for sources that do not go together, and DealError.
    """
    check_finding(game, find, grade)
    is_named = resume is not None or sources.file is not None
    if is_daily and (is_named or sources.seed is not None or find is not None):
        raise OptionError(_("--daily is a deal of its own: no --seed, --deal, --position or --resume beside it"))
    if find is not None and is_named:
        raise OptionError(_("--find deals from seeds: no --deal, --position or --resume beside it"))
    day = None
    if is_daily:
        day, sources = of_today(sources)
    if resume is not None:
        return None, sources, None
    origin = origin_of(game, sources)
    return (origin if find is None else Origin(game, deal=found_deal(origin.deal, grade))), sources, day


def _unfinished(game: AnyGame, log: str, logs: Logs) -> Unfinished:
    from cardsolo.cli.play.resume import take_up

    return take_up(game, log, logs.file)


def _begin(
    setting: Setting, sources: Sources, names: tuple[str, ...], source: Origin | Unfinished | None, values: Json
) -> Playing | None:
    """Return the game that starts at an origin, or goes on from its log."""
    practice = values["practice"]
    if isinstance(source, Origin):
        typed_dice, is_match = values["dice"] == "typed", values["is_match"]
        cards = None if values["cards"] is None else cards_fields(source.game, source.rules, values["seat"])
        how: Json = {"typed_dice": typed_dice, "cards": cards, "practice": practice, "is_match": is_match}
        return fresh(setting, source, names, sources, **how, daily=values["daily"])
    assert source is not None  # noqa: S101  there is one or the other
    return resumed(setting, source, sources, names, practice=practice)


def _check_options(
    sources: Sources, resume: str | None, log_name: str | None, *, as_json: bool, is_match: bool, is_real: bool
) -> None:
    """Raise OptionError for options that do not go together."""
    if resume is not None and (sources.seed is not None or sources.file is not None):
        raise OptionError(_("--resume takes the game from its log: no --seed, --deal or --position beside it"))
    if resume is not None and is_real:
        raise OptionError(_("--resume takes the game from its log, which knows of its typed cards by itself"))
    if as_json and log_name == "-":
        raise OptionError(_("--json writes the log to stdout already: --log - cannot stand beside it"))
    if resume == "-" and log_name is None:
        raise OptionError(_("--resume - takes the log from stdin: --log FILE must say where it goes on"))
    if is_match and (resume is not None or sources.position_file is not None):
        raise OptionError(_("--match begins with a seed or a deal; a log knows of its match by itself"))


def _keyboard(*, err: bool) -> Keyboard:
    from cardsolo.cli.play.keyboard import Keyboard

    return Keyboard(err=err)
