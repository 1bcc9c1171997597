"""Advice in words, and a hint at the prompt: made from the view alone, within a second."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from cardsolo.cli.common.looks import current_style
from cardsolo.cli.common.run import say
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _, plural
from cardsolo.render.plain.cards import in_words as cards_in_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.core.game import AnyGame
    from cardsolo.render.style import Style
    from solvers.advice import Advice, Candidate, Why

#: Where a line goes on that is broken.
_HANGING: Final = " " * 4
#: How long a hint at the prompt may think, in seconds.
HINT_SECONDS: Final = 1.0
#: How long it may take to find out whether a game can still be won, in seconds.
CHECK_SECONDS: Final = 2.0
#: Candidates that `why` speaks of at the most.
_SHOWN: Final = 6


@cache
def say_if_slow() -> None:
    """Tell a person, once, that the kernels are not compiled, what that costs, and what helps."""
    from solvers.pace import kernels_are_compiled

    if kernels_are_compiled() or sys.stderr is None or not sys.stderr.isatty():
        return
    text = _(
        "the kernels are not compiled here: searches and programs that play take twenty to eighty times as long, and "
        "chances come from fewer playouts; installed again where there is a C compiler, the program is fast"
    )
    say("\n".join(current_style(err=True).wrap(text)))


def hint(game: AnyGame, view: Any) -> Advice:
    """Return a suggestion."""
    from solvers.advice import advise

    say_if_slow()
    return advise(game, view, HINT_SECONDS)


def can_check(game: AnyGame) -> bool:
    """Tell whether anything can tell of a game if it can still be won."""
    from solvers.programs import programs_of

    return programs_of(game).check is not None


def check(game: AnyGame, state: Any) -> str:
    """Say whether a state can still be won, every card known. Raises OptionError where nothing can tell."""
    from solvers.programs import programs_of

    found = programs_of(game).check
    if found is None:
        raise OptionError(_("nothing can tell that of {game}; hint looks at the chances").format(game=game.name))
    say_if_slow()
    return found(state, CHECK_SECONDS)


def why(game: AnyGame, view: Any, advice: Advice) -> list[str]:
    """Return what speaks for the choice of an advice on a view, and what each other candidate gives up, in words."""
    from cardsolo.render import renderer
    from solvers.programs import programs_of

    facts = getattr(renderer(game), "facts", None)
    best = next(one for one in advice.candidates if one.moves == advice.moves)
    chance = f"{100 * best.chance:.1f} %" if best.turns is None else plural("{count} turn", "{count} turns", best.turns)
    lines = [_("{moves}: {chance}").format(moves=" ".join(best.moves), chance=chance) + _reason(best, facts)]
    for other in sorted(advice.candidates, key=lambda one: one.rank):
        if other is not best:
            text = _given_up(best, other)
            lines.append(text + _reason(other, facts))
    explain = programs_of(game).explain
    more = [] if explain is None else explain(view, advice)
    said = _lettered(game, view, [lines[0], *more, *lines[1:_SHOWN]])
    return [cards_in_words(line) for line in said] if current_style().plain else said


def _given_up(best: Candidate, other: Candidate) -> str:
    moves = " ".join(other.moves)
    if best.turns is not None and other.turns is not None:
        turns = plural("{count} turn", "{count} turns", other.turns)
        return _("instead {moves}: {turns}").format(moves=moves, turns=turns)
    return _("instead {moves}: {points:+.1f} points").format(moves=moves, points=100 * (other.chance - best.chance))


def _lettered(game: AnyGame, view: Any, lines: list[str]) -> list[str]:
    """Return lines with what the screen shows at the places that they speak of, in games that have such."""
    from cardsolo.render import renderer

    lettered = getattr(renderer(game), "lettered", None)
    return lines if view is None or lettered is None else [lettered(view, line) for line in lines]


def _reason(candidate: Candidate, facts: Callable[[tuple[Why, ...]], str] | None) -> str:
    said = candidate.reason or (facts(candidate.why) if facts is not None else "")
    return f"; {said}" if said else ""


def in_words(game: AnyGame, advice: Advice, view: Any = None) -> list[str]:
    """Return advice as lines of text that fit the terminal, its facts in the words of the game's renderer.

    view: what is on the screen, if anything is; places have the letters then that they have there.
    """
    from cardsolo.render import renderer

    style = current_style()
    if style.plain:
        said = _lettered(game, view, advice.sentences(getattr(renderer(game), "because", None)))
        return [row for line in said for row in style.wrap(cards_in_words(line))]
    lines = _lettered(game, view, advice.lines(getattr(renderer(game), "because", None), wide=style.wide))
    return [row for line in lines for row in _fitted(line, style)]


def _fitted(line: str, style: Style) -> list[str]:
    """Break a line that a terminal is too narrow for; it goes on behind the first column, which holds chances."""
    if style.height is None or style.columns(line) <= style.width:
        return [line]
    text = line.lstrip()
    before = line[: len(line) - len(text)]
    first, *others = style.wrap("\N{NO-BREAK SPACE}" * len(before) + text, _HANGING)
    return [before + first.lstrip("\N{NO-BREAK SPACE}"), *others]
