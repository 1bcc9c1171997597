"""Check deals, positions and views that strangers typed: every fault is collected, with its place."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.cards import Card, parse_card
from cardsolo.core.dealing import DEALER, seed_from_json
from cardsolo.core.errors import DealError, Fault, OptionError, clip, nearest
from cardsolo.core.i18n import _, plural
from cardsolo.core.jsonl import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cardsolo.core.game import Json, Option

#: More faults than this are summed up in one line: a message must stay readable.
MAX_FAULTS: Final = 100
_SHOWN: Final = 80


class Checker:
    """Collects what is wrong with one object; `finish` raises DealError when anything was."""

    def __init__(self, what: str) -> None:
        self._what = what
        self.faults: list[Fault] = []
        self._seen: dict[Card, str] = {}
        self._count: Counter[Card] = Counter()

    def fault(self, at: str, fault: str, text: object = "") -> None:
        self.faults.append(Fault(clip(at), _shown(text), fault))

    def sound(self, *places: str) -> bool:
        """Whether nothing was wrong at these places, nor inside them: what they should agree with can be judged."""
        inside = tuple(place + mark for place in places for mark in ".[")
        return not any(fault.at in places or fault.at.startswith(inside) for fault in self.faults)

    def finish(self) -> None:
        """Raise DealError if there was a fault."""
        if len(self.faults) > MAX_FAULTS:
            more = len(self.faults) - MAX_FAULTS
            del self.faults[MAX_FAULTS:]
            self.fault("…", _("{more} more faults").format(more=more))
        if self.faults:
            raise DealError(self._what, self.faults)

    # --- plain values -----------------------------------------------------------------------------------------------
    def integer(self, value: Any, at: str, low: int, high: int, default: int | None = None) -> int:
        """Return value, or low after noting a fault; an absent one is default where that is given."""
        if value is None and default is not None:
            return default
        if type(value) is int and low <= value <= high:
            return value
        self.fault(at, _("a number from {low} to {high} was expected").format(low=low, high=high), _shown(value))
        return low

    def flag(self, value: Any, at: str, *, default: bool = False) -> bool:
        if value is None:
            return default
        if not isinstance(value, bool):
            self.fault(at, _("true or false was expected"), _shown(value))
            return default
        return value

    def items(self, value: Any, at: str, *, size: int | None = None, most: int = 64) -> list[Any]:
        """Return value as a list of at most `most` (exactly `size`) items, or [] after noting a fault."""
        if not isinstance(value, list):
            self.fault(at, _("a list was expected") if value is not None else _("missing"), _shown(value))
            return []
        if size is not None and len(value) != size:
            text = plural(
                "{count} entry was expected, there are {found}",
                "{count} entries were expected, there are {found}",
                size,
                found=len(value),
            )
            self.fault(at, text)
        if len(value) > most:
            self.fault(
                at, _("at most {most} entries can be here, there are {found}").format(most=most, found=len(value))
            )
        return value[:most]

    def options(self, obj: Json, options: Iterable[Option]) -> dict[str, object]:
        """Return the rules options of an object, defaults where absent."""
        found = obj.get("rules", {})
        values = {option.name: option.default for option in options}
        if not isinstance(found, dict):
            self.fault("rules", _("an object was expected"), _shown(found))
            return values
        for option in options:
            if option.name in found:
                if option.accepts(found[option.name]):
                    values[option.name] = found[option.name]
                else:
                    text = _("not one of the choices, {choices}").format(choices=option.listed)
                    self.fault(f"rules.{option.name}", text, _shown(found[option.name]))
        for name in found:
            if name not in values:
                self.fault(f"rules.{name}", _("unknown option"))
        return values

    def seed(self, obj: Json) -> int | None:
        """Read dealer and seed of a deal; None where there is none, or after noting a fault."""
        if "dealer" in obj and obj["dealer"] != DEALER:
            self.fault("dealer", _("only {dealer} is known").format(dealer=DEALER), obj["dealer"])
        if "seed" not in obj:
            return None
        try:
            return seed_from_json(obj["seed"])
        except OptionError as error:
            self.fault("seed", str(error), obj["seed"])
            return None

    # --- cards ------------------------------------------------------------------------------------------------------
    def card(self, value: Any, at: str) -> Card | None:
        """Read a card and note it for the search for duplicates; None after a fault."""
        try:
            card = parse_card(value) if isinstance(value, str) else None
        except ValueError:
            card = None
        if card is None:
            self.fault(at, _("unknown card"), _shown(value))
            return None
        if not card.is_joker and card in self._seen:
            self.fault(at, _("stands at {other} already").format(other=self._seen[card]), str(card))
            return None
        self._seen.setdefault(card, at)
        self._count[card] += 1
        return card

    def cards(
        self,
        value: Any,
        at: str,
        *,
        size: int | None = None,
        most: int = 64,
        refuse: Callable[[Card], str | None] = lambda _card: None,
    ) -> tuple[Card, ...]:
        """Read a list of cards, leaving out faulty ones; refuse gives the fault of a card in the wrong list."""
        found = []
        for index, item in enumerate(self.items(value, at, size=size, most=most)):
            card = self.card(item, f"{at}[{index}]")
            if card is None:
                continue
            found.append(card)
            reason = refuse(card)
            if reason is not None:
                self.fault(f"{at}[{index}]", reason, str(card))
        return tuple(found)

    def missing(self, expected: Iterable[Card], at: str) -> None:
        """Note every card of expected that was not read."""
        for card, count in sorted((Counter(expected) - self._count).items()):
            self.fault(at, _("missing") if count == 1 else _("{count} are missing").format(count=count), str(card))

    def allow(self, card: Card, most: int, at: str) -> None:
        """Note a fault if card was read more than `most` times (jokers)."""
        if self._count[card] > most:
            found = self._count[card]
            self.fault(at, _("{found} in all, the rules have {most}").format(found=found, most=most), str(card))


def read_object(obj: Json, kind: str, game: str, what: str) -> None:
    """Check type and game of an object before its content. Raises DealError."""
    faults = []
    if obj.get("type") != kind:
        faults.append(Fault("type", _shown(obj.get("type")), _("“{kind}” was expected").format(kind=kind)))
    if obj.get("game") != game:
        faults.append(Fault("game", _shown(obj.get("game")), _("“{game}” was expected").format(game=game)))
    if faults:
        raise DealError(what, faults)


def checked_options(game: str, given: Json, options: Iterable[Option]) -> Json:
    """Return option values, all that the rules have, after a check of those given by name. Raises OptionError."""
    known = {option.name: option.default for option in options}
    for name in given:
        if name not in known:
            text = _("“{name}” is no option of {game}; {hint}")
            raise OptionError(text.format(name=clip(name), game=game, hint=nearest(name, known)))
    check_options(given, options)
    return known | given


def check_options(given: Json, options: Iterable[Option]) -> None:
    """Check option values from a command line. Raises OptionError."""
    for option in options:
        if option.name in given and not option.accepts(given[option.name]):
            text = _("{name} cannot be {value}; there are {choices}")
            value = plain(given[option.name])
            raise OptionError(text.format(name=option.name, value=value, choices=option.listed))


def _shown(value: Any) -> str:
    return "" if value is None else plain(value, _SHOWN)
