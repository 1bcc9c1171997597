"""Play, replay and solve three solitaire and table games from numbered seeds.

Everything below is loaded when it is first used, so `import cardsolo` costs next to nothing. See docs/python.md.
"""

from __future__ import annotations

__version__ = "0.1.0"

__all__ = [
    "Advice",
    "AmbiguousMoveError",
    "Answer",
    "BuildInfo",
    "Card",
    "CardsoloError",
    "DealError",
    "DungeonAnswer",
    "DungeonMove",
    "DungeonOutcome",
    "DungeonPlay",
    "DungeonState",
    "DungeonView",
    "FormatError",
    "IllegalMoveError",
    "Limit",
    "LogFormatError",
    "MoveAnalysis",
    "MoveError",
    "MoveSyntaxError",
    "Odds",
    "OptionError",
    "Outcome",
    "Play",
    "Player",
    "RogueMove",
    "RogueOutcome",
    "RoguePlay",
    "RogueState",
    "RogueView",
    "SolverError",
    "Status",
    "SurveyResult",
    "TriangleAnswer",
    "TriangleMove",
    "TriangleOutcome",
    "TrianglePlay",
    "TriangleState",
    "TriangleView",
    "Turn",
    "UndoError",
    "Verdict",
    "VerificationError",
    "Verified",
    "__version__",
    "advise",
    "analyse",
    "build_info",
    "deal",
    "find",
    "odds",
    "parse_card",
    "player",
    "position",
    "read_log",
    "run",
    "solve",
    "survey",
    "svg",
    "text",
    "to_json",
    "verify",
    "view",
]

TYPE_CHECKING = False  # typing itself would be loaded for the name; type checkers know this one
if TYPE_CHECKING:
    from cardsolo.api.build import BuildInfo, build_info
    from cardsolo.api.kinds import (
        DungeonMove,
        DungeonPlay,
        DungeonState,
        DungeonView,
        RogueMove,
        RoguePlay,
        RogueState,
        RogueView,
        TriangleMove,
        TrianglePlay,
        TriangleState,
        TriangleView,
    )
    from cardsolo.api.open import Verified, deal, position, read_log, verify, view
    from cardsolo.api.outcome import DungeonOutcome, Outcome, RogueOutcome, TriangleOutcome
    from cardsolo.api.play import Play
    from cardsolo.api.running import Player, player, run
    from cardsolo.api.show import svg, text, to_json
    from cardsolo.api.solving import advise, analyse, find, odds, solve
    from cardsolo.core.cards import Card, parse_card
    from cardsolo.core.errors import (
        AmbiguousMoveError,
        CardsoloError,
        DealError,
        FormatError,
        IllegalMoveError,
        LogFormatError,
        MoveError,
        MoveSyntaxError,
        OptionError,
        SolverError,
        UndoError,
        VerificationError,
    )
    from cardsolo.core.session import Turn
    from solvers.advice import Advice
    from solvers.dungeon.analysis import MoveAnalysis
    from solvers.result import Answer, DungeonAnswer, Limit, Status, TriangleAnswer, Verdict
    from solvers.rogue.odds import Odds
    from solvers.survey.ask import survey
    from solvers.survey.result import SurveyResult
else:
    #: module -> the names that are taken from it
    _HOMES = {
        "cardsolo.api.build": "BuildInfo build_info",
        "cardsolo.api.kinds": (
            "DungeonMove DungeonPlay DungeonState DungeonView RogueMove RoguePlay RogueState RogueView "
            "TriangleMove TrianglePlay TriangleState TriangleView"
        ),
        "cardsolo.api.open": "Verified deal position read_log verify view",
        "cardsolo.api.outcome": "DungeonOutcome Outcome RogueOutcome TriangleOutcome",
        "cardsolo.api.play": "Play",
        "cardsolo.api.running": "Player player run",
        "cardsolo.api.show": "svg text to_json",
        "cardsolo.api.solving": "advise analyse find odds solve",
        "cardsolo.core.cards": "Card parse_card",
        "cardsolo.core.errors": (
            "AmbiguousMoveError CardsoloError DealError FormatError IllegalMoveError LogFormatError MoveError "
            "MoveSyntaxError OptionError SolverError UndoError VerificationError"
        ),
        "cardsolo.core.session": "Turn",
        "solvers.advice": "Advice",
        "solvers.dungeon.analysis": "MoveAnalysis",
        "solvers.result": "Answer DungeonAnswer Limit Status TriangleAnswer Verdict",
        "solvers.rogue.odds": "Odds",
        "solvers.survey.ask": "survey",
        "solvers.survey.result": "SurveyResult",
    }

    def __getattr__(name):
        """Load a public name when it is first used (PEP 562)."""
        home = next((module for module, names in _HOMES.items() if name in names.split()), None)
        if home is None:
            raise AttributeError(f"module 'cardsolo' has no attribute {name!r}")
        from importlib import import_module

        value = globals()[name] = getattr(import_module(home), name)
        return value

    def __dir__():
        return sorted({*globals(), *__all__})
