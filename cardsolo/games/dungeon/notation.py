"""Clear the Dungeon: moves as text, one canonical form out, the short forms of the prompt in (interface, section 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.cards import Card, fold, parse_card
from cardsolo.core.errors import AmbiguousMoveError, MoveSyntaxError
from cardsolo.core.i18n import _
from cardsolo.games.dungeon.moves import DISCARD, RESIGN, Move
from cardsolo.games.dungeon.rules import why_not
from cardsolo.games.dungeon.state import PILES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolo.games.dungeon.state import State

_RESIGN: Final = "resign"
_DISCARD_WORDS: Final = ("X", "D", "DISCARD")
_LONGEST: Final = 40
_PLACES: Final = {str(pile): pile for pile in range(1, PILES + 1)} | {"x": DISCARD}


def format_move(move: Move) -> str:
    if move.card is None:
        return _RESIGN
    return f"{move.card}@{move.pile or 'x'}"


def parse_move(text: str) -> Move:
    """Read a canonical move. Raises MoveSyntaxError."""
    if text == _RESIGN:
        return RESIGN
    name, at, place = text.partition("@")
    try:
        if at and place in _PLACES:
            return Move(parse_card(name), _PLACES[place])
    except ValueError:
        pass  # the error below says more than the card's own
    raise MoveSyntaxError(text, _hint())


def read_move(text: str, state: State) -> Move:
    """Read a move as typed: every short form whose meaning the hand settles.

    A card alone is enough where one place is legal for it. Raises MoveSyntaxError, AmbiguousMoveError.
    """
    folded = fold(text) if len(text) <= _LONGEST else ""
    typed = "".join(char for char in folded if char not in " \t,@:-")
    if typed == _RESIGN.upper():
        return RESIGN
    readings = {move for card in set(state.hand) for move in _meanings(typed, card)}
    if "@" in folded:  # the canonical order, card first: `x@4` is the joker and never a discarded four
        name = folded.partition("@")[0].strip()
        readings = {move for move in readings if move.card is not None and name in _names(move.card)}
    if not readings:
        readings = {move for card in set(state.hand) if typed in _names(card) for move in _legal(card, state)}
    if not readings:
        return _card_not_held(typed, text)
    if len(readings) > 1:
        raise AmbiguousMoveError(text, [format_move(move) for move in sorted(readings)])
    return readings.pop()


def _names(card: Card) -> tuple[str, ...]:
    """Return what a card may be called: in full, or by rank alone where that is clear in the hand."""
    if card.is_joker:
        return ("X", "JOKER")
    full = str(card)
    return (full, full[0], "10" + full[1], "10") if card.rank == 10 else (full, full[0])


def _meanings(typed: str, card: Card) -> Iterator[Move]:
    for name in _names(card):
        for pile in range(1, PILES + 1):
            if typed == f"{name}{pile}":
                yield Move(card, pile)
        if any(typed in (f"{name}{word}", f"{word}{name}") for word in _DISCARD_WORDS):
            yield Move(card, DISCARD)


def _legal(card: Card, state: State) -> Iterator[Move]:
    moves = (Move(card, pile) for pile in range(PILES + 1))
    return (move for move in moves if why_not(state, move) is None)


def _card_not_held(typed: str, text: str) -> Move:
    """Read a full form of a card that is not in the hand, so that the rules can say so."""
    for word in ("DISCARD", "D", "X"):
        card = _card(typed.removeprefix(word)) if typed.startswith(word) else None
        card = card or (_card(typed.removesuffix(word)) if typed.endswith(word) else None)
        if card is not None:
            return Move(card, DISCARD)
    card = _card(typed[:-1])
    if card is not None and typed[-1] in _PLACES:
        return Move(card, _PLACES[typed[-1]])
    raise MoveSyntaxError(text, _hint())


def _card(name: str) -> Card | None:
    try:
        return parse_card(name)
    except ValueError:
        return None


def _hint() -> str:
    return _("type a card and a pile, as in {place}, or {discard} to discard").format(place="th 2", discard="x th")
