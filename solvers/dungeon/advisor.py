"""Advice for Clear the Dungeon without peeking: the best way to go on with the hand, judged from the view alone.

1. All different ways to go on with the hand are listed, up to the first monster that a kill shows (kernel/choice.py).
2. A value network trained by self-play (train.py) gives each the chance to clear from where it leads (kernel/value.py);
   a way that shows a monster gets the mean over the unseen ones, with the best use of the cards still held.
3. The best few are played out in sampled worlds. Every later move of a playout is the network's choice from what it
   would see by then, never from the sampled order, so knowing the world does not leak into the chances (no strategy
   fusion). All candidates meet the same worlds, and round by round the worse half drops out (sequential halving).

Playouts end a few hands later, at the network's chance for the position that they have reached.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, Final

from cardsolo.core.cards import parse_card
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.games.dungeon.rules import FINISHER, role_of_next
from cardsolo.games.dungeon.view import unseen_monsters, unseen_power_cards
from solvers.advice import Advice, Candidate
from solvers.dungeon.kernel.choice import Root
from solvers.dungeon.kernel.placing import followers, matching
from solvers.dungeon.kernel.playout import DISCARD
from solvers.dungeon.kernel.value import FRESH, JOKER
from solvers.dungeon.networks import load_network
from solvers.dungeon.reasons import reasons
from solvers.pace import kernels_are_compiled

if TYPE_CHECKING:
    from cardsolo.core.cards import Card
    from cardsolo.games.dungeon.state import Rules, View

#: Standard error of the network's chance where no playout has tested it, as measured against long runs of playouts.
UNTESTED: Final = 0.04
#: Variance that a playout is granted at least, however much the first ones agree.
LEAST_SPREAD: Final = 1e-4
#: Worlds that are played between two looks at the clock.
CHUNK: Final = 8


_followers = cache(followers)


@dataclass(frozen=True, slots=True)
class Setting:
    """How much is spent on one decision.

    playouts: number in all; hands: how many hands a playout goes on for; wide: how many candidates are played out.
    """

    playouts: int
    hands: int
    wide: int


FAST: Final = Setting(playouts=200, hands=1, wide=4)
FULL: Final = Setting(playouts=1500, hands=3, wide=6)


def usual() -> Setting:
    """Return how much is spent where nobody says: what takes 0.15 s, or uncompiled ten times as long at the most."""
    return FULL if kernels_are_compiled() else FAST


def advise(view: View, *, setting: Setting | None = None, seconds: float | None = None, seed: int = 0) -> Advice:
    """Advise on the hand of a view.

    setting: `usual` where none is named. seconds: go on with playouts for this time, whatever their number (the advice
    then depends on the machine); without it the same view, setting and seed always give the same advice. seed: 0 …
    2^31 − 1, of the sampled worlds.
    Without a hand the one candidate has no moves. Raises OptionError where the game is over.
    """
    started = time.perf_counter()
    if not any(view.tops) or not (view.hand or view.undrawn):
        raise OptionError(_("the game is over"))
    setting = setting or usual()
    root = prepare(view)
    count = root.collect()
    if count == 0:
        candidates = _salvage(root, view)
    else:
        deadline = None if seconds is None else started + seconds
        order = _play_out(root, count, setting, deadline, seed)
        ways = ((moves_of(root.trails[i], view), *_estimate(root, i)) for i in order)
        candidates = tuple(Candidate(moves, chance, error, why=reasons(view, moves)) for moves, chance, error in ways)
    return Advice(candidates[0].moves, candidates, time.perf_counter() - started)


def _salvage(root: Root, view: View) -> tuple[Candidate, ...]:
    """Return candidates where none can clear any more: most kills first, then most cards placed."""
    root.lenient = True
    every = [moves_of(root.trails[index], view) for index in range(root.collect())]
    gains = [_gain(moves, view) for moves in every]
    order = sorted(range(len(every)), key=lambda index: gains[index], reverse=True)
    return tuple(Candidate(every[index], 0.0, 0.0, why=reasons(view, every[index])) for index in order)


def _gain(moves: tuple[str, ...], view: View) -> tuple[int, int]:
    """Count the kills of a way to go on, and the cards that it places."""
    kills = placed = 0
    attacks = list(view.attacks)
    for move in moves:
        name, _, place = move.partition("@")
        top = view.tops[int(place) - 1] if place != "x" else None
        if top is None:
            continue
        pile = int(place) - 1
        placed += 1
        kills += role_of_next(top, attacks[pile], view.rules) == FINISHER
        attacks[pile] = (*attacks[pile], parse_card(name))
    return kills, placed


def _estimate(root: Root, index: int) -> tuple[float, float]:
    """Return chance and standard error: the network's word and the playouts, weighted by their precision."""
    number = int(root.samples[index])
    worth = root.worth[index]
    if number == 0:
        return worth, UNTESTED
    mean = root.sums[index] / number
    spread = max(root.squares[index] / number - mean * mean, LEAST_SPREAD)
    weight = spread / UNTESTED**2
    return (root.sums[index] + weight * worth) / (number + weight), sqrt(spread / (number + weight))


def _play_out(root: Root, count: int, setting: Setting, deadline: float | None, seed: int) -> list[int]:
    """Play the best candidates out by sequential halving; return all candidates, best first."""
    order = sorted(range(count), key=lambda index: -root.worth[index])
    field = order[: setting.wide]
    rounds = max(1, (len(field) - 1).bit_length())
    world = seed << 24
    for left in range(rounds, 0, -1):
        share = setting.playouts // rounds // len(field) if deadline is None else 1 << 24
        until = None if deadline is None else time.perf_counter() + (deadline - time.perf_counter()) / left
        done = 0
        while done < share and (until is None or time.perf_counter() < until):
            step = min(CHUNK, share - done)
            for index in field:
                root.sample(index, world + done, step, setting.hands)
            done += step
        world += done
        if root.samples[field[0]]:
            field.sort(key=lambda index: -_estimate(root, index)[0])
        order[: len(field)] = field
        field = field[: (len(field) + 1) // 2]
    return order


def prepare(view: View) -> Root:
    """Put a view into the kernel's terms."""
    rules = view.rules
    root = Root(load_network(rules.ace, chain=rules.chain), rules.ace, int(rules.chain))
    unseen = unseen_power_cards(view)
    left = sum(1 << number(card) for card in unseen if not card.is_joker)
    monsters = sum(1 << (monster.suit * 3 + monster.rank - 11) for monster in unseen_monsters(view))
    root.begin(left, sum(card.is_joker for card in unseen), view.undrawn, monsters)
    for pile, top in enumerate(view.tops):
        if top is not None:
            root.stand(pile, row_of(top, view.attacks[pile], view.below[pile], rules), top.suit)
    for card in view.hand:
        root.hold(number(card))
    return root


def number(card: Card) -> int:
    """Return the kernel's number of a power card."""
    return JOKER if card.is_joker else card.suit * 10 + card.rank - 1


def row_of(top: Card, attack: tuple[Card, ...], below: int, rules: Rules) -> int:
    """Return the kernel's row of a pile."""
    row = below * 16 + FRESH + top.rank - 11
    follow = _followers(rules.ace, int(rules.chain))
    for card in attack:
        row = follow[(row * 2 + matching(number(card), top.suit)) * 41 + number(card)]
    return row


def moves_of(trail: int, view: View) -> tuple[str, ...]:
    """Return a trail as canonical moves."""
    moves = []
    while trail:
        move = (trail & 63) - 1
        slot, place = move & 3, move >> 2
        moves.append(f"{view.hand[slot]}@{'x' if place == DISCARD else place + 1}")
        trail >>= 6
    return tuple(moves)
