"""A summary in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.core.i18n import _

if TYPE_CHECKING:
    from cardsolo.core.game import Json
    from solvers.survey.summary import Summary


def summary_lines(found: Summary) -> list[str]:
    """Return a summary as lines for people."""
    obj = found.to_json()
    lines = [obj["question"], _("  {n} seeds").format(n=obj["n"])]
    lines += [f"  {name:16}{count:>10}  {100 * count / obj['n']:7.3f} %" for name, count in obj["counts"].items()]
    if obj["rate"] is not None:
        lines.append(_rate(**obj["rate"]))
    for name, tally in obj["numbers"].items():
        half = "" if tally["plus_minus"] is None else f" ± {tally['plus_minus']}"
        lines += [f"  {name}: {tally['mean']}{half} (n = {tally['n']})", f"    {_counted(tally['histogram'])}"]
    for name, measure in obj["measures"].items():
        shares = "  ".join(
            f"{100 * float(share):g} %: {_plain(value)}" for share, value in measure["quantiles"].items()
        )
        lines.append(f"  {name}: {shares}")
    for name, count in obj.get("audit", {}).items():
        lines.append(_("  audit {name}: {count}").format(name=name, count=count))
    for name, seeds in obj["rare"].items():
        lines.append(f"  {name}: " + " ".join(map(str, seeds)))
    for place, player in enumerate(obj.get("players", []), 1):
        lines += _of_player(place, player)
    return lines


def _rate(value: float | None, low: float, high: float) -> str:
    interval = {"low": 100 * low, "high": 100 * high}
    if value is None:
        return _("  rate not known, 95 % interval {low:.3f} to {high:.3f} %").format(**interval)
    return _("  rate {value:.3f} %, 95 % interval {low:.3f} to {high:.3f} %").format(value=100 * value, **interval)


def _of_player(place: int, player: Json) -> list[str]:
    text = _("  player {place}, {player}: {wins:g} wins, {share:.3f} %, 95 % interval {low:.3f} to {high:.3f} %")
    shares = {name: 100 * player[name] for name in ("share", "low", "high")}
    lines = [text.format(place=place, player=player["player"], wins=player["wins"], **shares)]
    if player["ranks"]:
        lines.append(
            _("    ranks {ranks}; cards left {left}").format(ranks=_counted(player["ranks"]), left=player["left"])
        )
    return lines


def _counted(counts: dict[str, int]) -> str:
    return "  ".join(f"{value}: {count}" for value, count in counts.items())


def _plain(value: float) -> str:
    """Write a number without an exponent where it has none to spare: whole ones as they are."""
    return str(int(value)) if float(value).is_integer() else f"{value:g}"
