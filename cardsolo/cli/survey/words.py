"""A summary in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.i18n import _, marked
from cardsolo.core.text import pad
from cardsolo.render.plain.figures import figures

if TYPE_CHECKING:
    from cardsolo.core.game import Json
    from cardsolo.render.style import Style
    from solvers.survey.summary import Summary


#: What result files call things, which people read in their language; other names stand as they are.
_NAMES: Final = frozenset(
    {
        *(marked("clearable"), marked("not-clearable"), marked("undecided"), marked("optimal"), marked("feasible")),
        *(marked("cleared"), marked("lost"), marked("resigned"), marked("out"), marked("blocked"), marked("won")),
        *(marked("died"), marked("crashed"), marked("other")),
        *(marked("spare"), marked("kills"), marked("value"), marked("bound"), marked("score"), marked("area")),
        *(marked("turns"), marked("nodes"), marked("seconds")),
        *(marked("agrees"), marked("disagrees")),
    }
)
_COLUMN: Final = 16


def name_of(word: str) -> str:
    """Return a category or quantity of a result file as people call it."""
    return _(word) if word in _NAMES else word


def summary_lines(found: Summary, style: Style) -> list[str]:
    """Return a summary as lines for people."""
    obj = found.to_json()
    lines = [obj["question"], _("  {n} seeds").format(n=obj["n"])]
    for name, count in obj["counts"].items():
        lines.append(f"  {pad(name_of(name), _COLUMN, wide=style.wide)}{count:>10}  {100 * count / obj['n']:7.3f} %")
    if obj["rate"] is not None:
        lines.append(_rate(**obj["rate"]))
    for name, tally in obj["numbers"].items():
        half = "" if tally["plus_minus"] is None else f" ± {tally['plus_minus']}"
        lines += [f"  {name_of(name)}: {tally['mean']}{half} (n = {tally['n']})", f"    {_counted(tally['histogram'])}"]
    for name, measure in obj["measures"].items():
        shares = "  ".join(
            f"{100 * float(share):g} %: {_plain(value)}" for share, value in measure["quantiles"].items()
        )
        lines.append(f"  {name_of(name)}: {shares}")
    for name, count in obj.get("audit", {}).items():
        lines.append(_("  audit {name}: {count}").format(name=name_of(name), count=count))
    for name, seeds in obj["rare"].items():
        lines.append(f"  {name_of(name)}: " + " ".join(map(str, seeds)))
    for place, player in enumerate(obj.get("players", []), 1):
        lines += _of_player(place, player)
    return figures(lines, style)


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
