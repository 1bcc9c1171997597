"""Nothing but the person's own view at the prompt: whatever words are typed, beside programs and beside other people.

A keyboard that types for hypothesis plays whole games through `play_at_prompt` and looks, at every question, at what has
been printed, what Tab would offer, and whose moves the log says they were. (T3: hands of others are hidden.)
"""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from io import BytesIO, StringIO

import pytest
from amount import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardsolo.cli.play.keyboard import nothing
from cardsolo.cli.play.prompt import Opening, play_at_prompt
from cardsolo.cli.play.script import Script, play_script
from cardsolo.cli.play.seats import make_programs
from cardsolo.cli.play.table import Table
from cardsolo.cli.play.words import REVEALING, WORDS, Quit, word_in
from cardsolo.core.cards import parse_card
from cardsolo.core.errors import FormatError
from cardsolo.core.jsonl import dumps
from cardsolo.core.log.reader import LogReader
from cardsolo.core.session import Origin, Session
from cardsolo.games import find
from cardsolo.render.style import Style

GAME = find("triangle")
CARD = re.compile(r"(?<![\w@])([A2-9TJQK][CDHS♣♦♥♠])(?![\w])|(?<![\w])([A2-9TJQK][CDHS])(?=@)")
STYLE = Style(unicode=True, width=100)

#: `hint` is left out: it thinks for a second, from the view that `view` shows.
TYPED = [word for word in WORDS if word not in {"hint", "quit"}] + ["foo", "", "pass", "undo undo", "resign"]
#: Words whose texts name cards as examples.
GENERAL = {"help", "rules"}
ACTIONS = st.lists(st.sampled_from(TYPED) | st.integers(0, 40) | st.just("come back"), min_size=4, max_size=30)
few = settings(max_examples=examples(30))
SEATS = st.lists(st.sampled_from(["human", "human", "greedy", "random"]), min_size=2, max_size=4).filter(
    lambda names: "human" in names
)


def cards_in(text):
    """Return the cards that a text names."""
    symbols = dict(zip("♣♦♥♠", "CDHS", strict=True))
    found = ("".join(match.groups(default="")) for match in CARD.finditer(text))
    return {parse_card(name[0] + symbols.get(name[1], name[1])) for name in found}


def test_cards_are_found_in_text():
    text = 'seat 1 places K♦ at 0,-1, beside X; hand  A♣ T♥\n 5H@0,1, 6S@-1,2 {"card":"2C"}'
    assert {str(card) for card in cards_in(text)} == {"KD", "AC", "TH", "5H", "6S", "2C"}


class Watcher:
    """Stands where the keyboard is, types what it is told, and looks at all that a person sees."""

    err = False

    def __init__(self, names, seed, actions):
        self.names, self.actions = names, list(actions)
        self.people = {seat for seat, name in enumerate(names, 1) if name == "human"}
        self.lines = []
        deal = GAME.deal(GAME.rules_of({"players": len(names)}), seed)
        self.session = Session(Origin(GAME, deal=deal), sink=self.lines.append, settle=False)
        self.shown = set()
        #: What programs answered, by all the moves before.
        self.answers = {}
        #: The seat that was asked to look.
        self.looking = None
        self.out = StringIO()
        self.typed, self.asked, self.repeated, self.before = None, 0, False, []

    # --- what a person does ---------------------------------------------------------------------------------------
    def run(self):
        with redirect_stdout(self.out):
            resumed = False
            while self.actions:
                table = Table(
                    self.session,
                    STYLE,
                    make_programs(self.session, self.names),
                    resumed=resumed,
                    clears=len(self.people) > 1,
                    names=tuple(self.names),
                )
                play_at_prompt(table, Opening(self.session.origin, self))
                self.look(None)
                if self.session.is_over:
                    break
                (logged,) = LogReader(find).games(BytesIO("\n".join(map(dumps, self.lines)).encode()))
                assert logged.session.turns == self.session.turns
                self.session, resumed = logged.session, True
                self.session.go_on(self.lines.append, settle=False)
                self.typed = None
        return self

    def share(self):
        """Several people do."""

    def ask(self, prompt, *, seat=None, offered=nothing):
        text = self.out.getvalue() + prompt
        self.out.seek(0)
        self.out.truncate()
        self.look(seat)
        view = None if seat is None else GAME.view(self.session.state, seat)
        known = self.shown | (set() if view is None else set(view.hand))
        if self.typed not in GENERAL and not (self.repeated and self.typed in REVEALING):
            assert cards_in(text) <= known, (self.typed, text)
        assert cards_in(" ".join(offered())) <= known, "offered by Tab"
        if seat is None:
            self.looking = GAME.seat(self.session.state)
            return ""
        assert seat in self.people
        assert seat == self.looking or len(self.people) == 1, "no hand-over"
        if not self.actions:
            raise Quit
        return self.type(seat)

    def type(self, seat):
        action = self.actions.pop(0)
        if action == "come back":
            raise Quit
        if isinstance(action, int):
            moves = GAME.legal_moves(self.session.state) or ("",)
            move = moves[action % len(moves)]
            action = GAME.format_move(move) if move else ""
        self.repeated = action == self.typed
        self.typed, self.asked, self.before = action, seat, list(self.session.turns)
        return action

    # --- what must hold --------------------------------------------------------------------------------------------
    def look(self, seat):
        """Look at the turns: who made which, and whether programs answer as they did."""
        turns = self.session.turns
        for turn in turns:
            self.shown |= {event.card for event in turn.events if event.type == "placed"}
            if turn.seat not in self.people:
                line = tuple(GAME.format_move(other.move) for other in turns[: turn.n - 1])
                assert self.answers.setdefault(line, turn.move) == turn.move, "another answer to the same moves"
        if self.typed is None:
            return
        kept = next(
            (at for at, pair in enumerate(zip(turns, self.before, strict=False)) if pair[0] is not pair[1]), None
        )
        kept = min(len(turns), len(self.before)) if kept is None else kept
        mine = [turn for turn in turns[kept:] if turn.seat in self.people]
        if word_in(self.typed) is None:
            assert len(mine) <= 1
            assert all(turn.seat == self.asked for turn in mine)
        elif word_in(self.typed) != "redo":
            assert not turns[kept:] or self.typed in {"undo", "restart", "u"}, "a word played a move"
        assert self.session.is_over or GAME.seat(self.session.state) in self.people


@few
@given(SEATS, st.integers(0, 30), ACTIONS)
@example(["human", "greedy", "greedy", "greedy"], 7, [3, "undo", "redo", "view", "moves", 40])
@example(["greedy", "human"], 3, ["resign", "view", "moves", "undo", 1, "come back", "undo", "log", "log"])
@example(["human", "random", "random"], 3, [5, "undo", 5, "restart", 5, 9, 9, "undo", 9, "come back", 7, "undo", 7])
@example(["human", "human"], 2, ["pass", "pass", "view", "moves", "undo", "undo", "come back", "pass"])
@example(["human", "human", "greedy"], 5, [1, "undo", 2, 3, "undo", "redo", "restart", "redo", "resign", "view"])
def test_the_prompt_shows_and_offers_each_seat_its_own(names, seed, actions):
    Watcher(names, seed, actions).run()


@few
@given(SEATS, st.integers(0, 30), ACTIONS)
def test_a_script_plays_nobody_elses_moves(names, seed, actions):
    """Without a terminal too: the moves of programs are theirs, whatever words stand between them."""
    watcher = Watcher(names, seed, [])
    table = Table(watcher.session, STYLE, make_programs(watcher.session, names), typed=False)
    written = []

    class Typing(Script):
        def read(self):
            watcher.look(None)
            assert watcher.session.is_over or table.seat in watcher.people
            view = GAME.view(watcher.session.state, table.viewer)
            text = out.getvalue()
            out.seek(0)
            out.truncate()
            if written and word_in(written[-1]) not in REVEALING | GENERAL and len(watcher.people) == 1:
                assert cards_in(text) <= watcher.shown | set(view.hand)
            if not actions:
                raise Quit
            action = actions.pop(0)
            moves = GAME.legal_moves(watcher.session.state)
            action = GAME.format_move(moves[action % len(moves)]) if isinstance(action, int) and moves else str(action)
            written.append(action)
            return action

    out, actions = StringIO(), list(actions)
    with redirect_stdout(out):
        table.tell_start()
        while actions:
            try:
                play_script(table, Typing(BytesIO()))
            except FormatError:
                continue
    (logged,) = LogReader(find).games(BytesIO("\n".join(map(dumps, watcher.lines)).encode()))
    assert logged.session.turns == watcher.session.turns


@pytest.mark.parametrize("names", [("greedy", "human", "greedy"), ("human", "human")])
def test_the_board_is_the_view_alone(names):
    """Two deals that the person at the table cannot tell apart get the same board."""
    from dataclasses import replace

    texts = []
    for turned in (False, True):
        deal = GAME.deal(GAME.rules_of({"players": len(names), "first": names.index("human") + 1}), 4)
        own = names.index("human")
        hands = list(deal.hands)
        others = [seat for seat in range(len(names)) if seat != own]
        if turned:  # the others' cards change places
            pool = [card for seat in others for card in hands[seat]][::-1]
            for seat in others:
                hands[seat], pool = tuple(pool[: len(hands[seat])]), pool[len(hands[seat]) :]
        session = Session(Origin(GAME, deal=replace(deal, hands=tuple(hands), seed=None)))
        table = Table(session, STYLE, make_programs(session, names), names=names)
        out = StringIO()
        with redirect_stdout(out):
            table.show_board()
        texts.append(out.getvalue())
        assert cards_in(out.getvalue()) == set(hands[own])
    assert texts[0] == texts[1]
