"""Every refusal of every referee fires: a false answer for each, beside the true one that passes."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest
from dungeon_problems import clearable, not_clearable
from triangle_table import state

from cardsolo.core.errors import SolverError
from cardsolo.games.dungeon.formats import position_from_json
from cardsolo.games.dungeon.game import Dungeon
from cardsolo.games.dungeon.state import Rules
from solvers.dungeon import cpsat, solver
from solvers.dungeon.referee import check_dungeon, played_out
from solvers.referee import refereed
from solvers.result import DungeonAnswer, Limit, Status, TriangleAnswer, Verdict
from solvers.triangle import solver as triangle
from solvers.triangle.referee import check_triangle

# --- Clear the Dungeon ------------------------------------------------------------------------------------------------
CLEAR = position_from_json(clearable())
LOST = position_from_json(not_clearable())
TRUE = DungeonAnswer(Verdict.CLEARABLE, 1, 2, True, ("TC@1", "9C@1", "2H@1"), 3, 0.1, "search")
STOPPED = DungeonAnswer(Verdict.UNDECIDED, 0, None, False, (), 3, 0.1, "search", Limit.NODES)

FALSE = {
    "clear claim: the line clears, and the answer says it cannot be": (
        replace(TRUE, verdict=Verdict.NOT_CLEARABLE),
        "clear is True, not False",
    ),
    "clear claim: the line does not clear": (replace(TRUE, line=()), "clear is False, not True"),
    "clear claim: undecided, and yet a clear": (
        replace(TRUE, verdict=Verdict.UNDECIDED, optimal=False, limit=Limit.TIME),
        "clear is True, not False",
    ),
    "kills claim: too many": (replace(TRUE, kills=2), "kills is 1, not 2"),
    "kills claim: too few": (replace(TRUE, kills=0), "kills is 1, not 0"),
    "kills claim of an undecided answer": (replace(STOPPED, kills=1), "kills is 0, not 1"),
    "spare claim: too many": (replace(TRUE, spare=3), "spare is 2, not 3"),
    "spare claim: too few": (replace(TRUE, spare=1), "spare is 2, not 1"),
    "spare claim: none of a clear": (replace(TRUE, spare=None), "spare is 2, not None"),
    "spare claim: some without a clear": (replace(STOPPED, spare=0), "spare is None, not 0"),
    "last move must kill: it places": (
        replace(STOPPED, line=("TC@1",)),
        "its last move kills nothing",
    ),
    "last move must kill: it discards": (replace(STOPPED, line=("TC@x",)), "its last move kills nothing"),
    "last move must kill: it resigns": (replace(STOPPED, line=("resign",)), "its last move kills nothing"),
    "illegal move: too weak": (
        replace(TRUE, line=("TC@1", "2H@1", "9C@1")),
        "rejects move 2 of the answer: 2H@1 is not",
    ),
    "illegal move: not in the hand": (
        replace(TRUE, line=("4C@1",)),
        "rejects move 1 of the answer: 4C@1 is not allowed",
    ),
    "illegal move: after the end": (replace(TRUE, line=(*TRUE.line, "3C@x")), "rejects move 4 of the answer: 3C@x"),
    "no move at all": (replace(TRUE, line=("TC@1", "9C1")), "rejects move 2 of the answer: “9C1” is not a move"),
    "undecided and proved": (replace(STOPPED, optimal=True), "an undecided verdict, and yet a proved optimum"),
    "undecided without a limit": (replace(STOPPED, limit=None), "an undecided verdict, and yet no limit"),
}


def check_message(message, said):
    """Compare a refusal word for word; of a move's, how it begins."""
    if said.startswith("rejects move"):
        assert message.startswith(f"the referee {said}")
    else:
        assert message == f"the referee rejects the answer: {said}"


@pytest.mark.parametrize(("false", "said"), FALSE.values(), ids=FALSE)
def test_a_false_dungeon_answer_is_rejected(false, said):
    with pytest.raises(SolverError) as caught:
        check_dungeon(CLEAR, false)
    check_message(str(caught.value), said)


@pytest.mark.parametrize("true", [TRUE, STOPPED], ids=["clear", "stopped"])
def test_a_true_dungeon_answer_passes_with_its_moves(true):
    assert tuple(map(str, check_dungeon(CLEAR, true))) == true.line


def test_kills_count_from_the_start_of_the_game_and_a_hand_is_drawn_first():
    later = replace(CLEAR, killed=(Dungeon().parse_move("JS@1").card,), hand=(), deck=CLEAR.hand + CLEAR.deck)
    check_dungeon(later, replace(TRUE, kills=2))
    with pytest.raises(SolverError, match="kills is 2, not 1"):
        check_dungeon(later, TRUE)
    with pytest.raises(SolverError, match="its last move kills nothing"):  # whatever died before the line
        check_dungeon(later, replace(STOPPED, kills=1, line=("TC@x",)))


def test_a_finished_position_has_an_empty_line():
    over = replace(LOST, hand=())
    check_dungeon(over, DungeonAnswer(Verdict.NOT_CLEARABLE, 0, None, True, (), 0, 0.0, "search"))
    with pytest.raises(SolverError, match="rejects move 1"):
        check_dungeon(over, DungeonAnswer(Verdict.NOT_CLEARABLE, 0, None, True, ("2C@x",), 0, 0.0, "search"))


def test_what_is_played_out_ends_the_game():
    game = Dungeon()
    line = played_out(LOST, ())
    assert tuple(map(str, line)) == ("2C@x", "3C@x")
    assert played_out(replace(LOST, hand=(), deck=LOST.hand), ()) == line  # the hand is drawn first
    assert played_out(CLEAR, [game.parse_move(text) for text in TRUE.line]) == check_dungeon(CLEAR, TRUE)


# --- Triangle Sevens --------------------------------------------------------------------------------------------------
TWO = state("X@0,0 AC@0,1", "2C 2D", "3C")
TURN, OUT, ALL, BEST = (triangle.solve(TWO, ask, workers=1, time_limit=None) for ask in ("turn", "out", "all", "best"))
ENDGAME = state("X@0,0 5C@0,1", "6C 9H", "3C", "KD")
UNKNOWN = replace(OUT, value=None, status=Status.UNDECIDED, line=(), limit=Limit.TIME)
ONE, SIX = ((1, "2C@0,-1"),), ((1, "2C@0,-1"), (2, "3C@1,0"), (1, "2D@0,-2"))

FALSE_SEQUENCES = {
    "a sequence without a value": (replace(UNKNOWN, line=ONE), "a sequence without a value"),
    "two moves of best without a value": (
        replace(BEST, value=None, bound=None, status=Status.UNDECIDED),
        "a sequence without a value",
    ),
    "a status without a value": (replace(UNKNOWN, status=Status.FEASIBLE), "a status without a value"),
    "optimal without a value": (replace(UNKNOWN, status=Status.OPTIMAL), "a status without a value"),
    "a value, and yet undecided": (replace(OUT, status=Status.UNDECIDED, bound=1), "a value, and yet undecided"),
    "a value, and yet impossible": (replace(OUT, impossible=True), "a value, and yet impossible"),
    "fewer turns than the bound": (replace(OUT, bound=3, status=Status.FEASIBLE), "a value beyond its bound"),
    "a longer turn than the bound": (replace(TURN, bound=0, status=Status.FEASIBLE), "a value beyond its bound"),
    "optimal, value and bound apart": (replace(OUT, bound=1), "status, value and bound do not fit together"),
    "feasible, value and bound equal": (replace(OUT, status=Status.FEASIBLE), "status, value and bound do not fit together"),
    "best of two, value and bound apart": (
        replace(BEST, bound={"ranks": [1, 2], "left": [0, 1]}),
        "status, value and bound do not fit together",
    ),
    "no move at all": (replace(OUT, line=((1, "2C"),)), "rejects move 1 of the answer: “2C” is not a move"),
    "a seat that resigns": (replace(OUT, line=((1, "resign"),)), "rejects move 1 of the answer: no move of a sequence"),
    "a move after the end": (
        replace(ALL, line=(*SIX, (2, "pass"))),
        "rejects move 4 of the answer: no move of a sequence",
    ),
    "seat: another is to move": (replace(OUT, line=((2, "3C@1,0"),)), "rejects move 1 of the answer: seat 1 is to move"),
    "why_not: the cards do not match": (replace(OUT, line=((1, "2D@0,2"),)), "rejects move 1 of the answer: 2D touches AC"),
    "why_not: another's card": (replace(OUT, line=((1, "3C@1,0"),)), "rejects move 1 of the answer: 3C is not in the hand"),
    "turn: more than one": (replace(TURN, line=SIX[:2], value=2, bound=2), "more than one turn"),
    "turn: a pass": (replace(TURN, line=((1, "pass"),), value=0, bound=0), "a pass in a longest turn"),
    "turn: another seat": (replace(TURN, seat=2), "another seat is to move"),
    "turn: _equal: one card, two claimed": (replace(TURN, value=2, bound=2), "placements is 1, not 2"),
    "out: cards left": (replace(OUT, line=ONE, value=1, bound=1), "the seat still holds cards"),
    "out: the other seat": (replace(OUT, seat=2), "the seat still holds cards"),
    "out: moves after the seat's last card": (
        replace(OUT, seat=2, value=1, bound=1, line=SIX),
        "moves after the seat's last card",
    ),
    "out: a pass after the seat's last card": (replace(OUT, line=(*OUT.line, (2, "pass"))), "moves after the seat's last card"),
    "out: _equal: two turns, one claimed": (replace(OUT, value=1, bound=1), "turns is 2, not 1"),
    "all: cards left": (replace(ALL, line=ONE, value=1, bound=1), "cards are left"),
    "all: _equal: three turns, two claimed": (replace(ALL, value=2, bound=2), "turns is 3, not 2"),
    "best: another seat": (replace(BEST, seat=2), "another seat is to move"),
    "best: the line of a proved value goes on": (
        replace(BEST, line=BEST.line[:1]),
        "the line of a proved value does not end the game",
    ),
    "best: _equal: another end": (
        replace(BEST, value={"ranks": [1, 2], "left": [0, 1]}, bound={"ranks": [1, 2], "left": [0, 1]}),
        "value is {'ranks': [2, 1], 'left': [1, 0]}, not {'ranks': [1, 2], 'left': [0, 1]}",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("false", "said"), FALSE_SEQUENCES.values(), ids=FALSE_SEQUENCES)
def test_a_false_triangle_answer_is_rejected(false, said):
    with pytest.raises(SolverError) as caught:
        check_triangle(TWO, false)
    check_message(str(caught.value), said)


def test_true_triangle_answers_pass_with_their_counts():
    assert [check_triangle(TWO, answer).turns for answer in (TURN, OUT, ALL, BEST)] == [(1, 0), (2, 1), (2, 1), (1, 1)]
    assert [check_triangle(TWO, answer).placed for answer in (TURN, OUT, ALL, BEST)] == [(1, 0), (2, 0), (2, 1), (1, 1)]
    assert check_triangle(TWO, UNKNOWN).moves == ()
    first = replace(BEST, value=None, status=Status.UNDECIDED, line=BEST.line[:1])
    assert list(map(str, check_triangle(TWO, first).moves)) == ["2C@0,-1"]


def test_a_seat_with_nothing_to_place_has_a_longest_turn_of_none():
    """The position is taken as it stands: its turn is not handed on to the next seat."""
    now = state("X@0,0 5H@0,1 5S@0,-1 5D@1,0", "KC", "4H", extra=True)
    answer = triangle.solve(now, "turn", workers=1, time_limit=None)
    assert (answer.seat, answer.value, answer.line) == (1, 0, ())
    assert check_triangle(now, answer).moves == ()


def test_a_seat_that_is_out_already_needs_no_turn():
    now = state("X@0,0 AC@0,1", "2C 2D", "", "3C", out=(2,))
    answer = triangle.solve(now, "out", 2, workers=1, time_limit=None)
    assert (answer.value, answer.line) == (0, ())
    check_triangle(now, answer)


def test_with_three_seats_best_has_no_bound_and_needs_none():
    answer = triangle.solve(ENDGAME, "best", workers=1, time_limit=None)
    assert (answer.bound, answer.status) == (None, Status.OPTIMAL)
    check_triangle(ENDGAME, answer)
    feasible = replace(answer, line=answer.line[:1], status=Status.FEASIBLE)
    check_triangle(ENDGAME, feasible)  # a line of play that breaks off says nothing about its end


def test_the_rest_of_a_turn_is_no_turn_and_placements_before_it_do_not_count():
    """Section 8: an extra placement in hand belongs to a turn that began earlier."""
    now = state("X@0,0 5H@0,-1 5S@0,-2 4S@1,-2", "4H 3H", "KD", extra=True)
    answer = triangle.solve(now, "turn", workers=1, time_limit=None)
    assert check_triangle(now, answer).turns == (0, 0)


# --- the gate ---------------------------------------------------------------------------------------------------------
def refusals(path):
    """Return the first lines of all refusals in a referee's source: calls of `demand`, `demand_equal`, `rejected`."""
    calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    names = {"demand", "demand_equal", "rejected"}
    return {call.lineno for call in calls if isinstance(call.func, ast.Name) and call.func.id in names}


def fired(path, check, position, answers):
    """Return the lines of a referee at which it refused some answers."""
    lines = set()
    for answer in answers:
        with pytest.raises(SolverError) as caught:
            check(position, answer)
        lines.add([entry.lineno + 1 for entry in caught.traceback if Path(str(entry.path)) == path][-1])
    return lines


@pytest.mark.parametrize(
    ("name", "check", "position", "false"),
    [("dungeon", check_dungeon, CLEAR, FALSE), ("triangle", check_triangle, TWO, FALSE_SEQUENCES)],
)
def test_every_refusal_in_the_source_fires_for_a_false_answer(name, check, position, false):
    """A refusal that is added without a false answer above is found here."""
    path = Path(check.__code__.co_filename)  # where it is installed, which need not be this tree
    assert path.parts[-3:] == ("solvers", name, "referee.py")
    assert fired(path, check, position, [answer for answer, _said in false.values()]) == refusals(path)


def test_what_leaves_a_solver_has_passed_and_knows_its_rules():
    asked = []

    @refereed(lambda position, answer: asked.append((position, answer)))
    def solve(position, *, nodes):
        return replace(TRUE, nodes=nodes)

    answer = solve(CLEAR, nodes=5)
    assert (answer.nodes, answer.rules, answer.seed) == (5, Rules(), None)
    assert asked == [(CLEAR, replace(TRUE, nodes=5))]


@pytest.mark.parametrize("ask", [solver.solve, solver.decide, cpsat.solve, cpsat.decide])
def test_no_dungeon_solver_lets_a_false_answer_out(ask, monkeypatch):
    module = solver if ask.__module__ == solver.__name__ else cpsat
    honest = module._answer
    monkeypatch.setattr(module, "_answer", lambda *a, **k: replace(honest(*a, **k), spare=9))
    with pytest.raises(SolverError, match="the referee rejects the answer: spare is 2, not 9"):
        ask(CLEAR)


@pytest.mark.parametrize("objective", ["turn", "out", "all", "best"])
def test_no_triangle_solver_lets_a_false_answer_out(objective, monkeypatch):
    for name in ("_turn", "_cooperate", "best"):
        honest = getattr(triangle, name)
        monkeypatch.setattr(triangle, name, lambda *a, honest=honest: spoilt(honest(*a)))
    with pytest.raises(SolverError, match="the referee rejects"):
        triangle.solve(TWO, objective, workers=1, time_limit=None)


def spoilt(answer: TriangleAnswer) -> TriangleAnswer:
    return replace(answer, line=answer.line[:-1])
