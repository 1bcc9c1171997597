"""Mini Rogue as the rest of the program sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.core.errors import DealError, Fault
from cardsolo.core.game import Game, Json, Step
from cardsolo.core.i18n import _, marked
from cardsolo.games.rogue import formats, legal, notation, rules, versions
from cardsolo.games.rogue.deal import deal as dealt
from cardsolo.games.rogue.moves import Move
from cardsolo.games.rogue.options import OPTIONS, rules_of, rules_to_json
from cardsolo.games.rogue.state import Deal, Rules, State, View
from cardsolo.games.rogue.tables import AREAS
from cardsolo.games.rogue.view import view as seen_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardsolo.core.chance import Chance
    from cardsolo.core.errors import Reason


class Rogue(Game[Rules, Deal, State, Move, View]):
    """Paolo Di Stefano and Gabriel Gendron's dungeon crawl, the nine-card print-and-play edition."""

    name = "rogue"
    title = marked("Mini Rogue")
    options = OPTIONS
    rules_version = versions.VERSION
    older_versions = versions.OLDER
    has_dice = True
    #: Dice may miss for ever, so no number is certain; games take a few hundred moves.
    max_moves = 100_000

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

    def seed_of_position(self, state: State) -> int | None:
        return state.seed

    def dice_thrown(self, state: State) -> int:
        return state.dice_thrown

    def start(self, deal: Deal, chance: Chance) -> Step[State]:
        return rules.start(deal, chance)

    def enter(self, state: State, chance: Chance) -> Step[State]:
        """Roll the attack that a position waits for. Raises DealError where rooms to come are not known."""
        ahead = state.visit + AREAS - state.area
        if state.seed is None and len(state.rooms) < ahead and not state.ended:
            fault = Fault(
                "seed", "", _("a seed, or rooms for {visits} areas, is needed to play on").format(visits=ahead)
            )
            raise DealError(_("this position"), [fault])
        return rules.enter(state, chance)

    def seat(self, state: State) -> int:  # noqa: ARG002
        return 1

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        return legal.legal_moves(state)

    def forced_move(self, state: State) -> Move | None:
        return legal.forced_move(state)

    def why_not(self, state: State, move: Move) -> Reason | None:
        return legal.why_not(state, move)

    def play(self, state: State, move: Move, chance: Chance) -> Step[State]:
        return rules.play(state, move, chance)

    def result(self, state: State) -> Json | None:
        return rules.result(state)

    def event_as_of(self, version: int, event: Json) -> Json:
        return versions.event_as_of_1(event) if version == 1 else event

    def result_as_of(self, version: int, result: Json, state: State) -> Json:
        return versions.result_as_of_1(result, state) if version == 1 else result

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
        return notation.format_move(move)

    def parse_move(self, text: str) -> Move:
        return notation.parse_move(text)

    def typed_moves(self) -> tuple[tuple[str, str], ...]:
        return notation.typed_moves()

    def read_move(self, text: str, state: State) -> Move:
        return notation.read_move(text, state)
