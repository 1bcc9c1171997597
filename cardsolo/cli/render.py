"""`cardsolo render FILE -o OUT.svg`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol, cast

import click

from cardsolo.cli.common.shared import Command
from cardsolo.cli.common.streams import open_input
from cardsolo.core.errors import FormatError, OptionError, clip
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import iter_lines, parse_object
from cardsolo.core.log.reader import LogReader
from cardsolo.core.optional import may_lack
from cardsolo.games import find

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame, Json
    from cardsolo.core.session import Session


class Pictures(Protocol):
    """What the picture module of a game offers."""

    def game_picture(self, session: Session, number: int | None) -> str:
        """Return the SVG of a game just after move `number`, or as far as it went."""
        ...

    def board_picture(self, seen: object) -> str:
        """Return the SVG of a state or view."""
        ...


@click.command(
    cls=Command,
    help=_(
        "A picture of a position or a finished game, with the numbers of its moves, as SVG, or as PNG by the extra "
        "cardsolo[png]."
        "\n\n\b\nExamples:"
        "\n  cardsolo render game.jsonl -o game.svg"
        "\n  cardsolo render game.jsonl --move 12 -o early.svg"
        "\n  cardsolo render position.json -o - > position.svg"
    ),
)
@click.argument("file", metavar="FILE")
@click.option("-o", "--out", required=True, metavar="OUT", help=_("OUT.svg or OUT.png; - is SVG on stdout."))
@click.option(
    "--game", "game_number", type=click.IntRange(min=1), metavar="N", help=_("The N-th game of a log (the last).")
)
@click.option("--move", "number", type=click.IntRange(min=0), metavar="N", help=_("Just after move N of a game."))
def render(file: str, out: str, game_number: int | None, number: int | None) -> None:
    if out != "-" and Path(out).suffix.lower() not in {".svg", ".png"}:
        raise OptionError(_("{name}: the picture's name ends in .svg or .png").format(name=clip(out)))
    with open_input(file) as stream:
        lines = _Lines(stream)
        first = lines.first()
        if first.get("type") == "start":
            picture = _of_log(lines, game_number, number)
        elif game_number is not None or number is not None:
            raise OptionError(_("--game and --move go with a log"))
        else:
            picture = _of_object(first)
    data = _to_png(picture) if out.lower().endswith(".png") else picture.encode()
    if out == "-":
        sys.stdout.buffer.write(data)
    else:
        Path(out).write_bytes(data)


class _Lines:
    """A stream whose first object can be looked at before all is read."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._kept: list[bytes] = []

    def first(self) -> Json:
        """Return the first object. Raises FormatError."""
        for number, line in iter_lines(cast("BinaryIO", _Recorder(self._stream, self._kept))):
            if line.strip():
                return parse_object(line, number)
        raise FormatError(_("there is nothing in it"))

    def readline(self, limit: int) -> bytes:
        return self._kept.pop(0) if self._kept else self._stream.readline(limit)


class _Recorder:
    """Passes lines on and keeps them."""

    def __init__(self, stream: BinaryIO, kept: list[bytes]) -> None:
        self._stream = stream
        self._kept = kept

    def readline(self, limit: int) -> bytes:
        line = self._stream.readline(limit)
        self._kept.append(line)
        return line


def _pictures(game: AnyGame) -> Pictures:
    from importlib import import_module

    name = f"cardsolo.render.svg_{game.name}"
    text = _("{game} has no pictures; `replay` and `play` show it as text")
    with may_lack(name, text.format(game=game.name)):
        return cast("Pictures", import_module(name))


def _of_log(lines: _Lines, game_number: int | None, number: int | None) -> str:
    chosen = None
    found = 0
    for found, logged in enumerate(LogReader(find).games(cast("BinaryIO", lines)), 1):
        if game_number in {None, found}:
            chosen = logged.session
    if chosen is None:
        raise OptionError(_("--game {number}: there are {found} games").format(number=game_number, found=found))
    if number is not None and number > len(chosen.turns):
        raise OptionError(
            _("--move {number}: the game has {count} moves").format(number=number, count=len(chosen.turns))
        )
    return _pictures(chosen.game).game_picture(chosen, number)


def _of_object(obj: Json) -> str:
    """Draw a position, a view or a deal."""
    game = find(str(obj.get("game")))
    pictures = _pictures(game)
    if obj.get("type") == "view":
        return pictures.board_picture(game.view_from_json(obj))
    return pictures.board_picture(game.position_from_json(obj))


def _to_png(picture: str) -> bytes:
    with may_lack("resvg_py", _("PNG needs an extra: pip install 'cardsolo[png]'; SVG needs none")):
        import resvg_py
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, zoom=2))
