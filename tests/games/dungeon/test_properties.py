"""Random play, forward and back, with what must hold after every step."""

from __future__ import annotations

from collections import Counter

from amount import examples
from dungeon_table import GAME
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cardsolo.core.cards import JOKER
from cardsolo.core.errors import UndoError
from cardsolo.core.session import Origin, Session
from cardsolo.games.dungeon.rules import MONSTER_CARDS, damage, power, power_cards
from cardsolo.games.dungeon.state import Rules
from cardsolo.games.dungeon.view import unseen_monsters, unseen_power_cards


class Play(RuleBasedStateMachine):
    """One game under random options; `old` remembers every state, as undo must bring it back."""

    @initialize(
        seed=st.integers(0, 2**63 - 1), jokers=st.integers(0, 8), ace=st.sampled_from((1, 11)), chain=st.booleans()
    )
    def begin(self, seed, jokers, ace, chain):
        self.lines = []
        deal = GAME.deal(Rules(jokers=jokers, ace=ace, chain=chain), seed)
        self.session = Session(Origin(GAME, deal=deal), sink=self.lines.append)
        self.old = [self.session.state]

    @property
    def now(self):
        return self.session.state

    def _play(self, move):
        self.session.play(move)
        self.old.append(self.now)

    @precondition(lambda self: not self.session.is_over)
    @rule(number=st.integers(0, 99))
    def move(self, number):
        moves = GAME.legal_moves(self.now)
        self._play(moves[number % len(moves)])

    @precondition(lambda self: not self.session.is_over)
    @rule(number=st.integers(1, 4))
    def a_greedy_round(self, number):
        """Place where one can: kills and chains come up that random discards never reach."""
        for _card in range(number):
            moves = GAME.legal_moves(self.now)
            if moves:
                self._play(
                    max(moves, key=lambda move: (len(self.now.attacks[move.pile - 1]) if move.pile else -1, move))
                )

    @precondition(lambda self: not self.session.is_over)
    @rule()
    def resign(self):
        if len(self.old) % 5 == 0:  # seldom, so that most games go on
            self._play(GAME.parse_move("resign"))

    @rule()
    def undo(self):
        try:
            self.session.undo()
        except UndoError:
            assert len(self.old) == 1
            return
        self.old.pop()
        assert self.now is self.old[-1]
        assert hash(self.now) == hash(self.old[-1])

    @rule()
    def redo(self):
        try:
            self.session.redo()
        except UndoError:
            return
        self.old.append(self.now)

    @invariant()
    def every_card_is_in_one_place(self):
        now = self.now
        monsters = [*now.killed, *(card for pile in now.piles for card in pile)]
        assert sorted(monsters) == sorted(MONSTER_CARDS)
        lists = (now.hand, now.deck, now.discards, now.spent, *now.attacks)
        assert Counter(card for cards in lists for card in cards) == Counter(power_cards(now.rules))

    @invariant()
    def attacks_are_such_as_the_rules_allow(self):
        now = self.now
        best = max(10, now.rules.ace)
        for monster, attack in zip(now.tops, now.attacks, strict=True):
            assert len(attack) <= (2 if monster else 0)
            if len(attack) == 1:
                assert damage(attack[0], now.rules) + best >= power(monster)
            if len(attack) == 2:
                assert sum(damage(card, now.rules) for card in attack) >= power(monster)

    @invariant()
    def a_hand_is_there_while_the_game_goes_on(self):
        now = self.now
        assert len(now.hand) <= 3
        assert self.session.is_over or now.hand
        assert self.session.is_over == (GAME.legal_moves(now) == ())

    @invariant()
    def spent_cards_pay_for_the_kills(self):
        now = self.now
        kills = Counter(
            len(event.cards) for turn in self.session.turns for event in turn.events if event.type == "killed"
        )
        assert sum(kills.values()) == len(now.killed)
        assert sum(size * count for size, count in kills.items()) == len(now.spent)
        assert set(kills) <= {3} | ({2} if now.rules.ace == 11 else set()) | ({0} if now.rules.chain else set())

    @invariant()
    def the_view_tells_the_sets_of_hidden_cards(self):
        now = self.now
        seen = GAME.view(now, 1)
        assert unseen_monsters(seen) == tuple(sorted(card for pile in now.piles for card in pile[1:]))
        assert unseen_power_cards(seen) == tuple(sorted(now.deck))
        assert seen.absent == ()

    @invariant()
    def the_result_counts(self):
        result = self.session.result
        if result is None:
            return
        now = self.now
        assert result["kills"] == len(now.killed)
        assert (result["outcome"] == "cleared") == (len(now.killed) == 12)
        if result["outcome"] == "cleared":
            used = len(now.spent) + len(now.discards)
            assert result["spare"] == 40 + now.rules.jokers - used
            if now.rules == Rules():
                assert result["spare"] <= 6
        if result["outcome"] == "lost":
            assert not now.hand
            assert not now.deck

    @invariant()
    def jokers_are_one_move(self):
        moves = [move for move in GAME.legal_moves(self.now) if move.card == JOKER]
        assert len(moves) == len(set(moves)) <= 5


Play.TestCase.settings = settings(max_examples=examples(40), stateful_step_count=40, deadline=None)
TestPlay = Play.TestCase
