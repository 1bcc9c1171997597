"""Surveys for programs: ask a question of many seeds, and take the results as they come from a pool of processes."""

from __future__ import annotations

from collections import deque
from contextlib import closing
from typing import TYPE_CHECKING, Any

from cardsolo.core.dealing import SEED_MAX, seed_from_json
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import plain
from solvers.survey.ranges import parse_range
from solvers.survey.result import from_line
from solvers.survey.runner import answers, processors
from solvers.survey.settings import question_of

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from cardsolo.core.game import Json
    from solvers.survey.question import Question
    from solvers.survey.result import SurveyResult


def survey(
    game: str,
    seeds: Iterable[int] | str,
    ask: str | None = None,
    *,
    player: str | None = None,
    players: Sequence[str] | None = None,
    seat: int | None = None,
    nodes: int | None = None,
    time_limit: float | None = None,
    memory: int | None = None,
    audit: float | None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
    ordered: bool = True,
    rules: Json | None = None,
    **options: Any,
) -> Iterator[SurveyResult]:
    """Answer one question about many seeds, in processes of their own, and yield a result for each.

    `for result in survey("dungeon", seeds=range(1, 101), ask="verdict", jobs=2): print(result.seed, result.verdict)`

    seeds: numbers from 0 to 2^63 - 1, taken one after the other as they are needed, or a text such as `1..100` (both
    ends included). ask: dungeon `optimum` (the default) or `verdict`, triangle `out` or `all`; where player (dungeon,
    rogue) or players (triangle, one a seat; they change seats from seed to seed) are named, these programs play
    instead. seat: who goes out. nodes, time_limit in seconds, memory in MiB: limits for each deal; audit: the share (0
    to 1) solved again by the second method. jobs: worker processes, as many as there are processors by default;
    scheduler: the address of a Dask cluster in their place. ordered: in the order of the seeds; False: as they come,
    which waits for no slow deal. rules, or further arguments: options of the game, as in `jokers=0`.

    What a solver answered has passed the referee. A deal that cannot be answered is a result with `crashed`. Leaving
    the loop ends the workers. Raises OptionError at once for what cannot be asked, and while it runs SolverError where
    workers cannot work, OptionError for a seed out of range.
    """
    settings: Json = {
        "player": player,
        "players": None if players is None else list(players),
        "seat": seat,
        "nodes": nodes,
    }
    settings |= {"time_limit": time_limit, "memory": memory, "audit": audit}
    question = question_of(game, ask, dict(rules or {}) | options, **settings)
    if jobs is not None and (type(jobs) is not int or jobs < 1):
        raise OptionError(_("jobs cannot be {value}: it is a whole number from 1").format(value=plain(jobs)))
    return _results(question, _seeds(seeds), jobs or processors(), scheduler, ordered=ordered)


def _seeds(seeds: Iterable[int] | str) -> Iterator[int]:
    if isinstance(seeds, str):
        low, high = parse_range(seeds)
        return iter(range(low, high + 1))
    return map(_checked, seeds)


def _checked(seed: int) -> int:
    try:
        return seed_from_json(seed)
    except OptionError:
        text = _("{seed} is no seed: it is a whole number from 0 to {most}")
        raise OptionError(text.format(seed=plain(seed), most=SEED_MAX)) from None


def _results(
    question: Question, seeds: Iterator[int], jobs: int, scheduler: str | None, *, ordered: bool
) -> Generator[SurveyResult, None, None]:
    order: deque[int] = deque()
    with closing(answers(question, _noted(seeds, order) if ordered else seeds, jobs, scheduler)) as batches:
        for batch in _in_order(batches, order) if ordered else batches:
            yield from map(from_line, batch)


def _noted(seeds: Iterator[int], order: deque[int]) -> Iterator[int]:
    for seed in seeds:
        order.append(seed)
        yield seed


def _in_order(batches: Iterable[list[Json]], order: deque[int]) -> Iterator[list[Json]]:
    """Hold results back until all of earlier seeds are there."""
    held: dict[int, list[Json]] = {}
    for batch in batches:
        for result in batch:
            held.setdefault(seed_from_json(result["seed"]), []).append(result)
        ready = []
        while order and order[0] in held:
            seed = order.popleft()
            ready.append(held[seed].pop())
            if not held[seed]:
                del held[seed]
        yield ready
