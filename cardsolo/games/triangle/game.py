"""Triangle Sevens as the rest of the program sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.errors import Reason
from cardsolo.core.game import Game, Json, Step
from cardsolo.core.i18n import _, marked
from cardsolo.games.triangle import formats, match, notation, real, rules
from cardsolo.games.triangle.deal import deal as dealt
from cardsolo.games.triangle.moves import Move
from cardsolo.games.triangle.options import OPTIONS, rules_of, rules_to_json
from cardsolo.games.triangle.state import MAX_PLAYERS, Deal, Rules, State, View
from cardsolo.games.triangle.view import view as seen_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cardsolo.core.chance import Chance

_CARDS: Final = 52


class Triangle(Game[Rules, Deal, State, Move, View]):
    """三角形七並べ, published by 珍ぬ."""

    name = "triangle"
    title = marked("Triangle Sevens")
    options = OPTIONS
    real_cards = real
    # each card is placed once and may be followed by a declined extra placement and by passes of all others
    max_moves = _CARDS * (1 + MAX_PLAYERS) + MAX_PLAYERS + 1

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

    def seats(self, rules: Rules) -> int:
        return rules.players

    def match_deals(self, deal: Deal) -> tuple[Deal, ...]:
        return match.deals(deal)

    def standings(self, results: Sequence[Json]) -> Json:
        return match.standings(results)

    def start(self, deal: Deal, chance: Chance) -> Step[State]:  # noqa: ARG002
        return Step(rules.start(deal), ())

    def enter(self, state: State, chance: Chance) -> Step[State]:  # noqa: ARG002
        return Step(rules.enter(state), ())

    def seat(self, state: State) -> int:
        return state.seat

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        return () if rules.result(state) else rules.legal_moves(state)

    def why_not(self, state: State, move: Move) -> Reason | None:
        if rules.result(state):
            return Reason("4", _("the game is over"))
        return rules.why_not(state, move)

    def play(self, state: State, move: Move, chance: Chance) -> Step[State]:  # noqa: ARG002
        return rules.play(state, move)

    def result(self, state: State) -> Json | None:
        return rules.result(state)

    def view(self, state: State, seat: int) -> View:
        return seen_in(state, seat)

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
