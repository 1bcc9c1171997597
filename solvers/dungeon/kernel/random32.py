"""A small random generator for playouts: Marsaglia's xorshift128 on 32-bit words, the same compiled and uncompiled."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

MASK: Final = 0xFFFFFFFF


class Random32:
    """State of one stream; equal seeds give equal streams."""

    def __init__(self, seed: i64) -> None:
        self.x: i64 = 0
        self.y: i64 = 0
        self.z: i64 = 0
        self.w: i64 = 0
        self.restart(seed)

    def restart(self, seed: i64) -> None:
        """Begin the stream of seed (0 … 2^62 − 1) afresh."""
        self.x = 123456789 ^ (seed & MASK)
        self.y = 362436069 ^ (seed >> 31)
        self.z = 521288629
        self.w = 88675123
        for _ in range(16):  # nearby seeds are spread out before the first number is used
            self.word()

    def word(self) -> i64:
        """Return 32 random bits."""
        t: i64 = self.x ^ ((self.x << 11) & MASK)
        self.x = self.y
        self.y = self.z
        self.z = self.w
        self.w = self.w ^ (self.w >> 19) ^ t ^ (t >> 8)
        return self.w

    def below(self, bound: i64) -> i64:
        """Return a random number in 0 … bound − 1; bound below 2^30, the bias below bound / 2^32."""
        return (self.word() * bound) >> 32
