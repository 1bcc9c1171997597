"""The types of each game, for annotations."""

from __future__ import annotations

from cardsolo.api.outcome import DungeonOutcome, RogueOutcome, TriangleOutcome
from cardsolo.api.play import Play
from cardsolo.games.dungeon import moves as dungeon_moves
from cardsolo.games.dungeon import state as dungeon
from cardsolo.games.rogue import moves as rogue_moves
from cardsolo.games.rogue import state as rogue
from cardsolo.games.triangle import moves as triangle_moves
from cardsolo.games.triangle import state as triangle

#: A play of Clear the Dungeon.
DungeonPlay = Play[dungeon.State, dungeon_moves.Move, dungeon.View, DungeonOutcome]
#: A play of Triangle Sevens.
TrianglePlay = Play[triangle.State, triangle_moves.Move, triangle.View, TriangleOutcome]
#: A play of Mini Rogue.
RoguePlay = Play[rogue.State, rogue_moves.Move, rogue.View, RogueOutcome]

DungeonMove = dungeon_moves.Move
DungeonState = dungeon.State
DungeonView = dungeon.View
TriangleMove = triangle_moves.Move
TriangleState = triangle.State
TriangleView = triangle.View
RogueMove = rogue_moves.Move
RogueState = rogue.State
RogueView = rogue.View
