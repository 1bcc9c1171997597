"""The advisor of Mini Rogue and the programs that play it: legal, consistent with the rules, blind to what is hidden."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support import load_pure

from cardsolo.core.chance import SeededDice
from cardsolo.core.errors import OptionError
from cardsolo.core.session import Origin, Session
from cardsolo.games import find
from cardsolo.games.rogue import tables
from cardsolo.games.rogue.legal import legal_moves
from cardsolo.games.rogue.state import ATTACK, MERCHANT, OVER, ROOM, View
from solvers.programs import make_player
from solvers.rogue import advisor, weights
from solvers.rogue.counsel import Counsel, run_of, traded
from solvers.rogue.kernel import run as packed
from solvers.rogue.kernel.attack import Graph
from solvers.rogue.kernel.guide import damage_of, spring
from solvers.rogue.kernel.run import Run, boss_damage, explore, has_boss, level_of
from solvers.rogue.kernel.savings import ENOUGH, LOWEST, TRIM

GAME = find("rogue")


def session_of(seed, difficulty="normal", *, key=False):
    rules = GAME.rules_of({"difficulty": difficulty, "key": key})
    return Session(Origin(GAME, deal=GAME.deal(rules, seed)))


def views_of(name, seed, difficulty="normal", *, key=False):
    """Play a game and return the views in which the program had a choice, with what it chose."""
    session = session_of(seed, difficulty, key=key)
    player = make_player(GAME, name, 1, seed)
    met = []
    while session.result is None:
        view = GAME.view(session.state, 1)
        move = player.choose(view)
        met.append((view, move))
        session.play(move)
    return met, session.result


@pytest.mark.parametrize(("difficulty", "key", "seed"), [("casual", False, 3), ("hard", True, 5), ("normal", False, 2)])
def test_advice_weighs_every_legal_move_best_first(difficulty, key, seed):
    met, _result = views_of("advisor", seed, difficulty, key=key)
    phases = {}
    for view, _move in met:
        phases.setdefault(view.phase, view)
    for view in phases.values():
        advice = advisor.advise(view)
        assert {candidate.moves[0] for candidate in advice.candidates} == {str(move) for move in legal_moves(view)}
        chances = [candidate.chance for candidate in advice.candidates]
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= chance <= 1 for chance in chances)
        assert advice.moves == advice.candidates[0].moves
    assert {ROOM, ATTACK} <= set(phases)


def test_the_player_takes_a_best_move_of_the_advisor():
    """In the same depth; what the player looks up must be what weighing every move finds."""
    counsel = Counsel(locked=False, most=4)
    for view, _move in views_of("advisor", 11)[0]:
        if view.phase == ATTACK:
            values = {str(one.move): one.value for one in counsel.weigh(view)}
            quick = Counsel(locked=False, most=4).best_throw(view)
            if quick is not None:
                assert values[quick] == pytest.approx(max(values.values()), abs=1e-9)


def test_no_advice_after_the_end():
    view = views_of("greedy", 1)[0][-1][0]
    with pytest.raises(OptionError, match="over"):
        advisor.advise(replace(view, phase=OVER, ended="hunger", combat=None))


@pytest.mark.parametrize("name", ["random", "greedy", "advisor"])
@pytest.mark.parametrize("key", [False, True])
def test_players_play_whole_games_alike_every_time(name, key):
    first, again = (views_of(name, 4, "casual", key=key) for _ in range(2))
    assert first == again
    assert first[1]["outcome"] in {"won", "died", "lost"}


def test_a_player_that_does_not_exist_is_named():
    with pytest.raises(OptionError, match="oracle"):
        make_player(GAME, "oracle", 1, 1)


def test_trades_change_a_packed_run_as_the_rules_change_the_game():
    """Twins: the packed run after a trade, and the run packed from the state after the move."""
    seen = 0
    for seed in range(40):
        for view, _move in views_of("greedy", seed, "casual")[0]:
            if view.phase != MERCHANT:
                continue
            for move in legal_moves(view):
                end = traded(run_of(view), move) if move.verb != "leave" else None
                if end is not None:
                    state = state_like(view)
                    after = GAME.play(state, move, SeededDice("rogue", 1)).state
                    assert fields(run_of(after)) == fields(end), move
                    seen += 1
    assert seen > 100


def state_like(view: View):
    """Return a state with the view's open cards; what lies face down does not matter here."""
    obj = GAME.view_to_json(view)
    hidden = [room for room in tables.ROOMS if room not in obj["layout"]]
    obj["layout"] = [room or hidden.pop() for room in obj["layout"]]
    return GAME.position_from_json(obj | {"type": "position", "seed": 1})


def fields(run: Run):
    names = ("area", "xp", "armor", "hp", "gold", "food", "spells", "key", "found")
    return {name: getattr(run, name) for name in names}


def test_the_packed_dungeon_is_that_of_the_cards():
    for area in range(1, tables.AREAS + 1):
        assert level_of(area) == tables.level_of(area)
        assert has_boss(area) == tables.has_boss(area)
        assert packed.below(area) == tables.PIT.get(area, area)
        for kind, number in (("monster", 0), ("event", 4), ("boss", 6)):
            assert damage_of(area, number) == tables.foe(kind, area).damage
        assert boss_damage(level_of(area)) == tables.foe("boss", area).damage
        assert tables.foe("boss", area).hp == 5 + 5 * level_of(area)


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("bare", [False, True])
def test_a_trap_springs_as_the_rules_say(face, bare):
    from cardsolo.games.rogue import hero as card
    from cardsolo.games.rogue.state import Hero

    hero = Hero(1, 0, 0, 5, 0, 0) if bare else Hero(2, 0, 2, 5, 3, 1)
    stat, amount = card.spring(hero, tables.TRAPS[face - 1])
    after = card.lose(hero, stat, amount)
    run = Run()
    run.area, run.xp = 4, 0 if bare else 6
    run.armor, run.hp, run.gold, run.food = hero.armor, hero.hp, hero.gold, hero.food
    spring(run, face)
    assert (run.armor, run.hp, run.gold, run.food) == (after.armor, after.hp, after.gold, after.food)
    assert run.xp == (0, 6, 18, 36)[after.rank - 1] + after.xp
    assert run.area == (6 if face == 6 else 4)


def test_exploring_eats_starves_and_opens_doors():
    run = Run()
    run.area, run.hp, run.food = 2, 3, 1
    assert explore(run, False)
    assert (run.area, run.hp, run.food, run.column) == (3, 3, 0, 1)
    assert explore(run, False)
    assert (run.area, run.hp) == (4, 1)
    assert not explore(run, True)  # starved at the door
    run.hp, run.food = 5, 2
    run.area = 4
    assert not explore(run, True)  # R20: no key
    run.area, run.key, run.found = 4, 1, 1
    assert explore(run, True)
    assert (run.area, run.key, run.found) == (5, 0, 0)


def test_kernels_do_the_same_compiled_or_not():
    attack = load_pure("solvers.rogue.kernel.attack")
    for dice, need, held in ((1, 9, ENOUGH | LOWEST), (2, 11, ENOUGH | LOWEST), (2, 7, TRIM), (3, 8, ENOUGH | LOWEST)):
        pure, native = attack.Graph(dice, need, dice, held), Graph(dice, need, dice, held)
        for graph in (pure, native):
            graph.roll()
            graph.close()
        for name in ("total", "group", "crits", "feats", "after", "bases", "thrown", "rolls", "weights", "order"):
            assert list(getattr(pure, name)) == list(getattr(native, name)), name
    run = load_pure("solvers.rogue.kernel.run")
    worth = weights.worth_of(locked=False)
    for xp in (0, 7, 36):
        values = []
        for module in (run, packed):
            one = module.Run()
            one.area, one.column, one.xp, one.hp, one.armor, one.spells = 5, 2, xp, 7, 2, 5 * 3 + 1
            one.rest = 31
            values.append(module.Worth(worth.weights, worth.last, False).of(one))
        assert values[0] == pytest.approx(values[1], rel=1e-12)
