"""Deals of a wanted difficulty: the options, and the search."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cardsolo.cli.common.run import say
from cardsolo.cli.common.shared import GameOption
from cardsolo.core.dealing import SEED_MAX
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.core.limits import SEEDS_LOOKED_AT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cardsolo.core.game import AnyGame

F = TypeVar("F", bound="Callable[..., Any]")


def finding_options(function: F) -> F:
    """Add --find and --grade."""
    decorators = (
        click.option(
            "--find",
            cls=GameOption,
            game="dungeon",
            type=click.Choice(["clearable"]),
            help=_("Look for such a deal, from --seed on."),
        ),
        click.option(
            "--grade",
            cls=GameOption,
            game="dungeon",
            type=click.Choice(["easy", "fair", "hard"]),
            help=_("With --find: how hard it must be."),
        ),
    )
    for decorator in reversed(decorators):
        function = decorator(function)
    return function


def check_finding(game: AnyGame, find: str | None, grade: str | None) -> None:
    """Raise OptionError for a grade of nothing, and for a game whose deals have none."""
    if grade is not None and find is None:
        raise OptionError(_("--grade goes with --find"))
    if find is not None and game.name != "dungeon":
        raise OptionError(_("--find looks for deals of dungeon only"))


def found_deal(first: Any, grade: str | None) -> Any:
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
