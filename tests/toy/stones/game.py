"""Stones: one player takes one to three stones at a time from a heap of unknown size; fewest moves are best.

The seed says how many stones there are. The player sees only whether fewer than four are left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from cardsolo.core.check import Checker, read_object
from cardsolo.core.dealing import origin_to_json, stream
from cardsolo.core.errors import MoveSyntaxError, Reason
from cardsolo.core.game import Event, Game, Option, Step, event


@dataclass(frozen=True, slots=True)
class Rules:
    most: int = 20
    twice: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    game: ClassVar[str] = "stones"
    kind: ClassVar[str] = "deal"

    rules: Rules
    stones: int
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    game: ClassVar[str] = "stones"
    kind: ClassVar[str] = "position"

    rules: Rules
    stones: int
    moves: int = 0
    resigned: bool = False


@dataclass(frozen=True, slots=True)
class View:
    game: ClassVar[str] = "stones"
    kind: ClassVar[str] = "view"

    rules: Rules
    few: int | None
    moves: int


@event
class Took(Event):
    type: ClassVar[str] = "took"
    stones: int


class Stones(Game[Rules, Deal, State, str, View]):
    name = "stones"
    title = "Stones"
    options = (
        Option("most", 20, range(1, 51), "stones at the most"),
        Option("twice", False, (False, True), "nothing changes"),
    )
    max_moves = 51

    def rules_of(self, options):
        return Rules(**{option.name: options.get(option.name, option.default) for option in self.options})

    def rules_to_json(self, rules):
        return {"most": rules.most, "twice": rules.twice}

    def deal(self, rules, seed):
        return Deal(rules, 1 + int(stream(self.name, seed, "heap").random() * rules.most), seed)

    def deal_to_json(self, deal):
        rules = {"type": "deal", "game": self.name, "rules": self.rules_to_json(deal.rules)}
        return rules | origin_to_json(deal.seed) | {"stones": deal.stones}

    def deal_from_json(self, obj):
        read_object(obj, "deal", self.name, "this deal")
        check = Checker("this deal")
        rules = self.rules_of(check.options(obj, self.options))
        seed = check.seed(obj)
        stones = check.integer(obj.get("stones"), "stones", 1, rules.most)
        check.finish()
        return Deal(rules, stones, seed)

    def seed_of(self, deal):
        return deal.seed

    def start(self, deal, chance):
        return Step(State(deal.rules, deal.stones), ())

    def seat(self, state):
        return 1

    def legal_moves(self, state):
        return () if self.result(state) else tuple(map(str, range(1, min(3, state.stones) + 1)))

    def why_not(self, state, move):
        if self.result(state):
            return Reason("2", "the game is over")
        if move == "resign" or move in self.legal_moves(state):
            return None
        return Reason("1", f"there are not {move} stones to take")

    def play(self, state, move, chance):
        if move == "resign":
            return Step(replace(state, resigned=True), ())
        after = replace(state, stones=state.stones - int(move), moves=state.moves + 1)
        return Step(after, (Took(int(move)),))

    def result(self, state):
        if state.stones and not state.resigned:
            return None
        return {"outcome": "resigned" if state.resigned else "cleared", "moves": state.moves}

    def view(self, state, seat):
        return View(state.rules, state.stones if state.stones < 4 else None, state.moves)

    def view_to_json(self, view):
        rules = self.rules_to_json(view.rules)
        return {"type": "view", "game": self.name, "rules": rules, "few": view.few, "moves": view.moves}

    def view_from_json(self, obj):
        read_object(obj, "view", self.name, "this view")
        check = Checker("this view")
        rules = self.rules_of(check.options(obj, self.options))
        few = None if obj.get("few") is None else check.integer(obj["few"], "few", 0, 3)
        moves = check.integer(obj.get("moves"), "moves", 0, 50)
        check.finish()
        return View(rules, few, moves)

    def position_to_json(self, state):
        rules = self.rules_to_json(state.rules)
        return {"type": "position", "game": self.name, "rules": rules, "stones": state.stones, "moves": state.moves}

    def position_from_json(self, obj):
        read_object(obj, "position", self.name, "this position")
        check = Checker("this position")
        rules = self.rules_of(check.options(obj, self.options))
        stones = check.integer(obj.get("stones"), "stones", 0, rules.most)
        moves = check.integer(obj.get("moves"), "moves", 0, 50, default=0)
        check.finish()
        return State(rules, stones, moves)

    def format_move(self, move):
        return move

    def parse_move(self, text):
        if text not in {"1", "2", "3", "resign"}:
            raise MoveSyntaxError(text, "type 1, 2 or 3")
        return text

    def typed_moves(self):
        return (("2", "take two stones"),)

    def read_move(self, text, state):
        return self.parse_move(text.strip().lower())
