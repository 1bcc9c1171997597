"""Advice without peeking: legal, complete, exact where nothing is hidden, and blind to what is hidden (D7)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from amount import COMPILED

from cardsolo.core.cards import parse_card
from cardsolo.core.chance import NoChance
from cardsolo.core.dealing import shuffled
from cardsolo.core.errors import OptionError
from cardsolo.games.dungeon.game import Dungeon
from cardsolo.games.dungeon.notation import parse_move
from cardsolo.games.dungeon.state import Rules, State
from solvers.dungeon import players
from solvers.dungeon.advisor import FAST, UNTESTED, Setting, advise, row_of
from solvers.dungeon.kernel.value import EMPTY
from solvers.programs import make_player

GAME = Dungeon()
NONE = NoChance()
TINY = Setting(playouts=16, hands=1, wide=3)
BARE = Setting(playouts=0, hands=1, wide=1)
EVERY_RULES = [Rules(jokers, ace, chain) for jokers in (0, 2, 8) for ace in (1, 11) for chain in (False, True)]
ALL_RULES = EVERY_RULES if COMPILED else EVERY_RULES[::5]


def cards(text):
    return tuple(parse_card(name) for name in text.split())


def start(seed, rules=Rules()):  # noqa: B008  a frozen value
    return GAME.start(GAME.deal(rules, seed), NONE).state


def look(state):
    return GAME.view(state, 1)


def walk(seed, rules=Rules(), name="greedy"):  # noqa: B008  a frozen value
    """Yield every state of a game that a simple player plays."""
    state, player = start(seed, rules), make_player(GAME, name, 1, seed)
    while GAME.result(state) is None:
        yield state
        state = GAME.apply(state, player.choose(look(state)), NONE).state


def play_all(state, moves):
    """Apply moves up to the first that shows a card; return the state and how many were played."""
    for number, move in enumerate(moves, 1):
        step = GAME.apply(state, parse_move(move), NONE)
        state = step.state
        if any(event.type in {"revealed", "drawn"} for event in step.events):
            return state, number
    return state, len(moves)


def hide_otherwise(state, source):
    """Return a state with the same view: deck and face-down monsters in another order, across the piles."""
    hidden = list(shuffled([card for pile in state.piles for card in pile[1:]], source))
    piles = tuple(pile[:1] + tuple(hidden.pop() for _ in pile[1:]) for pile in state.piles)
    return replace(state, piles=piles, deck=shuffled(state.deck, source))


def content(advice):
    return advice.moves, advice.candidates


def end_game(piles, attacks, hand, deck=""):
    """Build a position near the end; cards that are not named are out of play."""
    listed = [tuple(map(cards, part)) for part in (piles, attacks)]
    return State(Rules(), *listed, hand=cards(hand), deck=cards(deck))


@pytest.mark.parametrize("seed", [3, 4] if COMPILED else [3])
def test_advice_is_blind_to_hidden_cards_over_whole_games(seed):
    source = random.Random(seed)
    state, changed = start(seed), 0
    while GAME.result(state) is None:
        advice = advise(look(state), setting=TINY, seed=seed)
        for _ in range(2 if COMPILED else 1):
            other = hide_otherwise(state, source)
            changed += other != state
            assert look(other) == look(state)
            assert content(advise(look(other), setting=TINY, seed=seed)) == content(advice)
        state = GAME.apply(state, parse_move(advice.moves[0]), NONE).state
    assert changed > 8


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_candidates_are_legal_sorted_and_end_at_the_first_new_card(rules):
    for state in walk(11, rules):
        advice = advise(look(state), setting=TINY if COMPILED else BARE)
        assert advice.moves == advice.candidates[0].moves
        assert all(0 <= candidate.chance <= 1 and candidate.error >= 0 for candidate in advice.candidates)
        for candidate in advice.candidates:
            after, played = play_all(state, candidate.moves)
            assert played == len(candidate.moves), "a move stands behind the showing of a card"
            assert played == len(state.hand) or len(after.killed) > len(state.killed)


def outcome(state, before):
    """Return all that counts for the game to come: the piles as the kernel sees them, and the cards still held."""
    piles = zip(state.piles, state.attacks, strict=True)
    rows = (row_of(pile[0], attack, len(pile) - 1, state.rules) if pile else EMPTY for pile, attack in piles)
    held = () if len(state.deck) < len(before.deck) else tuple(sorted(state.hand))
    return tuple(rows), tuple(pile[0].suit if pile else -1 for pile in state.piles), held


def every_outcome(before):
    """Play the hand in every order; return the outcomes, and whether each was cut short by a new monster."""
    found, stack, seen = set(), [before], set()
    while stack:
        state = stack.pop()
        for move in GAME.legal_moves(state):
            step = GAME.play(state, move, NONE)
            shows = any(event.type == "revealed" for event in step.events)
            if shows or len(step.state.deck) < len(before.deck) or not step.state.hand or GAME.result(step.state):
                found.add((outcome(step.state, before), shows))
            elif step.state not in seen:
                seen.add(step.state)
                stack.append(step.state)
    return found


def clearable(before, result):
    """Tell whether enough cards are left: three for every monster (rules section 8)."""
    rows, _, held = result
    need = sum(
        row // 16 % 3 * 3 + (3 if row % 16 >= 12 else 1 if row % 16 == 11 else 2) for row in rows if row != EMPTY
    )
    return len(before.deck) + len(held) >= need


@pytest.mark.parametrize("seed", [1, 2, 8] if COMPILED else [1])
def test_candidates_are_the_outcomes_of_the_hand(seed):
    """Every way to play the hand is there but those that are lost for certain or put off a kill that shows a monster."""
    compared = 0
    for state in walk(seed):
        advice = advise(look(state), setting=BARE)
        if advice.candidates[0].chance == 0:
            break
        listed = {outcome(play_all(state, candidate.moves)[0], state) for candidate in advice.candidates}
        every = every_outcome(state)
        assert listed <= {result for result, _ in every}
        for result, shows in every:
            if not shows and clearable(state, result):
                assert result in listed
                compared += 1
            if shows and len(state.hand) == len(result[2]) + 1:
                assert result in listed, "a kill by the first card is never to be missed"
    assert compared > 100


def test_last_hand_is_exact():
    sure = end_game(["KH", "", "", ""], ["", "", "", ""], "TD 3S 2H")
    advice = advise(look(sure))
    assert advice.candidates[0].chance == 1
    assert GAME.result(play_all(sure, advice.moves)[0])["outcome"] == "cleared"
    lost = end_game(["KH", "", "", ""], ["", "", "", ""], "TD 3S 2C")
    assert {candidate.chance for candidate in advise(look(lost)).candidates} == {0}


def test_a_kill_is_worth_the_mean_over_the_unseen_monsters():
    deck = "4S 9D 8H 2D 7D 6C 5S 9H TH 7S 6D 3H"
    jack_first = end_game(["JH JS", "QD KS", "", ""], ["TC 9C", "", "", ""], "2H 3C TS", deck)
    king_first = replace(jack_first, piles=(cards("JH KS"), cards("QD JS"), (), ()))
    best = next(found for found in advise(look(jack_first), setting=BARE).candidates if found.moves == ("2H@1",))
    after = [play_all(state, best.moves)[0] for state in (jack_first, king_first)]
    chances = [advise(look(state), setting=BARE).candidates[0].chance for state in after]
    assert chances[0] != chances[1]
    assert best.chance == pytest.approx(sum(chances) / 2, abs=1e-12)


def test_dead_positions_still_get_moves_that_kill_most():
    state = end_game(["JH", "QD", "KS", "KC"], ["TC 9C", "", "", ""], "2H TD 3S")
    advice = advise(look(state))
    assert advice.candidates[0].chance == 0
    assert len(play_all(state, advice.moves)[0].killed) == 1


def test_advice_depends_on_the_seed_of_its_own_chance_only():
    view = look(start(7))
    assert content(advise(view, setting=TINY, seed=1)) == content(advise(view, setting=TINY, seed=1))
    assert content(advise(view, setting=TINY, seed=1)) != content(advise(view, setting=TINY, seed=2))


def test_time_takes_the_place_of_a_number_of_playouts():
    view, none = look(start(7)), Setting(0, 1, 2)
    assert advise(view, setting=none).candidates[0].error == UNTESTED
    assert 0 < advise(view, setting=none, seconds=0.2).candidates[0].error < UNTESTED


def test_a_position_without_a_hand_has_a_chance_and_no_moves():
    state = start(7)
    advice = advise(look(replace(state, hand=())), setting=TINY)
    assert advice.moves == ()
    assert 0 < advice.candidates[0].chance < 1
    with pytest.raises(OptionError, match="over"):
        advise(look(end_game(["", "", "", ""], ["", "", "", ""], "2C")))


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_simple_players_finish_every_game(name, rules):
    *_, last = walk(5, rules, name)
    assert last.deck == () or len(last.killed) >= 10


def test_an_unknown_player_is_refused():
    with pytest.raises(OptionError, match="random, greedy, advisor"):
        make_player(GAME, "oracle", 1, 1)


@pytest.mark.skipif(not COMPILED, reason="takes a minute uncompiled, and one game says little")
def test_fast_advisor_clears_most_deals():
    cleared = 0
    for seed in range(1, 13):
        state, player = start(seed), players.AdvisorPlayer(random.Random(seed), FAST)
        while GAME.result(state) is None:
            state = GAME.apply(state, player.choose(look(state)), NONE).state
        cleared += GAME.result(state)["outcome"] == "cleared"
    assert cleared >= 7
