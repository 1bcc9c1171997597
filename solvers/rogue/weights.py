"""The values of runs as data: `data/worth.json`, made by `python -m solvers.rogue.train`.

For each variant the weights of all stages stand one after the other as 16-bit integers (little-endian, base64); those
of a stage are to be multiplied by its scale, and a stage of scale 0 has none. `last` are the exact chances in the fight
with the last boss, in 65535ths: for each spell code and armor 20 by 37 numbers, by HP and XP.
"""

from __future__ import annotations

import base64
import json
import sys
from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import islice, repeat
from typing import Any, Final

from librt.vecs import vec

from cardsolo.games.rogue.tables import HEALING_HP, MAX_HP
from solvers.rogue.kernel.plan import CELLS, HEALING, WIDTH
from solvers.rogue.kernel.run import HIDDEN, ROWS, STAGES, WEIGHTS, Worth

FILE: Final = "worth.json"
FORMAT: Final = "cardsolo-rogue-worth/2"
_LARGEST: Final = 32767
_WHOLE: Final = 65535
#: Spell codes: the greater kind first (`kernel.run.Run`).
CODES: Final = tuple(5 * one + other for one in range(5) for other in range(one + 1))
ARMORS: Final = 6

Last = Mapping[tuple[int, int], Sequence[float]]


def pack(variants: Mapping[str, Sequence[float]], last: Last) -> str:
    """Return the text of the data file. last: by spell code and armor, one number a cell."""
    rows = {name: _pack_one(weights) for name, weights in variants.items()}
    cells = [last[code, armor][WIDTH:] for code in CODES for armor in range(ARMORS)]
    exact = array("H", (round(value * _WHOLE) for part in cells for value in part))
    head = {"format": FORMAT, "rows": ROWS, "hidden": HIDDEN, "stages": STAGES}
    return json.dumps({**head, **rows, "last": _coded(exact)}, separators=(",", ":")) + "\n"


def _pack_one(weights: Sequence[float]) -> dict[str, object]:
    scales, integers = [], array("h")
    for stage in range(STAGES):
        part = weights[stage * WEIGHTS : (stage + 1) * WEIGHTS]
        scale = float(f"{max(map(abs, part), default=0.0) / _LARGEST:.6e}")
        scales.append(scale)
        if scale > 0:
            integers.extend(max(-_LARGEST, min(_LARGEST, round(weight / scale))) for weight in part)
    return {"scales": scales, "weights": _coded(integers)}


def _coded(integers: array[int]) -> str:
    if sys.byteorder == "big":
        integers.byteswap()
    return base64.b64encode(integers.tobytes()).decode("ascii")


def _decoded(kind: str, text: str) -> array[int]:
    integers = array(kind, base64.b64decode(text))
    if sys.byteorder == "big":
        integers.byteswap()
    return integers


def unpack(text: str, name: str) -> list[float]:
    """Return the weights of a variant. Raises ValueError where the file is of another shape."""
    data = _checked(text)
    if name not in data:
        raise ValueError(f"{FILE}: no values of {name}")
    scales, integers = data[name]["scales"], _decoded("h", data[name]["weights"])
    _count(scales, STAGES)
    _count(integers, WEIGHTS * sum(scale > 0 for scale in scales))
    rest = iter(integers)
    weights: list[float] = []
    for scale in scales:
        weights.extend(value * scale for value in islice(rest, WEIGHTS if scale else 0))
        weights.extend(repeat(0.0, 0 if scale else WEIGHTS))
    return weights


def unpack_last(text: str) -> list[float]:
    """Return the exact chances as `Worth` wants them. Raises ValueError where the file is of another shape."""
    integers = _decoded("H", _checked(text)["last"])
    _count(integers, len(CODES) * ARMORS * (CELLS - WIDTH))
    values = iter(integers)
    cells = {(code, armor): list(islice(values, CELLS - WIDTH)) for code in CODES for armor in range(ARMORS)}
    return table_of({key: [0.0] * WIDTH + [value / _WHOLE for value in part] for key, part in cells.items()})


def table_of(last: Last) -> list[float]:
    """Return the exact chances as `Worth` wants them: a Healing spell may be used before the fight, too (R8)."""
    table = [0.0] * (25 * ARMORS * CELLS)
    for (code, armor), part in last.items():
        at = (code * ARMORS + armor) * CELLS
        table[at : at + CELLS] = part
    for code in range(
        5 * HEALING, 25
    ):  # two Healing spells last: the cells of one, to which they lead, are done by then
        for armor in range(ARMORS):
            kept = (code * ARMORS + armor) * CELLS
            used = (code % 5 * 5 * ARMORS + armor) * CELLS
            for hp in range(1, MAX_HP):
                row, cured = kept + hp * WIDTH, used + min(MAX_HP, hp + HEALING_HP) * WIDTH
                table[row : row + WIDTH] = map(max, table[row : row + WIDTH], table[cured : cured + WIDTH])
    return table


def _count(values: Sequence[float], size: int) -> None:
    if len(values) != size:
        raise ValueError(f"{FILE}: {len(values)} numbers instead of {size}")


def _checked(text: str) -> Any:
    data = json.loads(text)
    shape = (data.get("format"), data.get("rows"), data.get("hidden"), data.get("stages"))
    if shape != (FORMAT, ROWS, HIDDEN, STAGES):
        raise ValueError(f"{FILE}: {shape} instead of {(FORMAT, ROWS, HIDDEN, STAGES)}")
    return data


@cache
def worth_of(*, locked: bool) -> Worth:
    """Return the values of the standard game, or of the Dungeon Key variant."""
    text = resources.files("solvers.rogue").joinpath("data", FILE).read_text("utf-8")
    weights = unpack(text, "locked" if locked else "standard")
    return Worth(vec[float](weights), vec[float](unpack_last(text)), locked)
