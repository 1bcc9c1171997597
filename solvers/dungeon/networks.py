"""The weights of the value networks as files: one for each combination of `ace` and `chain`."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from solvers.dungeon.kernel.value import ROWS, WIDTH, Network

if TYPE_CHECKING:
    from pathlib import Path

#: Stored integers are weights times this. A power of two, so that sums of weights are exact (kernel/value.py).
SCALE: Final = 4096


def file_name(ace: int, *, chain: bool) -> str:
    return f"network-ace{ace}{'-chain' if chain else ''}.json"


@cache
def stored_network(ace: int, *, chain: bool, path: Path | None = None) -> tuple[list[float], list[float], float]:
    """Return weights, output weights and bias of the file for these options, or of another file."""
    source = path if path is not None else files("solvers.dungeon") / "data" / file_name(ace, chain=chain)
    obj: dict[str, Any] = json.loads(source.read_text("utf-8"))
    if obj["width"] != WIDTH or obj["scale"] != SCALE or len(obj["rows"]) != ROWS:
        raise ValueError(str(source))
    weights = [weight / SCALE for row in obj["rows"] for weight in row or [0] * WIDTH]
    return weights, [weight / SCALE for weight in obj["out"]], obj["bias"] / SCALE


def load_network(ace: int, *, chain: bool) -> Network:
    """Return a fresh network (it holds the sums of one position) with the stored weights."""
    weights, out, bias = stored_network(ace, chain=chain)
    return Network(weights, out, bias, ace)


def save_network(network: Network, path: Path, notes: dict[str, Any]) -> None:
    """Write a network, its weights rounded to 1 / SCALE; rows that are all zero are written as []."""
    rounded = [round(weight * SCALE) for weight in network.weights]
    rows = [rounded[at : at + WIDTH] for at in range(0, ROWS * WIDTH, WIDTH)]
    head = {**notes, "width": WIDTH, "scale": SCALE, "bias": round(network.bias * SCALE)}
    lines = [json.dumps(row if any(row) else [], separators=(",", ":")) for row in rows]
    out = json.dumps([round(weight * SCALE) for weight in network.out], separators=(",", ":"))
    text = json.dumps(head)[:-1] + f', "out": {out},\n"rows": [\n' + ",\n".join(lines) + "\n]}\n"
    path.write_text(text, "utf-8")
