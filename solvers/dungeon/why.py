"""What a way to go on in Clear the Dungeon keeps open and costs, counted in cards.

All of it follows from the view by the rules; the chances are the advisor's.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from cardsolo.core.cards import UNSEEN
from cardsolo.core.i18n import _
from cardsolo.games.dungeon.notation import parse_move
from cardsolo.games.dungeon.rules import FINISHER, JACK, needed, play, role_of_next, why_not_placed
from cardsolo.games.dungeon.state import State
from cardsolo.games.dungeon.view import unseen_monsters, unseen_power_cards

if TYPE_CHECKING:
    from cardsolo.core.cards import Card
    from cardsolo.games.dungeon.state import Cards, Rules, View
    from solvers.advice import Advice, Candidate

#: Differences below so many standard errors tell nothing.
_CLEAR: Final = 2


def explain(view: View, advice: Advice) -> list[str]:
    """Return sentences on the advised way: what it keeps open, what it costs, and what its lead rests on."""
    best = next(one for one in advice.candidates if one.moves == advice.moves)
    if all(one.chance == 0 for one in advice.candidates):
        return [_("no way to go on can clear the dungeon any more; most kills come first, then most cards placed")]
    state = _after(view, best)
    touched = {int(move.partition("@")[2]) for move in best.moves if not move.endswith("@x")}
    lines = [_open(view, state, pile) for pile in sorted(touched) if state.attacks[pile - 1]]
    lines += [text for text in (_slack(view, state),) if text]
    others = [one for one in advice.candidates if one is not best]
    return [*lines, _difference(best, max(others, key=lambda one: one.chance))] if others else lines


def _difference(best: Candidate, other: Candidate) -> str:
    values = {
        "moves": " ".join(other.moves),
        "points": f"{100 * (best.chance - other.chance):.1f}",
        "error": f"{100 * hypot(best.error or 0, other.error or 0):.1f}",
    }
    if best.chance - other.chance > _CLEAR * hypot(best.error or 0, other.error or 0):
        return _("clearly better than {moves}: by {points} points, standard error {error}").format(**values)
    return _("{moves} may be as good: {points} points apart, standard error {error}").format(**values)


def _after(view: View, way: Candidate) -> State:
    """Play a way by the rules on a table whose hidden cards are not known, and where no hand is drawn."""
    piles = tuple(
        () if top is None else (top, *(UNSEEN,) * below) for top, below in zip(view.tops, view.below, strict=True)
    )
    state = State(view.rules, piles=piles, attacks=view.attacks, hand=view.hand, deck=())
    for move in way.moves:
        state = play(state, parse_move(move)).state
    return state


def _open(view: View, state: State, pile: int) -> str:
    """Say what the attack on a pile needs next, and how many of the cards that could come would do."""
    monster, attack = state.piles[pile - 1][0], state.attacks[pile - 1]
    names = {"monster": monster, "pile": pile, "attack": " ".join(map(str, attack))}
    pool = _pool(view, state)
    fitting = sum(why_not_placed(card, monster, attack, view.rules) is None for card in pool)
    count = {"fitting": fitting, "cards": len(pool)}
    if role_of_next(monster, attack, view.rules) == FINISHER:
        text = _("{monster} on pile {pile} waits for its finisher: {fitting} of {cards} cards not yet used would do")
        return text.format(**names, **count)
    least = needed(monster, attack, view.rules)
    text = _("{attack} on {monster}, pile {pile}: {least} or more comes next; {fitting} of {cards} cards not yet used")
    return text.format(least=least, **names, **count)


def _pool(view: View, state: State) -> tuple[Card, ...]:
    """Return the power cards that may still come: what is left of the hand, and the undrawn ones as a set."""
    return (*state.hand, *unseen_power_cards(view))


def _slack(view: View, state: State) -> str:
    """Say how many cards may still be discarded at most; with chains the number is not known, so nothing."""
    if view.rules.chain or not any(state.piles):
        return ""
    hidden = sum(pile.count(UNSEEN) for pile in state.piles)
    unseen = unseen_monsters(view)
    need = sum(_least(card, (), view.rules) for card in (unseen if len(unseen) == hidden else (UNSEEN,) * hidden))
    tops = ((pile[0], attack) for pile, attack in zip(state.piles, state.attacks, strict=True) if pile)
    need += sum(_least(monster, attack, view.rules) for monster, attack in tops if monster != UNSEEN)
    cards = len(state.hand) + view.undrawn
    if cards < need:
        return _("{need} cards are needed at least, and only {cards} are left").format(need=need, cards=cards)
    text = _("{cards} cards are left for at least {need} that are needed: at most {slack} may be discarded")
    return text.format(cards=cards, need=need, slack=cards - need)


def _least(monster: Card, attack: Cards, rules: Rules) -> int:
    """Return how many more cards kill a monster at least: an ace worth 11 does the damage of a jack alone."""
    may_be_jack = rules.ace == JACK and monster.rank in {JACK, UNSEEN.rank}
    return (2 if may_be_jack and all(card.rank == 1 for card in attack[:1]) else 3) - len(attack)
