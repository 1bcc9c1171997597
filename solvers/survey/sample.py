"""Which seeds of a survey are solved again: settled by the seed, so that every run audits the same ones."""

from __future__ import annotations

from zlib import crc32


def is_audited(seed: int, share: float) -> bool:
    """Tell whether a seed belongs to a pseudo-random sample of `share` (0–1) of all seeds."""
    return crc32(f"audit/{seed}".encode()) < share * 2**32
