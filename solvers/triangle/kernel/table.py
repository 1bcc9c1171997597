"""A hash table from odd keys to values from 0 on, which grows up to a fixed size and then takes no more."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

START: Final = 1 << 12
#: Largest table: 2^22 entries, 64 MiB; half of them are used.
MOST: Final = 1 << 22


class Table:
    def __init__(self) -> None:
        self.keys: vec[i64] = vec[i64]([0 for _ in range(START)])
        self.values: vec[i64] = vec[i64]([0 for _ in range(START)])
        self.stored: i64 = 0

    def get(self, key: i64) -> i64:
        """The value of key, −1 if it has none."""
        at: i64 = self.find(key)
        return self.values[at] if self.keys[at] == key else -1

    def find(self, key: i64) -> i64:
        """The entry of key, or the free one where it belongs."""
        keys = self.keys
        size: i64 = i64(len(keys))
        at: i64 = (key >> 1) & (size - 1)
        while keys[at] != 0 and keys[at] != key:
            at = (at + 1) & (size - 1)
        return at

    def store(self, key: i64, value: i64) -> None:
        if 2 * self.stored > i64(len(self.keys)):
            if i64(len(self.keys)) >= MOST:
                return
            self.grow()
        at: i64 = self.find(key)
        if self.keys[at] == 0:
            self.stored += 1
        self.keys[at] = key
        self.values[at] = value

    def grow(self) -> None:
        keys = self.keys
        values = self.values
        size: i64 = i64(len(keys))
        self.keys = vec[i64]([0 for _ in range(4 * size)])
        self.values = vec[i64]([0 for _ in range(4 * size)])
        k: i64 = 0
        while k < size:
            if keys[k] != 0:
                at: i64 = self.find(keys[k])
                self.keys[at] = keys[k]
                self.values[at] = values[k]
            k += 1
