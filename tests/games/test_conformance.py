"""What every registered game must keep to, with every option: the protocol of `core/game.py`, taken at its word."""

from __future__ import annotations

import functools
import hashlib
import itertools
import json
import os
import random
import subprocess
import sys

import golden
import pytest
from per_game import FACTS
from support import ROOT, check_schema

from cardsolo.core.chance import NoChance, SeededDice
from cardsolo.core.errors import IllegalMoveError, OptionError
from cardsolo.core.jsonl import dumps
from cardsolo.core.session import Origin, Session
from cardsolo.games import NAMES, find
from cardsolo.render import renderer
from cardsolo.render.style import Style
from solvers.programs import make_player

STYLES = (Style(unicode=True, color=True, width=100), Style(width=20))


def some(option):
    """Return the choices of an option worth trying in every combination: all, or the ends and the default of many."""
    choices = list(option.choices)
    return choices if len(choices) <= 4 else sorted({choices[0], option.default, choices[-1]})


def option_sets(name):
    """Yield the combinations of options that the rules allow."""
    game = find(name)
    for values in itertools.product(*map(some, game.options)):
        options = {option.name: value for option, value in zip(game.options, values, strict=True)}
        try:
            game.rules_of(options)
        except OptionError:
            continue
        yield options


SETS = [(name, options) for name in NAMES for options in option_sets(name)]
EVERY_SET = pytest.mark.parametrize(
    ("name", "options"),
    SETS,
    ids=["-".join([name, *(f"{key}={value}" for key, value in options.items())]) for name, options in SETS],
)


@functools.cache
def played(name, options, seed=1):
    """Return the game, its deal and the states of a random game of which most last moves were drawn."""
    game = find(name)
    deal = game.deal(game.rules_of(dict(options)), seed)
    chance = SeededDice(name, seed)
    states = [game.start(deal, chance).state]
    moves = []
    source = random.Random(f"{name}/{seed}")
    while game.result(states[-1]) is None:
        legal = game.legal_moves(states[-1])
        moves.append(legal[int(source.random() ** 2 * len(legal))])
        states.append(game.apply(states[-1], moves[-1], chance).state)
    return game, deal, states, moves


def walk(name, options, most=12):
    """Return the game, its facts and up to `most` states from all over a game, the first and the last among them."""
    game, _deal, states, _moves = played(name, tuple(options.items()))
    step = max(1, (len(states) - 1) // (most - 1))
    return game, FACTS[name], [*states[:-1:step], states[-1]]


def as_json(obj):
    """Send an object through JSON."""
    check_schema(obj)
    return json.loads(dumps(obj))


def test_every_registered_game_is_known_to_this_suite():
    assert set(FACTS) == set(NAMES)
    assert {name for name, _options in SETS} == set(NAMES)


# --- moves --------------------------------------------------------------------------------------------------------
@EVERY_SET
def test_legal_moves_are_sorted_unique_and_exactly_those_that_nothing_speaks_against(name, options):
    game, facts, states = walk(name, options)
    resign = game.parse_move("resign")
    for state in states:
        legal = game.legal_moves(state)
        assert list(legal) == sorted(set(legal), key=facts.order)
        assert resign not in legal
        assert set(legal) == {move for move in facts.candidates(state) if game.why_not(state, move) is None}
        assert (game.why_not(state, resign) is None) == (game.result(state) is None)


@EVERY_SET
def test_an_illegal_move_is_refused_with_a_rule_and_changes_nothing(name, options):
    game, facts, states = walk(name, options, most=6)
    for state in states:
        before = hash(state)
        for move in itertools.islice(facts.candidates(state), 0, None, 7):
            reason = game.why_not(state, move)
            if reason is None:
                continue
            assert reason.rule
            assert reason.message
            with pytest.raises(IllegalMoveError) as caught:
                game.apply(state, move, NoChance())
            assert caught.value.reason == reason
            assert caught.value.text == game.format_move(move)
        assert hash(state) == before


@EVERY_SET
def test_apply_and_play_agree_and_leave_the_state_alone(name, options):
    game, _facts, states = walk(name, options)
    for number, state in enumerate(states):
        before = hash(state)
        for move in (*game.legal_moves(state), *[game.parse_move("resign")][: game.result(state) is None]):
            first = game.apply(state, move, SeededDice(name, number))
            assert first == game.play(state, move, SeededDice(name, number))
            assert first.state != state
            assert first.events
            assert hash(first.state) == hash(game.play(state, move, SeededDice(name, number)).state)
        assert hash(state) == before


@EVERY_SET
def test_nothing_is_lost_and_nothing_appears(name, options):
    game, facts, states = walk(name, options)
    stock = facts.stock(states[0])
    for number, state in enumerate(states):
        if name != "rogue":
            assert facts.stock(state) == stock
        for move in game.legal_moves(state):
            after = game.play(state, move, SeededDice(name, number)).state
            if name != "rogue" or after.visit == state.visit:  # a new area lays its rooms out anew
                assert facts.stock(after) == facts.stock(state)


@EVERY_SET
def test_a_finished_game_has_no_moves(name, options):
    game, facts, states = walk(name, options)
    resigned = game.play(states[0], game.parse_move("resign"), NoChance()).state
    for state in (states[-1], resigned):
        result = game.result(state)
        assert isinstance(result["outcome"], str)
        assert json.loads(dumps(result)) == result
        assert game.legal_moves(state) == ()
        assert game.forced_move(state) is None
        assert all(game.why_not(state, move) for move in facts.candidates(state))
        assert isinstance(game.seat(state), int)
    assert game.result(resigned)["outcome"] == "resigned"
    assert all(game.result(state) is None and game.legal_moves(state) for state in states[:-1])


@EVERY_SET
def test_a_forced_move_is_the_only_one(name, options):
    game, _facts, states = walk(name, options, most=40)
    for state in states:
        move = game.forced_move(state)
        if move is not None:
            assert game.legal_moves(state) == (move,)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(12))
def test_games_end_within_max_moves(name, seed):
    game, _deal, states, moves = played(name, (), seed)
    assert 0 < len(moves) <= game.max_moves
    assert len(states) == len(moves) + 1


# --- notation -----------------------------------------------------------------------------------------------------
@EVERY_SET
def test_a_move_is_written_and_read_back(name, options):
    game, facts, states = walk(name, options)
    for state in states:
        legal = game.legal_moves(state)
        texts = [game.format_move(move) for move in legal]
        assert len(set(texts)) == len(texts)
        for move, text in zip(legal, texts, strict=True):
            assert text == text.strip()
            assert text.isascii()
            assert game.parse_move(text) == move
            assert game.read_move(text, state) == move
            assert game.read_move(f"  {text.lower()} ", state) == move
    resign = game.parse_move("resign")
    assert game.format_move(resign) == "resign"
    assert game.read_move("resign", states[0]) == resign
    for move in facts.candidates(states[0]):
        text = game.format_move(move)
        if "@" not in text or name == "triangle":  # the dungeon's piles 1-4 are part of its notation
            assert game.parse_move(text) == move


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_of_help_are_understood(name):
    from cardsolo.core.errors import MoveSyntaxError

    game, _deal, states, _moves = played(name, ())
    examples = [example for example, _meaning in game.typed_moves()]
    assert len(set(examples)) == len(examples) >= 3
    for example in examples:
        for state in states[:-1]:
            try:
                game.read_move(example, state)
            except (IllegalMoveError, MoveSyntaxError):
                continue  # a letter or a number that names nothing just now
            break
        else:
            pytest.fail(f"{example} is never a move")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "text", ["", " ", "\x00", "@", "@@", "x" * 10**5, "1" * 5000, "\ud800", "-", "🃏🃏", "½", "resign resign"]
)
def test_no_text_crashes_the_readers_of_moves(name, text):
    from cardsolo.core.errors import MoveError

    game, _deal, states, _moves = played(name, ())
    for read in (lambda: game.parse_move(text), lambda: game.read_move(text, states[0])):
        try:
            move = read()
        except MoveError as error:
            assert all(line.isprintable() for line in str(error).split("\n"))
            assert len(str(error)) < 1000
        else:
            assert game.parse_move(game.format_move(move)) == move


# --- JSON ---------------------------------------------------------------------------------------------------------
@EVERY_SET
def test_deals_through_json(name, options):
    game, deal, _states, _moves = played(name, tuple(options.items()))
    obj = as_json(game.deal_to_json(deal))
    assert list(obj)[:3] == ["type", "game", "rules"]
    assert obj["rules"] == options
    assert game.deal_from_json(obj) == deal
    bare = {key: obj[key] for key in ("type", "game", "rules", "seed")}
    assert game.deal_from_json(bare) == deal
    typed = game.deal_from_json({key: value for key, value in obj.items() if key not in {"dealer", "seed"}})
    assert game.seed_of(typed) is None
    assert game.seed_of(deal) == 1
    assert {**game.deal_to_json(typed), **bare} == {key: value for key, value in obj.items() if key != "dealer"}


@EVERY_SET
def test_positions_through_json(name, options):
    game, _facts, states = walk(name, options)
    for state in states:
        obj = as_json(game.position_to_json(state))
        read = game.position_from_json(obj)
        assert read == state
        if game.result(state) is None:
            entered = game.enter(read, NoChance())  # the state waits for a move already: nothing is drawn or thrown
            assert entered.state == state
            assert game.legal_moves(read) == game.legal_moves(state)


@EVERY_SET
def test_views_through_json(name, options):
    game, _facts, states = walk(name, options)
    for state in states:
        view = game.view(state, game.seat(state))
        obj = as_json(game.view_to_json(view))
        assert game.view_from_json(obj) == view
        assert hash(game.view_from_json(obj)) == hash(view)


@EVERY_SET
def test_the_view_and_the_screen_depend_on_nothing_hidden(name, options):
    game, facts, states = walk(name, options)
    source = random.Random(7)
    render = renderer(game)
    changed = 0
    for state in states[:-1]:
        view = game.view(state, game.seat(state))
        screens = [render.board(view, style) for style in STYLES]
        for _shuffle in range(2):
            other = facts.reshuffled(state, source)
            changed += other != state
            seen = game.view(other, game.seat(other))
            assert seen == view
            assert game.view_to_json(seen) == game.view_to_json(view)
            assert game.legal_moves(other) == game.legal_moves(state)
            assert [render.board(seen, style) for style in STYLES] == screens
    assert changed or options.get("players") == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_hint_depends_on_nothing_hidden(name):
    game, facts, states = walk(name, {}, most=8)
    source = random.Random(7)
    for state in states[:-1]:
        seat = game.seat(state)
        hint = make_player(game, "greedy", seat, None).choose(game.view(state, seat))
        assert hint in game.legal_moves(state)
        other = facts.reshuffled(state, source)
        assert make_player(game, "greedy", seat, None).choose(game.view(other, seat)) == hint


# --- whole games --------------------------------------------------------------------------------------------------
@EVERY_SET
def test_undo_is_the_old_state_and_replay_comes_to_the_same_end(name, options):
    game, deal, states, moves = played(name, tuple(options.items()))
    session = Session(Origin(game, deal=deal), practice=True, auto=False)
    for number, move in enumerate(moves[:40]):
        session.play(move)
        assert session.state == states[number + 1]
    for number in range(len(session.turns), max(0, len(session.turns) - 10), -1):
        session.undo()
        assert session.state == states[number - 1]
    while session.turns:
        session.undo()
    assert session.state == states[0]


@pytest.mark.parametrize(("name", "log"), [(name, log) for name in NAMES for log in golden.GAMES.get(name, {})])
def test_golden_logs_are_what_is_played_today(name, log):
    lines = golden.paths(name)[log].read_text("utf-8").splitlines()
    assert golden.play_game(name, *golden.GAMES[name][log]) == lines


@pytest.mark.parametrize("name", NAMES)
def test_there_is_a_golden_log_for_every_choice_of_every_option(name):
    game = find(name)
    covered = [game.rules_to_json(game.rules_of(options)) for options, *_rest in golden.GAMES[name].values()]
    for option in game.options:
        assert {rules[option.name] for rules in covered} == set(option.choices), option.name
    for options in option_sets(name):
        if all(len(option.choices) <= 4 for option in game.options):
            assert options in covered


def digest():
    """Return a fingerprint of a game, its texts and its JSON for every game."""
    found = hashlib.sha256()
    for name in NAMES:
        for line in golden.play_game(name, {}, 99):
            found.update(line.encode())
        game, facts, states = walk(name, {}, most=6)
        for state in states:
            view = game.view(state, game.seat(state))
            found.update(dumps([game.view_to_json(view), game.position_to_json(state)]).encode())
            found.update("\n".join(renderer(game).board(view, Style())).encode())
            found.update(repr(sorted(set(game.legal_moves(state)), key=facts.order)).encode())
    return found.hexdigest()


def test_nothing_depends_on_the_hash_seed():
    code = f"import sys; sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / 'tests')!r}, {str(ROOT / 'tests/games')!r}]\n"
    code += "import test_conformance; print(test_conformance.digest())"
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert found == {digest()}
