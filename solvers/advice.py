"""What an advisor answers: the best way to go on, judged from a view alone. Shared by all games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _, plural
from cardsolo.core.text import pad, visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.core.game import AnyGame, Json

#: So many candidates are shown in words, and the choice in any case.
_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class Why:
    """A fact that speaks for a move: its kind, and the cards and the cell that it is about, as notation."""

    kind: str
    cards: tuple[str, ...] = ()
    cell: str = ""

    def to_json(self) -> Json:
        obj: Json = {"kind": self.kind}
        if self.cards:
            obj["cards"] = list(self.cards)
        return obj | ({"cell": self.cell} if self.cell else {})


@dataclass(frozen=True, slots=True)
class Candidate:
    """moves as canonical text; chance of the objective (0–1) with its standard error, where there is one.

    reason: why, in words for the player; empty where the chance says all. why: the same as facts, the weightiest first,
    where the words are left to whoever shows them. turns: how many it takes, where only they count.
    """

    moves: tuple[str, ...]
    chance: float
    error: float | None = None
    reason: str = ""
    why: tuple[Why, ...] = ()
    turns: int | None = None

    @property
    def rank(self) -> tuple[float, int]:
        """What candidates are sorted by, the best first."""
        return -self.chance, self.turns or 0

    def to_json(self) -> Json:
        obj: Json = {"moves": list(self.moves), "chance": round(self.chance, 6)}
        if self.turns is not None:
            obj["turns"] = self.turns
        if self.error is not None:
            obj["error"] = round(self.error, 6)
        if self.why:
            obj["why"] = [fact.to_json() for fact in self.why]
        return obj | ({"reason": self.reason} if self.reason else {})


@dataclass(frozen=True, slots=True)
class Advice:
    """The best moves and all candidates that were weighed, best first; seconds: time spent.

    moves as canonical text: for Clear the Dungeon as far as no new card is shown, else one. game and meaning (what a
    chance is, in words) are noted by `advise`. `str` gives the advice in words.
    """

    moves: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    seconds: float
    game: str = ""
    meaning: str = ""

    def __repr__(self) -> str:
        chance = f", chance {self.candidates[0].chance:.3f}" if self.candidates else ""
        return f"<{self.game} advice: {' '.join(self.moves)}{chance}>"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self, because: Callable[[tuple[Why, ...]], str] | None = None, *, wide: bool = False) -> list[str]:
        """Return the best way to go on and the likeliest ones with their chances, greatest first, under a heading.

        An advisor that has looked at its choice for longer than at others may prefer it to a greater but less certain
        chance; its choice is marked then. because: puts facts into words, where an advisor gives facts. wide: `±` takes
        two columns, as on East Asian terminals that are set so.
        """
        shown, best = self._shown()
        chances = [_chance(candidate) for candidate in shown]
        heading = _("chance") if shown[0].turns is None else _("turns")
        width = max(visible(text, wide=wide) for text in [*chances, heading])
        head = f"  {pad(heading, width, wide=wide)}  {_('moves')}"
        lines = [_("best: {moves}").format(moves=" ".join(self.moves)), head]
        for at, (candidate, chance) in enumerate(zip(shown, chances, strict=True)):
            mark = "*" if at == best > 0 else " "
            said = candidate.reason or (because(candidate.why) if because is not None else "")
            reason = f"  {said}" if said else ""
            lines.append(f"{mark} {pad(chance, width, wide=wide)}  {' '.join(candidate.moves)}{reason}")
        if best > 0:
            lines.append(_("* the choice, looked at for longer; what stands above it is less certain"))
        meaning = self.meaning
        if any(candidate.error is not None for candidate in shown):
            meaning += _("; ±: standard error")
        return [*lines, meaning] if meaning else lines

    def sentences(self, because: Callable[[tuple[Why, ...]], str] | None = None) -> list[str]:
        """Return what `lines` says, without columns and signs."""
        said = [_("Best: {moves}.").format(moves=" ".join(self.moves))]
        shown, best = self._shown()
        for candidate in shown:
            values = {"moves": " ".join(candidate.moves), "chance": 100 * candidate.chance}
            text = _("{moves}: {chance:.1f} percent").format(**values)
            if candidate.turns is not None:
                text = f"{values['moves']}: {plural('{count} turn', '{count} turns', candidate.turns)}"
            if candidate.error is not None:
                text += _(", standard error {error:.1f}").format(error=100 * candidate.error)
            reason = candidate.reason or (because(candidate.why) if because is not None else "")
            said.append(f"{text}; {reason}." if reason else f"{text}.")
        if best > 0:
            text = _("{moves} is the choice, looked at for longer; what was said before it is less certain.")
            said.append(text.format(moves=" ".join(self.moves)))
        return [*said, f"{self.meaning[:1].upper()}{self.meaning[1:]}."] if self.meaning else said

    def _shown(self) -> tuple[list[Candidate], int]:
        """Return the likeliest candidates, the choice among them, and where it stands."""
        ranked = sorted(self.candidates, key=lambda candidate: candidate.rank)
        best = next((at for at, candidate in enumerate(ranked) if candidate.moves == self.moves), 0)
        return ranked[: max(_SHOWN, best + 1)], best

    def to_json(self) -> Json:
        """Return the advice line of the interface."""
        candidates = [candidate.to_json() for candidate in self.candidates]
        obj: Json = {"type": "advice", "game": self.game, "moves": list(self.moves), "candidates": candidates}
        return obj | {"seconds": round(self.seconds, 4)}


def _chance(candidate: Candidate) -> str:
    if candidate.turns is not None:
        return f"{candidate.turns:5}"
    error = "" if candidate.error is None else f" ± {100 * candidate.error:.1f}"
    return f"{100 * candidate.chance:5.1f} %{error}"


def advise(game: AnyGame, view: Any, seconds: float | None = None) -> Advice:
    """Ask the game's advisor, for about `seconds` at the most. Raises OptionError where it has none or all is over."""
    from solvers.programs import programs_of

    programs = programs_of(game)
    if programs.advise is None:
        raise OptionError(_("{game} has no advisor").format(game=game.name))
    advice = programs.advise(view, seconds=seconds)
    return replace(advice, game=game.name, meaning=advice.meaning or (_(programs.chance) if programs.chance else ""))
