"""`cardsolo render FILE -o OUT`."""

from __future__ import annotations

import sys
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

import click

from cardsolo.cli.common.looks import asked_looks
from cardsolo.cli.common.shared import Command
from cardsolo.cli.common.streams import open_input
from cardsolo.core.errors import FormatError, OptionError, clip
from cardsolo.core.files import write_whole
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import iter_lines, parse_object
from cardsolo.core.log.reader import LogReader
from cardsolo.core.optional import may_lack, needs_extra
from cardsolo.games import find

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from cardsolo.core.game import AnyGame, Json
    from cardsolo.core.session import Session
    from cardsolo.render.page.page import Commentary
    from cardsolo.render.pictures import Drawer

_SUFFIXES: Final = (".svg", ".png", ".html")
#: A page of more games than this lists them instead; a game of more moves is refused, as a browser would choke on it.
_MOST_GAMES: Final = 12
_MOST_MOVES: Final = 2000


@click.command(
    cls=Command,
    help=_(
        "A picture of a position, a view or a game as SVG or PNG, or a page that replays games as HTML."
        "\n\n\b\nExamples:"
        "\n  cardsolo render game.jsonl -o game.svg"
        "\n  cardsolo render game.jsonl --move 12 -o early.svg"
        "\n  cardsolo render game.jsonl --sheet -o sheet.svg"
        "\n  cardsolo render game.jsonl --suits safe -o game.svg"
        "\n  cardsolo render game.jsonl --analyse -o game.html"
        "\n  cardsolo render position.json -o - > position.svg"
    ),
)
@click.argument("file", metavar="FILE")
@click.option("-o", "--out", required=True, metavar="OUT", help=_("OUT.svg, OUT.png or OUT.html; - is SVG on stdout."))
@click.option(
    "--game", "game_number", type=click.IntRange(min=1), metavar="N", help=_("The N-th game of a log (the last).")
)
@click.option("--move", "number", type=click.IntRange(min=0), metavar="N", help=_("Just after move N of a game."))
@click.option("--sheet", is_flag=True, help=_("All moves of a game side by side."))
@click.option("--labels", is_flag=True, help=_("Triangle Sevens: row and column of every cell."))
@click.option("--analyse", is_flag=True, help=_("HTML: what each move was worth; Mini Rogue: the odds of each fight."))
def render(
    file: str, out: str, *, game_number: int | None, number: int | None, sheet: bool, labels: bool, analyse: bool
) -> None:
    if not out:
        raise OptionError(_("an empty name is no file"))
    suffix = Path(out).suffix.lower() if out != "-" else ".svg"
    if suffix not in _SUFFIXES:
        raise OptionError(_("{name}: the picture's name ends in .svg, .png or .html").format(name=clip(out)))
    _check_options(suffix, number, sheet=sheet, labels=labels, analyse=analyse)
    with open_input(file) as stream, _suits_in(asked_looks().get("suits")):
        lines = _Lines(stream)
        first = lines.first()
        if first.get("type") != "start":
            if suffix == ".html" or game_number is not None or number is not None or sheet:
                raise OptionError(_("--game, --move, --sheet and .html go with a log"))
            picture = _of_object(first, labels=labels)
        elif suffix == ".html":
            picture = _page(lines, game_number, analyse=analyse)
        else:
            session = _chosen(lines, game_number)
            picture = _sheet(session) if sheet else _of_game(session, number, labels=labels)
    _write(out, _to_png(picture) if suffix == ".png" else picture.encode())


def _suits_in(asked: str | None) -> AbstractContextManager[None]:
    """Colour suits as the command line says, and as nothing else does: a picture is for others too."""
    from cardsolo.render.pictures.cards import suits_in
    from cardsolo.render.suits import TWO

    return suits_in(asked or TWO)


def _check_options(suffix: str, number: int | None, *, sheet: bool, labels: bool, analyse: bool) -> None:
    """Raise OptionError for options that do not go together."""
    if suffix == ".html" and (number is not None or sheet or labels):
        raise OptionError(_("a page shows every move: --move, --sheet and --labels go with .svg and .png"))
    if analyse and suffix != ".html":
        raise OptionError(_("--analyse goes with .html"))
    if sheet and number is not None:
        raise OptionError(_("--sheet shows every move: --move cannot stand beside it"))


def _write(out: str, data: bytes) -> None:
    if out == "-":
        sys.stdout.buffer.write(data)
    else:
        write_whole(out, data)


class _Lines:
    """The lines of a file, whose first object can be looked at before all is read."""

    def __init__(self, stream: BinaryIO) -> None:
        self._lines: Iterator[tuple[int, bytes]] = iter_lines(stream)

    def first(self) -> Json:
        """Return the first object. Raises FormatError."""
        for number, line in self._lines:
            self._lines = chain([(number, line)], self._lines)
            return parse_object(line, number)
        raise FormatError(_("there is nothing in it"))

    def games(self) -> Iterator[Session]:
        return (logged.session for logged in LogReader(find).games_of_lines(self._lines))


def _drawer(game: AnyGame) -> Drawer:
    from cardsolo.render.pictures import drawer

    return drawer(game)


def _chosen(lines: _Lines, game_number: int | None) -> Session:
    """Return the game of that number, or the last; the whole log is checked."""
    chosen = None
    found = 0
    for found, session in enumerate(lines.games(), 1):
        if game_number in {None, found}:
            chosen = session
    if chosen is None:
        raise OptionError(_("--game {number}: there are {found} games").format(number=game_number, found=found))
    return chosen


def _of_game(session: Session, number: int | None, *, labels: bool) -> str:
    """Draw a game just after a move, as its player saw it, or as far as it went."""
    from cardsolo.render.page.page import title_of
    from cardsolo.render.pictures.scene import document

    count = len(session.turns)
    if number is not None and number > count:
        raise OptionError(_("--move {number}: the game has {count} moves").format(number=number, count=count))
    title = title_of(session)
    if number is not None:
        title = _("{title}, after move {n}").format(title=title, n=number)
    n = count if number is None else number
    state = session.state_after(n)
    view = session.game.view(state, session.real.viewer(state))
    last = session.turns[n - 1] if n and number is not None else None
    scene = _drawer(session.game).scene(view, title, history=session.turns[:n], last=last, labels=labels)
    return document(scene)


def _sheet(session: Session) -> str:
    """Draw every move of a game, side by side."""
    from cardsolo.render.page.page import title_of
    from cardsolo.render.pictures.scene import sheet

    _check_length(session)
    game, draw = session.game, _drawer(session.game).scene
    scenes = []
    for n in range(len(session.turns) + 1):
        state = session.state_after(n)
        last = session.turns[n - 1] if n else None
        caption = f"{n}. {game.format_move(last.move)}" if last is not None else _("at the start")
        view = game.view(state, session.real.viewer(state))
        scenes.append((caption, draw(view, "", history=session.turns[:n], last=last)))
    return sheet(title_of(session), scenes)


def _check_length(session: Session) -> None:
    if len(session.turns) > _MOST_MOVES:
        text = _("the game has {count} moves, more than the {most} that can be shown at once; --move N shows one")
        raise OptionError(text.format(count=len(session.turns), most=_MOST_MOVES))


def _page(lines: _Lines, game_number: int | None, *, analyse: bool) -> str:
    """Return a page of one game, or of all games of a log; of many it lists them."""
    from cardsolo.render.page.page import index_page, replay_page, title_of

    if game_number is not None:
        chosen = [_chosen(lines, game_number)]
    else:
        games = lines.games()
        chosen = list(islice(games, _MOST_GAMES + 1))
        if len(chosen) > _MOST_GAMES:
            rows = [_row(number, session) for number, session in enumerate(chosen, 1)]
            rows += [_row(number, session) for number, session in enumerate(games, len(rows) + 1)]
            advice = _("A page of its own for game N: cardsolo render FILE --game N -o game.html")
            return index_page(_("{count} games").format(count=len(rows)), [_heads(), *rows], advice)
    for session in chosen:
        _check_length(session)
        _drawer(session.game)
    title = title_of(chosen[0]) if len(chosen) == 1 else _("{count} games").format(count=len(chosen))
    return replay_page(title, [(session, _commentary(session, analyse=analyse)) for session in chosen])


def _heads() -> list[str]:
    return [_("Game"), _("What"), _("Moves"), _("Result")]


def _row(number: int, session: Session) -> list[str]:
    from cardsolo.render import renderer
    from cardsolo.render.page.page import title_of
    from cardsolo.render.style import Style

    result = session.result
    lines = renderer(session.game).outcome(result, Style(unicode=True)) if result is not None else [_("unfinished")]
    return [str(number), title_of(session), str(len(session.turns)), lines[0]]


def _commentary(session: Session, *, analyse: bool) -> Commentary:
    from cardsolo.render.page.page import Commentary

    if not analyse:
        return Commentary()
    from importlib import import_module

    name = f"solvers.{session.game.name}.commentary"
    with may_lack(name, _("{game} has no analysis; leave out --analyse").format(game=session.game.name)):
        module = import_module(name)
    notes, chances, mistake = module.commentary(session)
    return Commentary(notes, chances, mistake)


def _of_object(obj: Json, *, labels: bool) -> str:
    """Draw a position, hidden cards shown, or a view."""
    from cardsolo.render.pictures.scene import document

    game = find(str(obj.get("game")))
    draw = _drawer(game)
    seen = game.view_from_json(obj) if obj.get("type") == "view" else game.position_from_json(obj)
    return document(draw.scene(seen, _(game.title), labels=labels))


def _to_png(picture: str) -> bytes:
    text = _("PNG needs the extra `png`, SVG needs nothing; in a clone of the sources: {command}")
    with needs_extra("png", "resvg_py", text):
        import resvg_py
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, zoom=2))
