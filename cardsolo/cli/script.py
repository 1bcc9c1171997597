"""Play without a terminal: one move a line; the first bad line ends it, with line number, text and rule."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO

from cardsolo.cli.words import Quit, obey, word_in
from cardsolo.core.errors import CardsoloError, FormatError, clip
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import iter_lines

if TYPE_CHECKING:
    from cardsolo.cli.table import Table


def play_script(table: Table, stream: BinaryIO) -> None:
    """Play the moves of a stream. Raises FormatError at the first line that cannot be played.

    Empty lines and lines that start with `#` are skipped; the words of the prompt are understood as well.
    """
    table.let_programs_play()
    with suppress(Quit):
        for number, raw in iter_lines(stream):
            try:
                text = raw.decode("utf-8").strip()
            except UnicodeDecodeError:
                raise FormatError(_("not UTF-8 text"), number) from None
            if not text or text.startswith("#"):
                continue
            try:
                _take(text, table)
            except CardsoloError as error:
                raise FormatError(_("{text}: {message}").format(text=clip(text), message=error), number) from None


def _take(text: str, table: Table) -> None:
    word = word_in(text)
    if word is not None:
        obey(word, table)
        return
    if table.session.is_over:
        raise FormatError(_("a move after the end of the game"))
    table.tell(table.session.play(table.game.read_move(text, table.session.state)))
    table.let_programs_play()
