"""Which Latin words may stand in Japanese text, and why; every other one is English that was forgotten."""

from __future__ import annotations

import json
import re
from functools import cache

import click
from support import FIXTURES

from cardsolo.cli.app import COMMANDS, app
from cardsolo.cli.play.words import ALIASES, WORDS
from cardsolo.core.i18n import as_written
from cardsolo.games import NAMES, find
from solvers.programs import programs_of

_LATIN = re.compile(r"[A-Za-z][A-Za-z'’]*[A-Za-z]")

#: As they are printed on the cards of Mini Rogue.
ON_THE_CARDS = """
    Black Sewers Poisonous Dungeon Undead Catacombs Flaming Underworld Sunken Keep of Og Og's Sanctum Guard Soldier Giant Knight
    Lord Skeleton Serpent Demon Remains Blood
"""
#: What is typed, or written in logs and options: the same in every language.
TYPED = """
    FILE OUT Enter Ctrl undo help human advisor easy fair hard fire ice poison healing survive turn out all best optimum
    greedy two four safe suits verdict search typed true false auto practice crashed method jobs players
    greedy seed steps pass sell beam fast view none yes correct
    start move end type dice deal position result room attack spell event change drop over
"""
#: Names of programs, formats and units.
NAMES_OF_THINGS = """
    cardsolo Python ortools CP SAT resvg py matplotlib distributed Dask dask worker tcp host pip install bash zsh fish
    JSON Schema SVG PNG HTML svg png html ASCII UTF NUL BOM MiB HP XP SIGTERM SIGHUP SIGQUIT en ja local state
    TOML toml XDG HOME CARDSOLO CONFIG
"""
ALLOWED = (
    frozenset(f"{ON_THE_CARDS} {TYPED} {NAMES_OF_THINGS}".split()) | set(COMMANDS) | set(NAMES) | {*WORDS, *ALIASES}
)
CARDS = frozenset(rank + suit for rank in "A23456789TJQK" for suit in "CDHS")
#: A line that is typed into a shell.
_COMMAND_LINE = re.compile(r"^\s*(?:cardsolo|printf|echo|eval|mkdir|for|done|jq|duckdb|\$|\|).*$", re.MULTILINE)
_TYPED = re.compile(r"`[^`]*`|\{[^}]*\}|(?<![\w-])--?[a-z][a-z-]*(?: [A-Z]+)?|\w+\.(?:html|jsonl|svg|png)")


@cache
def notation(name: str) -> frozenset[str]:
    """Return the Latin words of what can be typed in a game and at the prompt, and of the moves of its golden logs."""
    logs = (FIXTURES / name / "golden").glob("*.jsonl")
    lines = [json.loads(line) for log in logs for line in log.read_text("utf-8").splitlines()]
    moves = [line.get("move", "") for line in lines]
    typed = [*moves, *(example for example, _meaning in find(name).typed_moves()), *WORDS, "resign"]
    return frozenset(word for text in typed for word in _LATIN.findall(text)) | CARDS


def names_cells(word: str) -> bool:
    """Whether a word is letters of cells beside one another on a lattice, in the order of the alphabet."""
    return word.islower() and list(word) == sorted(set(word))


def grammar() -> frozenset[str]:
    """Return the words of usage lines and of choices: what a command line is made of."""
    words = {"OPTIONS", "COMMAND", "ARGS"}
    with as_written():  # commands are loaded here
        for command, context in _commands(app, click.Context(app, **app.context_settings)):
            words.add(command.name or "")
            for param in command.get_params(context):
                words.update(_LATIN.findall(param.make_metavar(context)))
                words.update(map(str, getattr(param.type, "choices", ())))
    for name in NAMES:
        game = find(name)
        words.update(programs_of(game).players)
        for option in game.options:
            words.update((*option.name.split("_"), *map(str, (option.default, *option.choices))))
    return frozenset(words)


def _commands(command, context):
    yield command, context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            yield from _commands(inner, click.Context(inner, parent=context, **inner.context_settings))


def english(text: str, also: frozenset[str] = frozenset()) -> list[str]:
    """Return the Latin words of a Japanese text that are not allowed; what stands in backquotes or braces is typed."""
    rest = _TYPED.sub(" ", _COMMAND_LINE.sub(" ", text))
    return [word for word in _LATIN.findall(rest) if word not in ALLOWED and word not in also and not names_cells(word)]
