"""The positions of one attack phase (rules section 7.2, steps 1 to 4) and how they lead into each other.

A die is free (may still take a feat) or spent (a feat has re-rolled it), and hot (shows a 6 not yet re-rolled) or cold.
A spent cold die can change no more, so only the sum of those counts: most of the phase collapses into few positions. A
position is a key: the dead sum in the six low bits, above it one six-bit code for each other die, in ascending order.

Codes: 1 + value for a free cold die (a miss has value 0), 32 + k for a free hot die holding 6k, 40 + k for a spent one.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from solvers.rogue.kernel.savings import ENOUGH, LOWEST, TRIM

KILL: Final = 0
SAME: Final = -1


def put(key: i64, code: i64) -> i64:
    """Return the position with one more die."""
    live = key >> 6
    shift: i64 = 0
    while (live >> shift) & 63 != 0 and (live >> shift) & 63 <= code:
        shift += 6
    low = live & ((1 << shift) - 1)
    return (key & 63) | ((low | (code << shift) | ((live >> shift) << (shift + 6))) << 6)


def take(key: i64, index: i64) -> i64:
    """Return the position without its index-th live die."""
    live = key >> 6
    shift = 6 * index
    low = live & ((1 << shift) - 1)
    return (key & 63) | ((low | ((live >> (shift + 6)) << shift)) << 6)


def die_at(key: i64, index: i64) -> i64:
    """Return the code of the index-th live die, 0 past the last."""
    return (key >> (6 * index + 6)) & 63


def worth(code: i64) -> i64:
    """Return what a die of this code holds."""
    if code < 32:
        return code - 1
    if code < 40:
        return 6 * (code - 32)
    return 6 * (code - 40)


def sum_of(key: i64) -> i64:
    """Return what all dice of a position hold."""
    total = key & 63
    index: i64 = 0
    while die_at(key, index) != 0:
        total += worth(die_at(key, index))
        index += 1
    return total


class Table:
    """Map from keys below 2**30 to small numbers; open addressing, never shrinks."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.mask: i64 = 255
        self.keys: vec[i64] = vec[i64]([-1] * 256)
        self.ids: vec[i64] = vec[i64]([0] * 256)

    def slot(self, key: i64) -> i64:
        at = ((key * 2654435769) >> 16) & self.mask  # below 2**62, since keys have 30 bits
        keys = self.keys
        while keys[at] != key and keys[at] != -1:
            at = (at + 1) & self.mask
        return at

    def get(self, key: i64) -> i64:
        """Return the number stored for key, or -1."""
        at = self.slot(key)
        return self.ids[at] if self.keys[at] == key else -1

    def add(self, key: i64, number: i64) -> None:
        if 2 * self.count > self.mask:
            self.grow()
        at = self.slot(key)
        self.keys[at] = key
        self.ids[at] = number
        self.count += 1

    def grow(self) -> None:
        old_keys, old_ids, old = self.keys, self.ids, self.mask + 1
        self.mask = 4 * old - 1
        self.keys = vec[i64]([-1] * int(4 * old))
        self.ids = vec[i64]([0] * int(4 * old))
        at: i64 = 0
        while at < old:
            if old_keys[at] != -1:
                to = self.slot(old_keys[at])
                self.keys[to] = old_keys[at]
                self.ids[to] = old_ids[at]
            at += 1


class Graph:
    """All positions of `dice` dice that can matter against a monster with `need` points left.

    Position KILL (number 0) is any whose damage suffices and will not be broken up again, position 1 + d any where
    damage d stands for good. The others are numbered so that a re-rolled critical always leads to a lower number.

    `savings` are the bits of `kernel.savings` that hold here; others are ignored:

    - ENOUGH, for fights where more damage is never worse: a position whose damage suffices is KILL. Without it a
      sufficient roll may be broken up again, and a position is KILL once its dead sum suffices.
    - LOWEST, in such fights: a feat goes to the lowest cold die that is free. Not to a hot one, since re-rolling that
      as a critical costs nothing, and the same face is worth no less on top of what it holds. Not to a higher one,
      since the lower one is better lost. Without it every die that is free may take a feat.
    - TRIM: no die is worth more than what the dead sum leaves to be done.

    With `most` < dice, at most so many feats are taken in the phase; positions without a feat left count as `dice`
    feats.

    Positions and bases form groups by the feats so far. `order` lists positions, `base_order` bases, by group
    (`first`, `base_first`).

    For position c: `total[c]`, blocks `crits[c]` to `crits[c + 1]` of six successors each in `after` (the sixth
    is SAME where one more six on a die that suffices alone makes no difference: then it is thrown again), and
    `feats[c]` to `feats[c + 1]` in `bases`: the bases (positions less one die) from which a feat throws. Base b leads
    to the six `thrown[6 * b + face - 1]`. `crit_codes` and `feat_codes` tell which die each block and each entry of
    `bases` throws, `crit_low` and `base_low` the total that is left if it misses.
    """

    def __init__(self, dice: i64, need: i64, most: i64, savings: i64) -> None:
        self.dice: i64 = dice
        self.need: i64 = need
        self.most: i64 = most
        self.enough = savings & ENOUGH != 0
        self.lowest = savings & LOWEST != 0
        self.trims = savings & TRIM != 0
        self.ids = Table()
        self.base_ids = Table()
        self.total: vec[i64] = vec[i64]([(at + need) % (need + 1) for at in range(need + 1)])
        self.group: vec[i64] = vec[i64]([0] * int(need + 1))
        self.crits: vec[i64] = vec[i64]([0] * int(need + 2))
        self.feats: vec[i64] = vec[i64]([0] * int(need + 2))
        self.after: vec[i64] = vec[i64]([])
        self.bases: vec[i64] = vec[i64]([])
        self.crit_codes: vec[i64] = vec[i64]([])
        self.crit_low: vec[i64] = vec[i64]([])
        self.feat_codes: vec[i64] = vec[i64]([])
        self.thrown: vec[i64] = vec[i64]([])
        self.base_group: vec[i64] = vec[i64]([])
        self.base_low: vec[i64] = vec[i64]([])
        self.order: vec[i64] = vec[i64]([])
        self.first: vec[i64] = vec[i64]([])
        self.base_order: vec[i64] = vec[i64]([])
        self.base_first: vec[i64] = vec[i64]([])
        self.rolls: vec[i64] = vec[i64]([])
        self.weights: vec[i64] = vec[i64]([])

    def size(self) -> i64:
        return len(self.total)

    def base_count(self) -> i64:
        return len(self.base_group)

    def result(self, rest: i64, held: i64, face: i64, spent: bool) -> i64:
        """Return the position after a die that held `held` (0 after a feat) came to show `face`."""
        value: i64 = 0 if face == 1 else held + face
        if face == 6:
            sixes = min(value, self.need + 5) // 6
            return self.trim(put(rest, sixes + (40 if spent else 32)))
        value = min(value, self.need)
        if not spent:
            return self.trim(put(rest, 1 + value))
        dead = min((rest & 63) + value, self.need)
        return self.trim((rest & ~63) | dead)

    def trim(self, key: i64) -> i64:
        """Return the position with no die worth more than what the dead sum, which never falls, leaves to be done."""
        if not self.trims:
            return key
        most = self.need - (key & 63)
        sixes = (most + 5) // 6
        trimmed = key & 63
        index: i64 = 0
        while die_at(key, index) != 0:
            code = die_at(key, index)
            cap = 1 + most
            if code >= 32:
                cap = sixes + (32 if code < 40 else 40)
            trimmed = put(trimmed, min(code, cap))
            index += 1
        return trimmed

    def visit(self, key: i64) -> i64:
        """Number the position and all that follow it; return its number."""
        total = sum_of(key)
        if total >= self.need and (self.enough or (key & 63) >= self.need):
            return KILL
        known = self.ids.get(key)
        if known >= 0:
            return known
        blocks, codes = self.visit_crits(key)
        mine, feat_codes = self.visit_feats(key)
        if len(codes) == 0 and len(mine) == 0:
            stop: i64 = KILL if total >= self.need else 1 + total
            self.ids.add(key, stop)
            return stop
        for item in blocks:
            self.after = append(self.after, item)
        for item in codes:
            self.crit_codes = append(self.crit_codes, item)
            self.crit_low = append(self.crit_low, min(self.need, total - worth(item)))
        for item in mine:
            self.bases = append(self.bases, item)
        for item in feat_codes:
            self.feat_codes = append(self.feat_codes, item)
        number: i64 = len(self.total)
        self.ids.add(key, number)
        self.total = append(self.total, min(total, self.need))
        self.group = append(self.group, self.feats_in(key))
        self.crits = append(self.crits, len(self.after) // 6)
        self.feats = append(self.feats, len(self.bases))
        return number

    def feats_in(self, key: i64) -> i64:
        """Return how many feats a position has seen."""
        used = self.dice
        index: i64 = 0
        while die_at(key, index) != 0:
            if die_at(key, index) < 40:
                used -= 1
            index += 1
        return used

    def visit_crits(self, key: i64) -> tuple[vec[i64], vec[i64]]:
        blocks: vec[i64] = vec[i64]([])
        codes: vec[i64] = vec[i64]([])
        index: i64 = 0
        while die_at(key, index) != 0:
            code = die_at(key, index)
            if code >= 32 and (index == 0 or die_at(key, index - 1) != code):
                rest = take(key, index)
                codes = append(codes, code)
                face: i64 = 1
                while face <= 6:
                    to = self.result(rest, worth(code), face, code >= 40)
                    blocks = append(blocks, SAME if to == key else self.visit(to))
                    face += 1
            index += 1
        return blocks, codes

    def visit_feats(self, key: i64) -> tuple[vec[i64], vec[i64]]:
        mine: vec[i64] = vec[i64]([])
        codes: vec[i64] = vec[i64]([])
        used = self.feats_in(key) + 1
        index: i64 = 0
        while True:
            code = die_at(key, index)
            if code == 0 or code >= 40 or (self.lowest and (index > 0 or code >= 32)):
                return mine, codes
            if index == 0 or die_at(key, index - 1) != code:
                mine = append(mine, self.visit_base(take(key, index), used))
                codes = append(codes, code)
            index += 1

    def fold(self, rest: i64) -> i64:
        """Return the position with every die spent: no feat is left."""
        index: i64 = 0
        folded = rest & 63
        while die_at(rest, index) != 0:
            code = die_at(rest, index)
            if code < 32:
                folded = (folded & ~63) | min(self.need, (folded & 63) + worth(code))
            else:
                folded = put(folded, code if code >= 40 else code + 8)
            index += 1
        return folded

    def visit_base(self, rest: i64, used: i64) -> i64:
        if used >= self.most:
            rest = self.fold(rest)
            used = self.dice
        known = self.base_ids.get(rest)
        if known >= 0:
            return known
        to: vec[i64] = vec[i64]([])
        face: i64 = 1
        while face <= 6:
            to = append(to, self.visit(self.result(rest, 0, face, True)))
            face += 1
        number: i64 = len(self.base_group)
        self.base_ids.add(rest, number)
        for item in to:
            self.thrown = append(self.thrown, item)
        self.base_group = append(self.base_group, used)
        self.base_low = append(self.base_low, min(self.need, sum_of(rest)))
        return number

    def roll(self) -> None:
        """Number all that can follow a fresh roll; `rolls` and `weights` (out of 6 ** dice) describe the roll."""
        seen: vec[i64] = vec[i64]([])
        outcomes: i64 = 6**self.dice
        roll: i64 = 0
        while roll < outcomes:
            key: i64 = 0
            left = roll
            die: i64 = 0
            while die < self.dice:
                key = self.result(key, 0, left % 6 + 1, False)
                left //= 6
                die += 1
            seen = append(seen, self.visit(key))
            roll += 1
        counts: vec[i64] = vec[i64]([0] * len(self.total))
        for number in seen:
            counts[number] += 1
        at: i64 = 0
        while at < len(counts):
            if counts[at] > 0:
                self.rolls = append(self.rolls, at)
                self.weights = append(self.weights, counts[at])
            at += 1

    def close(self) -> None:
        """List positions and bases by group, once all are numbered."""
        groups = self.dice + 1
        self.order, self.first = grouped(self.group, self.need + 1, groups)
        self.base_order, self.base_first = grouped(self.base_group, 0, groups)


def grouped(members: vec[i64], start: i64, groups: i64) -> tuple[vec[i64], vec[i64]]:
    """Return the indices from start on, by group and then ascending, and where each group begins (the last: ends)."""
    first: vec[i64] = vec[i64]([0] * int(groups + 1))
    at = start
    while at < len(members):
        first[members[at] + 1] += 1
        at += 1
    group: i64 = 0
    while group < groups:
        first[group + 1] += first[group]
        group += 1
    free: vec[i64] = vec[i64]([first[at] for at in range(groups + 1)])
    order: vec[i64] = vec[i64]([0] * int(first[groups]))
    at = start
    while at < len(members):
        order[free[members[at]]] = at
        free[members[at]] += 1
        at += 1
    return order, first
