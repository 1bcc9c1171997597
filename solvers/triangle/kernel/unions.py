"""All unions of rings of a region with few cells and many rings."""

from librt.vecs import append, vec
from mypy_extensions import i64


class Unions:
    """rings: masks of cells of the region, below 2^62. `found` has each union of rings once that has at most `cells`
    cells and at least `corners` rings, counting the rings that come about by the way.
    """

    def __init__(self, rings: vec[i64], cells: i64, corners: i64) -> None:
        self.rings: vec[i64] = rings
        self.cells: i64 = cells
        self.corners: i64 = corners
        self.found: vec[i64] = vec[i64]([])
        self.choose(0, 0, 0)

    def choose(self, ring: i64, union: i64, count: i64) -> None:
        """Decide on ring after ring; one that is full already is counted, so that no union comes twice."""
        size: i64 = 0
        rest: i64 = union
        while rest:
            rest &= rest - 1
            size += 1
        total: i64 = i64(len(self.rings))
        if size > self.cells or count + total - ring < self.corners:
            return
        if ring == total:
            if self.whole(union) == count:
                self.found = append(self.found, union)
            return
        mask: i64 = self.rings[ring]
        self.choose(ring + 1, union | mask, count + 1)
        if mask & ~union:
            self.choose(ring + 1, union, count)

    def whole(self, union: i64) -> i64:
        """How many rings are full."""
        count: i64 = 0
        k: i64 = 0
        while k < i64(len(self.rings)):
            if self.rings[k] & ~union == 0:
                count += 1
            k += 1
        return count
