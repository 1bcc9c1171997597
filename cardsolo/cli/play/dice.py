"""Dice at the table: the options that bear on them, how a person is asked for them, and how they are read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from cardsolo.cli.common.shared import GameOption
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _, plural

if TYPE_CHECKING:
    from cardsolo.cli.play.typed import Asker
    from cardsolo.core.game import AnyGame
    from cardsolo.core.typed import Ask

F = TypeVar("F", bound=Callable[..., Any])
#: Dice that one line can hold: more than any move throws.
_MOST: Final = 24


def dice_question(why: str, count: int) -> str:
    """Return the prompt for dice."""
    question = _("{why}: a die (1 to 6)? ") if count == 1 else _("{why}: {count} dice (1 to 6 each)? ")
    return question.format(why=why, count=count)


def dice_expected(why: str, count: int) -> str:
    """Return a statement of what can be typed now."""
    text = plural(
        "now comes the die for {why}: a number from 1 to 6",
        "now come the {count} dice for {why}: numbers from 1 to 6",
        count,
        why=why,
    )
    return text + _(", or several on one line as they fell (4 2 6)")


def parse_dice(text: str) -> list[int]:
    """Read dice, as in `4`, `614` or `6 1 4`; nothing where the text is anything else."""
    dice = [int(char) for char in text if char in "123456"]
    clean = all(char in "123456, \t\r\n" for char in text)
    return dice if clean and len(dice) <= _MOST else []


def dice_options(function: F) -> F:
    """Add --dice and --practice."""
    dice = click.option(
        "--dice",
        cls=GameOption,
        game="rogue",
        type=click.Choice(["typed"]),
        help=_("Throw real dice, and type in what they show."),
    )
    practice = click.option(
        "--practice/--no-practice",
        cls=GameOption,
        game="rogue",
        is_flag=True,
        help=_("Undo may go behind a thrown die; the log says so."),
    )
    return dice(practice(function))


def check_dice_options(game: AnyGame, dice: str | None, *, practice: bool) -> None:
    """Refuse the options in a game without dice. Raises OptionError."""
    for name, given in (("dice", dice is not None), ("practice", practice)):
        if given and not game.has_dice:
            raise OptionError(_("--{name} is no option of {game}").format(name=name, game=game.name))


def ask_dice(asker: Asker) -> Ask:
    """Return what asks for dice until some are typed. It raises Quit and TakeBack."""

    def ask(why: str, count: int) -> list[int]:
        while True:
            line = asker.answer(dice_question(why, count), dice_expected(why, count))
            dice = parse_dice(line)
            if dice:
                return dice
            asker.refuse(line, dice_expected(why, count))

    return ask
