"""Triangle Sevens: moves as text, one canonical form out, the short forms of the prompt in (interface, section 1)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from cardsolo.core.cards import Card, fold, parse_card
from cardsolo.core.errors import AmbiguousMoveError, IllegalMoveError, MoveSyntaxError, Reason
from cardsolo.core.i18n import _
from cardsolo.core.japanese import plain
from cardsolo.games.triangle.moves import PASS, RESIGN, Move
from cardsolo.games.triangle.rules import placements, playable, possible, why_not

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cardsolo.games.triangle.board import Cell
    from cardsolo.games.triangle.rules import Table

_PASS: Final = str(PASS)
_RESIGN: Final = str(RESIGN)
_LONGEST: Final = 40
#: The farthest row or column that can be written. A connected board with the joker never passes 52; one without it may
#: lie anywhere, as long as the cards in hand cannot grow it past this.
FARTHEST: Final = 999
_CELL: Final = re.compile(r"(0|-?[1-9][0-9]?[0-9]?),(0|-?[1-9][0-9]?[0-9]?)", re.ASCII)
#: Coordinates at the end of what was typed, set off from a rank by a blank, a letter or a mark.
_TYPED_CELL: Final = re.compile(
    r"(?:|.*?[\s(A-Z♣♦♥♠])\(?([-+]?[0-9]{1,3})(?:\s*,\s*|\s+)([-+]?[0-9]{1,3})\s*\)?", re.ASCII
)
#: The letter that a hint adds to coordinates, so that it can be typed back as it is.
_LETTER_TOO: Final = re.compile(r"(?<=[0-9])\s*\([A-Za-z]{1,2}\)\s*$")
_PASS_WORDS: Final = ("P", "PASS", "DECLINE")
_JAPANESE: Final = {"パス": "pass", "断る": "pass", "置かない": "pass", "行": ",", "列": "", "置く": "", "出す": ""}
#: Without p, q and u, which alone mean to pass, to quit and to undo.
_LETTERS: Final = "abcdefghijklmnorstvwxyz"


def parse_move(text: str) -> Move:
    """Read a canonical move. Raises MoveSyntaxError."""
    if text == _PASS:
        return PASS
    if text == _RESIGN:
        return RESIGN
    name, at, place = text.partition("@")
    try:
        if at:
            return Move(parse_card(name), parse_cell(place))
    except (ValueError, MoveSyntaxError):
        pass  # the error below says more than those
    raise MoveSyntaxError(text, _hint())


def parse_cell(text: str) -> Cell:
    """Read a cell as `row,col` in plain digits. Raises MoveSyntaxError."""
    match = _CELL.fullmatch(text)
    if match is None:
        raise MoveSyntaxError(text, _("a cell is written row,col in plain digits"))
    return int(match[1]), int(match[2])


def labels(table: Table) -> dict[Cell, str]:
    """Return the letters that name the legal cells of the seat to move, in reading order: a … z, then aa …

    Where its cards have not been seen, every cell that an unseen card fits is legal.
    """
    legal = sorted(cell for cell, fitting in table.board.open.items() if not fitting.isdisjoint(possible(table)))
    names = (*_LETTERS, *(first + second for first in _LETTERS for second in _LETTERS))
    return dict(zip(legal, names, strict=False))


def read_move(text: str, table: Table) -> Move:
    """Read a move as typed: a card and a place, or either of them alone where that settles the other.

    A card is named in full, or by its rank where that is clear; a place by its coordinates or its letter on the board.
    Raises MoveSyntaxError, AmbiguousMoveError, and IllegalMoveError for a card that fits nowhere.
    """
    typed = _tidy(text)
    if typed in _PASS_WORDS:
        return PASS
    if typed == _RESIGN.upper():
        return RESIGN
    located = _TYPED_CELL.fullmatch(typed)
    if located is not None:
        cell = int(located[1]), int(located[2])
        return _choose(text, _at_cell(typed[: located.start(1)].rstrip(" ("), cell, table), table)
    return _choose(text, _lettered(typed.split(), text, table), table)


def _tidy(text: str) -> str:
    if len(text) > _LONGEST:
        raise MoveSyntaxError(text, _hint())
    folded = fold(plain(text, _JAPANESE)).replace("\N{MINUS SIGN}", "-").replace("JOKER", "X")
    folded = _LETTER_TOO.sub("", folded)
    for mark in "@:":
        folded = folded.replace(mark, " ")
    return " ".join(folded.split())


def _at_cell(name: str, cell: Cell, table: Table) -> set[Move]:
    if not name:
        return {move for move in placements(table) if move.cell == cell}
    return {Move(card, cell) for card in _cards(name.replace(" ", ""), table)}


def _lettered(words: list[str], text: str, table: Table) -> set[Move]:
    """Return what words can mean without coordinates."""
    cells = {label.upper(): cell for cell, label in labels(table).items()}
    if len(words) == 1:
        return _one_word(words[0], text, cells, table)
    if len(words) != 2:
        return set()
    readings = {move for move in _anywhere(_exact("".join(words)), table) if move.card in playable(table)}
    for name, label in (words, words[::-1]):
        if label in cells:
            readings |= {Move(card, cells[label]) for card in _cards(name, table)}
    if not readings and _cards(words[0], table):
        raise MoveSyntaxError(text, _("no legal cell is labelled {label}").format(label=words[1].lower()))
    return readings


def _one_word(word: str, text: str, cells: dict[str, Cell], table: Table) -> set[Move]:
    exact = _exact(word)
    if exact and (exact[0] in playable(table) or word not in cells):
        readings = set(_anywhere(exact, table))
        if not readings:
            held = exact[0] in playable(table)
            why = _("no cell takes {card} now") if held else _("{card} is not in the hand")
            raise IllegalMoveError(text, Reason("3.2" if held else "3.1", why.format(card=exact[0])))
        return readings
    readings = set(_anywhere(_cards(word, table), table))
    readings |= {move for move in placements(table) if move.cell == cells.get(word)}
    for length in (1, 2):
        if word[-length:] in cells:
            readings |= {Move(card, cells[word[-length:]]) for card in _exact(word[:-length])}
    return readings


def _exact(name: str) -> tuple[Card, ...]:
    """Return the card of that full name, if it is one."""
    try:
        return (parse_card(name),)
    except ValueError:
        return ()


def _cards(name: str, table: Table) -> tuple[Card, ...]:
    """Return what name can mean: the card of that name, or the cards of the hand that have that rank."""
    rank = "T" if name == "10" else name
    return _exact(name) or tuple(card for card in playable(table) if str(card)[0] == rank)


def _anywhere(cards: Iterable[Card], table: Table) -> Iterator[Move]:
    return (move for move in placements(table) if move.card in set(cards))


def _choose(text: str, readings: set[Move], table: Table) -> Move:
    """Settle on the one reading; where several would do, only the legal ones count."""
    legal = {move for move in readings if why_not(table, move) is None}
    readings = legal or readings
    if not readings:
        raise MoveSyntaxError(text, _hint())
    if len(readings) > 1:
        raise AmbiguousMoveError(text, [str(move) for move in sorted(readings)])
    return readings.pop()


def typed_moves() -> tuple[tuple[str, str], ...]:
    """Return examples of what can be typed, each with its meaning."""
    return (
        ("5h b", _("the five of hearts to the cell with the letter b")),
        ("5h 1,-2", _("the five of hearts to row 1, column -2; a log has {canonical}").format(canonical="5H@1,-2")),
        ("5h", _("the five of hearts where it fits one cell only")),
        ("p", _("pass, or decline an extra placement")),
        ("resign", _("give the game up")),
    )


def _hint() -> str:
    text = _("type a card and a cell, as in {labelled} or {placed}, or {passing}")
    return text.format(labelled="5h b", placed="5h 1,-2", passing="p")
