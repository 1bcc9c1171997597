"""The dealer `cardsolo-1`: seeds, streams of chance, shuffles. Never changes once released.

Every independent use of chance has a stream of its own, keyed by text, so that one use never moves another.
Only `Random.random()` is called: the one method whose sequence Python promises to keep.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final, TypeVar

from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")

DEALER: Final = "cardsolo-1"
SEED_MAX: Final = 2**63 - 1
#: Above this a JSON number loses digits in many readers, so a seed is written as text.
SEED_JSON_NUMBER_MAX: Final = 2**53 - 1


def stream(game: str, seed: int, name: str) -> random.Random:
    """Return the stream `name` of a seeded game; seed 0 … 2^63 - 1."""
    return random.Random(f"{DEALER}/{game}/{seed}/{name}")


def shuffled(items: Iterable[T], source: random.Random) -> tuple[T, ...]:
    """Return items in shuffled order: Fisher–Yates from the last index down, one random() a step."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = int(source.random() * (i + 1))
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def fresh_seed() -> int:
    """Pick a seed for a game that nobody named one for: short enough to be typed again."""
    return random.SystemRandom().randrange(10**9)


def parse_seed(text: str) -> int:
    """Read a seed typed as plain digits. Raises OptionError."""
    if text.isascii() and text.isdigit() and len(text) <= len(str(SEED_MAX)) and int(text) <= SEED_MAX:
        return int(text)
    raise OptionError(_("a seed is a number from 0 to {most}, in plain digits").format(most=SEED_MAX))


def seed_to_json(seed: int) -> int | str:
    """Write a seed as JSON keeps it exactly: a number, above 2^53 - 1 a string of digits."""
    return seed if seed <= SEED_JSON_NUMBER_MAX else str(seed)


def origin_to_json(seed: int | None) -> dict[str, int | str]:
    """Return what a deal says of its origin: dealer and seed, nothing for a typed one."""
    return {} if seed is None else {"dealer": DEALER, "seed": seed_to_json(seed)}


def seed_from_json(value: object) -> int:
    """Read either form of a seed. Raises OptionError."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= SEED_MAX:
        return value
    return parse_seed(value if isinstance(value, str) else "")
