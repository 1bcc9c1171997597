"""Whole games by players from reckless to fair, with what must hold after every move; and games with undo and redo.

Twenty thousand of them; `HYPOTHESIS_PROFILE=thorough` plays other ones each time.
"""

from __future__ import annotations

import io
import random

import pytest
from amount import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from rogue_table import GAME, Thumb

from cardsolo.core.chance import RecordedDice, Recorder, SeededDice
from cardsolo.core.errors import UndoError
from cardsolo.core.jsonl import dumps
from cardsolo.core.log.reader import LogReader
from cardsolo.core.session import Origin, Session
from cardsolo.games import find
from cardsolo.games.rogue.state import Rules
from cardsolo.games.rogue.tables import DIFFICULTIES, ROOMS

DICE_OF = {
    "met": lambda e: [] if e.die is None else [e.die],
    "rolled": lambda e: list(e.faces),
    "critical": lambda e: [e.face],
    "feat": lambda e: [e.face],
    "treasure": lambda e: [e.die],
    "item": lambda e: [e.die],
    "event": lambda e: [e.die],
    "checked": lambda e: [e.die],
    "trap": lambda e: [e.die],
}
FALLS = {1: 3, 2: 4, 3: 5, 4: 6, 5: 8, 6: 9, 7: 10, 8: 11, 9: 12, 10: 13}
rules = st.builds(Rules, st.sampled_from(list(DIFFICULTIES)), st.booleans())


def check_state(state):
    hero = state.hero
    assert 1 <= hero.rank <= 4
    assert 0 <= hero.xp < (6, 12, 18, 1)[hero.rank - 1]
    assert 0 <= hero.armor <= 5
    assert 0 <= hero.hp <= 20
    assert 0 <= hero.gold <= 20
    assert 0 <= hero.food <= 6
    assert len(hero.spells) <= 2
    assert (hero.hp == 0) == (state.ended in {"monster", "event", "boss", "trap", "hunger"})
    assert sorted(state.layout) == sorted(ROOMS)
    assert 1 <= state.area <= 14
    assert state.visit <= state.area
    assert 0 <= state.bosses_slain <= 5
    assert state.rules.key or not (state.key or state.key_found)
    assert (state.phase in {"attack", "spell"}) == (state.combat is not None)
    assert (state.phase in {"event", "change"}) == (state.die != 0)
    assert (state.phase == "drop") == (state.offer != "")
    if state.combat is not None:
        assert 1 <= state.combat.hp <= 30
        assert not state.combat.frozen
        assert len(state.combat.dice) <= 4
        assert all(die.value == (0 if die.faces[-1] == 1 else sum(die.faces)) for die in state.combat.dice)
        assert all(face == 6 for die in state.combat.dice for face in die.faces[:-1])


def check_choices(state):
    legal = GAME.legal_moves(state)
    assert bool(legal) != bool(state.ended)
    assert list(legal) == sorted(legal)
    assert GAME.forced_move(state) == (legal[0] if len(legal) == 1 else None)


def check_step(before, move, step, dice):
    after = step.state
    assert after.dice_thrown == before.dice_thrown + len(dice)
    assert [die for event in step.events for die in DICE_OF.get(event.type, lambda _event: [])(event)] == dice
    fell = [event for event in step.events if event.type == "fell"]
    walked = [event for event in step.events if event.type == "entered"]
    area = FALLS[before.area] if fell else before.area
    assert after.area == area + len(walked)
    assert after.visit == before.visit + len(walked)
    assert GAME.play(before, move, RecordedDice(dice)) == step


def check_result(state):
    result = GAME.result(state)
    hero = state.hero
    bonus = {"casual": 0, "normal": 2, "hard": 4, "impossible": 6}[state.rules.difficulty]
    hp = hero.hp if state.ended == "won" else 0  # R34
    score = bonus + 3 * state.area + 2 * (state.bosses_slain + hero.rank + hp + hero.gold)
    assert result["score"] == score + len(hero.spells) + hero.armor + hero.food
    assert result["area"] == state.area
    assert (result["outcome"] == "won") == (state.ended == "won")
    if result["outcome"] == "won":
        assert state.area == 14
        assert 48 + bonus <= result["score"] <= 153 + bonus


def play_game(options, seed, noise):
    """Play a game in which every so many moves are random, and check all that must hold."""
    source = random.Random(f"{seed}/{noise}")
    player = Thumb()
    chance = SeededDice("rogue", seed)
    state = GAME.start(GAME.deal(options, seed), chance).state
    count = 0
    while not state.ended:
        check_state(state)
        check_choices(state)
        move = source.choice(GAME.legal_moves(state)) if source.random() < noise else player.choose(GAME.view(state, 1))
        recorder = Recorder(chance)
        step = GAME.apply(state, move, recorder)
        check_step(state, move, step, recorder.taken)
        state = step.state
        count += 1
    check_state(state)
    check_choices(state)
    check_result(state)
    assert count < GAME.max_moves
    return state


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@settings(max_examples=examples(80))
@given(st.booleans(), st.integers(0, 2**63 - 1), st.sampled_from([0.0, 0.05, 0.3, 1.0]))
def test_what_must_hold_in_every_game(difficulty, key, seed, noise):
    play_game(Rules(difficulty, key), seed, noise)


def test_random_play_meets_every_ending():
    found = {play_game(Rules("casual", key=True), seed, 0.05).ended for seed in range(150)}
    assert {"won", "monster", "boss", "trap", "locked"} <= found


class Games(RuleBasedStateMachine):
    """A session with undo behind dice and redo: after every step its log replays to the same state."""

    @rule(options=rules, seed=st.integers(0, 999))
    @precondition(lambda self: self.session is None)
    def begin(self, options, seed):
        self.lines = []
        deal = GAME.deal(options, seed)
        self.session = Session(Origin(GAME, deal=deal), sink=self.lines.append, practice=True)

    def __init__(self):
        super().__init__()
        self.session = None

    @precondition(lambda self: self.session is not None and not self.session.is_over)
    @rule(number=st.integers(0, 99))
    def move(self, number):
        legal = GAME.legal_moves(self.session.state)
        self.session.play(legal[number % len(legal)])

    @precondition(lambda self: self.session is not None)
    @rule()
    def play_well(self):
        for _move in range(5):
            if not self.session.is_over:
                self.session.play(Thumb().choose(GAME.view(self.session.state, 1)))

    @precondition(lambda self: self.session is not None)
    @rule()
    def undo_and_redo(self):
        state = self.session.state
        try:
            self.session.undo()
        except UndoError:
            return
        self.session.redo()
        assert self.session.state == state

    @precondition(lambda self: self.session is not None)
    @rule()
    def undo(self):
        try:
            self.session.undo()
        except UndoError:
            assert all(turn.auto for turn in self.session.turns)

    @invariant()
    def state_holds(self):
        if self.session is None:
            return
        state = self.session.state
        check_state(state)
        assert GAME.forced_move(state) is None
        assert state.dice_thrown == self.session.dice_thrown
        assert GAME.position_from_json(GAME.position_to_json(state)) == state

    def teardown(self):
        if self.session is None:
            return
        log = "\n".join(map(dumps, self.lines)).encode()
        (game,) = LogReader(find).games(io.BytesIO(log))
        assert game.session.state == self.session.state


Games.TestCase.settings = settings(max_examples=examples(30), stateful_step_count=40)
test_undo_and_redo = Games.TestCase
