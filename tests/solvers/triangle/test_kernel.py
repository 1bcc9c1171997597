"""The kernels as such: compiled and uncompiled they do the same."""

from __future__ import annotations

import importlib
import random
import sys

import pytest
from support import load_pure
from test_turn import random_position

from cardsolo.games.triangle import formats, rules
from cardsolo.games.triangle.state import Rules
from solvers.triangle.kernel.lattice import CELLS, FULL
from solvers.triangle.packed import pack, pack_as_it_is, vector
from solvers.triangle.task import MOST
from solvers.triangle.weights import WEIGHTS

NAMES = ["lattice", "judge", "store", "beam", "turn", "table", "selfish", "duel"]


@pytest.fixture(scope="module")
def both():
    """The kernel modules by name, as installed and uncompiled."""
    installed = {name: importlib.import_module(f"solvers.triangle.kernel.{name}") for name in NAMES}
    with pytest.MonkeyPatch.context() as patch:
        pure = {}
        for name in NAMES:
            pure[name] = load_pure(f"solvers.triangle.kernel.{name}")
            patch.setitem(sys.modules, f"solvers.triangle.kernel.{name}", pure[name])
    return installed, pure


def beam_trace(kernel, state, objective, weights):
    packed = pack(state)
    beam = kernel["beam"].Beam(
        vector(packed.hands),
        vector(packed.board),
        vector(MOST),
        packed.seat,
        int(packed.extra),
        packed.passes,
        objective,
        0,
        9 if objective == kernel["beam"].OUT else 44,
        15,
        vector(WEIGHTS[weights]),
        3,
        vector([FULL] * CELLS),
    )
    trace = []
    while beam.size and beam.best_node < 0:
        beam.expand(0, beam.size)
        trace.append((beam.nodes, beam.kept.count, beam.advance() if beam.best_node < 0 else 0, beam.complete))
    return trace, beam.line()


@pytest.mark.parametrize(("objective", "weights"), [(0, "out"), (1, "all")])
def test_beams_are_the_same(both, objective, weights):
    state = rules.start(formats.deal(Rules(), 12))
    installed, pure = (beam_trace(kernel, state, objective, weights) for kernel in both)
    assert installed == pure
    assert len(installed[0]) > 3


def test_turns_are_the_same(both):
    for seed in range(40):
        packed = pack_as_it_is(random_position(random.Random(seed)))
        searches = [
            kernel["turn"].Turn(packed.hands[packed.seat], vector(packed.board), 99, lambda: False) for kernel in both
        ]
        assert all(search.run(10**6) for search in searches)
        assert searches[0].nodes == searches[1].nodes
        assert list(searches[0].line) == list(searches[1].line)


@pytest.mark.parametrize(("module", "name"), [("selfish", "Selfish"), ("duel", "Duel")])
def test_values_of_endgames_are_the_same(both, module, name):
    compared = 0
    for seed in range(12):
        state = rules.enter(random_position(random.Random(seed), 2 if name == "Duel" else 3, largest=3))
        if rules.result(state):
            continue
        packed = pack_as_it_is(state)
        found = []
        for kernel in both:
            search = getattr(kernel[module], name)(
                vector(packed.hands),
                vector(packed.board),
                packed.seat,
                int(packed.extra),
                packed.passes,
                vector(seat - 1 for seat in state.out),
                1,
                lambda: False,
            )
            values = [search.run(depth, 10**7) for depth in (1, 3, 1000)]
            found.append((values, search.choice, search.nodes, search.table.stored, search.cut))
        assert found[0] == found[1]
        compared += 1
    assert compared >= 4


def test_hashes_stay_in_range(both):
    for module in (kernel["lattice"] for kernel in both):
        for key in (0, 1, 2**40, 2**61, 2**62 - 1):
            assert 0 <= module.mix(key) <= module.MASK
    assert len({both[0]["lattice"].mix(key) for key in range(100_000)}) == 100_000


def test_lifting_undoes_placing(both):
    for module in (kernel["lattice"] for kernel in both):
        lattice = module.Lattice()
        lattice.place(module.JOKER, module.ORIGIN)
        before = [list(getattr(lattice, name)) for name in ("card", "touch", "allow", "fill")]
        rnd = random.Random(1)
        for _ in range(30):
            free = [cell for cell in list(lattice.front)[: lattice.fronts] if lattice.card[cell] < 0]
            lattice.place(rnd.randrange(52), rnd.choice(free))
        lattice.clear(1)
        assert before == [list(getattr(lattice, name)) for name in ("card", "touch", "allow", "fill")]
        assert (lattice.count, lattice.fronts, lattice.pairs) == (1, 3, 0)
