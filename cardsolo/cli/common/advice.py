"""Advice as text and JSON, for `advise` and for `hint` at the prompt: made from the view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.i18n import _, marked

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame, Json
    from solvers.advice import Advice, Candidate

#: How long a hint at the prompt may think, in seconds.
HINT_SECONDS: Final = 1.0
_SHOWN: Final = 5
#: What the chances of each game's advisor are.
_MEANINGS: Final = {
    "dungeon": marked("chance: to clear the dungeon, all orders of the unseen cards being equally likely"),
    "triangle": marked("chance: to win (with play-on: the place, 100 % the first and 0 % the last)"),
    "rogue": marked("chance: to win the game, as estimated by the advisor"),
}


def hint(game: AnyGame, view: Any) -> list[str]:
    """Return a suggestion in words."""
    from solvers.advice import advise

    return advice_lines(game, advise(game, view, HINT_SECONDS))


def advice_lines(game: AnyGame, advice: Advice) -> list[str]:
    """Return the best way to go on and the likeliest ones with their chances, greatest first, under a heading.

    An advisor that has looked at its choice for longer than at others may prefer it to a greater but less certain
    chance; its choice is marked then.
    """
    ranked = sorted(advice.candidates, key=lambda candidate: -candidate.chance)
    best = next((at for at, candidate in enumerate(ranked) if candidate.moves == advice.moves), 0)
    shown = ranked[: max(_SHOWN, best + 1)]
    chances = [_chance(candidate) for candidate in shown]
    width = max(map(len, [*chances, _("chance")]), default=0)
    lines = [_("best: {moves}").format(moves=" ".join(advice.moves)), f"  {_('chance'):{width}}  {_('moves')}"]
    for at, (candidate, chance) in enumerate(zip(shown, chances, strict=True)):
        mark = "*" if at == best > 0 else " "
        reason = f"  {candidate.reason}" if candidate.reason else ""
        lines.append(f"{mark} {chance:{width}}  {' '.join(candidate.moves)}{reason}")
    if best > 0:
        lines.append(_("* the choice, looked at for longer; what stands above it is less certain"))
    meaning = _(_MEANINGS[game.name]) if game.name in _MEANINGS else ""
    if any(candidate.error is not None for candidate in shown):
        meaning += _("; ±: standard error")
    return [*lines, meaning] if meaning else lines


def _chance(candidate: Candidate) -> str:
    error = "" if candidate.error is None else f" ± {100 * candidate.error:.1f}"
    return f"{100 * candidate.chance:5.1f} %{error}"


def advice_to_json(game: AnyGame, advice: Advice) -> Json:
    candidates = []
    for candidate in advice.candidates:
        entry: Json = {"moves": list(candidate.moves), "chance": round(candidate.chance, 6)}
        if candidate.error is not None:
            entry["error"] = round(candidate.error, 6)
        if candidate.reason:
            entry["reason"] = candidate.reason
        candidates.append(entry)
    obj: Json = {"type": "advice", "game": game.name, "moves": list(advice.moves), "candidates": candidates}
    return obj | {"seconds": round(advice.seconds, 4)}
