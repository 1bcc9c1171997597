"""Nothing that strangers write reaches a terminal raw: every field of every file, names of files, arguments.

Survey files are fed in the same way in the tests of surveys.
"""

from __future__ import annotations

import copy
import json

import pytest
from golden import play_game
from logs import short_log
from support import read_jsonl
from terminal import Terminal

from cardsolo.core.jsonl import dumps
from cardsolo.games import NAMES, find

#: Colour, title with a bell, C1 (CSI in one character), DEL, marks of direction, line ends of all kinds, a tag.
EVIL = "\x1b[31m\x1b]0;t\x07\x9b31m\x7f\u202e\u2066\r\n\x85\u2028\u200b\x00\U000e0041"
#: What a command line or a file name can hold of it.
NAME = EVIL.replace("\x00", "")


def check(done):
    for text in (done.out, done.err):
        bad = {char for char in text if not (char.isprintable() or char == "\n")}
        assert bad == set(), (bad, text[:300])


def places(value, at=()):
    """Yield the places of a JSON value, of lists the first and the last item only."""
    yield at
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*at, key))
    elif isinstance(value, list):
        for index in {0, len(value) - 1} if value else ():
            yield from places(value[index], (*at, index))


def poisoned(obj):
    """Yield copies of an object with EVIL in the place of each value, and as a further key of each object."""
    for at in places(obj):
        copied = copy.deepcopy(obj)
        inner, parent = copied, None
        for step in at:
            parent, inner = inner, inner[step]
        if isinstance(inner, dict):
            inner[EVIL] = [EVIL, {EVIL: EVIL}]
            yield copied
        if parent is not None:
            copied = copy.deepcopy(obj)
            parent = copied
            for step in at[:-1]:
                parent = parent[step]
            parent[at[-1]] = EVIL
            yield copied


def encoded(lines):
    """Return lines as some other program writes them: nothing escaped that need not be."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode("utf-8", "surrogatepass")


def log_of(name):
    lines = [json.loads(line) for line in short_log(name, 3, 4)]
    lines[0] |= {"seats": ["greedy"], "solver": "search", "solver_moves": 3, "dice_seed": 3, "note": ["x"]}
    return lines


LOG_COMMANDS = [
    ("verify", "-"),
    ("stats", "-"),
    ("replay", "-"),
    ("verify", "-", "--json"),
    ("stats", "-", "--json"),
]
MORE_LOG_COMMANDS = [
    ("render", "-", "-o", "-"),
    ("analyse", "-", "--json", "--nodes", "1", "--time", "0.01"),
    ("advise", "{game}", "--log", "-", "--time", "0.01"),
    ("play", "{game}", "--resume", "log", "--json"),
    ("play", "{game}", "--resume", "-", "--log", "new", "--moves", "moves"),
]


@pytest.mark.parametrize("name", NAMES)
def test_every_field_of_a_log(inside, name):
    lines = log_of(name)
    kinds = {}
    for number, line in enumerate(lines):
        kinds.setdefault(line["type"], number)
    (inside.directory / "moves").write_text("log\nresign\n")
    assert set(kinds) == {"start", "move", "undo", "end"}
    turn = 0
    for number in kinds.values():
        for evil in poisoned(lines[number]):
            data = encoded([*lines[:number], evil, *lines[number + 1 :]])
            for command in LOG_COMMANDS:
                check(inside.run(*command, stdin=data))
            more = MORE_LOG_COMMANDS[turn % len(MORE_LOG_COMMANDS)]
            turn += 1
            (inside.directory / "log").write_bytes(encoded([*lines[:number], evil]))
            (inside.directory / "new").unlink(missing_ok=True)
            check(inside.run(*(part.format(game=name) for part in more), stdin=data))


def test_what_is_let_be_in_a_log_is_printed_harmlessly(inside):
    """Unknown fields are kept: `--resume --json` and the word `log` print them."""
    lines = [json.loads(line) for line in short_log("dungeon", 3, 4)][:3]
    lines[0][EVIL] = EVIL
    lines[1]["note"] = {EVIL: [EVIL]}
    (inside.directory / "log").write_bytes(encoded(lines))
    done = inside.run("play", "dungeon", "--resume", "log", "--json", stdin="log\n")
    check(done)
    assert [json.loads(line) for line in done.out.splitlines()][:3] == lines
    assert sum(line.startswith("{") for line in done.err.splitlines()) == 3


def sources(name):
    game = find(name)
    deal = game.deal(game.rules_of({}), 5)
    lines = [json.loads(line) for line in play_game(name, {}, 5)]
    yield "--deal", game.deal_to_json(deal)
    from cardsolo.core.log.reader import last_game

    state = last_game_of(lines, last_game).state_after(4)
    yield "--position", game.position_to_json(state)
    yield "--position", game.view_to_json(game.view(state, game.seat(state)))


def last_game_of(lines, reader):
    from io import BytesIO

    return reader(BytesIO(encoded(lines)), find)


@pytest.mark.parametrize("name", NAMES)
def test_every_field_of_deals_positions_and_views(inside, name):
    turn = 0
    for option, obj in sources(name):
        commands = [["play", name, option, "-", "--log", "log"]]
        if option == "--position":
            commands += [["advise", name, option, "-", "--time", "0.01"], ["render", "-", "-o", "-"]]
        if name != "rogue":
            commands += [["solve", name, option, "-", "--nodes", "1"]]
        for evil in poisoned(obj):
            data = encoded([evil])
            (inside.directory / "log").unlink(missing_ok=True)
            command = commands[turn % len(commands)]
            as_json = [] if turn // len(commands) % 2 or command[0] == "render" else ["--json"]
            turn += 1
            check(inside.run(*command, *as_json, stdin=data))


FILES = [
    *(["verify"], ["stats"], ["replay"], ["analyse"], ["render", "-o", "x.svg"], ["advise", "dungeon", "--log"]),
    *(["advise", "dungeon", "--position"], ["solve", "dungeon", "--deal"], ["solve", "triangle", "--position"]),
    *(["play", "dungeon", "--deal"], ["play", "dungeon", "--moves"], ["play", "dungeon", "--resume"]),
    *(
        ["play", "dungeon", "--seed", "7", "--log"],
        ["solve", "dungeon", "--seed", "7", "--log"],
        ["render", "log", "-o"],
    ),
]


@pytest.mark.parametrize("command", FILES, ids=" ".join)
@pytest.mark.parametrize("content", [None, b"x\n", b'{"type":"start","form', encoded(log_of("dungeon")[:3])])
def test_names_of_files(inside, command, content):
    log = inside.directory / "log"
    log.write_bytes(encoded(log_of("dungeon")))
    path = inside.directory / (NAME + ".svg")
    for as_json in ([], ["--json"]) if command[0] in {"verify", "stats", "play", "solve", "advise"} else ([],):
        path.unlink(missing_ok=True)
        if content is not None:
            path.write_bytes(content)
        done = inside.run(*command, path.name, *as_json, stdin="x\n")
        check(done)


def test_a_name_that_is_no_text(inside):
    """A byte that is no UTF-8 comes as half of a surrogate pair."""
    done = inside.run("verify", "no\udcfftext", "--json")
    check(done)
    assert done.code == 2
    assert done.objects[0]["file"] == "no\udcfftext"


@pytest.mark.parametrize(
    "arguments",
    [
        [NAME],
        ["play", NAME],
        ["play", "dungeon", NAME],
        ["play", "dungeon", "--" + NAME],
        ["play", "dungeon", "--seed", NAME],
        ["play", "dungeon", "--jokers", NAME],
        ["play", "dungeon", "--player", NAME],
        ["play", "dungeon", "--lang", NAME],
        ["play", "triangle", "--seats", NAME],
        ["play", "rogue", "--difficulty", NAME],
        ["play", "rogue", "--dice", NAME],
        ["schema", NAME],
        ["rules", NAME],
        ["solve", NAME],
        ["solve", "dungeon", "--method", NAME],
        ["solve", "dungeon", "--time-limit", NAME],
        ["solve", "triangle", "--objective", NAME],
        ["odds", "rogue", "--dice", NAME],
        ["odds", NAME],
        ["survey", NAME],
        ["survey", "dungeon", "--seeds", NAME, "--out", "x"],
        ["render", "log", "-o", NAME],
        ["completion", NAME],
    ],
    ids=lambda arguments: " ".join(arguments).replace(NAME, "EVIL"),
)
def test_arguments(inside, arguments):
    (inside.directory / "log").write_text("x\n")
    done = inside.run(*arguments)
    check(done)
    assert done.code == 2


def test_lines_of_a_script(inside):
    for line in (EVIL, f"5h {EVIL}", f"{EVIL}undo"):
        for text in line.split("\n"):
            done = inside.run("play", "dungeon", "--seed", 7, stdin=text.encode() + b"\n")
            check(done)
    check(inside.run("play", "rogue", "--seed", 7, "--dice", "typed", stdin=EVIL.encode()))


def test_a_terminal_gets_no_sequence_but_our_own(cli):
    """The same through a pseudo-terminal, where text, JSON and errors arrive as they would for a person."""
    lines = read_jsonl("triangle/match.jsonl")[:8]
    lines[0]["note"] = EVIL
    lines[2]["move"] = EVIL
    (cli.directory / NAME).write_bytes(encoded(lines))
    (cli.directory / "deal").write_bytes(
        encoded([{"type": "deal", "game": "dungeon", "rules": {EVIL: EVIL}, EVIL: EVIL}])
    )
    for arguments in (
        ["verify", NAME],
        ["stats", "--json", NAME],
        ["solve", "dungeon", "--deal", "deal"],
        ["play", NAME],
    ):
        terminal = Terminal(cli, *arguments, env={"NO_COLOR": "1"})
        assert terminal.end() in {2, 3}
        text = terminal.raw.decode("utf-8").replace("\r\n", "\n")
        assert {char for char in text if not (char.isprintable() or char == "\n")} == set()
        assert "\ufffd" in text or "\\u001b" in text


def test_what_json_is_written_of_reads_back(inside):
    done = inside.run("verify", NAME, "--json")
    assert done.objects[0]["file"] == NAME
    assert dumps({"a": EVIL}).isprintable()
