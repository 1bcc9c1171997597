"""Mini Rogue: read the fields that positions and views share, noting every fault."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.i18n import _, plural
from cardsolo.core.jsonl import plain
from cardsolo.games.rogue.hero import sort_spells
from cardsolo.games.rogue.state import (
    ATTACK,
    CHANGE,
    DEATHS,
    DROP,
    ENDINGS,
    EVENT,
    LOCKED,
    MERCHANT,
    OVER,
    PHASES,
    REST,
    ROOM,
    SPELL,
    Combat,
    Die,
    Hero,
    Rules,
)
from cardsolo.games.rogue.tables import (
    AREAS,
    BOSS,
    BOSS_COLUMN,
    COLUMNS,
    LEVELS,
    MAX_ARMOR,
    MAX_FOOD,
    MAX_GOLD,
    MAX_HP,
    MAX_MONSTER_HP,
    MAX_RANK,
    MAX_SPELLS,
    SPELLS,
    THRESHOLDS,
    has_boss,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from cardsolo.core.check import Checker
    from cardsolo.core.game import Json

#: A position that claims more dice than this is refused: finding the place in the stream takes time.
MAX_DICE_THROWN: Final = 1_000_000
_MAX_DAMAGE: Final = LEVELS[-1].boss.damage
_DIE: Final = re.compile(r"((?:6\+){0,63})([1-6])(f?)")

#: The room in which a phase occurs.
_ROOMS_OF: Final = {
    ATTACK: ("monster", "event", BOSS),
    SPELL: ("monster", "event", BOSS),
    EVENT: ("event",),
    CHANGE: ("event",),
    DROP: ("treasure", "merchant", BOSS),
    MERCHANT: ("merchant",),
    REST: ("resting",),
}

#: What says which phase it is: where one of these is wrong, nothing is said of what should fit the phase.
_STAGE: Final = ("phase", "combat", "ended")


def parse_die(text: str) -> Die:
    """Read a die with its history, as `Die` writes it. Raises ValueError."""
    match = _DIE.fullmatch(text)
    if match is None:
        raise ValueError(text)
    sixes, last, feat = match.groups()
    return Die((6,) * sixes.count("6") + (int(last),), feat=bool(feat))


class Fields:
    """Reads one object; layout is that of the object, already read."""

    def __init__(self, obj: Json, rules: Rules, layout: tuple[str | None, ...], check: Checker) -> None:
        self._obj = obj
        self._rules = rules
        self._layout = layout
        self._check = check

    def read(self) -> dict[str, Any]:
        """Return the fields of a Table by name, rules and layout aside."""
        ended = self._word("ended", ENDINGS)
        area = self._number("area", 1, AREAS)
        boss = has_boss(area) or not self._check.sound("area")
        column = self._number("column", 1, BOSS_COLUMN if boss else len(COLUMNS))
        combat = self._combat(self._obj.get("combat"))
        usual = OVER if ended else ATTACK if combat else ROOM
        phase = self._word("phase", PHASES) if self._obj.get("phase") is not None else usual
        fields = {
            # 14 in area 1 at most; each further layout lies in a later area
            "visit": self._number("visit", 1, AREAS - 1 + area, 1),
            "dice_thrown": self._number("dice_thrown", 0, MAX_DICE_THROWN, 0),
            "area": area,
            "hero": self._hero(ended),
            "column": column,
            "taken": self._taken(column, phase, combat),
            "phase": phase,
            "combat": combat,
            "die": self._number("die", 1, 6, 0),
            "offer": self._word("offer", SPELLS),
            "monster_defeated": self._flag("monster_defeated"),
            "bosses_slain": self._number("bosses_slain", 0, len(LEVELS), 0),
            "key": self._flag("key"),
            "key_found": self._flag("key_found"),
            "ended": ended,
        }
        self._check_phase(fields)
        return fields

    # --- single values ------------------------------------------------------------------------------------------------
    def _number(self, name: str, low: int, high: int, default: int | None = None) -> int:
        return self._check.integer(self._obj.get(name), name, low, high, default)

    def _flag(self, name: str) -> bool:
        return self._check.flag(self._obj.get(name), name)

    def _word(self, name: str, choices: Collection[str]) -> str:
        """Read one of some words, empty where there is none."""
        return self._one_of(self._obj.get(name), name, choices) if self._obj.get(name) is not None else ""

    def _one_of(self, value: Any, at: str, choices: Collection[str]) -> str:
        if isinstance(value, str) and value in choices:
            return value
        known = ", ".join(choices)
        self._check.fault(at, _("one of {choices} was expected").format(choices=known), _shown(value))
        return next(iter(choices))

    # --- hero ---------------------------------------------------------------------------------------------------------
    def _hero(self, ended: str) -> Hero:
        rank = self._number("rank", 1, MAX_RANK)
        most_xp = 0 if rank == MAX_RANK else THRESHOLDS[rank - 1] - 1
        if not self._check.sound("rank"):
            most_xp = max(THRESHOLDS) - 1
        unsure = not self._check.sound("ended")
        dead = ended in DEATHS
        listed = self._check.items(self._obj.get("spells", []), "spells", most=MAX_SPELLS)
        spells = tuple(self._one_of(spell, f"spells[{index}]", SPELLS) for index, spell in enumerate(listed))
        return Hero(
            rank,
            self._number("xp", 0, most_xp, 0),
            self._number("armor", 0, MAX_ARMOR),
            # behind a locked door the HP stay as they were (R34), but positions once printed there say 0
            self._number("hp", 0 if dead or ended == LOCKED or unsure else 1, 0 if dead else MAX_HP),
            self._number("gold", 0, MAX_GOLD),
            self._number("food", 0, MAX_FOOD),
            sort_spells(spells),
        )

    # --- rooms --------------------------------------------------------------------------------------------------------
    def _taken(self, column: int, phase: str, combat: Combat | None) -> tuple[int, ...]:
        """Read which card was taken in each column; left out, the upper ones, and in this one what the phase says."""
        given = self._obj.get("taken")
        if given is None:
            inside = () if phase in {ROOM, OVER} else (self._fitting(column, phase, combat),)
            return (1,) * (column - 1) + inside
        listed = self._check.items(given, "taken", most=BOSS_COLUMN)
        taken = tuple(
            self._check.integer(number, f"taken[{index}]", 1, len(self._cards(index + 1)))
            for index, number in enumerate(listed)
        )
        sizes = (column - 1, column) if phase == OVER else (column - 1,) if phase == ROOM else (column,)
        if len(taken) in sizes:
            return taken
        if self._check.sound("taken", "column", *_STAGE):
            text = plural(
                "{count} entry was expected, there are {found}",
                "{count} entries were expected, there are {found}",
                sizes[0],
                found=len(taken),
            )
            self._check.fault("taken", text)
        return (1,) * sizes[0]

    def _cards(self, column: int) -> tuple[str | None, ...]:
        return (BOSS,) if column >= BOSS_COLUMN else tuple(self._layout[at] for at in COLUMNS[column - 1])

    def _fitting(self, column: int, phase: str, combat: Combat | None) -> int:
        wanted = (combat.kind,) if combat else _ROOMS_OF[phase]
        cards = self._cards(column)
        return next((number for number, card in enumerate(cards, 1) if card in wanted), 1)

    # --- combat -------------------------------------------------------------------------------------------------------
    def _combat(self, value: Any) -> Combat | None:
        if value is None:
            return None
        if not isinstance(value, dict):
            self._check.fault("combat", _("an object was expected"), _shown(value))
            return None
        listed = self._check.items(value.get("dice", []), "combat.dice", most=MAX_RANK)
        return Combat(
            self._one_of(value.get("kind"), "combat.kind", ("monster", "event", BOSS)),
            self._check.integer(value.get("hp"), "combat.hp", 1, MAX_MONSTER_HP),
            self._check.integer(value.get("damage"), "combat.damage", 0, _MAX_DAMAGE),
            tuple(self._die(die, f"combat.dice[{index}]") for index, die in enumerate(listed)),
            poisoned=self._check.flag(value.get("poisoned"), "combat.poisoned"),
            frozen=self._check.flag(value.get("frozen"), "combat.frozen"),
        )

    def _die(self, value: Any, at: str) -> Die:
        text = str(value) if type(value) is int else value
        try:
            return parse_die(text if isinstance(text, str) else "")
        except ValueError:
            self._check.fault(at, _("a die was expected, as in 4, 6+3 or 4f"), _shown(value))
            return Die((1,))

    # --- what belongs together ----------------------------------------------------------------------------------------
    def _check_phase(self, fields: dict[str, Any]) -> None:
        """Note what contradicts the phase; what is wrong by itself has been noted, and is not blamed on others."""
        if not self._check.sound(*_STAGE):
            return
        phase, combat, fault, sound = fields["phase"], fields["combat"], self._check.fault, self._check.sound
        if (phase in {ATTACK, SPELL}) != (combat is not None):
            fault("combat", _("a fight belongs to the phases attack and spell, and to no other"), phase)
        if combat is not None and combat.dice and phase == SPELL:
            fault("combat.dice", _("the dice are gone when a spell is chosen"))
        if (phase in {EVENT, CHANGE}) != bool(fields["die"]) and sound("die"):
            fault("die", _("an event die belongs to the phases event and change, and to no other"), phase)
        if (phase == DROP) != bool(fields["offer"]) and sound("offer"):
            fault("offer", _("an offered spell belongs to the phase drop, and to no other"), phase)
        if phase == DROP and len(fields["hero"].spells) < MAX_SPELLS and sound("spells"):
            fault("spells", _("a spell is dropped only where two are held"))
        if (phase == OVER) != bool(fields["ended"]):
            fault("ended", _("an ending belongs to the phase over, and to no other"), phase)
        for name in ("key", "key_found"):
            if fields[name] and not self._rules.key and sound("rules"):
                fault(name, _("there are no keys without the Dungeon Key variant"))
        if sound("layout", "column", "taken", "area"):
            self._check_room(fields)

    def _check_room(self, fields: dict[str, Any]) -> None:
        phase, combat, area = fields["phase"], fields["combat"], fields["area"]
        column, taken = fields["column"], fields["taken"]
        wanted = (combat.kind,) if combat else _ROOMS_OF.get(phase)
        if wanted is None or len(taken) < column:
            return
        room = self._cards(column)[taken[column - 1] - 1]
        if room not in wanted:
            text = _("the room in column {column} does not fit the phase {phase}")
            self._check.fault("layout", text.format(column=column, phase=phase), room or "")
        if phase == DROP and room == BOSS and area == AREAS:
            self._check.fault("phase", _("the last boss gives no item: the game is won"), phase)


def _shown(value: Any) -> str:
    return "" if value is None else plain(value, 80)
