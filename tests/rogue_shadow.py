"""A second reading of the rules of Mini Rogue, written from their text alone: it follows a log and shares no code.

One mutable record and plain words; moves and dice come from the log, so nothing is chosen and nothing is random here.
"""

from __future__ import annotations

LEVELS = [(1, 2), (3, 4), (5, 6, 7), (8, 9, 10), (11, 12, 13, 14)]
BOSSES = [(10, 3, 2, 2), (15, 5, 2, 3), (20, 7, 3, 4), (25, 9, 3, 5), (30, 12, 0, 0)]  # hp, damage, gold, xp
XP_OF_MONSTERS = [1, 1, 2, 2, 3]
STARTS = {"casual": (1, 5, 5, 6), "normal": (0, 5, 3, 6), "hard": (0, 4, 2, 3), "impossible": (0, 3, 1, 3)}
BELOW = {1: 3, 2: 4, 3: 5, 4: 6, 5: 8, 6: 9, 7: 10, 8: 11, 9: 12, 10: 13}
PRICES = {"ration": 1, "potion": 1, "big-potion": 3, "armor": 6, "fire": 8, "ice": 8, "poison": 8, "healing": 8}
SPELL_OF_ITEM = {3: "fire", 4: "ice", 5: "poison", 6: "healing"}
TOTAL_XP = [0, 6, 18, 36]  # at which each rank is reached


class Shadow:
    """Follows one game; `end` is empty until it is over."""

    def __init__(self, rooms, difficulty, key):
        self.rooms = list(rooms)
        self.with_key = key
        self.armor, self.hp, self.gold, self.food = STARTS[difficulty]
        self.total_xp = 0  # cumulative; rank 4 is 36
        self.spells = []
        self.area = 1
        self.bosses = 0
        self.key = self.level_gave_key = False
        self.end = ""
        self.foe = None
        self.event = 0
        self.offer = None
        self.lay_out()

    # --- the hero
    @property
    def rank(self):
        return sum(self.total_xp >= total for total in TOTAL_XP)

    @property
    def level(self):
        return next(number for number, areas in enumerate(LEVELS, 1) if self.area in areas)

    def is_last_of_level(self):
        return any(areas[-1] == self.area for areas in LEVELS)

    def gain_xp(self, amount):
        if self.rank == 4:
            self.hp = min(20, self.hp + 1)
        else:
            self.total_xp = min(36, self.total_xp + amount)

    def gain_hp(self, amount):
        self.hp = min(20, self.hp + amount)

    def hurt(self, amount, cause):
        self.hp = max(0, self.hp - amount)
        if self.hp == 0:
            self.end = cause

    # --- the course of the game
    def lay_out(self):
        cards = self.rooms.pop(0)
        self.columns = [[cards[0]], [cards[1], cards[4]], [cards[2]], [cards[3], cards[5]]]
        self.fought = self.boss_met = False

    def room_done(self):
        if self.end or self.columns or (self.is_last_of_level() and not self.boss_met):
            return
        if self.food:
            self.food -= 1
        else:
            self.hurt(2, "hunger")
            if self.end:
                return
        if self.with_key and self.is_last_of_level():
            if not self.key:
                self.end = "locked"
                return
            self.key = False
        self.step_to(self.area + 1)
        self.lay_out()

    def step_to(self, area):
        level = self.level
        self.area = area
        if self.level != level:
            self.level_gave_key = False

    def play(self, move, dice):
        """Follow one line of the log."""
        dice = list(dice)
        words = move.split()
        getattr(self, "on_" + {"+1": "plus", "-1": "minus"}.get(words[0], words[0]).replace("-", "_"))(words[1:], dice)
        assert not dice, (move, dice)

    def on_resign(self, words, dice):
        self.end = "resigned"

    def on_room(self, words, dice):
        if not self.columns:
            self.boss_met = True
            hp, damage, _gold, _xp = BOSSES[self.level - 1]
            self.meet("boss", hp, damage, dice)
            return
        self.room = self.columns.pop(0)[int(words[0]) - 1]
        if self.room == "monster":
            self.meet("monster", self.area + dice.pop(0), 2 * self.level, dice)
        elif self.room == "treasure":
            self.gold = min(20, self.gold + 1 + self.fought)
            if dice.pop(0) >= 5:
                self.item(dice)
            else:
                self.room_done()
        elif self.room == "event":
            self.event = dice.pop(0)
        elif self.room == "trap":
            self.trap(dice)

    def trap(self, dice):
        if self.with_key and not self.key and not self.level_gave_key:
            self.key = self.level_gave_key = True
        kind, check = dice.pop(0), dice.pop(0)
        if check > self.rank:
            if kind == 1 and self.food:
                self.food -= 1
            elif kind == 2 and self.gold:
                self.gold -= 1
            elif kind == 3 and self.armor:
                self.armor -= 1
            elif kind == 4:
                self.hurt(1, "trap")
            elif kind == 5 and self.total_xp:
                self.total_xp -= 1
            else:
                self.hurt(2, "trap")
                if kind == 6 and not self.end and self.area in BELOW:
                    self.step_to(BELOW[self.area])
        self.room_done()

    def item(self, dice):
        die = dice.pop(0)
        if die == 1:
            self.armor = min(5, self.armor + 1)
        elif die == 2:
            self.gain_xp(2)
        elif len(self.spells) == 2:
            self.offer = SPELL_OF_ITEM[die]
            return
        else:
            self.spells.append(SPELL_OF_ITEM[die])
        self.room_done()

    def on_drop(self, words, dice):
        self.spells.remove(words[0])
        self.spells.append(self.offer)
        self.gold -= PRICES[self.offer] if self.at_market() else 0
        self.on_decline(words, dice)

    def on_decline(self, words, dice):
        self.offer = None
        if not self.at_market():
            self.room_done()

    def at_market(self):
        return self.room == "merchant" and not self.boss_met

    # --- other rooms
    def on_check(self, words, dice):
        if dice.pop(0) > self.rank:
            self.happen(dice)

    def on_plus(self, words, dice):
        self.event += 1
        self.happen(dice)

    def on_minus(self, words, dice):
        self.event -= 1
        self.happen(dice)

    def on_keep(self, words, dice):
        self.happen(dice)

    def happen(self, dice):
        if self.event == 6:
            self.meet("event", self.area + dice.pop(0), 2 * self.level, dice)
            return
        if self.event == 1:
            self.food = min(6, self.food + 1)
        elif self.event == 2:
            self.gain_hp(2)
        elif self.event == 3:
            self.gold = min(20, self.gold + 2)
        elif self.event == 4:
            self.gain_xp(2)
        else:
            self.armor = min(5, self.armor + 1)
        self.room_done()

    def on_buy(self, words, dice):
        ware = words[0]
        if ware in SPELL_OF_ITEM.values() and len(self.spells) == 2:
            self.offer = ware
            return
        self.gold -= PRICES[ware]
        if ware == "ration":
            self.food += 1
        elif ware == "armor":
            self.armor += 1
        elif ware.endswith("potion"):
            self.gain_hp(4 if ware == "big-potion" else 1)
        else:
            self.spells.append(ware)

    def on_sell(self, words, dice):
        if words[0] == "armor":
            self.armor -= 1
            self.gold = min(20, self.gold + 3)
        else:
            self.spells.remove(words[0])
            self.gold = min(20, self.gold + 4)

    def on_leave(self, words, dice):
        self.room_done()

    def on_rest(self, words, dice):
        if words[0] == "weapon":
            self.gain_xp(1)
        elif words[0] == "food":
            self.food = min(6, self.food + 1)
        else:
            self.gain_hp(2)
        self.room_done()

    # --- fights
    def meet(self, kind, hp, damage, dice):
        self.foe = {"kind": kind, "hp": hp, "damage": damage, "poison": 0, "level": self.level}
        self.throw(dice)

    def throw(self, dice):
        self.held = [dice.pop(0) for _die in range(self.rank)]
        self.held = [0 if face == 1 else face for face in self.held]

    def on_reroll(self, words, dice):
        at, face = int(words[0]) - 1, dice.pop(0)
        self.held[at] = 0 if face == 1 else self.held[at] + face

    def on_feat(self, words, dice):
        if words[0] == "hp":
            self.hp -= 2
        else:
            self.total_xp -= 1
        face = dice.pop(0)
        self.held[int(words[1]) - 1] = 0 if face == 1 else face

    def on_stop(self, words, dice):
        self.foe["hp"] -= sum(self.held) + self.foe["poison"]
        usable = [
            spell
            for spell in self.spells
            if not (spell == "poison" and self.foe["poison"]) and not (spell == "healing" and self.hp == 20)
        ]
        if self.foe["hp"] <= 0:
            self.slay(dice)
        elif not usable:
            self.strike_back(dice)

    def on_no_spell(self, words, dice):
        self.strike_back(dice)

    def on_spell(self, words, dice):
        spell = words[0]
        self.spells.remove(spell)
        if spell == "healing":
            self.gain_hp(8)
            if self.foe is None:
                return
        self.foe["hp"] -= {"fire": 8, "poison": 5}.get(spell, 0)
        if spell == "poison":
            self.foe["poison"] = 5
        if self.foe["hp"] <= 0:
            self.slay(dice)
        elif spell == "ice":
            self.throw(dice)
        else:
            self.strike_back(dice)

    def strike_back(self, dice):
        self.hurt(max(0, self.foe["damage"] - self.armor), self.foe["kind"])
        if not self.end:
            self.throw(dice)

    def slay(self, dice):
        foe, self.foe = self.foe, None
        if foe["kind"] != "boss":
            self.fought = True
            self.gain_xp(2 if foe["kind"] == "event" else XP_OF_MONSTERS[foe["level"] - 1])
            self.room_done()
            return
        self.bosses += 1
        if self.area == 14:
            self.end = "won"
            return
        _hp, _damage, gold, xp = BOSSES[foe["level"] - 1]
        self.gold = min(20, self.gold + gold)
        self.gain_xp(xp)
        self.item(dice)
