"""The protocol that every game fulfils, and through which play, replay, verify, resume and solvers drive it.

States, moves and events are immutable values. `why_not` is the only judge of legality: the error text, the list of
legal moves and `apply` all come from it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    Generic,
    Protocol,
    TypeVar,
    dataclass_transform,
    runtime_checkable,
)

from cardsolo.core.cards import Card
from cardsolo.core.errors import IllegalMoveError
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cardsolo.core.chance import Chance
    from cardsolo.core.errors import Reason
    from cardsolo.core.witness import RealCards

E = TypeVar("E", bound="Event")
R = TypeVar("R")
D = TypeVar("D")
S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")
Seen_contra = TypeVar("Seen_contra", contravariant=True)
Chosen_co = TypeVar("Chosen_co", covariant=True)
Chosen = TypeVar("Chosen")

Json = dict[str, Any]
#: A move in every game.
RESIGN: Final = "resign"


@dataclass(frozen=True, slots=True)
class Option:
    """A rules option: its key in JSON and in `games`; help is a text marked for translation."""

    name: str
    default: object
    choices: tuple[object, ...] | range
    help: str

    @property
    def flag(self) -> str:
        """How it is written on the command line."""
        return "--" + self.name.replace("_", "-")

    def accepts(self, value: object) -> bool:
        # True == 1 in Python, never in the rules
        return value in self.choices and any(type(value) is type(choice) for choice in self.choices)

    @property
    def listed(self) -> str:
        """The choices in words."""
        if isinstance(self.choices, range):
            return _("{low} to {high}").format(low=self.choices[0], high=self.choices[-1])
        return ", ".join(map(plain, self.choices))


@dataclass_transform(frozen_default=True)
def event(cls: type[E]) -> type[E]:
    """Make a subclass of Event a frozen dataclass with slots.

    What is the same for all events is in their base: to generate it for each takes longer than the rest of a start.
    """
    cls.__doc__ = cls.__doc__ or f"What a log calls `{cls.type}`."
    return dataclass(frozen=True, slots=True, repr=False, eq=False)(cls)


class Event:
    """Base of all events: one change of the state that a player may be told of, as in `placed` or `killed`.

    A subclass is decorated with `event`; its fields are of str, int, bool, None, Card, dictionaries of them, or tuples
    of them.
    """

    __slots__ = ()
    type: ClassVar[str]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((self.type, *self._fields()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._fields())})"

    def _fields(self) -> list[tuple[str, Any]]:
        names: tuple[str, ...] = type(self).__slots__
        return [(name, getattr(self, name)) for name in names]

    def __str__(self) -> str:
        """Return the event in short, as a log names it; `cardsolo.render` has sentences for people."""
        fields = self.to_json()
        return " ".join([fields.pop("type"), *(f"{key}={_short(value)}" for key, value in fields.items())])

    def to_json(self) -> Json:
        return {"type": self.type} | {name: _plain(value) for name, value in self._fields()}


def _short(value: Any) -> str:
    return ",".join(map(_short, value)) if isinstance(value, list) else plain(value)


def _plain(value: Any) -> Any:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    return value


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What came of a move or of the start of a game."""

    state: S
    events: tuple[Event, ...]


class Player(Protocol[Seen_contra, Chosen_co]):
    """A program that plays one seat: it is given views and nothing else."""

    def choose(self, view: Seen_contra) -> Chosen_co:
        """Return a legal move for the seat that the view belongs to."""
        ...


@runtime_checkable
class Follower(Player[Seen_contra, Chosen], Protocol[Seen_contra, Chosen]):
    """A player whose randomness can be brought to where it was: after undo and resume it answers as it did before."""

    def follow(self, view: Seen_contra, move: Chosen) -> None:
        """Take note of a move of its own that was made from view, and leave its randomness as `choose` would have."""
        ...


class Game(ABC, Generic[R, D, S, M, V]):
    """One game: rules options R, deals D, states S, moves M, views V. Instances hold no state of their own."""

    name: ClassVar[str]
    #: Shown to people; marked for translation.
    title: ClassVar[str]
    options: ClassVar[tuple[Option, ...]]
    #: Raised when a change of the rules changes results; stands in every log.
    rules_version: ClassVar[int] = 1
    #: Earlier versions whose logs are still read; `event_as_of` and `result_as_of` say how they were written.
    older_versions: ClassVar[tuple[int, ...]] = ()
    #: Whether dice are thrown while it is played.
    has_dice: ClassVar[bool] = False
    #: How it is played with real cards, None where it is not. Loaded when it is asked for.
    real_cards: RealCards | None = None
    #: Every game ends within this many moves (undo aside), so readers can bound their work.
    max_moves: ClassVar[int]

    # --- options and deals ------------------------------------------------------------------------------------------
    @abstractmethod
    def rules_of(self, options: Mapping[str, object]) -> R:
        """Build the rules from option values already checked against `options`; absent ones take their defaults."""

    @abstractmethod
    def rules_to_json(self, rules: R) -> Json:
        """Return all options in fixed order."""

    @abstractmethod
    def deal(self, rules: R, seed: int) -> D:
        """Deal from a seed."""

    @abstractmethod
    def deal_to_json(self, deal: D) -> Json: ...

    @abstractmethod
    def deal_from_json(self, obj: Json) -> D:
        """Read a deal. Raises DealError with every fault; where a seed stands beside cards they must agree."""

    @abstractmethod
    def seed_of(self, deal: D) -> int | None:
        """Return the seed of a deal, None for a typed one."""

    def seed_of_position(self, state: S) -> int | None:  # noqa: ARG002  most games throw no dice
        """Return the seed that further dice of a position come from, None where there is none."""
        return None

    def dice_thrown(self, state: S) -> int:  # noqa: ARG002
        """Return how many dice had been thrown up to a state."""
        return 0

    def seats(self, rules: R) -> int:  # noqa: ARG002  most games have one player
        """Return how many seats play."""
        return 1

    def match_deals(self, deal: D) -> tuple[D, ...]:  # noqa: ARG002
        """Return the deals of the match that begins with a deal, none where the game is not played in matches.

        Raises OptionError where the further games cannot be dealt.
        """
        return ()

    def standings(self, results: Sequence[Json]) -> Json:
        """Return where the players of a match stand after some of its games; only for games with matches."""
        raise NotImplementedError

    # --- playing ----------------------------------------------------------------------------------------------------
    @abstractmethod
    def start(self, deal: D, chance: Chance) -> Step[S]:
        """Set the game up to the first decision, drawing what is drawn before it."""

    @abstractmethod
    def seat(self, state: S) -> int:
        """Return the seat to move, from 1; any seat when the game is over."""

    @abstractmethod
    def legal_moves(self, state: S) -> tuple[M, ...]:
        """Return every legal move but `resign`, sorted; empty when the game is over."""

    @abstractmethod
    def why_not(self, state: S, move: M) -> Reason | None:
        """Return why move is not allowed in state, or None when it is."""

    @abstractmethod
    def play(self, state: S, move: M, chance: Chance) -> Step[S]:
        """Play a legal move without asking whether it is: for callers that took it from `legal_moves`."""

    def apply(self, state: S, move: M, chance: Chance) -> Step[S]:
        """Play a move. Raises IllegalMoveError; state itself never changes."""
        reason = self.why_not(state, move)
        if reason is not None:
            raise IllegalMoveError(self.format_move(move), reason)
        return self.play(state, move, chance)

    def forced_move(self, state: S) -> M | None:  # noqa: ARG002  most games leave every move to the player
        """Return the move that the program makes by itself because there is no other, else None."""
        return None

    @abstractmethod
    def result(self, state: S) -> Json | None:
        """Return the result as the log's end line carries it, None while the game goes on."""

    # --- logs of earlier versions of the rules ----------------------------------------------------------------------
    def event_as_of(self, version: int, event: Json) -> Json:  # noqa: ARG002  most games have one version
        """Return an event as that version of the rules wrote it."""
        return event

    def result_as_of(self, version: int, result: Json, state: S) -> Json:  # noqa: ARG002
        """Return the result of a game that is over in state as that version of the rules gave it."""
        return result

    # --- what is seen -----------------------------------------------------------------------------------------------
    @abstractmethod
    def view(self, state: S, seat: int) -> V:
        """Return what the rules make public to seat, and nothing else."""

    @abstractmethod
    def view_to_json(self, view: V) -> Json: ...

    @abstractmethod
    def view_from_json(self, obj: Json) -> V:
        """Read a view. Raises DealError with every fault."""

    @abstractmethod
    def position_to_json(self, state: S) -> Json: ...

    @abstractmethod
    def position_from_json(self, obj: Json) -> S:
        """Read a position. Raises DealError with every fault."""

    def enter(self, state: S, chance: Chance) -> Step[S]:  # noqa: ARG002
        """Bring a position that was read to its first decision (for example draw the next hand)."""
        return Step(state, ())

    # --- notation ---------------------------------------------------------------------------------------------------
    @abstractmethod
    def format_move(self, move: M) -> str:
        """Write a move in its one canonical form."""

    @abstractmethod
    def parse_move(self, text: str) -> M:
        """Read a canonical move, as in a log. Raises MoveSyntaxError; never needs a state."""

    @abstractmethod
    def typed_moves(self) -> tuple[tuple[str, str], ...]:
        """Return examples of what `read_move` takes, each with what it means (translated)."""

    @abstractmethod
    def read_move(self, text: str, state: S) -> M:
        """Read a move as people type it. Raises MoveSyntaxError or AmbiguousMoveError; it need not be legal."""


#: A game whose types the caller does not know.
AnyGame = Game[Any, Any, Any, Any, Any]
