"""`cardsolo solve dungeon`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from cardsolo.cli.common.batch import Batch, origins
from cardsolo.cli.common.run import INTERRUPTED, LIMIT, NO, OK
from cardsolo.cli.common.shared import Command, current_style, json_option, seconds_type
from cardsolo.cli.common.sources import rules_options, source_options, take_sources
from cardsolo.core.dealing import seed_to_json
from cardsolo.core.errors import OptionError, SolverError
from cardsolo.core.i18n import _, plural
from cardsolo.games import find
from cardsolo.games.dungeon.options import rules_to_json
from cardsolo.games.dungeon.state import MONSTERS
from cardsolo.render.style import wrap

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.core.game import Json
    from cardsolo.core.session import Origin
    from cardsolo.games.dungeon.state import State
    from cardsolo.render.style import Style
    from solvers.result import DungeonAnswer


@click.command(
    cls=Command,
    help=_(
        "Is a deal clearable, every card known? With the greatest spare, or else the most kills, proved."
        "\n\nCode 0: clearable; 3: not clearable, proved; 5: a limit came before the proof."
        "\n\n\b\nExamples:"
        "\n  cardsolo solve dungeon --seed 7"
        "\n  cardsolo solve dungeon --deal deals.jsonl --json | jq .verdict"
        "\n  cardsolo solve dungeon --seed 7 --log - | cardsolo replay -"
    ),
)
@source_options
@rules_options("dungeon")
@click.option("--method", type=click.Choice(["search", "cpsat"]), default="search", help=_("How to solve."))
@click.option("--proof", is_flag=True, help=_("Solve by both methods and compare."))
@click.option("--log", "log_name", metavar="FILE", help=_("Write the line found as a log; - is stdout."))
@json_option
@click.option("--time-limit", type=seconds_type, metavar="S", help=_("Seconds for a deal."))
@click.option("--nodes", type=click.IntRange(min=1), metavar="N", help=_("Positions to open for a deal."))
@click.option("--memory", type=click.IntRange(min=1), metavar="MIB", help=_("Memory for a deal's tables."))
@click.pass_context
def dungeon(
    ctx: click.Context, /, as_json: bool, log_name: str | None, method: str, proof: bool, **values: Any
) -> None:
    game = find("dungeon")
    sources = take_sources(game, values)
    if as_json and log_name == "-":
        raise OptionError(_("--json and --log - both want stdout"))
    with Batch(as_json=as_json, log_name=log_name) as batch:
        batch.run(
            origins(game, sources, batch),
            lambda origin: _solve(origin, batch, method, proof=proof, limits=values),
        )
        ctx.exit(batch.code)


def _solve(origin: Origin, batch: Batch, method: str, *, proof: bool, limits: Json) -> int:
    """Solve one problem, write its answer and return its exit code."""
    from solvers.referee import check_dungeon, played_out
    from solvers.result import Limit

    state = _state(origin)
    answer = _METHODS[method](state, limits)
    moves = check_dungeon(state, answer)
    proved = [answer.method] if answer.optimal else []
    if proof and answer.limit is not Limit.INTERRUPT:
        for other in _METHODS.keys() - {method}:
            second = _METHODS[other](state, limits)
            if second.limit is Limit.INTERRUPT:
                return INTERRUPTED
            check_dungeon(state, second)
            _compare(answer, second)
            proved += [second.method] if second.optimal else []
    obj = answer_to_json(origin, answer)
    lines = _lines(origin, answer, current_style(err=batch.err))
    if proof:
        obj["proved_by"] = proved
        lines.append(_("proved by: {methods}").format(methods=", ".join(proved) or "-"))
    batch.answer(obj, lines)
    batch.log(origin, played_out(state, moves), answer.method)
    return INTERRUPTED if answer.limit is Limit.INTERRUPT else _code(answer)


def _by_search(state: State, limits: Json) -> DungeonAnswer:
    from solvers.dungeon.solver import solve

    return solve(state, **limits)


def _by_cpsat(state: State, limits: Json) -> DungeonAnswer:
    from solvers.dungeon.cpsat import solve

    return solve(state, **limits)


_METHODS: Final[dict[str, Callable[[State, Json], DungeonAnswer]]] = {"search": _by_search, "cpsat": _by_cpsat}


def _compare(first: DungeonAnswer, second: DungeonAnswer) -> None:
    """Raise SolverError where what one method has proved is not what the other has."""
    from solvers.result import Verdict

    claims: list[tuple[str, object, object]] = []
    if Verdict.UNDECIDED not in (first.verdict, second.verdict):
        claims.append(("verdict", first.verdict.value, second.verdict.value))
    if first.optimal and second.optimal:
        claims += [("kills", first.kills, second.kills), ("spare", first.spare, second.spare)]
    for best, found in ((first, second), (second, first)):  # what is proved greatest is not found greater
        if best.optimal and ((found.spare or 0) > (best.spare or 0) or found.kills > best.kills):
            claims.append(("spare and kills", (best.spare, best.kills), (found.spare, found.kills)))
    for name, one, other in claims:
        if one != other:
            text = _("the methods disagree: {name} is {one} by {first}, {other} by {second}")
            methods = {"first": first.method, "second": second.method}
            raise SolverError(text.format(name=name, one=one, other=other, **methods))


def _state(origin: Origin) -> State:
    from cardsolo.core.chance import NoChance

    if origin.position is not None:
        return origin.game.enter(origin.position, NoChance()).state  # type: ignore[no-any-return]
    return origin.game.start(origin.deal, NoChance()).state  # type: ignore[no-any-return]


def _code(answer: DungeonAnswer) -> int:
    from solvers.result import Verdict

    return {Verdict.CLEARABLE: OK, Verdict.NOT_CLEARABLE: NO, Verdict.UNDECIDED: LIMIT}[answer.verdict]


def answer_to_json(origin: Origin, answer: DungeonAnswer) -> Json:
    """Return the answer line of the interface; `limit` stands only where a limit stopped the proof."""
    obj: Json = {"type": "answer", "game": "dungeon", "rules": rules_to_json(_state(origin).rules)}
    if origin.seed is not None:
        obj["seed"] = seed_to_json(origin.seed)
    obj |= {"verdict": answer.verdict.value, "kills": answer.kills, "spare": answer.spare, "optimal": answer.optimal}
    obj |= {"moves": list(answer.moves), "nodes": answer.nodes, "seconds": round(answer.seconds, 4)}
    obj["method"] = answer.method
    if answer.limit is not None:
        obj["limit"] = answer.limit.value
    return obj


def _lines(origin: Origin, answer: DungeonAnswer, style: Style) -> list[str]:
    from solvers.result import Verdict

    head = "" if origin.seed is None else _("seed {seed}: ").format(seed=origin.seed)
    if answer.verdict is Verdict.CLEARABLE:
        spare = plural("{count} card to spare", "{count} cards to spare", answer.spare or 0)
        proof = _("proved the most") if answer.optimal else _("not proved the most")
        verdict = _("clearable with {spare} ({proof})").format(spare=spare, proof=proof)
    else:
        kills = _("{kills} of {all} monsters").format(kills=answer.kills, all=MONSTERS)
        proof = _("proved the most") if answer.optimal else _("the best found")
        known = answer.verdict is Verdict.NOT_CLEARABLE
        text = (
            _("not clearable, proved; {kills} can be killed ({proof})") if known else _("undecided; {kills} ({proof})")
        )
        verdict = text.format(kills=kills, proof=proof)
    effort = _("{nodes} nodes, {seconds:.2f} s").format(nodes=answer.nodes, seconds=answer.seconds)
    limit = "" if answer.limit is None else _(", stopped by {limit}").format(limit=answer.limit.value)
    return [head + verdict, *wrap(" ".join(answer.moves), style.width), f"{answer.method}: {effort}{limit}"]
