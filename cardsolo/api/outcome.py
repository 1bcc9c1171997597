"""How a game ended, as a typed value with words for a person."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardsolo.core.game import AnyGame, Json


@dataclass(frozen=True)
class Outcome:
    """How a game ended; `print` says it in words.

    kind: the word of the log's end line (`cleared`, `blocked`, `won`, …). Games that are not named below have no more
    than this; what else their result holds is in `to_json`.
    """

    game: str
    kind: str
    result: Json = field(hash=False)

    #: The kinds that are wins where one player plays for himself.
    wins: ClassVar[frozenset[str]] = frozenset()

    @property
    def won(self) -> bool:
        """Whether the player won; with several seats never, for somebody always loses."""
        return self.kind in self.wins

    def to_json(self) -> Json:
        """Return the result as the log's end line carries it."""
        return dict(self.result)

    def lines(self) -> list[str]:
        """Return the outcome in words, in the current language."""
        from cardsolo.games import find
        from cardsolo.render import renderer
        from cardsolo.render.style import Style

        return renderer(find(self.game)).outcome(self.to_json(), Style())

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        facts = " ".join(f"{name}={value}" for name, value in self.result.items() if name != "outcome")
        return f"<{self.game} outcome: {self.kind} {facts}>".replace(" >", ">")


@dataclass(frozen=True, repr=False)
class DungeonOutcome(Outcome):
    """kind: `cleared`, `lost` or `resigned`. kills: 0–12; spare: cards left in hand and deck, None unless cleared."""

    kills: int
    spare: int | None

    wins: ClassVar[frozenset[str]] = frozenset({"cleared"})


@dataclass(frozen=True, repr=False)
class TriangleOutcome(Outcome):
    """kind: `out`, `blocked` or `resigned`. ranks (1 is best, ties share) and left (cards held), seat 1 first."""

    ranks: tuple[int, ...]
    left: tuple[int, ...]

    @property
    def won(self) -> bool:
        """Whether the one player of a practice game placed all cards; with several seats never."""
        return self.left == (0,)


@dataclass(frozen=True, repr=False)
class RogueOutcome(Outcome):
    """kind: `won`, `died`, `lost` or `resigned`.

    cause: `monster`, `event`, `boss`, `trap`, `hunger`, `locked`, or None; area: 1–14, the last one reached; score: as
    section 10 of the rules counts it.
    """

    cause: str | None
    area: int
    score: int

    wins: ClassVar[frozenset[str]] = frozenset({"won"})


_TYPES: Final[Mapping[str, type[Outcome]]] = {
    "dungeon": DungeonOutcome,
    "triangle": TriangleOutcome,
    "rogue": RogueOutcome,
}


def outcome_of(game: AnyGame, result: Json | None) -> Any:
    """Return a result as the type of its game, None while the game goes on."""
    if result is None:
        return None
    facts = {name: tuple(value) if isinstance(value, list) else value for name, value in result.items()}
    kind = str(facts.pop("outcome"))
    known = _TYPES.get(game.name)
    return Outcome(game.name, kind, result) if known is None else known(game.name, kind, result, **facts)
