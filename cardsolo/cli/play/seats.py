"""Who plays which seat: people and player programs, from `--seats` and `--player`, or from a log that is resumed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.check import check_options
from cardsolo.core.company import Company
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _, marked
from cardsolo.core.log import fields

if TYPE_CHECKING:
    from cardsolo.cli.common.sources import Sources
    from cardsolo.core.game import AnyGame, Json, Player
    from cardsolo.core.session import Origin, Session

HUMAN: Final = "human"
#: What programs at a table are called, by seat: in the order of the alphabet, so that a name tells the seat.
_CALLED: Final = (marked("Ada"), marked("Ben"), marked("Cleo"), marked("Dora"), marked("Eli"), marked("Fay"))
#: The program that sits at the other seats where a person asks for nobody.
_USUAL: Final = "greedy"


def named_seats(
    game: AnyGame,
    sources: Sources,
    *,
    seats: str | None,
    player: str | None,
    resume: bool,
    against_programs: bool = False,
) -> tuple[str, ...]:
    """Read --seats or --player; empty where neither is given. The names given set how many play, where that is open.

    against_programs: where neither is given, one person plays a new game against programs.
    Raises OptionError for both at once and for --player at a table of several.
    """
    if player is not None and seats is not None:
        raise OptionError(_("--player is --seats with one name: only one of them at a time"))
    if player is not None and any(option.name == "players" for option in game.options):
        raise OptionError(_("{game} has several seats: --seats names who plays each").format(game=game.name))
    if player is not None:
        return (player,)
    if seats is None:
        return _usual_seats(game, sources) if against_programs and not resume else ()
    names = tuple(name.strip() for name in seats.split(","))
    if sources.file is None and not resume and any(option.name == "players" for option in game.options):
        sources.given.setdefault("players", len(names))
        check_options(sources.given, game.options)
    return names


def _usual_seats(game: AnyGame, sources: Sources) -> tuple[str, ...]:
    """Return a person and programs for the other seats; empty with a file, and where no such program is."""
    players = next((option for option in game.options if option.name == "players"), None)
    if players is None or sources.file is not None:
        return ()
    from solvers.programs import programs_of

    if _USUAL not in programs_of(game).players:
        return ()
    return (HUMAN, *[_USUAL] * (int(sources.given.get("players", players.default)) - 1))


def names_at_table(players: tuple[str, ...]) -> tuple[str, ...]:
    """Return by seat what each program is called at a table of several, empty for people."""
    if len(players) < 2:
        return ()
    return tuple("" if player == HUMAN else _(name) for player, name in zip(players, _CALLED, strict=False))


def check_seats(game: AnyGame, names: tuple[str, ...], origin: Origin) -> tuple[str, ...]:
    """Return one name for each seat, people where none are named.

    Raises OptionError for a wrong number of names, or one that the game does not know.
    """
    seats = game.seats(origin.rules)
    if names and len(names) != seats:
        text = _("the number of names is {named}, the number of seats {seats}")
        raise OptionError(text.format(named=len(names), seats=seats))
    make_players(game, names, origin.seed)
    return names or (HUMAN,) * seats


def seats_field(names: tuple[str, ...]) -> Json:
    """Return the field of a start line; nothing where only people play."""
    return {fields.SEATS: list(names)} if any(name != HUMAN for name in names) else {}


def seats_of_log(session: Session) -> tuple[str, ...]:
    """Return who played according to a log that is resumed, empty where it does not say so in names that are known."""
    names = session.extra.get(fields.SEATS)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return ()
    try:
        return check_seats(session.game, tuple(names), session.origin)
    except OptionError:
        return ()  # names of people, or of another program's players


def make_programs(session: Session, names: tuple[str, ...]) -> Company | None:
    """Return the programs at a table, None where only people play."""
    if all(name == HUMAN for name in names):
        return None
    from solvers.programs import programs_of

    players = programs_of(session.game).players
    if any(players[name.partition(":")[0]].searches for name in names if name != HUMAN):
        from cardsolo.cli.common.advice import say_if_slow

        say_if_slow()
    return Company(session, lambda: make_players(session.game, names, session.origin.seed))


def make_players(game: AnyGame, names: tuple[str, ...], seed: int | None) -> dict[int, Player[Any, Any]]:
    """Return the player programs by seat. Raises OptionError for a name that the game does not know."""
    programs = {seat: name for seat, name in enumerate(names, 1) if name != HUMAN}
    if not programs:
        return {}
    from solvers.programs import make_player

    return {seat: make_player(game, program, seat, seed) for seat, program in programs.items()}
