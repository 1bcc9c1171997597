"""Makes the view of a game again from the sentences of its plain board, and from nothing else."""

from __future__ import annotations

import re

from cardsolo.core.cards import PACK, parse_card
from cardsolo.games.rogue.tables import SPELLS
from cardsolo.render.style import spoken

CARDS = {spoken(card): str(card) for card in PACK} | {"joker": "X"}
_SPELLS = {spell.title: name for name, spell in SPELLS.items()}


def cards_of(text):
    """Return the cards of a list in words, as notation."""
    return [CARDS[words.lower()] for words in text.split(", ")] if text else []


def _takes(words, ace):
    """Return the power cards of which it is said that a pile takes one of them next; ace: its value."""
    values = {str(card): ace if card.rank == 1 else card.rank for card in PACK if card.rank <= 10}
    if full := re.fullmatch(r"(\w+) or a joker", words):
        return {name for name in values if name[1] == full[1][0].upper()} | {"X"}
    least = 1 if words == "any card" else int(re.fullmatch(r"(\d+) or more", words)[1])
    return {name for name, value in values.items() if value >= least} | {"X"}


def heard_dungeon(lines, rules):
    """Make the JSON of a view from what is said; besides, takes: the cards that each pile takes next.

    rules: as JSON; the board does not say them.
    """
    text = "\n".join(lines)
    found = {"type": "view", "game": "dungeon", "rules": rules, "tops": [], "below": [], "attacks": []}
    found["takes"] = []
    for pile in range(1, 5):
        line = next(line for line in lines if line.startswith((f"Pile {pile} ", f"Pile {pile}:")))
        full = re.fullmatch(
            r"Pile \d: (.*), power (\d+); (?:not attacked|under attack by (.*)); it takes (.*) next; (\d) monsters? below\.",
            line,
        )
        found["tops"].append(CARDS[full[1]] if full else None)
        assert full is None or int(full[2]) == parse_card(found["tops"][-1]).rank
        found["below"].append(int(full[5]) if full else 0)
        found["attacks"].append(cards_of(full[3]) if full else [])
        found["takes"].append(_takes(full[4], rules["ace"]) if full else set())
    lists = {"hand": "Your hand", "discards": "Discarded", "killed": "Killed", "spent": "Spent in attacks"}
    for key, head in (lists | {"absent": "Monsters that are out of play"}).items():
        line = re.search(rf"^{head}: (.*)\.$", text, flags=re.MULTILINE)
        found[key] = cards_of(line[1]) if line else []
    found["undrawn"] = int(re.search(r"(\d+) cards? (?:is|are) undrawn", text)[1])
    assert int(re.search(r"(\d+) of 12 monsters are killed", text)[1]) == len(found["killed"])
    return found


def heard_triangle(lines, rules):
    """Make the JSON of a view from what is said; of a card in no place, and of who is to move, as far as it is said."""
    text = "\n".join(lines)
    found = {"type": "view", "game": "triangle", "rules": rules, "seat": int(re.search(r"You are seat (\d)", text)[1])}
    seats = re.findall(
        r"^Seat (\d)(, to move)?: (?:(\d+) cards?|out, in place (\d)|no cards)\.$", text, flags=re.MULTILINE
    )
    found["counts"] = [int(count or 0) for _seat, _moves, count, _place in seats]
    places = {int(place): int(seat) for seat, _moves, _count, place in seats if place}
    found["out"] = [places[place] for place in sorted(places)]
    found["to_move"] = next((int(seat) for seat, moves, _count, _place in seats if moves), None)
    board = re.findall(r"^([\w ]+) at (-?\d+,-?\d+)(?:, beside .*)?\.$", text, flags=re.MULTILINE)
    found["board"] = {cell: CARDS[words.lower()] for words, cell in board}
    hand = re.search(r"^Your hand: (.*)\.$", text, flags=re.MULTILINE)
    found["hand"] = cards_of(hand[1]) if hand else []
    found["extra"] = "Extra placement" in text
    passes = re.search(r"Passes in a row: (\d)", text)
    found["passes"] = int(passes[1]) if passes else 0
    absent = re.search(r"^Cards that are out of play: (.*)\.$", text, flags=re.MULTILINE)
    found["absent"] = cards_of(absent[1]) if absent else []
    return found


_MOVE = re.compile(r"(\d+): ([^.]+)\.(?: (.*)\.)?")
_DIE = re.compile(r"Die (\d+) shows ([\d, ]+?)(?:, (?:it holds (\d+)|a miss))?(, re-rolled by a feat)?\.")
#: The phase of a game by a word of its choices, the first that fits.
_PHASES = {
    "room": "room",
    "stop": "attack",
    "no-spell": "spell",
    "check": "event",
    "-1": "change",
    "keep": "change",
    "decline": "drop",
    "leave": "merchant",
    "rest": "rest",
}


def heard_rogue(lines):
    """Make what the board says of a view from its sentences, in the words of the JSON of a view.

    rooms: of this column, as far as they still count; hidden: those face down; choices: moves with what they mean.
    """
    text = "\n".join(lines)
    found = {"area": int(_only(r"Area (\d+) of 14\.", text)), "level": int(_only(r"Level (\d), .*\.", text))}
    found["rank"] = int(_only(r"Rank (\d),.*\.", text))
    xp = re.search(r"XP (\d+) of", text)
    found["xp"] = int(xp[1]) if xp else None
    for stat in ("armor", "HP", "gold", "food"):
        found[stat.lower()] = int(_only(rf"{stat[0].upper()}{stat[1:]} (\d+) of \d+\.", text))
    spells = _only(r"Spells: (.*)\.", text)
    found["spells"] = [] if spells == "none" else [_SPELLS[title] for title in spells.split(", ")]
    key = re.search(r"^Key: (held|not found on this level yet)\.$", text, flags=re.MULTILINE)
    found["key"] = key[1] == "held" if key else None
    found["monster_defeated"] = "A monster was defeated here." in lines
    column = re.search(r"^Column (\d) of (\d): (.*)\.$", text, flags=re.MULTILINE)
    if column:
        found["column"] = int(column[1])
        found["last_column"] = int(column[2])
        found["rooms"] = column[3].lower().split(" or ")
    hidden = re.search(r"^Face down: (.*) \(columns of (.*)\)\.$", text, flags=re.MULTILINE)
    found["hidden"] = hidden[1].lower().split(", ") if hidden else []
    found["die"] = int(event[1]) if (event := re.search(r"^Event (\d): .*\.$", text, flags=re.MULTILINE)) else None
    offer = re.search(r"^(.*) is offered, but two spells are held\.$", text, flags=re.MULTILINE)
    found["offer"] = _SPELLS[offer[1]] if offer else None
    found["choices"] = [(full[2], full[3] or "") for line in lines if (full := _MOVE.fullmatch(line))]
    words = [move.split()[0] for move, _note in found["choices"]]
    found["phase"] = next((phase for word, phase in _PHASES.items() if word in words), "over")
    found["combat"] = _combat(lines, text)
    found["sheet"] = {
        name: int(held) for name, held in re.findall(r"^Score for (\w+): (\d+)", text, flags=re.MULTILINE)
    }
    return found


def _only(pattern, text):
    (value,) = re.findall(f"^{pattern}$", text, flags=re.MULTILINE)
    return value


def _combat(lines, text):
    full = re.search(r"^(.*): HP (\d+), damage (\d+) \(you lose (\d+)\)(.*)\.$", text, flags=re.MULTILINE)
    if full is None:
        return None
    dice = []
    for line in lines:
        if die := _DIE.fullmatch(line):
            assert int(die[1]) == len(dice) + 1
            faces = [int(face) for face in die[2].split(", ")]
            held = int(die[3]) if die[3] else 0 if ", a miss" in line else sum(faces)
            assert held == (0 if faces[-1] == 1 else sum(faces))
            dice.append("+".join(map(str, faces)) + "f" * bool(die[4]))
    does = re.search(r"^The dice do (\d+) damage\.$", text, flags=re.MULTILINE)
    return {
        "name": full[1],
        "hp": int(full[2]),
        "damage": int(full[3]),
        "lost": int(full[4]),
        "poisoned": "poisoned" in full[5],
        "frozen": "frozen" in full[5],
        "dice": dice,
        "does": int(does[1]) if does else None,
    }
