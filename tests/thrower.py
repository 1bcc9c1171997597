"""A little dice game for two, so that the core's dice, forced moves, undo and log are tested apart from any real game.

The first die is thrown at the start. Then the seats in turn `roll` (one die is added to the score) or `hold` (the game
is over). After a six nothing is left but `again`, which throws two dice; the game makes that move by itself. It is over
at 30 points.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import BytesIO
from typing import ClassVar

from cardsolo.core.chance import RecordedDice
from cardsolo.core.check import Checker, read_object
from cardsolo.core.errors import MoveSyntaxError, OptionError, Reason
from cardsolo.core.game import Event, Game, Option, Step
from cardsolo.core.jsonl import dumps
from cardsolo.core.log.reader import LogReader
from cardsolo.core.session import Origin, Session

GOAL = 30
MOVES = ("again", "hold", "roll")


@dataclass(frozen=True, slots=True)
class Thrown(Event):
    type: ClassVar[str] = "thrown"
    dice: tuple[int, ...]
    score: int


@dataclass(frozen=True, slots=True)
class Held(Event):
    type: ClassVar[str] = "held"


@dataclass(frozen=True, slots=True)
class State:
    score: int = 0
    moves: int = 0
    six: bool = False
    held: bool = False
    seed: int | None = None
    dice_thrown: int = 0


class Thrower(Game):
    name = "thrower"
    title = "Thrower"
    options = (Option("loud", False, (False, True), "nothing changes"),)
    has_dice = True
    max_moves = 2 * GOAL

    def rules_of(self, options):
        return bool(options.get("loud", False))

    def rules_to_json(self, rules):
        return {"loud": rules}

    def deal(self, rules, seed):
        return (rules, seed)

    def deal_to_json(self, deal):
        return {"type": "deal", "game": self.name, "rules": self.rules_to_json(deal[0]), "seed": deal[1]}

    def deal_from_json(self, obj):
        read_object(obj, "deal", self.name, "this deal")
        check = Checker("this deal")
        rules = self.rules_of(check.options(obj, self.options))
        seed = obj.get("seed")
        if seed is not None:
            seed = check.integer(seed, "seed", 0, 2**63 - 1)
        check.finish()
        return (rules, seed)

    def seed_of(self, deal):
        return deal[1]

    def seed_of_position(self, state):
        return state.seed

    def dice_thrown(self, state):
        return state.dice_thrown

    def _throw(self, state, chance, count):
        dice = tuple(chance.die("for the score", count - done) for done in range(count))
        score = state.score + sum(dice)
        state = replace(state, score=score, six=dice[-1] == 6, dice_thrown=state.dice_thrown + count)
        return Step(state, (Thrown(dice, score),))

    def start(self, deal, chance):
        return self._throw(State(seed=deal[1]), chance, 1)

    def seat(self, state):
        return 1 + state.moves % 2

    def result(self, state):
        return {"outcome": "held" if state.held else "reached"} if state.held or state.score >= GOAL else None

    def legal_moves(self, state):
        return tuple(move for move in MOVES if self.why_not(state, move) is None)

    def why_not(self, state, move):
        if self.result(state):
            return Reason("1", "the game is over")
        return None if (move == "again") == state.six else Reason("2", f"{move} after {state.score}")

    def forced_move(self, state):
        return "again" if state.six else None

    def play(self, state, move, chance):
        after = replace(state, moves=state.moves + 1)
        if move == "hold":
            return Step(replace(after, held=True), (Held(),))
        return self._throw(after, chance, 2 if move == "again" else 1)

    def view(self, state, seat):
        return state.score

    def view_to_json(self, view):
        return {"type": "view", "game": self.name, "score": view}

    def view_from_json(self, obj):
        return obj["score"]

    def position_to_json(self, state):
        return {"type": "position", "game": self.name} | {name: getattr(state, name) for name in State.__slots__}

    def position_from_json(self, obj):
        read_object(obj, "position", self.name, "this position")
        return State(**{name: obj[name] for name in State.__slots__})

    def format_move(self, move):
        return move

    def parse_move(self, text):
        if text not in MOVES:
            raise MoveSyntaxError(text, "roll or hold")
        return text

    def typed_moves(self):
        return tuple((move, move) for move in MOVES)

    def read_move(self, text, state):
        return self.parse_move(text.strip().lower())


GAME = Thrower()


def find(name):
    """The registry of this one game."""
    if name != GAME.name:
        raise OptionError(f"{name} is no game")
    return GAME


def throwing(*dice, **options):
    """Return a session over given dice, and the lines that it emits."""
    lines = []
    return Session(Origin(GAME, deal=(False, None)), chance=RecordedDice(dice), sink=lines.append, **options), lines


def seeded(seed, **options):
    lines = []
    return Session(Origin(GAME, deal=(False, seed)), sink=lines.append, **options), lines


def read(lines):
    """Replay emitted lines and return the session that comes out."""
    (game,) = LogReader(lambda _name: GAME).games(BytesIO("\n".join(map(dumps, lines)).encode()))
    return game.session
