"""The names of all fields of a log, in one place: session, match, dice, seats and solvers write them, the reader reads.

What each of them means stands in docs/log-format.md.
"""

from __future__ import annotations

from typing import Final

#: The value of FORMAT in every log.
LOG_FORMAT: Final = "cardsolo-log/1"

# --- every line -------------------------------------------------------------------------------------------------------
TYPE: Final = "type"
START: Final = "start"
MOVE: Final = "move"
UNDO: Final = "undo"
END: Final = "end"
#: What a person at a real table typed for the line that comes next.
TYPED: Final = "typed"
#: The values of TYPE, in the order in which a game has them.
KINDS: Final = (START, TYPED, MOVE, UNDO, END)

# --- start ------------------------------------------------------------------------------------------------------------
FORMAT: Final = "format"
RULES_VERSION: Final = "rules_version"
PROGRAM: Final = "program"
DEAL: Final = "deal"
POSITION: Final = "position"
#: Who plays each seat, so that a resumed game goes on with the same players.
SEATS: Final = "seats"
#: Which game of how many of a match this is.
MATCH: Final = "match"
#: The dice are real ones, typed in: they need not be those of the seed.
TYPED_DICE: Final = "typed_dice"
#: The cards are real ones, typed in as they are turned up: the deal has `??` for what nobody has seen.
TYPED_CARDS: Final = "typed_cards"
#: Beside it, where several play: the seat whose own hand was typed before the first move.
OWN_SEAT: Final = "own_seat"
#: The seed of the dice where the deal or position has none of its own.
DICE_SEED: Final = "dice_seed"
#: The day whose deal this is: everybody who asks for the deal of that day gets the same.
DAILY: Final = "daily"
#: The method that found a line of play. Such a line may break off, and nobody is playing it.
SOLVER: Final = "solver"
#: Beside it: how many moves the solver made; what comes after them is somebody's game.
SOLVER_MOVES: Final = "solver_moves"

# --- start and move ---------------------------------------------------------------------------------------------------
DICE: Final = "dice"

# --- move: MOVE is the kind of line and, in it, what was played -------------------------------------------------------
N: Final = "n"
SEAT: Final = "seat"
#: Made by the program, since the rules left no choice.
AUTO: Final = "auto"
EVENTS: Final = "events"
#: How often a hint was asked for, and whether the game can still be won, since the move before. In an end line: in all.
HINTS: Final = "hints"
CHECKS: Final = "checks"

# --- typed: beside MOVE, the move that waits for what is typed, and DICE ----------------------------------------------
CARDS: Final = "cards"
#: Whether the seat that has placed a card holds another that fits.
FITS: Final = "fits"
#: This stands in the place of what was typed last; an undo with it takes a move back so that this can be typed anew.
CORRECTS: Final = "corrects"

# --- undo -------------------------------------------------------------------------------------------------------------
TO: Final = "to"
#: The undo went behind a thrown die, or behind moves of other seats. In a start line: it may go behind thrown dice.
PRACTICE: Final = "practice"

# --- end --------------------------------------------------------------------------------------------------------------
RESULT: Final = "result"
#: How the match stands after this game.
STANDINGS: Final = "standings"
#: How often moves were taken back.
UNDOS: Final = "undos"
