"""Plays: dealing, moving, going back, reading and writing, as a Python program does it."""

from __future__ import annotations

import gc
import io
import itertools
import weakref

import pytest
from moves import log_text, some_game, some_log
from support import FIXTURES, check_schema, read_jsonl

import cardsolo
from cardsolo.core.jsonl import dumps
from cardsolo.games import NAMES

GOLDEN = sorted(FIXTURES.glob("*/golden/*.jsonl"))


def ids(path):
    return f"{path.parent.parent.name}-{path.stem}"


# --- dealing ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("line", read_jsonl("deal-vectors.jsonl"), ids=lambda line: f"{line['game']}-{line['seed']}")
def test_a_deal_is_that_of_the_vectors(line):
    options = {key: line[key] for key in ("jokers", "players") if key in line}
    deal = cardsolo.deal(line["game"], seed=int(line["seed"]), **options).deal()
    check_schema(deal)
    compared = [key for key in ("piles", "deck", "hands", "rooms") if key in line]
    assert [deal[key][: len(line[key])] for key in compared] == [line[key] for key in compared]


@pytest.mark.parametrize(
    ("arguments", "options", "said"),
    [
        (("dungeon",), {"jokers": 99}, "jokers cannot be 99; there are 0 to 8"),
        (("dungeon",), {"jokers": "2"}, "jokers cannot be 2"),
        (("dungeon",), {"jokers": True}, "jokers cannot be true"),
        (("dungeon",), {"chain": 1}, "chain cannot be 1; there are false, true"),
        (("dungeon",), {"ace": 2}, "ace cannot be 2; there are 1, 11"),
        (("dungeon",), {"joker": 2}, "“joker” is no option of dungeon; did you mean jokers?"),
        (("dungeon",), {"players": 2}, "“players” is no option of dungeon; there are jokers, ace, chain"),
        (("triangle",), {"first": 5}, "seat 5 cannot begin: there are seats 1 to 4"),
        (("rogue",), {"difficulty": "easy"}, "difficulty cannot be easy; there are casual, normal, hard, impossible"),
        (("rouge",), {}, "“rouge” is no game; did you mean rogue?"),
        (("chess",), {}, "“chess” is no game; there are dungeon, triangle, rogue"),
        (("dungeon",), {"seed": -1}, "a seed is a number from 0 to"),
        (("dungeon",), {"seed": 2**63}, "a seed is a number from 0 to"),
        (("dungeon",), {"seed": 1.0}, "a seed is a number from 0 to"),
        (("dungeon",), {"dice": [1]}, "dungeon has no dice"),
        (({"type": "deal", "game": "dungeon", "seed": 1},), {"seed": 2}, "says seed and options by itself"),
    ],
    ids=str,
)
def test_what_cannot_be_dealt_is_said(arguments, options, said):
    with pytest.raises(cardsolo.OptionError) as caught:
        cardsolo.deal(*arguments, **options)
    assert said in str(caught.value)


def test_a_deal_as_json_or_its_text_is_that_deal():
    play = cardsolo.deal("dungeon", seed=7, jokers=3)
    for given in (play.deal(), dumps(play.deal())):
        again = cardsolo.deal(given)
        assert (again.state, again.seed, again.rules) == (play.state, 7, play.rules)
    with pytest.raises(cardsolo.DealError) as caught:
        cardsolo.deal(play.deal() | {"deck": ["5C", "5C", "what"]})
    assert len(caught.value.faults) > 2


def test_a_fresh_seed_is_picked_where_none_is_given():
    assert cardsolo.deal("dungeon").seed != cardsolo.deal("dungeon").seed


# --- moving -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", NAMES)
def test_moves_are_notation_as_text_and_read_well_as_values(name):
    play = cardsolo.deal(name, seed=7)
    for text in some_game(name, 7):
        texts = list(map(str, play.legal_moves))
        assert [play.parse(text) for text in texts] == list(play.legal_moves)
        assert [repr(move) for move in play.legal_moves] == [f"Move('{text}')" for text in texts]
        play.push(text)
    assert play.is_over
    assert play.legal_moves == ()


def test_text_is_read_as_the_prompt_reads_it():
    play = cardsolo.deal("dungeon", seed=7)
    (turn,) = play.push("5♣ 3")
    assert (turn.n, turn.seat, str(turn.move)) == (1, 1, "5C@3")
    assert play.why_not("5c 2").rule == "3"
    assert play.why_not("9h x") is None
    assert play.turns == (turn,)


@pytest.mark.parametrize(
    ("text", "error", "fact"),
    [
        ("xyzzy", cardsolo.MoveSyntaxError, "hint"),
        ("kd 1", cardsolo.IllegalMoveError, "reason"),
        ("d", cardsolo.MoveSyntaxError, "hint"),
    ],
)
def test_a_wrong_move_says_why_and_changes_nothing(text, error, fact):
    play = cardsolo.deal("dungeon", seed=7)
    before = play.state
    with pytest.raises(error) as caught:
        play.push(text)
    assert getattr(caught.value, fact)
    assert (play.state, play.turns) == (before, ())


def test_two_readings_are_both_shown():
    position = cardsolo.deal("dungeon", seed=7).position() | {"hand": ["X", "4C"]}
    play = cardsolo.position(position | {"deck": [card for card in position["deck"] if card not in {"4C", "X"}]})
    with pytest.raises(cardsolo.AmbiguousMoveError) as caught:
        play.push("x 4")
    assert caught.value.readings == ("4C@x", "X@4")


@pytest.mark.parametrize("wrong", [3, None, ("5C", 3), b"5c 3"])
def test_what_is_neither_move_nor_text_is_a_type_error(wrong):
    with pytest.raises(TypeError, match="is no move of dungeon"):
        cardsolo.deal("dungeon", seed=7).push(wrong)


def test_a_move_of_another_game_is_a_type_error():
    with pytest.raises(TypeError, match="is no move of dungeon"):
        cardsolo.deal("dungeon", seed=7).push(cardsolo.deal("triangle", seed=7).legal_moves[0])


@pytest.mark.parametrize("name", NAMES)
def test_undo_and_redo_come_to_the_same_game(name):
    play, other = cardsolo.deal(name, seed=7), cardsolo.deal(name, seed=7)
    for number, text in enumerate(some_game(name, 7)):
        play.push(text)
        other.push(text)
        if number % 3 == 0:
            taken = play.undo()
            assert str(taken[0].move) == text
            assert play.redo() == taken
    assert play.log()[1:] == other.log()[1:]
    with pytest.raises(cardsolo.UndoError):
        play.redo()
    for _turn in [turn for turn in play.turns if not turn.auto]:
        play.undo()
    assert play.state == cardsolo.deal(name, seed=7).state
    with pytest.raises(cardsolo.UndoError):
        play.undo()


def play_on(play):
    while not play.is_over:
        play.push(play.legal_moves[0])


def test_given_dice_fall_in_order_and_the_log_says_that_they_were_given(tmp_path):
    play = cardsolo.deal("rogue", seed=7, dice=[5, 5, 5, 5, 5, 5, 5, 5])
    while not any(turn.dice for turn in play.turns):
        play.push(play.legal_moves[0])
    assert {die for turn in play.turns for die in turn.dice} == {5}
    assert play.log()[0]["typed_dice"] is True
    with pytest.raises(cardsolo.CardsoloError, match=r"more dice are to be thrown than were given \(8\)"):
        play_on(play)


@pytest.mark.parametrize("path", GOLDEN[::6] + [path for path in GOLDEN if "rogue" in str(path)], ids=ids)
def test_at_is_the_game_as_it_stood_and_goes_on_alike(path):
    (game,) = cardsolo.read_log(path)
    count = len(game.turns)
    for n in {0, 1, count // 3, count // 2, count - 1, count}:
        then = game.at(n)
        assert then.state == (game.turns[n - 1].state if n else game.at(0).state)
        assert then.turns == game.turns[:n]
        for turn in game.turns[n:]:
            if len(then.turns) < turn.n:
                then.push(turn.move)
        assert then.log() == game.log()
    with pytest.raises(cardsolo.OptionError, match=f"the game has {count} moves"):
        game.at(count + 1)


# --- what is seen -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", NAMES)
def test_views_and_positions_go_out_and_come_back(name):
    play = cardsolo.deal(name, seed=3)
    for text in some_game(name, 3, 8):
        for seat in range(1, play.seats + 1):
            seen = cardsolo.to_json(play.view(seat))
            check_schema(seen)
            assert cardsolo.view(seen) == cardsolo.view(dumps(seen)) == play.view(seat)
        check_schema(play.position())
        assert cardsolo.position(play.position()).state == play.state
        assert cardsolo.to_json(play.state) == play.position()
        assert cardsolo.view(play.position()) == play.view()
        play.push(text)
    with pytest.raises(cardsolo.OptionError, match="there are seats 1 to"):
        play.view(play.seats + 1)
    with pytest.raises(cardsolo.DealError, match="a view hides cards"):
        cardsolo.position(cardsolo.to_json(play.view()))


def test_what_has_no_json_is_a_type_error():
    for thing in (3, None, "5C", cardsolo.deal("dungeon", seed=1)):
        with pytest.raises(TypeError):
            cardsolo.to_json(thing)


@pytest.mark.parametrize("name", NAMES)
def test_reprs_say_what_a_thing_is(name):
    play = cardsolo.deal(name, seed=7)
    count = len(play.turns)  # Mini Rogue may begin with a move that leaves no choice
    assert repr(play) == f"<Play of {name}, seed 7: {count} {'move' if count == 1 else 'moves'}, seat 1 to move>"
    assert repr(play.state).startswith(f"<{name} state")
    assert repr(play.view()).startswith(f"<{name} view")
    play.push("resign")
    assert repr(play).endswith(", resigned>")
    assert repr(play.outcome).startswith(f"<{name} outcome: resigned")
    assert len(repr(play.state)) < 120


def test_options_that_are_not_the_default_stand_in_the_repr():
    assert repr(cardsolo.deal("dungeon", seed=7, jokers=3)).startswith("<Play of dungeon, seed 7, jokers=3: ")


def test_a_printed_play_is_the_board_and_how_it_ended():
    play = cardsolo.deal("triangle", seed=7)
    assert str(play) == cardsolo.text(play) == cardsolo.text(play.view())
    assert str(play).isascii()
    play.push("resign")
    assert str(play).endswith(str(play.outcome))
    assert "♥" in cardsolo.text(cardsolo.deal("dungeon", seed=7), unicode=True)
    assert max(map(len, cardsolo.text(cardsolo.deal("dungeon", seed=7), width=40).splitlines())) <= 40
    with pytest.raises(TypeError):
        cardsolo.text(play.state)


def test_a_notebook_shows_a_picture_where_there_is_one():
    play = cardsolo.deal("triangle", seed=7)
    play.push(play.legal_moves[0])
    assert play._repr_svg_().startswith("<svg")
    assert play._repr_svg_() == cardsolo.svg(play)
    assert cardsolo.svg(play.view()).startswith("<svg")
    for name in NAMES:
        picture = cardsolo.deal(name, seed=7)._repr_svg_()
        assert picture is None or picture.startswith("<svg")


@pytest.mark.parametrize("path", GOLDEN, ids=ids)
def test_outcomes_have_the_fields_of_the_end_line_and_words(path):
    (game,) = cardsolo.read_log(path)
    result = read_jsonl(path)[-1]["result"]
    outcome = game.outcome

    assert outcome.to_json() == result
    assert outcome.kind == result["outcome"]
    facts = {
        key: tuple(value) if isinstance(value, list) else value for key, value in result.items() if key != "outcome"
    }
    assert {key: getattr(outcome, key) for key in facts} == facts
    assert str(outcome)
    assert outcome.won == (result["outcome"] in {"cleared", "won"} or result.get("left") == [0])
    assert game.turns[-1].state is game.state
    assert [event.type for event in game.turns[-1].events]


def test_an_undo_behind_dice_makes_it_a_game_of_practice(tmp_path):
    play = cardsolo.deal("rogue", seed=7)
    assert "practice" not in play.log()[0]
    play.push(play.legal_moves[0])
    play.push(play.legal_moves[0])
    before = play.log()
    assert any(turn.dice for turn in play.turns)
    while "practice" not in play.log()[0]:
        play.undo()
    play_on(play)
    assert play.log()[0] == before[0] | {"practice": True}
    play.save(tmp_path / "log")
    (again,) = cardsolo.read_log(tmp_path / "log")
    assert again.log() == play.log()
    deal = cardsolo.deal("dungeon", seed=7)
    deal.push("5c 3")
    deal.undo()
    assert "practice" not in deal.log()[0]


# --- logs -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", GOLDEN, ids=ids)
def test_a_log_is_read_and_saved_line_for_line(path, tmp_path):
    (game,) = cardsolo.read_log(path)
    game.save(tmp_path / "copy.jsonl")
    (again,) = cardsolo.read_log(tmp_path / "copy.jsonl")

    assert again.log() == game.log()
    assert [str(turn.move) for turn in again.turns] == [line["move"] for line in game.log()[1:-1]]
    written = read_jsonl(path)
    if not any(line["type"] == "undo" for line in written):
        assert read_jsonl(tmp_path / "copy.jsonl") == written
    assert cardsolo.verify(tmp_path / "copy.jsonl") == cardsolo.Verified(1, 1)


def test_a_match_is_saved_with_its_standings(tmp_path):
    games = list(cardsolo.read_log(FIXTURES / "triangle" / "match.jsonl"))
    for game in games:
        game.save(tmp_path / "match.jsonl", append=True)
    assert cardsolo.verify(tmp_path / "match.jsonl") == cardsolo.Verified(len(games), len(games))


def test_an_unfinished_game_is_read_and_goes_on(tmp_path):
    for name in NAMES:
        moves = some_game(name, 5)
        log = tmp_path / f"{name}.jsonl"
        log.write_text(log_text(some_log(name, 5, len(moves) // 2)))
        (game,) = cardsolo.read_log(log)
        assert game.outcome is None
        for text in moves[len(moves) // 2 :]:
            game.push(text)
        assert game.log() == some_log(name, 5)


class Endless(io.RawIOBase):
    """A log without an end."""

    def __init__(self):
        self.lines = itertools.cycle([dumps(line).encode() + b"\n" for line in some_log("dungeon", 5)])

    def readline(self, _limit=-1):
        return next(self.lines)


def test_games_come_one_at_a_time_and_are_let_go():
    games = cardsolo.read_log(Endless())
    first = next(games)
    gone = weakref.ref(first)
    assert first.is_over
    del first
    assert next(games).is_over
    gc.collect()
    assert gone() is None


def test_a_broken_log_is_told_with_file_and_line(tmp_path):
    log = tmp_path / "broken.jsonl"
    log.write_text(log_text(some_log("dungeon", 5)).replace('"n":3', '"n":4'))
    with pytest.raises(cardsolo.VerificationError, match=r"broken\.jsonl:4: n is 4") as caught:
        list(cardsolo.read_log(log))
    assert caught.value.line == 4
    log.write_text("nonsense")
    with pytest.raises(cardsolo.LogFormatError):
        cardsolo.verify(log)
    with pytest.raises(FileNotFoundError):
        cardsolo.verify(tmp_path / "nowhere")


def test_a_damaged_log_is_read_on_behind_its_faults(tmp_path):
    whole = log_text(some_log("dungeon", 5))
    log = tmp_path / "damaged.jsonl"
    log.write_text(whole + "nonsense\n" + whole)
    faults = []
    assert [game.is_over for game in cardsolo.read_log(log, on_fault=faults.append)] == [True, True]
    assert [fault.line for fault in faults] == [len(whole.splitlines()) + 1]
    assert cardsolo.verify(log, on_fault=faults.append) == cardsolo.Verified(2, 2)
    with pytest.raises(cardsolo.LogFormatError):
        cardsolo.verify(log)


def test_a_file_that_cannot_be_written_is_left_as_it_was(tmp_path):
    play = cardsolo.deal("dungeon", seed=7)
    with pytest.raises(OSError):
        play.save(tmp_path / "nowhere" / "game.jsonl")
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError):
        play.save(tmp_path / "taken")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
