"""Play, replay and solve three solitaire and table games from numbered seeds."""

__version__ = "0.1.0"
