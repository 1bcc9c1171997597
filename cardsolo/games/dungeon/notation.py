"""Clear the Dungeon: moves as text, one canonical form out, the short forms of the prompt in (interface, section 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.cards import RANKS, Card, fold, parse_card
from cardsolo.core.errors import AmbiguousMoveError, MoveSyntaxError
from cardsolo.core.i18n import _
from cardsolo.core.japanese import plain
from cardsolo.games.dungeon.moves import DISCARD, RESIGN, Move
from cardsolo.games.dungeon.rules import JACK, why_not
from cardsolo.games.dungeon.state import PILES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolo.games.dungeon.state import State

_RESIGN: Final = str(RESIGN)
_LONGEST: Final = 40
_PLACES: Final = {str(pile): pile for pile in range(1, PILES + 1)} | {"x": DISCARD}
_TYPED_PLACES: Final = {str(pile): pile for pile in range(1, PILES + 1)} | dict.fromkeys(("X", "D", "DISCARD"), DISCARD)
_RANK_NAMES: Final = {name: rank for rank, name in enumerate(RANKS[: JACK - 1], 1)} | {"10": 10}
_JAPANESE: Final = {"山": "", "番": "", "破棄": "x", "捨てる": "x", "捨て": "x"}
#: What may stand between a card and its place.
_BLANKS: Final = " \t,:-"


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

    A card alone is enough where one place is legal for it. A card in full may be missing from the hand, so that the
    rules can say so. Raises MoveSyntaxError, AmbiguousMoveError.
    """
    folded = fold(plain(text, _JAPANESE)) if len(text) <= _LONGEST else ""
    if folded[:1] == "D" and folded[1:2] in tuple(_BLANKS):  # set off, it discards; `d2` may be a card
        folded = "DISCARD" + folded[1:]
    if folded == _RESIGN.upper():
        return RESIGN
    readings = {move for name, pile in _splits(folded) for move in _moves(name, pile, state)}
    readings = {move for move in readings if move.card in state.hand} or readings
    if not readings:
        raise MoveSyntaxError(text, _hint())
    if len(readings) > 1:
        raise AmbiguousMoveError(text, [str(move) for move in sorted(readings)])
    return readings.pop()


def _splits(folded: str) -> Iterator[tuple[str, int | None]]:
    """Yield the ways to cut typed text into the name of a card and a pile, None where no place is named."""
    name, at, place = (part.strip(_BLANKS) for part in folded.partition("@"))
    if at:  # the canonical order, card first: `x@4` is the joker and never a discarded four
        if place in _TYPED_PLACES:
            yield name, _TYPED_PLACES[place]
        return
    typed = "".join(char for char in folded if char not in _BLANKS)
    yield typed, None
    for word, pile in _TYPED_PLACES.items():
        if pile == DISCARD and typed.startswith(word):
            yield typed.removeprefix(word), pile
        # a D behind a mere rank is its suit: `2d` must not throw another two away
        if typed.endswith(word) and not (word == "D" and typed[:-1] in _RANK_NAMES):
            yield typed.removesuffix(word), pile


def _moves(name: str, pile: int | None, state: State) -> Iterator[Move]:
    """Yield what a name and a pile can mean: a card in full, or a rank of which the hand holds cards."""
    card = _card(name)
    if card is None:
        rank = _RANK_NAMES.get(name, -1)
        cards = {held for held in state.hand if held.rank == rank}
    else:
        cards = {card}
    for card in cards:
        if pile is not None:
            yield Move(card, pile)
        elif card in state.hand:
            every = (Move(card, place) for place in range(PILES + 1))
            yield from (move for move in every if why_not(state, move) is None)
        else:
            yield Move(card, DISCARD)


def _card(name: str) -> Card | None:
    try:
        return parse_card(name)
    except ValueError:
        return None


def typed_moves() -> tuple[tuple[str, str], ...]:
    """Return examples of what can be typed, each with its meaning."""
    return (
        ("th 2", _("the ten of hearts to pile 2; a log has {canonical}").format(canonical="TH@2")),
        ("x th", _("discard the ten of hearts; a log has {canonical}").format(canonical="TH@x")),
        ("th", _("the ten of hearts where only one place is possible")),
        ("x 2", _("the joker to pile 2")),
        ("resign", _("give the game up")),
    )


def _hint() -> str:
    return _("type a card and a pile, as in {place}, or {discard} to discard").format(place="th 2", discard="x th")
