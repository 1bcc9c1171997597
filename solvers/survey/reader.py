"""Reading result files from anywhere: each seed once, every whole line counted, every fault told once with its line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, BinaryIO, Final

from cardsolo.core.dealing import seed_from_json
from cardsolo.core.errors import FormatError, OptionError
from cardsolo.core.i18n import _, marked
from cardsolo.core.jsonl import plain
from solvers.survey.categories import CRASHED, FIELDS
from solvers.survey.lines import lines_of, read_line
from solvers.survey.question import Question, asked, from_header
from solvers.survey.ranges import SeedSet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cardsolo.core.game import Json
    from solvers.survey.lines import Line

    #: line number, the line as it stands, the result
    Result = tuple[int, bytes, Json]

_WORDS: Final = (*FIELDS, "audit", "limit", "error", "cause")
_MEASURES: Final = ("nodes", "seconds")
_WHOLE: Final = ("spare", "kills", "value", "bound", "score", "area", "turns")
_LISTS: Final = ("ranks", "left")
#: Greater numbers are no measurements, and their sums no numbers.
_LARGEST: Final = 2**63
_MOST_PLAYERS: Final = 100


def read_results(
    stream: BinaryIO, on_fault: Callable[[FormatError], None] | None = None, *, again: bool = False
) -> tuple[Question, Json, Iterator[Result]]:
    """Return the question, the header, and the results of a result file, as a stream: every seed once.

    A seed that stands again is a fault, and with `again` its answer is given too, to be compared. An answer takes the
    place of an earlier line of its seed that has none, and that is no fault. on_fault is told of each fault of a line,
    and reading goes on behind it (behind the header of another survey it ends); without on_fault the first fault is
    raised. Raises FormatError for a file without a header.
    """
    faults = on_fault or _raise
    lines = lines_of(stream)
    header = _header(lines, faults)
    return from_header(header), header, _results(lines, header, faults, again=again)


def _raise(error: FormatError) -> None:
    raise error


def _header(lines: Iterator[Line], fault: Callable[[FormatError], None]) -> Json:
    held: list[FormatError] = []
    for line in lines:
        found = read_line(line, _check_header, held.append)
        if found is not None:
            for error in held:
                fault(error)
            return found[1]
        if line.ended and _is_object(line):  # something whole, and no header: it will not come any more
            break
    raise held[0] if held else FormatError(_("there is nothing in it"), 1)


def _is_object(line: Line) -> bool:
    return line.raw.startswith(b"{") and line.raw.endswith(b"}")


def _check_header(obj: Json, number: int) -> None:
    try:
        from_header(obj)
    except FormatError as error:
        error.line = number
        raise


def _results(
    lines: Iterator[Line], header: Json, fault: Callable[[FormatError], None], *, again: bool
) -> Iterator[Result]:
    done = _seeds_of(header)
    unanswered: dict[int, Result] = {}
    check = _Check(header)
    for line in lines:
        found = read_line(line, check, fault)
        if check.is_over:
            break
        if found is None:
            continue
        raw, obj = found
        seed = seed_from_json(obj["seed"])
        if obj.get(CRASHED) and seed not in done:
            unanswered.setdefault(seed, (line.number, raw, obj))
        elif obj.get(CRASHED) or done.add(seed):
            unanswered.pop(seed, None)
            if not obj.get(CRASHED):
                yield line.number, raw, obj
        else:
            fault(FormatError(_("seed {seed} stands a second time, and counts once").format(seed=seed), line.number))
            if again:
                yield line.number, raw, obj
    yield from unanswered.values()


def _seeds_of(header: Json) -> SeedSet:
    """Return an empty set that fits the shard of a file; any other fits too, at more memory."""
    try:
        number, count = map(int, header["shard"].split("/"))
        return SeedSet(seed_from_json(header["first"]) + number - 1, max(1, count))
    except (AttributeError, KeyError, ValueError, OptionError):
        return SeedSet()


class _Check:
    """Refuses what is no result line of a survey, so that who reads results can count on the types of its fields.

    is_over: the header of another survey was met, and what follows answers something else.
    """

    def __init__(self, header: Json) -> None:
        self._asked = asked(header)
        players = header["settings"].get("players")
        self._players = len(players) if isinstance(players, list) else None
        self.is_over = False

    def __call__(self, obj: Json, number: int) -> None:
        if obj.get("type") == "survey":
            self.is_over = asked(obj) != self._asked
            text = _("another survey begins here") if self.is_over else _("the header stands a second time")
            raise FormatError(text, number)
        if obj.get("type") != "result":
            raise FormatError(_("a result line was expected"), number)
        check_result(obj, number, self._players)


def check_result(obj: Json, number: int, players: int | None = None) -> None:
    """Raise FormatError unless the fields of a result line that every reader counts on have their types.

    players: how many ranks there must be, None if that is not known.
    """
    try:
        seed_from_json(obj.get("seed"))
    except OptionError:
        raise FormatError(_seed_fault(obj), number) from None
    for name, value in obj.items():
        fits = _FITS.get(name)
        if fits is not None and value is not None and not fits[0](value):
            raise FormatError(_(fits[1]).format(name=name, value=plain(value)), number)
        if name in _LISTS and players is not None and value is not None and len(value) != players:
            raise FormatError(_(_NOT_LIST).format(name=name, value=plain(value)), number)


def _seed_fault(obj: Json) -> str:
    if "seed" not in obj:
        return _("a result line has a seed")
    value = obj["seed"]
    if isinstance(value, float) and value.is_integer() and value >= 0:
        text = _("the seed is {value}, and must be a whole number, as in {whole}: some tool has rewritten this file")
        return text.format(value=plain(value), whole=int(value))
    return _("the seed is {value}, and must be a number from 0 to 2^63 - 1").format(value=plain(value))


def _is_measure(value: Any) -> bool:
    return type(value) in {int, float} and 0 <= value < _LARGEST


def _is_whole(value: Any) -> bool:
    return type(value) is int and -_LARGEST < value < _LARGEST


def _is_word(value: Any) -> bool:
    return isinstance(value, str)


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= _MOST_PLAYERS and all(map(_is_whole, value))


_NOT_LIST: Final = marked("{name} is {value}, and must be one whole number for each player")
#: What the value of a field must be, where it is not null, and what is said of another one.
_FITS: Final[dict[str, tuple[Callable[[Any], bool], str]]] = (
    dict.fromkeys(_MEASURES, (_is_measure, marked("{name} is {value}, and must be a number from 0")))
    | dict.fromkeys(_WHOLE, (_is_whole, marked("{name} is {value}, and must be a whole number")))
    | dict.fromkeys(_WORDS, (_is_word, marked("{name} is {value}, and must be a word")))
    | dict.fromkeys(_LISTS, (_is_list, _NOT_LIST))
)
