"""Every text that a player reads goes through gettext: under a pseudo-translation nothing may stand outside brackets.

What may: notation and names that are never translated. Each such word is listed here or comes from a registry.
"""

from __future__ import annotations

import ast
import functools
import gettext
import json
import os
import random
import re
import subprocess
import sys

import pytest
from per_game import FACTS
from pseudo import Pseudo, words_outside
from support import FIXTURES, ROOT

from cardsolo.cli.app import COMMANDS
from cardsolo.cli.common.settings.keys import every_key
from cardsolo.cli.common.shared import CONTEXT
from cardsolo.cli.play.words import WORDS
from cardsolo.core import i18n
from cardsolo.core.chance import SeededDice
from cardsolo.core.errors import CardsoloError, MoveError
from cardsolo.core.i18n import plural, use_language, use_translations
from cardsolo.core.session import Origin, Session
from cardsolo.games import NAMES, find
from cardsolo.render import renderer
from cardsolo.render.style import Style

CARDS = {rank + suit for rank in "A23456789TJQK" for suit in "CDHS"}
#: Words that mean the same in every language, and why.
NEVER_TRANSLATED = {
    "cardsolo",  # the program
    "JSON", "SVG", "HP", "XP",  # established abbreviations
    "OPTIONS", "COMMAND", "ARGS",  # click's own placeholders in its usage line
    *CARDS,
    *NAMES, *COMMANDS, *WORDS,  # what is typed
}  # fmt: skip


def option_words():
    """Return the names and values of rules options, as deals and command lines carry them."""
    for name in NAMES:
        for option in find(name).options:
            yield from option.name.split("_")
            yield from (str(choice).lower() for choice in option.choices)


NEVER_TRANSLATED |= set(option_words())


def stray(text, also=()):
    """Return the words of a text that should have been translated."""
    words = [word for word in words_outside(text) if word not in NEVER_TRANSLATED and word not in also]
    return [word for word in words if not names_cells(word)]


def names_cells(word):
    """Whether a word can be letters that name cells side by side on a lattice: in the order of the alphabet."""
    return word.isascii() and word.islower() and list(word) == sorted(set(word))


def words_of_moves(game, state):
    """Return the words of the moves there are: notation."""
    moves = [game.format_move(move) for move in FACTS[game.name].candidates(state)]
    moves += [example for example, _meaning in game.typed_moves()]
    return {part for text in (*moves, "resign") for part in text.replace("@", " ").replace("-", " ").split()}


@pytest.fixture
def pseudo():
    """Bracket every message while a test runs."""
    use_translations(Pseudo())
    yield
    use_language("en")


# --- the catch works --------------------------------------------------------------------------------------------------
def test_the_pseudo_translation_shows_what_goes_round_it(pseudo):
    assert i18n._("one") == "⟦one⟧"
    assert stray(i18n._("a {b} c").format(b=i18n._("inner")) + " TH --- 12") == []
    assert stray(i18n._("a {b} c").format(b="inner")) == []
    assert stray("played " + i18n._("a")) == ["played"]
    assert stray('{"type":"a"}\n' + i18n._("x")) == []
    assert plural("{count} card", "{count} cards", 2) == "⟦2 cards⟧"
    with pytest.raises(AssertionError):
        stray(i18n._("cut")[:-1])


def gettext_calls():
    """Yield (place, argument) of every call of `_`, `marked` and `plural` in the sources."""
    for top in ("cardsolo", "solvers"):
        for path in sorted((ROOT / top).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Name)
                    and node.func.id in {"_", "marked", "plural"}
                ):
                    count = 2 if node.func.id == "plural" else 1
                    for argument in node.args[:count]:
                        yield f"{path.relative_to(ROOT)}:{node.lineno}", node.func.id, argument


def test_messages_are_whole_literals_that_a_catalogue_can_hold():
    """No f-string, no concatenation with values, nothing filled in before it is looked up."""
    calls = list(gettext_calls())
    assert len(calls) > 100
    for place, function, argument in calls:
        literal = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        kept = function == "_" and isinstance(argument, (ast.Name, ast.Attribute, ast.Subscript, ast.IfExp))
        assert literal or kept, f"{place}: {ast.unparse(argument)}"
        if literal:
            assert argument.value, place  # the empty message is the catalogue's header
            argument.value.format_map(Anything())


class Anything(dict):
    """Has a value for every name, and none for a position: placeholders are named."""

    def __missing__(self, key):
        assert not key.isdigit()
        return 1


# --- screens ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("style", [Style(width=100), Style(unicode=True, color=True, width=34)], ids=["wide", "narrow"])
def test_screens_events_and_outcomes(pseudo, name, style):
    game = find(name)
    render = renderer(game)
    for seed in range(2):
        last = {option.name: option.choices[-1] for option in game.options if option.name != "first"}
        deal = game.deal(game.rules_of({} if seed % 2 else last), seed)
        session = Session(Origin(game, deal=deal))
        source = random.Random(seed)
        also = words_of_moves(game, session.state)
        texts = []
        while not session.is_over and len(session.turns) < 80:
            seat = game.seat(session.state)
            texts += render.board(game.view(session.state, seat), style)
            moves = game.legal_moves(session.state)
            for turn in session.play(moves[int(source.random() ** 2 * len(moves))]):
                texts += [text for event in turn.events if (text := render.describe(event, style))]
        if not session.is_over:
            session.play(game.parse_move("resign"))
        texts += render.board(game.view(session.state, 1), style) + render.outcome(session.result, style)
        assert stray("\n".join(texts), also) == []


@pytest.mark.parametrize("name", NAMES)
def test_refusals(pseudo, name):
    game = find(name)
    deal = game.deal(game.rules_of({}), 3)
    chance = SeededDice(name, 3)
    state = game.start(deal, chance).state
    source = random.Random(3)
    while game.result(state) is None:
        also = words_of_moves(game, state)
        for move in list(FACTS[name].candidates(state))[::3]:
            reason = game.why_not(state, move)
            if reason is not None:
                assert stray(reason.message, also) == [], reason
        for text in ("", "zz", "t", "2", "x", "9 9", "card", "r"):
            try:
                game.read_move(text, state)
            except MoveError as error:
                assert stray(str(error), also) == [], error
        moves = game.legal_moves(state)
        for move in moves[:: max(1, len(moves) // 3)]:
            after = game.apply(state, move, SeededDice(name, 1)).state
            assert after != state
        state = game.apply(state, moves[int(source.random() ** 2 * len(moves))], chance).state
    assert stray(game.why_not(state, game.parse_move("resign")).message) == []
    assert stray(i18n._(game.title)) == []
    assert all(stray(i18n._(option.help)) == [] for option in game.options)


WRONG = [None, 0, "?", [], {}, [["?"]], [["5C"] * 9] * 9, {"0,0": "?"}, {"jokers": 99, "no": 1}, -1, True]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["deal", "position", "view"])
def test_faults_of_deals_positions_and_views(pseudo, name, kind):
    game = find(name)
    deal = game.deal(game.rules_of({}), 7)
    state = game.start(deal, SeededDice(name, 7)).state
    obj = {
        "deal": game.deal_to_json(deal),
        "position": game.position_to_json(state),
        "view": game.view_to_json(game.view(state, game.seat(state))),
    }[kind]
    read = getattr(game, f"{kind}_from_json")
    for field in [*obj, "nothing"]:
        for wrong in WRONG:
            try:
                read(json.loads(json.dumps(obj | {field: wrong})))
            except CardsoloError as error:
                for fault in error.faults:
                    assert stray(fault.fault, words_of_moves(game, state)) == [], fault
                assert stray(str(error).split("\n")[0]) == []


# --- commands ---------------------------------------------------------------------------------------------------------
#: What `--help` may show besides: how options and arguments are called.
HELP_WORDS = {"help", "lang", "en", "ja", "ascii", "version"}


def options_of_commands():
    """Return the words of every option, argument and choice of every command: they are typed, so never translated."""
    import click

    from cardsolo.cli.app import app

    found = set(HELP_WORDS)
    context = click.Context(app, **CONTEXT)

    def collect(command):
        for parameter in command.get_params(context):
            for text in (*parameter.opts, *parameter.secondary_opts, parameter.metavar or "", parameter.name or ""):
                found.update(part for part in text.replace("_", "-").replace("|", "-").split("-") if part)
            if isinstance(parameter.type, click.Choice):
                found.update(part for choice in parameter.type.choices for part in choice.split("-"))
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                found.update(name.split("-"))
                collect(command.get_command(context, name))

    collect(app)
    for key in every_key():
        found.update(
            part for text in (key.name, *map(str, key.choices)) for part in re.findall(r"[^\W\d_]+", text.lower())
        )
    return found | {word.upper() for word in found}


def script(name, *words, moves=6):
    """Return lines that play some moves of a game and type some words after each."""
    game = find(name)
    session = Session(Origin(game, deal=game.deal(game.rules_of({}), 7)))
    lines = list(words)
    source = random.Random(name)
    for _move in range(moves):
        if session.is_over:
            break
        legal = game.legal_moves(session.state)
        move = legal[int(source.random() ** 2 * len(legal))]
        session.play(move)
        lines += [game.format_move(move), *words]
    return "\n".join(lines) + "\n"


def command(*arguments, stdin="", typed=False):
    return {"arguments": list(map(str, arguments)), "stdin": stdin, "typed": typed}


def commands_to_try(tmp_path):
    """Yield command lines that make the command line say what it can say."""
    yield command()
    yield command("--version")
    for name in COMMANDS:
        yield command(name, "--help")
        yield command(name)
        yield command(name, "--bogus")
    yield command("solv")
    yield command("--bogus")
    yield command("games")
    for words in ((), ("set", "suits", "fuor"), ("set", "jokers", 3), ("set", "play.rogue.seed", 3), ("unset", "lang")):
        yield command("config", *words)
    yield command("deal", "chess", "--seed", 1)
    yield command("schema", "nothing")
    yield command("deal", "dungeon", "--seed", "x")
    yield command("deal", "dungeon", "--seed")
    yield command("deal", "dungeon", "--seed", 1, "--jokers", 9)
    yield command("deal", "dungeon", "--seed", 1, "--jokers", "many")
    yield command("deal", "dungeon", "--seed", 1, "--players", 3)
    yield command("solve", "rogue")
    fight = ("odds", "rogue", "--hp", 5, "--monster-hp", 7)
    yield command(*fight, "--damage", 2)
    yield command(*fight, "--damage", 99, "--rank", 9, "--spells", "fire,ice,ice")
    yield command(*fight, "--damage", 2, "--rank", 4, "--xp", 3)
    yield command(*fight, "--damage", 2, "--xp", 7, "--spells", ",fire")
    yield command(*fight, "--damage", 2, "--dice", "4+6,9")
    yield command(*fight, "--damage", 2, "--dice", "4,6", "--spell-step")
    yield command("verify", tmp_path / "nothing.jsonl")
    yield command("verify", tmp_path)
    for name in NAMES:
        yield command("deal", name, "--seed", 7)
        yield command(
            "solve", name, "--deal", "-", stdin='{"type":"deal"}\n\n{\n{"type":"deal","game":"dungeon","seed":-1}\n'
        )
        yield command("play", name, "--seed", 7, stdin=script(name, "moves", "view", moves=12))
        yield command("play", name, "--seed", 7, stdin=script(name, "help", "position", "deal", "log", moves=2))
        yield command("play", name, "--seed", 7, stdin="undo\n")
        yield command("play", name, "--seed", 7, stdin="redo\n")
        yield command("play", name, "--seed", 7, stdin="# a comment\n\nno such move\n")
        yield command("play", name, "--seed", 7, stdin="resign\nresign\n")
        yield command("play", name, "--seed", 7, "--position", "-", stdin="{}")
        yield command("play", name, "--resume", tmp_path / "nothing.jsonl")
        yield command("play", name, "--seed", 7, "--player", "nobody")
        yield command(
            "play", name, "--seed", 7, typed=True, stdin="what\n" + script(name, "", "moves") + "undo\nredo\nquit\n"
        )
        yield command("play", name, "--seed", 7, typed=True, stdin="resign\nundo\nresign\n\n")
        for path in sorted((FIXTURES / name / "golden").glob("*.jsonl"))[:2]:
            yield command("replay", path)
            yield command("verify", path)
            yield command("stats", path)
            broken = tmp_path / f"broken-{name}.jsonl"
            broken.write_bytes(path.read_bytes().replace(b'"n":2', b'"n":3'))
            yield command("verify", broken)
            yield command("replay", broken)
            yield command("play", name, "--resume", path)
    for text in (
        "",
        "\x00",
        "[]\n",
        "{}\n",
        '{"type":"start"}\n',
        '{"type":"move"}\n',
        "x" * (1 << 20) + "x\n",
        '{"a":1,"a":2}\n',
    ):
        yield command("verify", "-", stdin=text)


def test_commands(tmp_path):
    commands = list(commands_to_try(tmp_path))
    done = subprocess.run(
        [sys.executable, ROOT / "tests" / "pseudo.py"],
        input=json.dumps(commands),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        cwd=ROOT,
        env=os.environ
        | {"PYTHONPATH": str(ROOT), "COLUMNS": "100", "PYTHONUTF8": "1"}
        | {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
    )
    results = json.loads(done.stdout)
    assert len(results) == len(commands)
    typed = options_of_commands()
    moves = set()
    for name in NAMES:
        game = find(name)
        moves |= words_of_moves(game, game.start(game.deal(game.rules_of({}), 7), SeededDice(name, 7)).state)
    found = {}
    for tried, result in zip(commands, results, strict=True):
        paths = [word for word in tried["arguments"] if "/" in word] + [str(tmp_path), str(FIXTURES)]
        for said in (result["out"], result["err"]):
            shown = functools.reduce(lambda text, path: text.replace(path, ""), paths, said)
            words = stray(shown, typed | moves | {"jsonl", "toml", "fuor", "human"})
            if words:
                found[" ".join(tried["arguments"])] = words
        assert result["code"] in {0, 2, 3}, (tried, result)
    assert found == {}, found
    assert sum(len(result["out"]) for result in results) > 10_000


@pytest.mark.parametrize("name", COMMANDS)
def test_help_speaks_the_language_of_now(name):
    """One process may speak several: the first one that showed a help text does not settle it."""
    import click

    from cardsolo.cli.app import app

    context = click.Context(app, **CONTEXT)
    texts = []
    for translations in (Pseudo(), gettext.NullTranslations(), Pseudo()):
        use_translations(translations)
        command = app.get_command(context, name)
        texts.append(command.get_help(click.Context(command, info_name=name, **CONTEXT)))
    use_language("en")
    bracketed, english, again = texts
    assert bracketed == again
    assert "⟦" not in english
    assert bracketed.count("⟦") > 3
    assert len(english) > 200
    flat = " ".join(english.split()).lower().replace("- ", "-")  # a line may end at a hyphen
    said = [" ".join(text.split()).lower().replace("- ", "-") for text in re.findall(r"⟦([^⟦⟧]+)⟧", bracketed)]
    assert all(text in flat for text in said)


def test_the_empty_text_is_empty_in_every_language():
    use_language("ja")
    try:
        assert i18n._("") == ""  # what a catalogue has under it is its own header
    finally:
        use_language("en")
