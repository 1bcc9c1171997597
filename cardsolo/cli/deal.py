"""`cardsolo deal GAME`."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

import click

from cardsolo.cli.common.run import say
from cardsolo.cli.common.shared import Command, GameOption, current_style, game_argument, json_option, seed_type
from cardsolo.cli.common.sources import deal_options, origin_of_seed, rules_options, take_sources
from cardsolo.core.dealing import SEED_MAX
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import dumps
from cardsolo.core.limits import SEEDS_LOOKED_AT
from cardsolo.render.deal import deal_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolo.core.game import AnyGame


@click.command(
    cls=Command,
    help=_(
        "Deal a seed, as text or as one JSON object; without --seed a fresh one."
        "\n\nWith --find, the first clearable deal of Clear the Dungeon from that seed on. Its grade is the share of "
        "random greedy games that clear it: easy from 40 %, fair from 15 %, hard below. As text its seed is told and "
        "no card of it."
        "\n\n\b\nExamples:"
        "\n  cardsolo deal dungeon --seed 7"
        "\n  cardsolo deal dungeon --seed 7 --jokers 0 --json | cardsolo solve dungeon --deal -"
        "\n  cardsolo deal dungeon --find clearable --grade hard"
    ),
)
@game_argument
@click.option("--seed", type=seed_type, metavar="N", help=_("Deal this seed (0 to 2^63 - 1)."))
@click.option(
    "--find",
    cls=GameOption,
    game="dungeon",
    type=click.Choice(["clearable"]),
    help=_("Look for such a deal, from --seed on."),
)
@click.option(
    "--grade",
    cls=GameOption,
    game="dungeon",
    type=click.Choice(["easy", "fair", "hard"]),
    help=_("With --find: how hard it must be."),
)
@rules_options()
@json_option
def deal(game: AnyGame, *, as_json: bool, find: str | None, grade: str | None, **values: Any) -> None:
    sources = take_sources(game, values)
    if grade is not None and find is None:
        raise OptionError(_("--grade goes with --find"))
    if find is not None and game.name != "dungeon":
        raise OptionError(_("--find looks for deals of dungeon only"))
    dealt = origin_of_seed(game, sources.given, sources.seed).deal
    if find is not None:
        dealt = _found(dealt, grade)
    obj = game.deal_to_json(dealt)
    if as_json:
        click.echo(dumps(obj))
        return
    if find is not None:  # somebody who looks for a deal wants to play it, and has not asked to see it
        options = deal_options(game, dealt.rules, dealt.seed)
        click.echo(_("cardsolo play {game} {options} plays it").format(game=game.name, options=options))
        click.echo(_("cardsolo deal {game} {options} shows every card of it").format(game=game.name, options=options))
        return
    for line in deal_lines(obj, current_style()):
        click.echo(line)


def _found(first: Any, grade: str | None) -> Any:
    """Return the first clearable deal of a grade from a deal's seed on, and tell its grade on stderr."""
    from solvers.dungeon.grade import Grade, find_seed

    found = find_seed(first.rules, None if grade is None else Grade(grade), _seeds_from(first.seed))
    if found is None:
        raise OptionError(
            _("no such deal among {count} seeds from {seed} on").format(count=SEEDS_LOOKED_AT, seed=first.seed)
        )
    dealt, graded = found
    text = _("seed {seed}: clearable, {grade} ({share:.0f} % ± {error:.0f} of random greedy games clear it)")
    names = {"easy": _("easy"), "fair": _("fair"), "hard": _("hard")}
    shares = {"share": 100 * graded.share, "error": 100 * graded.error}
    say(text.format(seed=dealt.seed, grade=names[graded.grade.value], **shares))
    return dealt


def _seeds_from(seed: int) -> Iterator[int]:
    for offset in count():
        if offset == SEEDS_LOOKED_AT or seed + offset > SEED_MAX:
            return
        yield seed + offset
