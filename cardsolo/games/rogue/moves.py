"""Mini Rogue: the moves, all there are, in their canonical order (section 15)."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardsolo.games.rogue.tables import MAX_RANK, RESTS, SALES, SPELLS, WARES


class Move(NamedTuple):
    """One move; moves sort by `order`, their place in ALL_MOVES.

    verb is the first word; what is a spell, a ware, a way to rest or a feat's price; number a room or a die, from 1.
    """

    order: int
    verb: str
    what: str
    number: int

    def __str__(self) -> str:
        return " ".join((self.verb, *filter(None, (self.what,)), *((str(self.number),) if self.number else ())))

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"


def _all_moves() -> tuple[Move, ...]:
    dice = range(1, MAX_RANK + 1)
    rows: list[tuple[str, str, int]] = [
        *(("room", "", number) for number in (1, 2)),
        *(("reroll", "", die) for die in dice),
        *(("feat", price, die) for price in ("hp", "xp") for die in dice),
        ("stop", "", 0),
        *(("spell", spell, 0) for spell in SPELLS),
        ("no-spell", "", 0),
        ("check", "", 0),
        ("+1", "", 0),
        ("-1", "", 0),
        ("keep", "", 0),
        *(("buy", ware, 0) for ware in WARES),
        *(("sell", item, 0) for item in SALES),
        ("leave", "", 0),
        *(("rest", way, 0) for way in RESTS),
        *(("drop", spell, 0) for spell in SPELLS),
        ("decline", "", 0),
        ("resign", "", 0),
    ]
    return tuple(Move(order, *row) for order, row in enumerate(rows))


ALL_MOVES: Final = _all_moves()
#: Every move by its canonical text.
BY_TEXT: Final = {str(move): move for move in ALL_MOVES}
RESIGN: Final = BY_TEXT["resign"]
