"""Can the cells of a shape take ranks as a layout would? Rank by rank, by exhaustive search on bit masks.

The cells of one rank are a layer. A touching pair has equal or neighbouring ranks, or the joker in it, so what touches
layer r and lies in no earlier layer must lie in layer r or r + 1; a card has one partner in the next rank and one in
the one before, so no cell touches two cells of a neighbouring layer. Layers are small, which leaves few choices.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.games.triangle.board import neighbours

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvers.triangle.shapes import Shape


def layers_exist(shape: Shape, suits: int, ranks: int) -> bool:
    """Tell whether all cells but one, the joker's, can be cut into `ranks` layers of `suits` cells."""
    assert len(shape) == suits * ranks + 1  # noqa: S101
    order = {cell: index for index, cell in enumerate(sorted(shape))}
    near = [sum(1 << order[other] for other in neighbours(cell) if other in order) for cell in order]
    every = (1 << len(near)) - 1
    return any(_Search(near, suits).possible(every & ~(1 << joker)) for joker in range(len(near)))


class _Search:
    """near: the cells that each cell touches, as a mask. One search serves one place of the joker."""

    def __init__(self, near: list[int], suits: int) -> None:
        self.near = near
        self.suits = suits
        self.hopeless: set[tuple[int, int]] = set()

    def possible(self, free: int, before: int = 0) -> bool:
        """Tell whether the free cells can be cut into layers, the layer before them being given."""
        if not free:
            return True
        if (free, before) in self.hopeless:
            return False
        forced = self.beside(before) & free
        if forced.bit_count() <= self.suits and all((self.near[k] & before).bit_count() <= 1 for k in _bits(forced)):
            for layer in self.layers(forced, free, before):
                if self.possible(free & ~layer, layer):
                    return True
        self.hopeless.add((free, before))
        return False

    def layers(self, forced: int, free: int, before: int) -> set[int]:
        """Return every layer that contains the forced cells."""
        found: set[int] = set()
        seen: set[int] = set()
        waiting = [forced]
        while waiting:
            layer = waiting.pop()
            if layer in seen or layer.bit_count() > self.suits:
                continue
            seen.add(layer)
            crowded = next((k for k in _bits(layer) if (self.near[k] & free & ~layer).bit_count() > 1), None)
            if crowded is not None:  # all that it touches but one must be in the layer too
                outside = self.near[crowded] & free & ~layer
                waiting += [layer | (outside & ~(1 << k)) for k in _bits(outside)]
                waiting.append(layer | outside)
            elif layer.bit_count() == self.suits:
                found.add(layer)
            else:
                extra = (k for k in _bits(free & ~layer) if (self.near[k] & before).bit_count() <= 1)
                waiting += [layer | 1 << k for k in extra]
        return found

    def beside(self, layer: int) -> int:
        found = 0
        for k in _bits(layer):
            found |= self.near[k]
        return found


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
