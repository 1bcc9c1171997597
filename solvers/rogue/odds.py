"""Exact odds of a Mini Rogue fight under best play (rules section 7).

Best play makes every decision (each re-roll of a critical, each feat and its price, each spell; interleaved as section
7.2 says) so that the chance of winning is greatest and, among equals, the mean of the HP left (0
after a defeat).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cardsolo.core.errors import Fault, OptionError
from cardsolo.core.i18n import _
from cardsolo.core.text import pad_left
from cardsolo.games.rogue.readers import parse_die
from solvers.rogue import table
from solvers.rogue.kernel.fight import Fight
from solvers.rogue.kernel.outcome import Outcome
from solvers.rogue.kernel.plan import CELLS, WIDTH, Book, rank_of
from solvers.rogue.table import MOST_HP, SPELLS, Choice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolo.core.game import Json
    from cardsolo.games.rogue.state import Die

REACHED: Final = (0, 6, 18, 36)
THRESHOLDS: Final = (6, 12, 18)
MOST_MONSTER_HP: Final = 30
MOST_DAMAGE: Final = 30
MOST_ARMOR: Final = 5
#: Digits after the point of a probability in JSON.
DIGITS: Final = 10
#: Columns of a bar that stands for certainty.
_BAR: Final = 40


class OddsError(OptionError):
    """A fight that cannot be. `faults` holds everything that is wrong with it; each stands at the name of a parameter
    of `fight_odds`.
    """

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = tuple(faults)


@dataclass(frozen=True, slots=True)
class Odds:
    """What best play makes of a fight.

    win and lose: chances of the end (lose keeps its precision when tiny). hp_left: chance of each HP at the end that
    can occur, 0 for a defeat. choices: the decisions open now, best first; empty before a roll.
    """

    win: float
    lose: float
    hp_left: dict[int, float]
    choices: tuple[Choice, ...]

    @property
    def mean_hp(self) -> float:
        """Mean HP left, a defeat counting 0."""
        return sum(hp * chance for hp, chance in self.hp_left.items())

    def __repr__(self) -> str:
        return f"<odds: win {self.win:.10f}, {self.mean_hp:.3f} HP left on average>"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def to_json(self) -> Json:
        """Return the odds line of the interface, probabilities with ten decimals."""
        left = {str(hp): round(chance, DIGITS) for hp, chance in self.hp_left.items()}
        obj: Json = {"type": "odds", "game": "rogue", "objective": "survive", "win": round(self.win, DIGITS)}
        obj["hp_left"] = {hp: chance for hp, chance in left.items() if chance > 0}
        if self.choices:
            obj["choices"] = [
                {"move": choice.move, "win": round(choice.win, DIGITS), "mean_hp": round(choice.mean_hp, DIGITS)}
                for choice in self.choices
            ]
        return obj

    def lines(self) -> list[str]:
        """Return the odds in words: the chance of winning, the choices, and a bar for each HP at the end."""
        text = _("won with {percent} %, {hp} HP left on average (a defeat counts 0)")
        lines = [text.format(percent=_percent(self.win, self.lose), hp=f"{self.mean_hp:.3f}")]
        if self.choices:
            lines.append(_("choices, best first:"))
            width = max(len(choice.move) for choice in self.choices)
            for choice in self.choices:
                percent = _percent(choice.win, choice.lose)
                mean = _("{hp} HP on average").format(hp=f"{choice.mean_hp:.3f}")
                lines.append(f"  {choice.move:{width}}  {percent:>15} %  {mean}")
        lines.append(_("HP left:"))
        for hp, chance in self.hp_left.items():
            label = pad_left(_("dead") if hp == 0 else str(hp), 5)
            lines.append(f"  {label}  {_percent(chance, 1 - chance):>15} %  {'#' * round(_BAR * chance)}".rstrip())
        return lines


def _percent(chance: float, rest: float) -> str:
    """Return a chance in percent; one that only rounding would make certain or impossible says so."""
    if chance < 0.5e-10:
        return "0" if chance == 0 else f"{100 * chance:.2e}"
    if rest < 0.5e-10 and rest > 0:
        return f"100 - {100 * rest:.2e}"
    return f"{100 * chance:.8f}"


def read_dice(text: str) -> list[Die]:
    """Read dice as typed, separated by commas: the faces of each joined by +, then f if a feat has re-rolled it. Raises
    OddsError.
    """
    dice = []
    faults = []
    for part in text.split(","):
        try:
            dice.append(parse_die(part.strip().lower()))
        except ValueError:
            write = _("write 4, 6+3 (a six re-rolled to 3; nothing else can be) or 4f (re-rolled by a feat)")
            faults.append(Fault("dice", part.strip(), write))
    if faults:
        raise OddsError(faults)
    return dice


def faults_of(  # noqa: PLR0917
    rank: int,
    xp: int,
    hp: int,
    armor: int,
    spells: Sequence[str],
    monster_hp: int,
    damage: int,
    dice: Sequence[Die] | None,
) -> list[Fault]:
    """Return what is wrong with the fight, parameter by parameter; an empty list if nothing."""
    most_xp = THRESHOLDS[rank - 1] - 1 if 1 <= rank <= 3 else 0
    faults = [
        Fault(name, str(value), _("a number from {low} to {high} was expected").format(low=low, high=high))
        for name, value, low, high in (
            ("rank", rank, 1, 4),
            ("hp", hp, 1, MOST_HP),
            ("armor", armor, 0, MOST_ARMOR),
            ("monster_hp", monster_hp, 1, MOST_MONSTER_HP),
            ("damage", damage, 0, MOST_DAMAGE),
        )
        if not low <= value <= high
    ]
    if rank == 4 and xp != 0:
        faults.append(Fault("xp", str(xp), _("rank 4 has no XP, so 0 was expected")))
    elif 1 <= rank <= 3 and not 0 <= xp <= most_xp:
        words = _("rank {rank} has 0 to {most} XP").format(rank=rank, most=most_xp)
        faults.append(Fault("xp", str(xp), words))
    if len(spells) > 2:
        faults.append(
            Fault("spells", ",".join(spells), _("at most 2 can be held, not {found}").format(found=len(spells)))
        )
    known = _("there are {spells}").format(spells=", ".join(SPELLS))
    faults += [Fault("spells", spell, known) for spell in spells if spell not in SPELLS]
    if dice is not None and not faults:
        feats = sum(die.feat for die in dice)
        most = rank_of(min(36, REACHED[rank - 1] + xp + feats))
        if not rank <= len(dice) <= most:
            words = _("rank {rank} throws {rank} dice, not {found}").format(rank=rank, found=len(dice))
            faults.append(Fault("dice", ",".join(map(str, dice)), words))
    return faults


def fight_odds(  # noqa: PLR0917
    rank: int,
    xp: int,
    hp: int,
    armor: int,
    spells: Sequence[str],
    monster_hp: int,
    damage: int,
    dice: Sequence[Die] | None = None,
    *,
    poisoned: bool = False,
    spell_step: bool = False,
) -> Odds:
    """Solve a fight from the start of a round, or with the dice as they lie, or in the spell step (step 6).

    `xp` counts within the rank, `damage` is the monster's before armor, `dice` lie in the order thrown. With
    `spell_step` the damage has been dealt and `monster_hp` is what is left. More dice than the rank may lie there if
    feats paid with XP have lost it (R14). Raises OddsError.
    """
    faults = faults_of(rank, xp, hp, armor, spells, monster_hp, damage, dice)
    if dice is not None and spell_step:
        faults.append(Fault("spell_step", "", _("in the spell step no dice lie on the table")))
    if faults:
        raise OddsError(faults)
    held = [SPELLS.index(spell) + 1 for spell in spells] + [0, 0]
    at = REACHED[rank - 1] + xp
    fight = Fight(hp, at, max(0, damage - armor), held[0], held[1], poisoned, monster_hp, Book())
    return odds_of(fight, dice, spell_step=spell_step)


def odds_of(fight: Fight, dice: Sequence[Die] | None = None, *, spell_step: bool = False) -> Odds:
    """Solve a fight that has just been made, from where `fight_odds` says."""
    outcome = Outcome(fight)
    choices: tuple[Choice, ...] = ()
    start = fight.hp * WIDTH + fight.xp
    if spell_step:
        choices = table.spell_step(fight, outcome)
    elif dice is not None:
        choices = table.dice_step(fight, outcome, dice)
    else:
        fight.solve(-1)
        outcome.begin(fight.monster, start)
    outcome.flow()
    lose = choices[0].lose if choices else fight.loss[fight.monster * CELLS + start]
    return Odds(1.0 - lose, lose, {hp: chance for hp, chance in enumerate(outcome.hp_left) if chance > 0.0}, choices)
