"""What makes fights cheap: work that is left out because it cannot change a value. One bit each.

`Fight.without` names those that a fight does without. Whatever it names, the values are the same but for rounding, so
each saving has a twin to be tested against: the same fight without it.
"""

from typing import Final

SETTLED: Final = 1  # a monster whose poison will kill it in this attack phase is not attacked
SPARE: Final = 2  # where a spell ends the fight as well as dice do, the phase is that of a smaller monster
ENOUGH: Final = 4  # where no kill is worth putting off, play stops once the damage suffices
LOWEST: Final = 8  # there, a feat goes to the lowest cold die that is free
TRIM: Final = 16  # where a kill may be put off, no die counts for more than the dead sum leaves to be done
CERTAIN: Final = 32  # a certain victory is not risked
TOP: Final = 64  # a certain victory that is worth the most it can be is not thrown away
ALIKE: Final = 128  # cells whose certain ends are equal share the values of the positions that stay certain
ALL: Final = 255
