"""Advice as text and JSON, for `advise` and for `hint` at the prompt: made from the view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.i18n import _

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame, Json
    from solvers.advice import Advice, Candidate

#: How long a hint at the prompt may think, in seconds.
HINT_SECONDS: Final = 1.0
_SHOWN: Final = 5


def hint(game: AnyGame, view: Any) -> list[str]:
    """Return a suggestion in words."""
    from solvers.advice import advise

    return advice_lines(advise(game, view, HINT_SECONDS))


def advice_lines(advice: Advice) -> list[str]:
    """Return the best way to go on and the next best ones, with what is known of their chances."""
    lines = [_("best: {moves}").format(moves=" ".join(advice.moves))]
    return lines + [f"  {_line(candidate)}" for candidate in advice.candidates[:_SHOWN]]


def _line(candidate: Candidate) -> str:
    error = "" if candidate.error is None else f" ± {100 * candidate.error:.1f}"
    reason = f"  {candidate.reason}" if candidate.reason else ""
    return f"{100 * candidate.chance:5.1f} %{error}  {' '.join(candidate.moves)}{reason}"


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
