"""The fitted values as data: `data/worth.json`, made by `python -m solvers.rogue.train`.

For each variant the weights of all stages stand one after the other as 16-bit integers (little-endian, base64); those
of a stage are to be multiplied by its scale.
"""

from __future__ import annotations

import base64
import json
import sys
from array import array
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final

from librt.vecs import vec

from solvers.rogue.kernel.run import HIDDEN, INPUTS, STAGES, WEIGHTS, Worth

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FILE: Final = "worth.json"
FORMAT: Final = "cardsolo-rogue-worth/1"
_LARGEST: Final = 32767


def pack(variants: Mapping[str, Sequence[float]]) -> str:
    """Return the text of the data file."""
    rows = {name: _pack_one(weights) for name, weights in variants.items()}
    head = {"format": FORMAT, "inputs": INPUTS, "hidden": HIDDEN, "stages": STAGES}
    return json.dumps(head | rows, separators=(",", ":")) + "\n"


def _pack_one(weights: Sequence[float]) -> dict[str, object]:
    scales, integers = [], array("h")
    for stage in range(STAGES):
        part = weights[stage * WEIGHTS : (stage + 1) * WEIGHTS]
        scale = float(f"{max(map(abs, part), default=0.0) / _LARGEST:.6e}") or 1.0
        scales.append(scale)
        integers.extend(max(-_LARGEST, min(_LARGEST, round(weight / scale))) for weight in part)
    if sys.byteorder == "big":
        integers.byteswap()
    return {"scales": scales, "weights": base64.b64encode(integers.tobytes()).decode("ascii")}


def unpack(text: str, name: str) -> list[float]:
    """Return the weights of a variant. Raises ValueError where the file is of another shape."""
    data = json.loads(text)
    shape = (data.get("format"), data.get("inputs"), data.get("hidden"), data.get("stages"))
    if shape != (FORMAT, INPUTS, HIDDEN, STAGES):
        raise ValueError(f"{FILE}: {shape} instead of {(FORMAT, INPUTS, HIDDEN, STAGES)}")
    integers = array("h", base64.b64decode(data[name]["weights"]))
    if sys.byteorder == "big":
        integers.byteswap()
    scales = data[name]["scales"]
    return [value * scales[at // WEIGHTS] for at, value in enumerate(integers)]


@cache
def worth_of(*, locked: bool) -> Worth:
    """Return the fitted values of the standard game, or of the Dungeon Key variant."""
    text = resources.files("solvers.rogue").joinpath("data", FILE).read_text("utf-8")
    return Worth(vec[float](unpack(text, "locked" if locked else "standard")), locked)
