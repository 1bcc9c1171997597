"""`out` of whole deals by shapes: the shapes counted a second way, no game pruned, both answers against other engines."""

from __future__ import annotations

import random
from functools import cache
from itertools import permutations

import fillings
import plain
import pytest
from amount import examples, some
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from cardsolo.games.triangle import formats, rules
from cardsolo.games.triangle.state import Rules
from solvers.result import Status, TriangleAnswer
from solvers.triangle.bounds import out_bound
from solvers.triangle.fill import audit
from solvers.triangle.fill.audit import audit_job, count_fillings
from solvers.triangle.fill.cores import cores, corners_of
from solvers.triangle.fill.ends import Judge
from solvers.triangle.fill.piece import Piece
from solvers.triangle.fill.plan import jobs_of, shapes_of
from solvers.triangle.fill.question import Question, question
from solvers.triangle.fill.search import pieces
from solvers.triangle.kernel.beam import OUT
from solvers.triangle.kernel.sequence import YES
from solvers.triangle.kernel.trie import Stopped
from solvers.triangle.packed import narrate, pack, vector
from solvers.triangle.referee import check_triangle
from solvers.triangle.solver import solve
from solvers.triangle.task import Problem, Task, run_task

#: Cells outside the core in games whose loose ends are looked for.
LOOSE = 3
never = lambda: False  # noqa: E731


# --- shapes -----------------------------------------------------------------------------------------------------------
def images(cells):
    """A shape, cell by cell, as the twelve symmetries of the lattice show it, pushed to the origin."""
    for order in permutations(range(3)):
        for sign in (1, -1):
            turned = []
            for row, col in cells:
                axes = (row, (col - row + 1) // 2, -((col + row) // 2))
                turned.append(tuple(sign * axes[axis] for axis in order))
            low = [min(point[axis] for point in turned) for axis in range(2)]
            level = min(map(sum, turned))
            yield [(x - low[0], y - low[1], x + y + z - level) for x, y, z in turned]


def normal(cells):
    return min(tuple(sorted(image)) for image in images(cells))


def marked(cells, cell):
    """The same for all shapes with a marked cell that a symmetry carries into each other."""
    order = sorted(cells)
    return min((sorted(image), image[order.index(cell)]) for image in images(order))


@cache
def polyiamonds(size):
    """All shapes of so many connected cells, cell by cell."""
    if size == 1:
        return {normal([(0, 0)]): frozenset([(0, 0)])}
    found = {}
    for shape in polyiamonds(size - 1).values():
        for cell in {near for it in shape for near in plain.around(it)} - shape:
            found.setdefault(normal(shape | {cell}), shape | {cell})
    return found


def test_polyiamonds_are_as_many_as_known():
    """OEIS A000577, so that the comparison below has something to stand on."""
    assert [len(polyiamonds(size)) for size in range(1, 11)] == [1, 1, 1, 3, 4, 12, 24, 66, 160, 448]


@pytest.mark.parametrize("least", some([1, 2, 3], 3))
def test_cores_are_those_of_an_enumeration_cell_by_cell(least):
    """12 cells include a ring of twelve round an empty cell."""
    expected = {
        key
        for size in range(6, 13)
        for key, shape in polyiamonds(size).items()
        if fillings.core(shape) == shape and fillings.corners(shape) >= least
    }
    found = cores(12, least)
    assert {normal(shape) for shape in found} == expected
    assert len(found) == len(expected)
    assert all(corners_of(shape) == fillings.corners(shape) for shape in found)


@pytest.mark.parametrize(
    ("cells", "corners", "count"), [(28, 7, 123), (29, 8, 31), (30, 9, 4), (28, 8, 10), (27, 8, 1), (24, 7, 1)]
)
def test_cores_of_four_players(cells, corners, count):
    """Numbers of a program of its own, written for the research behind this method."""
    assert len(cores(cells, corners)) == count


def test_listing_shapes_ends_when_there_are_too_many_or_when_asked():
    """Six players in four turns: tens of thousands of shapes, which nobody waits for."""
    assert cores(26, 5) is None
    with pytest.raises(Stopped):
        cores(29, 7, stop=lambda: True)


def test_every_job_of_a_shape_is_there_once():
    """One for each class of cells that the joker can lie in; the rhombus of 16 cells has symmetries."""
    (shape,) = (it for it in cores(16, 4) if len(it) == 16)
    asked = Question(tuple(fillings.mask(hand) for hand in fillings.dealt(random.Random(1), 4, 13, 4)), 0, 0, 9)
    jobs = jobs_of(asked, [shape])
    classes = {str(marked(shape, cell)) for cell in shape}
    (found,) = jobs.values()
    assert len(found) == len(classes) + 1  # and one with the joker outside
    assert all(len(job.cells) == 16 - (job.joker >= 0) == len(set(job.cells)) for job in found)


# --- nothing that exists is pruned ------------------------------------------------------------------------------------
@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(
    st.integers(0, 2**32),
    st.sampled_from([(2, 5, 2), (2, 6, 2), (3, 4, 2), (4, 5, 2), (4, 13, 4), (4, 13, 3), (3, 8, 3)]),
)
def test_no_game_is_pruned(seed, table):
    """The core of a game's layout passes the counts, the rings, the reach and the order; its loose ends are found."""
    chance = random.Random(seed)
    players = table[2]
    hands = fillings.dealt(chance, *table)
    first, target = chance.randrange(players), chance.randrange(players)
    game = fillings.played(chance, hands, first, target)
    assume(game is not None)
    turns, board = game
    asked = Question(tuple(map(fillings.mask, hands)), first, target, turns)
    assume(asked.extras >= 1)
    job, cards = fillings.job_of(board, chance)
    spare = asked.spare(job.corners)
    assert spare >= 0
    assert any(len(fillings.core(board)) <= cells and job.corners >= least for cells, least in asked.limits())
    judge = Judge(asked, [job], never)
    assert Piece(asked, spare, (job,)).search(judge, never).admits(vector(cards))
    assert judge.relaxed(job, cards) == YES
    if len(board) - len(cards) <= LOOSE:  # with many loose ends there are more ways than a test has time for
        assert judge(0, cards)
        assert len(judge.line) == len(asked.seats)


# --- both answers -----------------------------------------------------------------------------------------------------
def answer_of(asked, *, clever=True):
    """Yes with the line, no, or None for undecided."""
    _, work = pieces(asked, clever=clever)
    outcomes = [piece.run(never) for piece in work]
    lines = [outcome.line for outcome in outcomes if outcome.line is not None]
    if lines:
        return lines[0]
    return "no" if all(outcome.done for outcome in outcomes) else None


@settings(max_examples=examples(12))
@given(st.integers(0, 2**32), st.sampled_from([(2, 5, 2), (2, 6, 2), (3, 4, 2), (4, 3, 2), (3, 5, 3)]))
def test_small_decks_agree_with_an_exhaustive_beam(seed, table):
    """A beam that drops nothing is a search of all games; every number of turns up to the fewest is asked."""
    chance = random.Random(seed)
    players = table[2]
    hands = fillings.dealt(chance, *table)
    first, target = chance.randrange(players), chance.randrange(players)
    state = plain.position({(0, 0): None}, hands, first + 1)
    problem = Problem(pack(state), OUT, target)
    turns = out_bound(problem.packed, target)
    while (asked := question(problem.packed, target, turns)) is not None:
        beam = run_task(problem, Task(turns, 20_000, "out", 1), never)
        assume(beam.line is not None or beam.refuted)
        found = answer_of(asked)
        if beam.line is None:
            assert found == "no"
            assert answer_of(asked, clever=False) == "no"
        else:
            assert found not in {"no", None}
            line = narrate(problem.packed, found)
            answer = TriangleAnswer(
                rules=state.rules, objective="out", seat=target + 1, value=turns, bound=turns,
                status=Status.OPTIMAL, line=line, seconds=0.0, method="shapes",
            )  # fmt: skip
            check_triangle(state, answer)
            return
        turns += 1


def whole(seed, seat, turns, players=4):
    state = rules.start(formats.deal(Rules(players=players), seed))
    return question(pack(state), seat - 1, turns)


def test_a_refutation_of_a_whole_deal_is_repeated_without_the_clever_prunes():
    asked = whole(3, 3, 5)
    assert answer_of(asked) == "no"
    assert answer_of(asked, clever=False) == "no"


def test_the_model_counts_as_many_fillings_as_the_search():
    """Jobs of a small deck, with fillings and without; the search counts them without its prunes."""
    hands = fillings.dealt(random.Random(3), 2, 6, 2)
    asked = Question(tuple(map(fillings.mask, hands)), 0, 0, 5)
    for spare, jobs in jobs_of(asked, [shape for shape in shapes_of(asked) if len(shape) == 6]).items():
        for job in jobs:
            assert count_fillings(asked, spare, job) in {
                Piece(asked, spare, (job,), clever=False).run(never).fillings,
                None,
            }


def test_an_audit_finds_what_was_overlooked():
    """Given a job that has an answer, it does not call it refuted."""
    from cardsolo.core.errors import SolverError

    asked = whole(16, 1, 6)
    spare, job = next(
        (piece.spare, job) for piece in pieces(asked)[1] for job in piece.jobs
        if Piece(asked, piece.spare, (job,)).run(never).line is not None
    )  # fmt: skip
    with pytest.raises(SolverError, match="two methods disagree"):
        audit_job(asked, spare, job, model=False)


# --- where it does not apply ------------------------------------------------------------------------------------------
def test_only_the_start_of_a_game_is_asked():
    state = rules.start(formats.deal(Rules(players=4), 1))
    packed = pack(state)
    assert question(packed, 0, 6) is not None
    assert question(packed, 0, 13) is None  # no extra placement is needed
    after = rules.play(state, rules.legal_moves(state)[0]).state
    assert question(pack(after), 0, 6) is None


def test_a_whole_deal_is_proved_and_says_on_what_that_rests(monkeypatch):
    monkeypatch.setattr(audit, "JOBS", 2)
    monkeypatch.setattr(audit, "MODELS", 0)
    state = rules.start(formats.deal(Rules(players=4), 3))
    seen = []
    answer = solve(state, "out", 3, workers=1, time_limit=None, proof=True, shapes=lambda *it: seen.append(it))
    assert (answer.value, answer.bound, answer.status) == (6, 6, Status.OPTIMAL)
    assert answer.proof.shapes == 1
    assert answer.proof.audited > 0
    assert answer.to_json()["proof"]["shapes"] == 1
    assert seen[-1][0] == seen[-1][1] > 0
