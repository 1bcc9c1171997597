"""Boards in sentences: the view can be made again from the words alone, and the words are nothing but words."""

from __future__ import annotations

import itertools
import random
import re
from dataclasses import replace
from itertools import islice

import pytest
from heard import cards_of, heard_dungeon, heard_rogue, heard_triangle
from rogue_table import before, fight

import cardsolo
from cardsolo.core.cards import JOKER, PACK
from cardsolo.games import find
from cardsolo.games.dungeon.rules import why_not_placed
from cardsolo.games.rogue.rules import score_sheet
from cardsolo.games.rogue.state import PHASES
from cardsolo.games.rogue.tables import MAX_RANK, POISON_DAMAGE, WARES, foe
from cardsolo.games.rogue.view import hidden_rooms
from cardsolo.render import renderer
from cardsolo.render.rogue_choices import note
from cardsolo.render.style import Style

PLAIN = Style(width=1 << 16, plain=True)
POWERS = (*(card for card in PACK if card.rank <= 10), JOKER)
POSITIONS = 200
OPTIONS = {
    "dungeon": [{"jokers": 4}, {"jokers": 0, "chain": True}, {"ace": 11}],
    "triangle": [{"players": 3}, {"players": 4, "play_on": True}, {"players": 6}, {"players": 1}],
    "rogue": [{"difficulty": "casual", "key": True}, {"difficulty": "hard"}],
}


def positions(name):
    """Yield states of random games, of every kind of options in turn, up to their ends."""
    rnd = random.Random(f"plain/{name}")
    game = find(name)
    for seed in range(1 << 20):
        play = cardsolo.deal(name, seed=seed, **rnd.choice(OPTIONS[name]))
        while True:
            yield game, play.state
            moves = (
                [move for move in game.legal_moves(play.state) if str(move) != "resign"] if play.outcome is None else []
            )
            if not moves:
                break
            play.push(str(rnd.choice(moves)))


def said_of(game, view):
    return list(renderer(game).board(view, PLAIN))


def test_a_view_of_the_dungeon_can_be_made_again_from_the_words():
    for game, state in islice(positions("dungeon"), POSITIONS):
        view = game.view(state, 1)
        wanted = game.view_to_json(view)
        heard = heard_dungeon(said_of(game, view), wanted["rules"])
        for key in wanted.keys() - {"seen"}:
            assert (sorted(heard[key]) if key == "spent" else heard[key]) == (
                sorted(wanted[key]) if key == "spent" else wanted[key]
            ), key
        for pile, (top, attack) in enumerate(zip(view.tops, view.attacks, strict=True)):
            fits = {str(card) for card in POWERS if top and why_not_placed(card, top, attack, view.rules) is None}
            assert heard["takes"][pile] == fits


def test_a_view_of_triangle_sevens_can_be_made_again_from_the_words():
    for game, state in islice(positions("triangle"), POSITIONS):
        for seat in range(1, len(state.hands) + 1):
            view = game.view(state, seat)
            heard = heard_triangle(said_of(game, view), None)
            assert heard["seat"] == view.seat
            assert heard["counts"] == list(view.counts)
            assert heard["out"] == list(view.out)
            if view.counts[view.to_move - 1]:
                assert heard["to_move"] == view.to_move
            cells = {f"{row},{column}": str(card) for (row, column), card in view.board.cells.items()}
            assert heard["board"] == cells
            assert sorted(heard["hand"]) == sorted(map(str, view.hand))
            assert heard["absent"] == list(map(str, view.absent))
            if game.result(state) is None:
                assert heard["extra"] == (view.extra and seat == view.to_move)
                if not heard["extra"]:
                    assert heard["passes"] == view.passes


def test_the_open_places_and_neighbours_of_triangle_sevens_are_those_of_the_board():
    from cardsolo.games.triangle.notation import labels
    from cardsolo.games.triangle.rules import format_cell, placements

    for game, state in islice(positions("triangle"), POSITIONS):
        if game.result(state) is not None:
            continue
        view = game.view(state, state.seat)
        lines = said_of(game, view)
        named = labels(view)
        said = [line for line in lines if line.startswith("Place ")]
        assert len(said) == len(named)
        for (cell, letter), line in zip(named.items(), said, strict=True):
            assert line.startswith(f"Place {letter}, at {format_cell(cell)}, beside ")
            near = re.findall(r"([\w ]+) at (-?\d+,-?\d+)", line.split("beside ")[1].split(", for ")[0])
            assert {cell for _words, cell in near} == {format_cell(other) for other in view.board.contacts(cell)}
            fits = [str(move.card) for move in placements(view) if move.cell == cell]
            listed = re.search(r", for (.*?)(?:; another card may follow)?\.$", line)
            assert cards_of(listed[1]) == sorted(
                fits, key=lambda name: PACK.index(cardsolo.core.cards.parse_card(name))
            )
            assert ("another card may follow" in line) == (len(view.board.contacts(cell)) > 1)


def rogue_positions():
    """Yield states of games that a program plays, with all that is rare and every third of the others."""
    for seed in itertools.count():
        play = cardsolo.deal("rogue", seed=seed, **OPTIONS["rogue"][seed % 2])
        session = cardsolo.run(play, "greedy")._session
        for n in range(len(session.turns) + 1):
            state = session.state_after(n)
            combat = state.combat
            is_rare = state.phase in {"spell", "event", "change", "drop", "over"} or state.is_last_key
            if (
                n % 3 == 0
                or is_rare
                or (combat and (combat.poisoned or any(len(die.faces) > 1 for die in combat.dice)))
            ):
                yield session.game, state


def test_a_view_of_mini_rogue_can_be_made_again_from_the_words():
    phases = set()
    for game, state in islice(rogue_positions(), POSITIONS):
        phases.add(state.phase)
        view = game.view(state, 1)
        heard = heard_rogue(said_of(game, view))
        wanted = game.view_to_json(view)
        for key in ("area", "rank", "armor", "hp", "gold", "food", "spells", "monster_defeated", "phase"):
            assert heard[key] == wanted[key], key
        assert heard["level"] == view.level
        assert heard["xp"] == (None if view.hero.rank == MAX_RANK else view.hero.xp)
        assert heard["key"] == (view.key if view.rules.key else None)
        if view.phase == "over":
            assert heard["sheet"] == {row.name: row.held for row in score_sheet(view)}
            continue
        assert (heard["column"], heard["last_column"]) == (view.column, view.last_column)
        assert heard["rooms"] == ([view.room] if view.room else list(view.choices))
        assert heard["hidden"] == list(hidden_rooms(view))
        assert heard["die"] == (view.die if view.phase in {"event", "change"} else None)
        assert heard["offer"] == (wanted["offer"] if view.phase == "drop" else None)
        moves = [move for move in game.legal_moves(state) if str(move) != "resign"]
        assert [move for move, _note in heard["choices"]] == list(map(str, moves))
        assert [said.lower() for _move, said in heard["choices"]] == [note(view, move).lower() for move in moves]
        check_fight(heard["combat"], wanted["combat"], view)
    assert phases == set(PHASES)


def check_fight(heard, wanted, view):
    if view.phase not in {"attack", "spell"}:
        assert heard is None
        return
    for key in ("hp", "damage", "poisoned", "frozen", "dice"):
        assert heard[key] == wanted[key], key
    assert heard["name"] == foe(view.combat.kind, view.area).name
    assert heard["lost"] == (0 if view.combat.frozen else max(0, view.combat.damage - view.hero.armor))
    if heard["dice"]:
        assert heard["does"] == sum(die.value for die in view.combat.dice) + POISON_DAMAGE * view.combat.poisoned


def test_what_is_not_said_of_mini_rogue_is_not_on_its_board_either():
    unsaid = {"visit": 9, "dice_thrown": 99, "bosses_slain": 3, "key_found": True, "ended": "trap"}
    for game, state in islice(rogue_positions(), POSITIONS):
        view = game.view(state, 1)
        other = replace(view, rules=replace(view.rules, difficulty="casual"), **unsaid)
        same = [renderer(game).board(one, Style()) for one in (view, other)]
        assert view.phase == "over" or same[0] == same[1]


def test_what_a_merchant_does_not_sell_now_is_said():
    merchants = 0
    for game, state in islice(rogue_positions(), 3 * POSITIONS):
        view = game.view(state, 1)
        said = said_of(game, view)
        if view.phase == "merchant":
            merchants += 1
            held = {str(move).removeprefix("buy ") for move in game.legal_moves(state)}
            unsold = {ware for ware in WARES if ware not in held}
            told = re.findall(r"^(?:Too dear now|At the maximum already): (.*)\.$", "\n".join(said), flags=re.MULTILINE)
            assert {item.rpartition(" ")[0] for items in told for item in items.split(", ")} == unsold
            assert f"Merchant: you have {view.hero.gold} gold." in said
    assert merchants > 10


def test_a_last_chance_for_a_key_is_said():
    view = find("rogue").view(before("trap", area=2, column=2, other="monster", key=True), 1)
    assert view.is_last_key
    assert any(line.startswith("Last chance for a key: ") for line in said_of(find("rogue"), view))


@pytest.mark.parametrize("frozen", [False, True])
def test_dice_are_said_one_by_one(frozen):
    state = fight("6+3f 1 4f 6+1", hp=30, damage=5, poisoned=True)
    state = replace(state, combat=state.combat._replace(frozen=frozen))
    lines = said_of(find("rogue"), find("rogue").view(state, 1))
    assert lines[lines.index("Die 1 shows 6, 3, it holds 9, re-rolled by a feat.") :][1:5] == [
        "Die 2 shows 1, a miss.",
        "Die 3 shows 4, re-rolled by a feat.",
        "Die 4 shows 6, 1, a miss.",
        "The dice do 18 damage.",
    ]
    check_fight(heard_rogue(lines)["combat"], find("rogue").view_to_json(state)["combat"], state)
