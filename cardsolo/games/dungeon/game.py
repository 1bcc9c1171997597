"""Clear the Dungeon as the rest of the program sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.core.errors import Reason
from cardsolo.core.game import Event, Game, Json, Step
from cardsolo.core.i18n import _, marked
from cardsolo.games.dungeon import formats, notation, real, rules
from cardsolo.games.dungeon.deal import deal as dealt
from cardsolo.games.dungeon.moves import Move
from cardsolo.games.dungeon.options import OPTIONS, rules_of, rules_to_json
from cardsolo.games.dungeon.state import PILES, Deal, Rules, State, View
from cardsolo.games.dungeon.view import view as seen_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardsolo.core.chance import Chance


class Dungeon(Game[Rules, Deal, State, Move, View]):
    """Mark S. Ball's solitaire."""

    name = "dungeon"
    title = marked("Clear the Dungeon")
    options = OPTIONS
    real_cards = real
    max_moves = 64

    def rules_of(self, options: Mapping[str, object]) -> Rules:
        return rules_of(options)

    def rules_to_json(self, rules: Rules) -> Json:
        return rules_to_json(rules)

    def deal(self, rules: Rules, seed: int) -> Deal:
        return dealt(rules, seed)

    def deal_to_json(self, deal: Deal) -> Json:
        return formats.deal_to_json(deal)

    def deal_from_json(self, obj: Json) -> Deal:
        return formats.deal_from_json(obj)

    def seed_of(self, deal: Deal) -> int | None:
        return deal.seed

    def start(self, deal: Deal, chance: Chance) -> Step[State]:
        return self.enter(State(deal.rules, deal.piles, ((),) * PILES, hand=(), deck=deal.deck), chance)

    def enter(self, state: State, chance: Chance) -> Step[State]:  # noqa: ARG002
        events: list[Event] = []
        return Step(rules.draw(state, events), tuple(events))

    def seat(self, state: State) -> int:  # noqa: ARG002
        return 1

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        return () if rules.result(state) else rules.legal_moves(state)

    def why_not(self, state: State, move: Move) -> Reason | None:
        if rules.result(state):
            return Reason("5", _("the game is over"))
        return rules.why_not(state, move)

    def play(self, state: State, move: Move, chance: Chance) -> Step[State]:  # noqa: ARG002
        return rules.play(state, move)

    def result(self, state: State) -> Json | None:
        return rules.result(state)

    def view(self, state: State, seat: int) -> View:  # noqa: ARG002
        return seen_in(state)

    def view_to_json(self, view: View) -> Json:
        return formats.view_to_json(view)

    def view_from_json(self, obj: Json) -> View:
        return formats.view_from_json(obj)

    def position_to_json(self, state: State) -> Json:
        return formats.position_to_json(state)

    def position_from_json(self, obj: Json) -> State:
        return formats.position_from_json(obj)

    def format_move(self, move: Move) -> str:
        return str(move)

    def parse_move(self, text: str) -> Move:
        return notation.parse_move(text)

    def typed_moves(self) -> tuple[tuple[str, str], ...]:
        return notation.typed_moves()

    def read_move(self, text: str, state: State) -> Move:
        return notation.read_move(text, state)
