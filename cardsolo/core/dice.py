"""Where the dice of a played game come from: its seed, a seed for the dice alone, or a person who throws real ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.core.chance import SeededDice
from cardsolo.core.dealing import seed_from_json, seed_to_json
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.core.log import fields
from cardsolo.core.typed import TypedDice

if TYPE_CHECKING:
    from cardsolo.core.chance import Chance
    from cardsolo.core.game import Json
    from cardsolo.core.session import Origin, Session
    from cardsolo.core.typed import Ask


def dice_of_new_game(origin: Origin, ask: Ask | None, seed: int | None) -> tuple[Chance, Json]:
    """Return the dice of a new game, and the start line fields that let it be resumed.

    ask: reads typed dice, None where dice are seeded; seed: for the dice of a deal that has none of its own. Raises
    OptionError where there is neither.
    """
    if not origin.game.has_dice:
        return origin.chance(), {}
    if ask is not None:
        return TypedDice(ask, origin.dice_thrown), {fields.TYPED_DICE: True}
    if origin.seed is not None:
        return origin.chance(), {}
    if seed is None:
        raise OptionError(_("this file has no seed: --seed N gives one for the dice, --dice typed asks for each"))
    return SeededDice(origin.game.name, seed, origin.dice_thrown), {fields.DICE_SEED: seed_to_json(seed)}


def dice_of_resumed_game(session: Session, ask: Ask) -> Chance:
    """Return the dice with which a replayed game goes on, as its start line says."""
    if session.extra.get(fields.TYPED_DICE) is True:
        known = [*session.start_dice, *(die for turn in session.turns for die in turn.dice)]
        return TypedDice(ask, session.origin.dice_thrown, known)
    if session.origin.seed is None and fields.DICE_SEED in session.extra:
        return SeededDice(session.game.name, seed_from_json(session.extra[fields.DICE_SEED]))
    return session.origin.chance()
