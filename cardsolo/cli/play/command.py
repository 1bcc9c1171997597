"""`cardsolo play GAME`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Self

import click

from cardsolo.cli.common.logs import open_log
from cardsolo.cli.common.outlet import outlasting
from cardsolo.cli.common.run import cause_of, say
from cardsolo.cli.common.shared import Command, GameOption, current_style, game_argument, json_option
from cardsolo.cli.common.sources import (
    Sources,
    flag_name,
    origin_of_object,
    origin_of_seed,
    rules_options,
    source_options,
    take_sources,
)
from cardsolo.cli.common.streams import is_interactive, open_input, read_one_object
from cardsolo.cli.play.dice import TypedDice, check_dice_options, dice_of_new_game, dice_of_resumed_game, dice_options
from cardsolo.cli.play.script import Script, play_script
from cardsolo.cli.play.seats import HUMAN, check_seats, make_players, named_seats, seats_field, seats_of_log
from cardsolo.cli.play.table import Table
from cardsolo.cli.play.words import Quit
from cardsolo.core.errors import OptionError, located
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import plain
from cardsolo.core.log.unfinished import state_directory
from cardsolo.core.match import Match
from cardsolo.core.session import Origin, Session

if TYPE_CHECKING:
    from cardsolo.cli.play.dice import Ask
    from cardsolo.cli.play.prompt import Opening
    from cardsolo.core.chance import Chance
    from cardsolo.core.game import AnyGame, Json


@click.command(
    cls=Command,
    help=_(
        "Play a game by typing moves; without a terminal, one move a line is read from stdin."
        "\n\n\b\nExamples:"
        "\n  cardsolo play dungeon"
        "\n  cardsolo play dungeon --seed 7 --log game.jsonl"
        "\n  cardsolo play dungeon --resume game.jsonl"
        "\n  printf '5c 1\\nx as\\n' | cardsolo play dungeon --seed 7 --json"
    ),
)
@game_argument
@source_options
@click.option("--resume", metavar="LOG", help=_("Go on with the unfinished game at the end of a log."))
@click.option("--log", "log_name", metavar="FILE", help=_("Append the log to this file after every move."))
@click.option("--moves", "moves_name", metavar="FILE", help=_("Read moves from a file, one a line; - is stdin."))
@click.option("--player", "player", metavar="P", help=_("Let a program play: random, greedy, advisor."))
@click.option(
    "--seats", metavar="P,...", help=_("Who plays each seat: human, or a program (random, greedy, search), by commas.")
)
@click.option(
    "--match",
    "is_match",
    cls=GameOption,
    game="triangle",
    is_flag=True,
    help=_("As many games as players, counted together."),
)
@click.option(
    "--no-clear", is_flag=True, help=_("Do not clear the screen between the hands of several people at one keyboard.")
)
@dice_options
@rules_options()
@json_option
def play(
    game: AnyGame,
    *,
    resume: str | None,
    log_name: str | None,
    moves_name: str | None,
    player: str | None,
    seats: str | None,
    is_match: bool,
    no_clear: bool,
    as_json: bool,
    dice: str | None,
    practice: bool,
    **values: Any,
) -> None:
    sources = take_sources(game, values)
    check_dice_options(game, dice, practice=practice)
    _check_options(sources, resume, log_name, as_json=as_json, is_match=is_match)
    names = named_seats(game, sources, player=player, seats=seats, resume=resume is not None)
    person = is_interactive() and moves_name is None
    typed = person and (not names or HUMAN in names)
    old = log_name is None and resume is not None
    name = resume if old else log_name
    if name is None and typed:
        name = _autosave_name(game)
    err = as_json or log_name == "-"
    with (
        open_input("-" if moves_name is None else moves_name, named=False) as stream,
        _Logs(name, as_json=as_json, old=old, new_game=resume is None) as logs,
        outlasting(not typed and name not in (None, "-")),
        located(moves_name),
    ):
        script = Script(stream)
        opening = _opening(err=err) if person else None
        ask = opening.ask if opening is not None else script.ask
        try:
            if resume is not None:
                playing = _resumed(game, sources, logs, ask, names, log=resume, opening=opening)
                playing.session.practice = practice
            else:
                dice_from = ask if dice == "typed" else None
                playing = _fresh(
                    game, sources, logs, dice_from, names, practice=practice, is_match=is_match, opening=opening
                )
        except Quit:  # while the first dice were asked for
            _say_how_to_go_on(game, name)
            return
        playing.clears = person and not no_clear and not err
        playing.play(None if person else script, name, moves=moves_name is not None, err=err)


def _check_options(
    sources: Sources, resume: str | None, log_name: str | None, *, as_json: bool, is_match: bool
) -> None:
    """Raise OptionError for options that do not go together."""
    if resume is not None and (sources.seed is not None or sources.file is not None):
        raise OptionError(_("--resume takes the game from its log: no --seed, --deal or --position beside it"))
    if as_json and log_name == "-":
        raise OptionError(_("--json writes the log to stdout already: --log - cannot stand beside it"))
    if resume == "-" and log_name is None:
        raise OptionError(_("--resume - takes the log from stdin: --log FILE must say where it goes on"))
    if is_match and (resume is not None or sources.position_file is not None):
        raise OptionError(_("--match begins with a seed or a deal; a log knows of its match by itself"))


def _opening(*, err: bool) -> Opening:
    from cardsolo.cli.play.prompt import Opening

    return Opening(err=err)


@dataclass
class _Playing:
    """A game, or a match of several, with the players at the table. clears: people's hands are hidden from others."""

    session: Session
    names: tuple[str, ...]
    logs: _Logs
    match: Match | None = None
    resumed: bool = False
    clears: bool = False
    opening: Opening | None = None
    dice: TypedDice | None = None

    def play(self, script: Script | None, log_name: str | None, *, moves: bool, err: bool) -> None:
        """Play to the end, or as far as a person or a script goes; without a script a person types.

        moves: the script was asked for by name, so that it counts even where programs play every seat.
        """
        while True:
            table = self._table(err=err)
            typed = script is None and len(table.players) < table.seats
            silent = len(table.players) == table.seats and not moves
            _play(table, None if silent else script, log_name, typed=typed)
            if self.match is None or not self.session.is_over:
                return
            self._count(table)
            if self.match.is_over:
                return
            self.next_game()

    def _table(self, *, err: bool) -> Table:
        game, seed = self.session.game, self.session.origin.seed
        more = self.match is not None and len(self.match.results) + 1 < len(self.match.deals)
        players = make_players(game, self.names, seed)
        table = Table(self.session, current_style(err=err), players, err, resumed=self.resumed, more_games=more)
        table.clears = self.clears and table.seats - len(players) > 1
        if self.opening is not None:
            self.opening.session = self.session
        table.opening, table.dice, self.opening = self.opening, self.dice, None
        return table

    def _count(self, table: Table) -> None:
        assert self.match is not None and self.session.result is not None  # noqa: S101, PT018  the caller asked
        self.match.results.append(self.session.result)
        table.tell_standings(self.match)
        table.say()

    def next_game(self) -> None:
        assert self.match is not None  # noqa: S101  the caller asked
        origin = Origin(self.session.game, deal=self.match.next_deal)
        extra = seats_field(self.names) | self.match.place()
        self.session = Session(origin, sink=self.logs.write, extra=extra, end_fields=self.match.end_fields)
        self.resumed = False


def _play(table: Table, script: Script | None, log_name: str | None, *, typed: bool) -> None:
    try:
        if typed:
            from cardsolo.cli.play.prompt import play_at_prompt

            play_at_prompt(table)
        else:
            if script is not None:
                table.on_surplus = script.refuse_dice
            table.tell_start()
            if script is None:
                table.let_programs_play()
            else:
                play_script(table, script)
    except Quit:
        pass  # a program played, and nobody threw its dice
    except (KeyboardInterrupt, BrokenPipeError):
        _say_how_to_go_on(table.game, log_name)
        raise
    finally:
        table.session.close()
    if not typed:
        table.tell_outcome()
    elif not table.session.is_over:
        _say_how_to_go_on(table.game, log_name)


def _say_how_to_go_on(game: AnyGame, log_name: str | None) -> None:
    if log_name is None or log_name == "-":
        return
    from shlex import quote

    command = f"cardsolo play {game.name} --resume {quote(log_name)}"
    say(_("\nThe game is saved; to go on: {command}").format(command=command))


def _fresh(
    game: AnyGame,
    sources: Sources,
    logs: _Logs,
    ask: Ask | None,
    names: tuple[str, ...],
    *,
    practice: bool,
    is_match: bool,
    opening: Opening | None,
) -> _Playing:
    if sources.file is None:
        origin = origin_of_seed(game, sources.given, sources.seed)
    else:
        line, obj = read_one_object(sources.file)
        if sources.kind == "position" and sources.seed is not None:
            obj = obj | {"seed": obj.get("seed", sources.seed)}
        with located(sources.file, line):
            origin = origin_of_object(game, sources.given, obj, sources.kind)
        if sources.seed not in {None, origin.seed} and origin.seed is not None:
            raise OptionError(_("--seed {seed} contradicts the file").format(seed=sources.seed))
    names = check_seats(game, names, origin)
    match = Match(game, origin.deal) if is_match else None
    if sources.seed is None and sources.file is None:
        say(_("seed {seed}").format(seed=origin.seed))
    if opening is not None:
        opening.start = origin
    chance, extra = dice_of_new_game(origin, ask, sources.seed)
    extra |= seats_field(names) | (match.place() if match else {})
    end_fields = match.end_fields if match else None
    session = Session(
        origin, chance=chance, sink=logs.write, practice=practice, settle=False, extra=extra, end_fields=end_fields
    )
    return _Playing(session, names, logs, match, opening=opening, dice=_typed(chance))


def _say_who_plays(names: tuple[str, ...]) -> None:
    """Tell that programs play on, since what somebody types is then not read."""
    option = "--player human" if len(names) == 1 else "--seats human,..."
    text = _("{names} plays on, as the log says, so that nobody is asked for moves; {option} lets a person play")
    say(text.format(names=", ".join(names), option=option))


def _typed(chance: Chance) -> TypedDice | None:
    return chance if isinstance(chance, TypedDice) else None


def _resumed(
    game: AnyGame,
    sources: Sources,
    logs: _Logs,
    ask: Ask,
    names: tuple[str, ...],
    *,
    log: str,
    opening: Opening | None,
) -> _Playing:
    from cardsolo.cli.play.resume import take_up

    unfinished = take_up(game, log, logs.file)
    session, match = unfinished.last.session, unfinished.last.match
    rules = session.origin.to_json()
    for name, value in sources.given.items():
        if next(iter(rules.values()))["rules"].get(name) != value:
            text = _("--{name} {value} contradicts the log")
            raise OptionError(text.format(name=flag_name(name), value=plain(value)))
    logged = () if names else seats_of_log(session)
    if logged and HUMAN not in logged:
        _say_who_plays(logged)
    names = check_seats(game, names or logged, session.origin)
    if logs.as_json:
        for line in unfinished.lines():
            logs.echo(line)
    playing = _Playing(session, names, logs, match, resumed=True, opening=opening)
    if unfinished.last.has_ended:
        playing.next_game()
    else:
        session.end_fields = match.end_fields if match else None
        chance = dice_of_resumed_game(session, ask)
        playing.dice = _typed(chance)
        session.go_on(logs.write, chance, settle=False)
    return playing


class _Logs:
    """Where log lines go: a file, stdout with --json, both or neither."""

    def __init__(self, name: str | None, *, as_json: bool, old: bool, new_game: bool) -> None:
        self.as_json = as_json
        self.file = open_log(name, old=old, new_game=new_game) if name is not None else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        if self.file is not None:
            self.file.close()

    def write(self, line: Json) -> None:
        if self.file is not None:
            self.file.write(line)
        if self.as_json:
            self.echo(line)

    def echo(self, line: Json) -> None:
        from cardsolo.core.jsonl import dumps

        click.echo(dumps(line))


def _autosave_name(game: AnyGame) -> str | None:
    """Return a new file in the state directory, None with a warning where that cannot be written."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    try:
        directory = state_directory()
        directory.mkdir(parents=True, exist_ok=True)
        path = directory / f"{game.name}-{stamp}.jsonl"
        path.touch()
        path.unlink()
    except (OSError, RuntimeError) as error:  # the latter: a user without a home
        cause = cause_of(error) if isinstance(error, OSError) else error
        say(_("this game is not saved ({cause}); --log FILE saves it").format(cause=cause))
        return None
    return str(path)
