"""Exact answers for `out` of a whole deal: first where the cards lie, then in which order (docs/triangle-out.md)."""
