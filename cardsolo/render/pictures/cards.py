"""Playing cards as SVG symbols: faces that need no picture file, and a back."""

from __future__ import annotations

import re
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final

from cardsolo.core.cards import RANKS, parse_card
from cardsolo.render.pictures import svg
from cardsolo.render.suits import NAMES, TWO, fills

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from cardsolo.core.cards import Card

#: Size of a card before it is scaled.
WIDTH: Final = 70.0
HEIGHT: Final = 98.0
#: Size of a chip, which stands for a card where many lie in a row.
CHIP: Final = (46.0, 28.0)
_RED: Final = (1, 2)
_RADIUS: Final = 7.0
#: What a `use` element refers to.
_USED: Final = re.compile('<use href="#([^"]+)"')


def rank_name(card: Card) -> str:
    """Return the rank as boards and moves have it, T for 10; empty for a joker."""
    return "" if card.is_joker else RANKS[card.rank - 1]


#: How suits are coloured in what is drawn now: scenes, symbols and style sheet of a document must agree.
_suits: ContextVar[str] = ContextVar("suits", default=TWO)


@contextmanager
def suits_in(suits: str) -> Iterator[None]:
    """Draw scenes and documents meanwhile with the suits in these colours, one of `suits.CHOICES`."""
    before = _suits.set(suits)
    try:
        yield
    finally:
        _suits.reset(before)


def suit_fills() -> dict[str, tuple[str, str]]:
    """Return the colours of suits that the style sheet needs besides its own, by class, light and dark."""
    return fills(_suits.get())


def ink_of(card: Card) -> str:
    """Return the class of a card's signs."""
    if _suits.get() == TWO:
        return "red" if card.suit in _RED else "ink"
    name = NAMES[card.suit]
    return name if name in suit_fills() else "ink"


def height_of(width: float) -> float:
    return width * HEIGHT / WIDTH


def face(card: Card, x: float, y: float, width: float = WIDTH) -> str:
    """Put a card with its top left corner at (x, y); the document must define its symbol."""
    return _use(str(card), x, y, width)


def back(x: float, y: float, width: float = WIDTH) -> str:
    return _use("back", x, y, width)


def place(x: float, y: float, width: float = WIDTH) -> str:
    """Draw an empty place for a card."""
    return svg.rect(x, y, width, height_of(width), "empty edge", _RADIUS * width / WIDTH)


def mark(x: float, y: float, width: float = WIDTH) -> str:
    """Draw the frame of a card that the last move changed."""
    return svg.rect(x, y, width, height_of(width), "mark", _RADIUS * width / WIDTH)


def row(
    cards: Iterable[Card], x: float, y: float, width: float, marked: Container[Card] = ()
) -> tuple[list[str], float]:
    """Lay chips (a card's index alone) side by side, in lines of that width; return them and the height they take."""
    step_x, step_y = CHIP[0] + 3, CHIP[1] + 3
    columns = max(1, int(width // step_x))
    parts: list[str] = []
    height = 0.0
    for at, card in enumerate(cards):
        left, top = x + at % columns * step_x, y + at // columns * step_y
        parts.append(svg.element("use", href=f"#{card}-chip", x=left, y=top, width=CHIP[0], height=CHIP[1]))
        if card in marked:
            parts.append(svg.rect(left, top, *CHIP, "mark", 4))
        height = top + step_y - y
    return parts, height


def _use(name: str, x: float, y: float, width: float) -> str:
    size = {"width": float(width), "height": float(height_of(width))}
    return svg.element("use", href=f"#{name}", x=float(x), y=float(y), **size)


def symbols(parts: Iterable[str]) -> str:
    """Return the definitions of all cards, chips and backs that some elements refer to."""
    used = sorted({name for part in parts for name in _USED.findall(part)})
    return svg.element("defs", "".join(map(_definition, used)))


def _definition(name: str) -> str:
    if name == "back":
        return _back_symbol()
    card, _dash, chip = name.partition("-")
    return _chip_symbol(parse_card(card)) if chip else _face_symbol(parse_card(card))


def _face_symbol(card: Card) -> str:
    """Define a face: an index in the corner, so that overlapped cards can be read, and a large sign."""
    ground = _ground("face", WIDTH, HEIGHT, _RADIUS)
    if card.is_joker:
        return _symbol(str(card), [ground, svg.star(15, 18, 20, "ink"), svg.star(35, 56, 42, "ink")])
    ink = ink_of(card)
    return _symbol(str(card), [ground, *_index(card, 6, 24), svg.suit(card.suit, 35, 60, 40, ink)])


def _chip_symbol(card: Card) -> str:
    ground = _ground("face", *CHIP, 4)
    sign = [svg.star(CHIP[0] / 2, 14.5, 20, "ink")] if card.is_joker else _index(card, 4, 22)
    return _symbol(f"{card}-chip", [ground, *sign], CHIP)


def _index(card: Card, x: float, y: float) -> list[str]:
    """Draw rank and suit on a base line."""
    ink, rank = ink_of(card), rank_name(card)
    size, width = (18, 23) if len(rank) > 1 else (22, 18)
    return [svg.text(x, y, rank, size, f"{ink} b"), svg.suit(card.suit, x + width + 8, y - 7.5, 15, ink)]


def _back_symbol() -> str:
    lines = svg.element("path", d="M6 6H64V92H6ZM6 49L35 6L64 49L35 92Z", fill="none", kind="edge")
    return _symbol("back", [_ground("back", WIDTH, HEIGHT, _RADIUS), lines])


def _ground(kind: str, width: float, height: float, radius: float) -> str:
    return svg.rect(0.6, 0.6, width - 1.2, height - 1.2, f"{kind} edge", radius)


def _symbol(name: str, parts: list[str], size: tuple[float, float] = (WIDTH, HEIGHT)) -> str:
    box = f"0 0 {svg.number(size[0])} {svg.number(size[1])}"
    return svg.element("symbol", "".join(parts), id=name, viewBox=box)
