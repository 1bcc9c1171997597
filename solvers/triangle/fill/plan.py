"""The work of one question: its shapes, and for each number of corners a tree of cells for `kernel.fill`."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from solvers.triangle.fill.cores import MOST_SHAPES, cores, corners_of
from solvers.triangle.kernel.trie import Builder, beside, mask_of, ring_at, views

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from solvers.triangle.fill.question import Question
    from solvers.triangle.kernel.trie import Image
    from solvers.triangle.shapes import Shape


@dataclass(frozen=True, slots=True)
class Job:
    """One shape with a cell for the joker (−1: outside): its other cells, in the order of filling."""

    shape: int
    corners: int
    joker: int
    cells: tuple[int, ...]


@dataclass(slots=True)
class Tree:
    """Jobs that share their first cells, node by node; node 0 is the root. `kernel.fill` says what the lists are."""

    jobs: int = 0
    first: list[int] = field(default_factory=lambda: [0])
    following: list[int] = field(default_factory=lambda: [0])
    depth: list[int] = field(default_factory=lambda: [-1])
    near: list[int] = field(default_factory=lambda: [0])
    ring_from: list[int] = field(default_factory=lambda: [0])
    ring_count: list[int] = field(default_factory=lambda: [0])
    ring_new: list[int] = field(default_factory=lambda: [0])
    open: list[int] = field(default_factory=lambda: [0])
    joker: list[int] = field(default_factory=lambda: [3])
    job: list[int] = field(default_factory=lambda: [-1])
    rings: list[int] = field(default_factory=list)


def shapes_of(asked: Question, stop: Callable[[], bool] = lambda: False) -> list[Shape] | None:
    """Return all shapes of cores of layouts that could answer yes; None: too many. Raises Stopped if stop() says so."""
    found: dict[Shape, None] = {}
    for cells, corners in asked.limits():
        listed = cores(cells, corners, stop)
        if listed is None or len(found) + len(listed) > MOST_SHAPES:
            return None
        found.update(dict.fromkeys(listed))
    return list(found)


@cache
def images_of(shape: Shape) -> list[Image]:
    """Return the shape as its symmetries show it; cells of one class carry the number of the first of them."""
    cells = sorted(shape)
    seen = views(cells)
    kinds = list(range(len(cells)))
    index = {cell: k for k, cell in enumerate(seen[0])}
    for view in seen[1:]:
        if set(view) == set(seen[0]):
            for k, cell in enumerate(view):
                low_kind, high_kind = sorted((kinds[k], kinds[index[cell]]))
                kinds = [low_kind if kind == high_kind else kind for kind in kinds]
    images: dict[int, Image] = {}
    for view in seen:
        mask = mask_of(tuple(view))
        rings = tuple(ring for ring in (mask_of(ring_at(cell)) for cell in view if cell % 2 == 0) if ring & ~mask == 0)
        images.setdefault(mask, (mask, rings, dict(zip(view, kinds, strict=True))))
    return list(images.values())


def jobs_of(asked: Question, shapes: list[Shape], stop: Callable[[], bool] = lambda: False) -> dict[int, list[Job]]:
    """Return all jobs of the shapes by their number of spare corners; those that share many cells stand together.

    Raises Stopped if stop() says so.
    """
    jobs: dict[int, list[Job]] = {}
    by_corners: dict[int, list[int]] = {}
    for index, shape in enumerate(shapes):
        by_corners.setdefault(corners_of(shape), []).append(index)
    for corners, chosen in sorted(by_corners.items()):
        spare = asked.spare(corners)
        builder = Builder(stop)
        builder.add(
            [images_of(shapes[index]) for index in chosen],
            [len(shapes[index]) < asked.cells + spare for index in chosen],
        )
        jobs[spare] = [Job(chosen[place], corners, joker, cells) for cells, joker, (place, _kind) in builder.paths]
    return jobs


def tree_of(jobs: Iterable[Job]) -> Tree:
    """Return the tree of some jobs; their places in it follow the order of the jobs."""
    growing = _Growing(Tree())
    for job in jobs:
        growing.add(job)
    return growing.tree


class _Growing:
    """Adds jobs to a tree.

    Jobs part where the joker's cell comes in: where it completes a ring, or at the last cell.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.children: dict[tuple[int, int, int], int] = {}

    def add(self, job: Job) -> None:
        tree = self.tree
        slots = {cell: slot for slot, cell in enumerate(job.cells)}
        node = 0
        known = -1
        for slot, cell in enumerate(job.cells):
            last = slot == len(job.cells) - 1
            if known < 0 and job.joker >= 0 and (last or _rings(job, slots, slot, job.joker, only=True)):
                known = job.joker
            child = self.children.get((node, cell, known))
            if child is None:
                child = self._child(node, job, slots, slot, known)
                self.children[node, cell, known] = child
            node = child
        if tree.job[node] >= 0:
            raise AssertionError("two jobs are one")
        tree.job[node] = tree.jobs
        tree.jobs += 1

    def _child(self, parent: int, job: Job, slots: dict[int, int], slot: int, known: int) -> int:
        tree = self.tree
        node = len(tree.first)
        cell = job.cells[slot]
        near = 0
        for other in beside(cell):
            if slots.get(other, slot) < slot:
                near = near << 6 | slots[other] + 1
        start, held = tree.ring_from[parent], tree.ring_count[parent]
        new = _rings(job, slots, slot, known)
        tree.ring_from.append(len(tree.rings))
        tree.rings += tree.rings[start : start + held] + new
        tree.ring_count.append(held + len(new))
        tree.ring_new.append(len(new))
        filled = {other for other, at in slots.items() if at <= slot} | {known}
        tree.open.append(
            sum(1 << slots[it] for it in filled - {known} if not all(other in filled for other in beside(it)))
        )
        tree.joker.append(3 if known < 0 else sum(other not in filled for other in beside(known)))
        tree.first.append(0)
        tree.following.append(tree.first[parent])
        tree.first[parent] = node
        tree.depth.append(slot)
        tree.near.append(near)
        tree.job.append(-1)
        return node


def _rings(job: Job, slots: dict[int, int], slot: int, joker: int, *, only: bool = False) -> list[int]:
    """Return the rings completed at a slot, as masks of slots; the joker counts as filled where its cell is given.

    only: none but those through the joker.
    """
    found = []
    for ring in _rings_around(job.cells[slot]):
        if only and joker not in ring:
            continue
        filled = [slots.get(it, 99) for it in ring if it != joker]
        if max(filled) == slot:
            found.append(sum(1 << it for it in filled))
    return found


@cache
def _rings_around(cell: int) -> tuple[tuple[int, ...], ...]:
    near = {cell, *beside(cell)}
    near |= {other for it in near for other in beside(it)}
    near |= {other for it in near for other in beside(it)}
    return tuple(ring for ring in (ring_at(it) for it in sorted(near) if it % 2 == 0) if cell in ring)
