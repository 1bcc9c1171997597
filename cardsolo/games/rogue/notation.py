"""Mini Rogue: moves as text — canonical words out (section 15), what people type in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.cards import fold
from cardsolo.core.errors import AmbiguousMoveError, MoveSyntaxError
from cardsolo.core.i18n import _
from cardsolo.core.japanese import plain
from cardsolo.games.rogue.legal import CANDIDATES, legal_moves
from cardsolo.games.rogue.moves import ALL_MOVES, BY_TEXT, Move

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cardsolo.games.rogue.state import Table

_LONGEST: Final = 40
#: Other words for a word of the notation.
_SYNONYMS: Final = {
    "fireball": "fire",
    "food": "ration",
    "fight": "room",
    "cast": "spell",
    "use": "spell",
    "none": "no-spell",
    "nospell": "no-spell",
    "bigpotion": "big-potion",
    "done": "leave",
    "exit": "leave",
}
#: The words of Japanese players (and of the Japanese program) for those of the notation.
_JAPANESE: Final = {
    "部屋": "room", "モンスター": "monster", "宝物": "treasure", "商人": "merchant", "休憩": "resting",
    "イベント": "event", "トラップ": "trap", "罠": "trap", "ボス": "boss",
    "振り足し": "reroll", "振り足す": "reroll", "特技": "feat", "やめる": "stop", "止める": "stop", "ストップ": "stop",
    "呪文なし": "no-spell", "呪文": "spell", "炎": "fire", "氷": "ice", "毒": "poison", "治癒": "healing",
    "判定": "check", "そのまま": "keep", "買う": "buy", "売る": "sell", "出る": "leave", "去る": "leave",
    "大きな薬": "big-potion", "薬": "potion", "食料": "food", "アーマー": "armor", "武器": "weapon",
    "手当て": "heal", "休む": "rest", "捨てる": "drop", "断る": "decline", "ダイス": "",
}  # fmt: skip


def format_move(move: Move) -> str:
    return str(move)


def parse_move(text: str) -> Move:
    """Read a canonical move. Raises MoveSyntaxError."""
    move = BY_TEXT.get(text)
    if move is None:
        raise MoveSyntaxError(text, _hint())
    return move


def read_move(text: str, table: Table) -> Move:
    """Read a move as typed: canonical words, a number of the list of choices, or any words that settle it.

    Words may be cut short and left out where the rest is clear (`heal`, `f 2`, `monster`). What fits no possible move
    is read as an impossible one where that is clear, so that the rules can say why. Raises MoveSyntaxError or
    AmbiguousMoveError.
    """
    typed = fold(plain(text, _JAPANESE)).lower() if len(text) <= _LONGEST else ""
    words = typed.replace(",", " ").split()
    moves = legal_moves(table)
    canonical = BY_TEXT.get(" ".join(words))
    if canonical is not None:
        return canonical
    if len(words) == 1 and words[0].isascii() and words[0].isdigit():
        if 1 <= int(words[0]) <= len(moves):
            return moves[int(words[0]) - 1]
        raise MoveSyntaxError(text, _hint())
    readings = _readings(words, moves, table)
    if len(readings) > 1:
        raise AmbiguousMoveError(text, [str(move) for move in readings])
    for pool in (CANDIDATES[table.phase], ALL_MOVES):
        readings = readings or _readings(words, pool, table)
    if len({move.verb for move in readings}) == 1:
        return readings[0]  # whichever is meant where none is possible: the reason is the same or as good
    raise MoveSyntaxError(text, _hint())


def _readings(words: list[str], pool: Iterable[Move], table: Table) -> list[Move]:
    """Return the moves that some words fit: whole words first, then their beginnings."""
    for fits in (str.__eq__, str.startswith):
        readings = [move for move in pool if words and _covers(_words_of(move, table), words, fits)]
        if readings:
            return readings
    return []


def _words_of(move: Move, table: Table) -> list[str]:
    """Return the words by which a move may be called, a room by its name too."""
    words = str(move).split()
    if move.verb == "room" and move.number <= len(table.choices):
        words.insert(1, table.choices[move.number - 1] or "")
    return words


def _covers(words: list[str], typed: list[str], fits: Callable[[str, str], bool]) -> bool:
    """Whether every typed word fits a word of the move, in the order of the move."""
    at = 0
    for part in typed:
        while at < len(words) and not (fits(words[at], part) or fits(words[at], _SYNONYMS.get(part, part))):
            at += 1
        if at == len(words):
            return False
        at += 1
    return True


def typed_moves() -> tuple[tuple[str, str], ...]:
    """Return examples of what can be typed, each with its meaning."""
    return (
        ("2", _("the second choice of the list")),
        ("room 1", _("the words of a choice; they may be cut short where that is clear")),
        ("feat hp 1", _("in a fight: re-roll die 1 by a feat, paid with HP")),
        ("stop", _("in a fight: keep the dice as they lie")),
        ("resign", _("give the game up")),
    )


def _hint() -> str:
    return _("type the number of a choice, or its words, as in {examples}").format(examples="room 1, feat hp 1, stop")
