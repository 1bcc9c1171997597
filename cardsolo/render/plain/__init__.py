"""What a board says, in sentences in reading order, for people who hear it or feel it line by line.

No drawing, no columns, no signs: cards in words, places on a lattice by their neighbours. A style that is `plain` makes
the renderers of games come here.
"""
