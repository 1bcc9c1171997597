"""Sum up the games of log files; of a person's own games each log is read once."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardsolo.cli.common.faults import Faults
from cardsolo.cli.common.progress import Progress
from cardsolo.cli.common.run import OK, gravest
from cardsolo.cli.common.streams import open_input
from cardsolo.core.errors import CardsoloError
from cardsolo.core.jsonl import dumps
from cardsolo.core.log.lean import Keep
from cardsolo.core.log.reader import read_log
from cardsolo.core.log.unfinished import state_directory
from cardsolo.games import find

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from cardsolo.core.errors import FormatError
    from cardsolo.core.game import Json
    from cardsolo.core.log.replay import LoggedGame
    from solvers.survey.played import Played

#: Beside the logs of a person's games: what they add up to. Its name is none of a log.
_SUMS: Final = "stats.sums"


class Groups:
    """Games by game and rules, in the order in which they were met; those of a match by the rules of its first game."""

    def __init__(self) -> None:
        self._found: dict[str, Played] = {}

    def __iter__(self) -> Iterator[Played]:
        return iter(self._found.values())

    def add(self, game: LoggedGame) -> None:
        match = game.match
        rules = game.session.origin.rules if match is None else match.deals[0].rules
        played = self._group(game.game.name, game.game.rules_to_json(rules))
        played.add(game.session, game.undone)
        if match is not None and match.is_over and game.has_ended:
            played.add_match(match.standings())

    def merge(self, groups: Iterable[Played]) -> None:
        for played in groups:
            self._group(played.game, played.rules).merge(played)

    def _group(self, game: str, rules: Json) -> Played:
        from solvers.survey.played import Played

        return self._found.setdefault(dumps([game, rules]), Played(game, rules))

    def read(self, name: str, on_fault: Callable[[FormatError], None] | None = None) -> None:
        """Add the games of a file; with on_fault, every game that a fault leaves whole."""
        with open_input(name) as stream:
            for game in read_log(stream, find, on_fault=on_fault, keep=Keep.MOVES):
                self.add(game)


def sum_up_files(names: Iterable[str], *, as_json: bool) -> tuple[Groups, int]:
    """Return what the games of files add up to, and the gravest exit code."""
    groups, code = Groups(), OK
    for name in names:
        faults = Faults(name, as_json=as_json)
        with faults.of_file():
            groups.read(name, faults)
        code = gravest(code, faults.code)
    return groups, code


def sum_up_own(logs: list[Path], *, as_json: bool) -> tuple[Groups, int]:
    """Do the same for logs in the state directory; what one adds up to is kept there while the log is as it was."""
    from solvers.survey.kept import KeptSums

    sums = KeptSums(state_directory() / _SUMS)
    progress = Progress(len(logs)) if sys.stderr is not None and sys.stderr.isatty() else None
    groups, code = Groups(), OK
    for number, log in enumerate(logs):
        state = _as_it_is(log)
        known = None if state is None else sums.get(log, state)
        if known is None:
            faults = Faults(str(log), as_json=as_json, before=None if progress is None else progress.clear)
            found = Groups()
            with faults.of_file():
                found.read(str(log), faults)
            known = list(found)
            code = gravest(code, faults.code)
            if state is not None and state == _as_it_is(log) and faults.code == OK:
                sums.put(log, state, known)
        groups.merge(known)
        if progress is not None:
            progress.update(number + 1)
    if progress is not None:
        progress.clear()
    sums.save()
    return groups, code


def remember(name: str) -> None:
    """Keep what the log of a game that is over adds up to, if it is one of a person's own games."""
    from solvers.survey.kept import add_sums

    log, groups = Path(name), Groups()
    with suppress(CardsoloError, OSError, RuntimeError):  # who asks for the sums will be told; the last: no home
        state = _as_it_is(log)
        if state is None or log.parent.resolve() != state_directory().resolve():
            return
        groups.read(name)
        if state == _as_it_is(log):
            add_sums(state_directory() / _SUMS, log, state, list(groups))


def _as_it_is(log: Path) -> tuple[int, int] | None:
    """Return size and time of change, None for a file that cannot be looked at."""
    try:
        status = log.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns
