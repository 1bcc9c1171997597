"""The fight with the last boss: to win it is to win the game, so its chances are the values of the runs before it."""

from librt.vecs import vec
from mypy_extensions import i64

from solvers.rogue.kernel.fight import Fight
from solvers.rogue.kernel.plan import CELLS, WIDTH, Book
from solvers.rogue.kernel.run import boss_damage


class LastFight(Fight):
    """The fight for every HP and XP of the hero at once."""

    def __init__(self, armor: i64, spells: i64, book: Book) -> None:
        super().__init__(20, 36, boss_damage(5) - armor, spells // 5, spells % 5, False, 30, book)
        self.hp_counts = False

    def prepare(self, feats: i64) -> None:
        cell: i64 = WIDTH
        while cell < CELLS:
            self.reached[cell] = 1
            cell += 1
        super().prepare(feats)

    def chances(self) -> vec[float]:
        """Return the chance of winning for each cell; none where HP are 0."""
        self.solve(-1)
        return vec[float]([1.0 - self.loss[self.monster * CELLS + cell] for cell in range(CELLS)])
