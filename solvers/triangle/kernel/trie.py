"""In which order to fill the cells of many shapes, so that shapes share their first cells: a tree for `kernel.fill`.

A job is a shape with a cell for the joker (one of each class of cells that symmetries of the shape exchange), or with
the joker outside. Its cells but the joker's are filled ring by ring, and in the order that promises the fewest
fillings: a cell beside one filled cell takes four cards or so, one between two hardly any. Of all the ways in which
the shape can lie on what is filled, jobs take the one that most of them can take.

A cell is a number, its bit: `(x · SPAN + y) · 2 + p` with strip numbers x, y from 0 on and p = 0 for a triangle that
points up; the third strip number is p − x − y (`solvers.triangle.shapes`). Sets of cells are integers of any length.
"""

from __future__ import annotations

from collections.abc import Callable  # noqa: TC003  the compiler needs it
from math import log
from typing import Final

SPAN: Final = 64
MIDDLE: Final = 24
FIRST: Final = (MIDDLE * SPAN + MIDDLE) * 2
#: Expected number of cards that fit beside 0, 1, 2, 3 filled cells, as logarithms.
GROWTH: Final = (log(50.0), log(4.2), log(0.4), log(0.03))
#: Of the ways in which a shape can lie on what is filled, so many are looked at further.
WAYS: Final = 4

#: A shape in one position: its cells, its rings, and for each cell its class.
Image = tuple[int, tuple[int, ...], dict[int, int]]
#: An image with a cell for the joker (−1: outside), and the job.
Entry = tuple[int, tuple[int, ...], int, tuple[int, int]]


def number(x: int, y: int, p: int) -> int:
    return (x * SPAN + y) * 2 + p


def place(cell: int) -> tuple[int, int, int]:
    return cell // (2 * SPAN), cell // 2 % SPAN, cell % 2


def beside(cell: int) -> tuple[int, int, int]:
    """The three neighbours."""
    if cell % 2 == 0:
        return cell + 1, cell + 3, cell + 2 * SPAN + 1
    return cell - 1, cell - 3, cell - 2 * SPAN - 1


def ring_at(cell: int) -> tuple[int, ...]:
    """The ring whose lowest cell that points up is this one."""
    right = cell + 2 * SPAN
    return cell, right + 1, right - 2, right - 1, cell - 2, cell + 1


def mask_of(cells: tuple[int, ...]) -> int:
    out = 0
    for cell in cells:
        out |= 1 << cell
    return out


def views(cells: list[tuple[int, int]]) -> list[list[int]]:
    """Cells, (row, col) each, as the twelve symmetries of the lattice show them, pushed against MIDDLE."""
    xs: list[int] = []
    ys: list[int] = []
    zs: list[int] = []
    for row, col in cells:
        xs.append(row)
        ys.append((col - row + 1) // 2)
        zs.append(-((col + row) // 2))
    out: list[list[int]] = []
    for a, b, c in ((xs, ys, zs), (xs, zs, ys), (ys, xs, zs), (ys, zs, xs), (zs, xs, ys), (zs, ys, xs)):
        out.append(_view(a, b, c, 1))
        out.append(_view(a, b, c, -1))
    return out


def _view(xs: list[int], ys: list[int], zs: list[int], sign: int) -> list[int]:
    left = min(xs) if sign > 0 else -max(xs)
    low = min(ys) if sign > 0 else -max(ys)
    level = 1 << 30
    for k in range(len(xs)):
        level = min(level, sign * (xs[k] + ys[k] + zs[k]))
    view: list[int] = []
    for k in range(len(xs)):
        x = sign * xs[k]
        y = sign * ys[k]
        view.append(number(x - left + MIDDLE, y - low + MIDDLE, x + y + sign * zs[k] - level))
    return view


def outline(cells: list[tuple[int, int]]) -> int:
    """The same number for all shapes that a symmetry of the lattice carries into each other, and for no others."""
    best = -1
    for view in views(cells):
        mask = 0
        for cell in view:
            mask |= 1 << (cell - FIRST)
        if best < 0 or mask < best:
            best = mask
    return best


#: Cells filled first, ring by ring, if a shape has them without the joker: four rings in a rhombus, three, two, one.
_ROOT: Final = number(MIDDLE, MIDDLE, 0)
LADDER: Final = tuple(
    tuple(_ROOT + 2 * SPAN * right + 2 * up for right, up in rings)
    for rings in (((0, 0), (1, 0), (0, 1), (1, 1)), ((0, 0), (1, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 0),))
)


class Stopped(Exception):  # noqa: N818  no error
    """Building was given up."""


class Builder:
    """Finds the order of the cells for every job: `paths` has the cells in order, the joker's cell, and the job.

    stop is asked again and again whether to give up; then Stopped is raised.
    """

    def __init__(self, stop: Callable[[], bool]) -> None:
        self.stop = stop
        self.paths: list[tuple[tuple[int, ...], int, tuple[int, int]]] = []
        self.memo: dict[tuple[int, int], tuple[float, tuple[int, ...]]] = {}

    def add(self, images: list[list[Image]], outside: list[bool]) -> None:
        """Take all jobs of shapes given by their images; outside: whether the joker may lie outside the shape."""
        pending: set[tuple[int, int]] = set()
        for shape in range(len(images)):
            pending.update((shape, kind) for kind in images[shape][0][2].values())
            if outside[shape]:
                pending.add((shape, -1))
        total = len(pending)
        for rings in LADDER:
            path: tuple[int, ...] = ()
            filled = 0
            for ring in rings:
                path += self.fresh(filled, mask_of(ring_at(ring)))[1]
                filled = mask_of(path)
            entries: list[Entry] = []
            for shape in range(len(images)):
                for image in images[shape]:
                    self.embed(shape, image, rings[0], filled, outside[shape], pending, entries)
            pending -= self.grow(filled, entries, path)
        for shape in range(len(images)):  # what is left has the joker in every ring
            mask, known, kinds = images[shape][0]
            for cell, kind in kinds.items():
                if (shape, kind) in pending:
                    pending -= self.grow(0, [(mask, known, cell, (shape, kind))], ())
        if len(self.paths) != total:
            raise AssertionError("a job has no order")  # a proof must not lose one

    def embed(
        self,
        shape: int,
        image: Image,
        root: int,
        filled: int,
        outside: bool,
        pending: set[tuple[int, int]],
        entries: list[Entry],
    ) -> None:
        """Shift an image in every way that puts a ring of it at the root; keep it where it covers what is filled."""
        mask, rings, kinds = image
        for ring in rings:
            low = (ring & -ring).bit_length() - 1
            shift = root - (low + 1 if low % 2 else low + 2)
            moved = mask << shift if shift >= 0 else mask >> -shift
            if filled & ~moved:
                continue
            known = tuple(other << shift if shift >= 0 else other >> -shift for other in rings)
            for cell, kind in kinds.items():
                if not filled >> (cell + shift) & 1 and (shape, kind) in pending:
                    entries.append((moved, known, cell + shift, (shape, kind)))
            if outside and (shape, -1) in pending:
                entries.append((moved, known, -1, (shape, -1)))

    def fresh(self, filled: int, new: int) -> tuple[float, tuple[int, ...]]:
        """The cells of `new` not yet filled, best connected first, and the logarithm of the growth they mean."""
        new &= ~filled
        key = (filled, new)
        found = self.memo.get(key)
        if found is not None:
            return found
        growth = 0.0
        order: list[int] = []
        while new:
            best = -1
            most = -1
            rest = new
            while rest:
                bit = rest & -rest
                rest ^= bit
                cell = bit.bit_length() - 1
                touch = 0
                for other in beside(cell):
                    touch += filled >> other & 1
                if touch > most:
                    most = touch
                    best = cell
            growth += GROWTH[most]
            order.append(best)
            filled |= 1 << best
            new &= ~(1 << best)
        self.memo[key] = (growth, tuple(order))
        return self.memo[key]

    def grow(self, filled: int, entries: list[Entry], path: tuple[int, ...]) -> set[tuple[int, int]]:
        """Find paths for all jobs among the entries, which lie on the cells filled by path; return these jobs."""
        if self.stop():
            raise Stopped
        done: set[tuple[int, int]] = set()
        for mask, _rings, joker, job in entries:
            if job not in done and mask & ~filled == (1 << joker if joker >= 0 else 0):
                done.add(job)
                self.paths.append((path, joker, job))
        steps = self.steps(filled, [entry for entry in entries if entry[3] not in done])
        costs = {step: round(self.fresh(filled, step[0])[0], 6) for step in steps}
        pending: set[tuple[int, int]] = set()
        for ways in steps.values():
            pending.update(ways)
        done |= pending
        order = sorted(costs, key=lambda step: costs[step])
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and costs[order[end]] == costs[order[start]]:
                end += 1
            self.level(filled, order[start:end], steps, pending, path)
            start = end
        return done

    def level(
        self,
        filled: int,
        order: list[tuple[int, int]],
        steps: dict[tuple[int, int], dict[tuple[int, int], list[Entry]]],
        pending: set[tuple[int, int]],
        path: tuple[int, ...],
    ) -> None:
        """Take steps of equal cost, each time the one that most jobs are still waiting for."""
        while pending:
            best = 0
            chosen = order[0]
            for step in order:
                count = len(pending & steps[step].keys())
                if count > best:
                    best = count
                    chosen = step
            if best == 0:
                return
            jobs = pending & steps[chosen].keys()
            pending -= jobs
            cells = self.fresh(filled, chosen[0])[1]
            entries: list[Entry] = []
            for job in sorted(jobs):
                entries += steps[chosen][job][:WAYS]
            self.grow(filled | chosen[0], entries, path + cells)

    def steps(self, filled: int, entries: list[Entry]) -> dict[tuple[int, int], dict[tuple[int, int], list[Entry]]]:
        """What can be filled next: a ring (but for the joker's cell, which is then part of the step), or one cell.

        Keys are the new cells and the joker's cell, −1 where it plays no part; values the ways to go on by job.
        """
        found: dict[tuple[int, int], dict[tuple[int, int], list[Entry]]] = {}
        for entry in entries:
            mask, rings, joker, job = entry
            hole = 1 << joker if joker >= 0 else 0
            any_ring = False
            for ring in rings:
                new = ring & ~filled & ~hole
                if new:
                    any_ring = True
                    found.setdefault((new, joker if ring & hole else -1), {}).setdefault(job, []).append(entry)
            if not any_ring:
                rest = mask & ~filled & ~hole
                while rest:
                    bit = rest & -rest
                    rest ^= bit
                    found.setdefault((bit, -1), {}).setdefault(job, []).append(entry)
        return found
