"""Sums over played games as lines of text, made from their JSON form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.i18n import _, marked, plural
from cardsolo.core.text import wrap
from cardsolo.render.plain.figures import figures

if TYPE_CHECKING:
    from cardsolo.core.game import Json
    from cardsolo.render.style import Style

_NAMES: Final = {
    "moves": marked("moves"),
    "kills": marked("kills"),
    "spare": marked("spare cards of the games that were cleared"),
    "score": marked("score"),
    "area": marked("area reached"),
    "rank": marked("rank at the end"),
    "bosses": marked("bosses slain"),
    "deaths": marked("ends by cause, with the area of each"),
    "ranks": marked("places by seat"),
    "match_ranks": marked("places by seat in whole matches"),
}
#: Outcomes, and the causes of an end, as results name them.
_OUTCOMES: Final = {
    "cleared": marked("cleared"),
    "lost": marked("lost"),
    "resigned": marked("resigned"),
    "out": marked("out"),
    "blocked": marked("blocked"),
    "won": marked("won"),
    "died": marked("died"),
    "monster": marked("monster"),
    "event": marked("event"),
    "boss": marked("boss"),
    "trap": marked("trap"),
    "hunger": marked("hunger"),
    "locked": marked("locked"),
}
#: Numbers with no more different values than this are counted one by one.
_LISTED: Final = 16


def stats_lines(obj: Json, style: Style) -> list[str]:
    """Return the block of one game and its rules."""
    texts = [_games(obj), *_wins(obj), *_details(obj), *_dice(obj)]
    if style.plain:
        rules = [f"{name.replace('_', '-')} {str(value).lower()}" for name, value in obj["rules"].items()]
        return figures(["  ".join([obj["game"], *rules]), *texts], style)
    options = " ".join(f"{name}={str(value).lower()}" for name, value in obj["rules"].items())
    lines = style.wrap(f"{style.paint(obj['game'], 'bold')}  {options}", "  ")
    for text in texts:
        lines += [f"  {row}" for row in wrap(text, max(1, style.width - 2), "  ", wide=style.wide)]
    return lines


def _games(obj: Json) -> str:
    games = plural("{count} game", "{count} games", obj["games"])
    outcomes = _counts(obj["outcomes"]) or _("none finished")
    if "matches" in obj:
        games = plural("{games}, {count} whole match", "{games}, {count} whole matches", obj["matches"], games=games)
    text = f"{games}: {outcomes}"
    still = obj["games"] - obj["finished"]
    if still:
        left_out = _(", {count} still open and left out below") if obj["finished"] else _(", {count} still open")
        text += left_out.format(count=still)
    if obj["undone"]:
        text += plural(", {count} undo", ", {count} undos", obj["undone"])
    if "hints" in obj:
        text += plural(", {count} hint", ", {count} hints", obj["hints"])
    return text


def _wins(obj: Json) -> list[str]:
    if "wins" not in obj:
        return []
    low, high = obj["interval"]
    text = _("won {wins} of {games}: {rate:.1f} % (95 % interval {low:.1f} to {high:.1f})")
    values = {"rate": 100 * obj["rate"], "low": 100 * low, "high": 100 * high}
    lines = [text.format(wins=obj["wins"], games=obj["finished"], **values)]
    if obj["streak"] > 1:
        lines.append(_("most wins one after the other: {count}").format(count=obj["streak"]))
    return lines


def _details(obj: Json) -> list[str]:
    lines = []
    for name, value in obj.items():
        if name in {"rules", "outcomes", "dice"} or not isinstance(value, dict):
            continue
        lines += [_numbers(name, value)] if "mean" in value else _table(name, value)
    return lines


def _numbers(name: str, value: Json) -> str:
    error = "" if value["error"] is None else f" ± {value['error']:.2f}"
    text = _("{name}: mean {mean:.2f}{error}, {least} to {most}")
    line = text.format(name=title_of(name), mean=value["mean"], error=error, least=value["least"], most=value["most"])
    return line + f" ({_counts(value['counts'])})" if 1 < len(value["counts"]) <= _LISTED else line


def _table(name: str, table: dict[str, dict[str, int]]) -> list[str]:
    lines = [f"{title_of(name)}:"]
    for row, counts in table.items():
        if name in {"ranks", "match_ranks"}:
            lines.append("- " + _("seat {seat}: {places}").format(seat=row, places=_places(counts)))
        else:
            areas = ", ".join(
                _("area {area}: {count}").format(area=area, count=count) for area, count in counts.items()
            )
            lines.append(f"- {_label(row)}: {sum(counts.values())} ({areas})")
    return lines


def _places(counts: dict[str, int]) -> str:
    """Say how often a seat came first, second, …"""
    return ", ".join(_("{count} × place {place}").format(count=count, place=place) for place, count in counts.items())


def title_of(name: str) -> str:
    """Return what a number or a table of played games is, in words."""
    if name.startswith("left_"):
        return _("cards left, seat {seat}").format(seat=name.removeprefix("left_"))
    return _(_NAMES[name]) if name in _NAMES else name


def _dice(obj: Json) -> list[str]:
    dice = obj.get("dice")
    if not dice:
        return []
    total = sum(dice.values())
    shares = ", ".join(f"{face}: {100 * count / total:.1f} %" for face, count in dice.items())
    text = plural("{count} die", "{count} dice", total) + f" ({shares})"
    if obj["games"] > obj["finished"]:
        text += _(", those of open games too")
    return [text]


def _counts(counts: dict[str, Any]) -> str:
    return ", ".join(f"{_label(name)}: {count}" for name, count in counts.items())


def _label(name: str) -> str:
    return _(_OUTCOMES[name]) if name in _OUTCOMES else name
