"""The configuration file: what holds and by what, what gives way, what is refused, and that one line is changed at a time."""

from __future__ import annotations

import re
import tomllib

import pytest
from amount import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from support import ROOT


def file_of(runner):
    return runner.directory / "config" / "cardsolo" / "config.toml"


def put(runner, text):
    """Write the configuration file."""
    path = file_of(runner)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def shown(out):
    """Return {key: (value, where it comes from)} of what `config` prints, which is TOML itself."""
    values, found, table = tomllib.loads(out), {}, ""
    for line in out.splitlines():
        if line.startswith("["):
            table = line.strip("[]") + "."
        elif (row := re.match(r"(# )?(\w+) = .*?  # ([^;]+); ", line)) is not None:
            at = values
            for part in table.split(".")[:-1]:
                at = at[part]
            found[table + row[2]] = (at.get(row[2]), row[3])
    return found


# --- shown ------------------------------------------------------------------------------------------------------------
def test_without_a_file_everything_is_as_ever(inside):
    done = inside.run("config")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"# {file_of(inside)}, which is not there yet\n")
    keys = shown(done.out)
    assert keys["suits"] == ("two", "by default")
    assert keys["wide"] == (None, "not set")
    assert keys["play.dungeon.jokers"] == (2, "by default")
    assert keys["play.triangle.seats"] == (None, "not set")
    assert not file_of(inside).parent.exists()


def test_each_value_says_where_it_comes_from(inside, monkeypatch):
    put(
        inside,
        '# mine\nlang = "ja"\nsuits = "safe"\nplain = true\n[play.dungeon]\nace = 11\n',
    )
    monkeypatch.setenv("CARDSOLO_PLAIN", "0")
    monkeypatch.setenv("CARDSOLO_WIDE", "nonsense")
    monkeypatch.setenv("NO_COLOR", "1")
    keys = shown(inside.run("config", "--suits", "two").out)
    assert {name: keys[name] for name in ("lang", "suits", "plain", "wide", "color", "play.dungeon.ace")} == {
        "lang": ("ja", "line 2"),
        "suits": ("two", "the command line"),
        "plain": (False, "CARDSOLO_PLAIN"),
        "wide": (None, "not set"),
        "color": (False, "NO_COLOR"),
        "play.dungeon.ace": (11, "line 6"),
    }


def test_every_option_of_play_is_a_key_or_is_about_one_game(inside):
    import click

    from cardsolo.cli.common.settings.keys import ONCE
    from cardsolo.cli.play.command import play

    keys = {name.rpartition(".")[2] for name in shown(inside.run("config").out)}
    context = click.Context(play, **play.context_settings)  # click keeps the help option that it makes first
    options = {max(option.opts, key=len) for option in play.get_params(context) if isinstance(option, click.Option)}
    names = {option.lstrip("-").replace("-", "_") for option in options} - {"help"}
    assert names - keys == set(ONCE)


def test_the_page_lists_every_key(inside):
    page = (ROOT / "docs" / "configuration.md").read_text("utf-8")
    listed = set(re.findall(r"^\| `([a-z_.]+)` \|", page, re.MULTILINE))
    assert listed == set(shown(inside.run("config").out))


def test_another_file_can_be_named_or_none(inside, monkeypatch):
    put(inside, 'suits = "four"\n')
    (inside.directory / "other.toml").write_text('suits = "safe"\n')
    monkeypatch.setenv("CARDSOLO_CONFIG", "other.toml")
    assert shown(inside.run("config").out)["suits"] == ("safe", "line 1")
    monkeypatch.setenv("CARDSOLO_CONFIG", "")
    done = inside.run("config")
    assert done.out.startswith("# no configuration file: CARDSOLO_CONFIG is empty\n")
    assert shown(done.out)["suits"] == ("two", "by default")
    assert inside.run("config", "set", "suits", "two").code == 2


def test_a_relative_xdg_config_home_counts_as_none(inside, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", "here")
    monkeypatch.setenv("HOME", str(inside.directory))
    assert inside.run("config", "set", "suits", "four").code == 0
    assert (inside.directory / ".config" / "cardsolo" / "config.toml").read_text() == 'suits = "four"\n'


# --- changed ----------------------------------------------------------------------------------------------------------
CHANGES = [
    ("", "lang ja", 'lang = "ja"\n'),
    ("# mine\n", "lang ja", '# mine\nlang = "ja"\n'),
    ('lang = "en"  # for now\nplain = true\n', "lang ja", 'lang = "ja"  # for now\nplain = true\n'),
    ("\n  lang='en'#x\n", "lang ja", '\n  lang="ja"#x\n'),
    ('lang = "en"', "suits four", 'lang = "en"\nsuits = "four"\n'),
    ("# cards\n\n# for me\n[play.dungeon]\njokers = 1\n", "plain on",
     "# cards\n\nplain = true\n# for me\n[play.dungeon]\njokers = 1\n"),
    ("plain = true\n\n[play.rogue]\n", "ascii no", "plain = true\nascii = false\n\n[play.rogue]\n"),
    ("[play.dungeon]\njokers = 1 # few\n\n[play.rogue]\n", "play.dungeon.ace 11",
     "[play.dungeon]\njokers = 1 # few\nace = 11\n\n[play.rogue]\n"),
    ("[ play . dungeon ] # x\n", "play.dungeon.ace 11", "[ play . dungeon ] # x\nace = 11\n"),
    ("plain = true\n", "play.triangle.play-on yes", "plain = true\n\n[play.triangle]\nplay_on = true\n"),
    ("[play.triangle]\nplay-on = false\n", "play.triangle.play_on yes", "[play.triangle]\nplay-on = true\n"),
    ("play.dungeon.ace = 1\n", "play.dungeon.ace 11", "play.dungeon.ace = 11\n"),
    ('lang = "en"\r\nplain = true\r\n', "suits safe", 'lang = "en"\r\nplain = true\r\nsuits = "safe"\r\n'),
    ('\ufefflang = "en"\n', "lang ja", '\ufefflang = "ja"\n'),
    ("\ufeff[play.rogue]\n", "plain true", "\ufeffplain = true\n[play.rogue]\n"),
    ('suits = "fuor"\n', "suits four", 'suits = "four"\n'),
    ("", "play.triangle.seats human,greedy,search", '[play.triangle]\nseats = "human,greedy,search"\n'),
    ("", "PLAY.Rogue.Difficulty hard", '[play.rogue]\ndifficulty = "hard"\n'),
]  # fmt: skip


@pytest.mark.parametrize(("before", "typed", "after"), CHANGES)
def test_one_line_is_changed_and_all_others_stay(inside, before, typed, after):
    path = put(inside, before)
    done = inside.run("config", "set", *typed.split())
    assert (done.code, done.err) == (0, "")
    assert path.read_bytes().decode() == after
    name = typed.split()[0].lower().replace("-", "_")
    assert done.out.startswith(f"{name} = ")


@pytest.mark.parametrize(
    ("before", "key", "after"),
    [
        ('# a\nlang = "ja" # b\nplain = true\n', "lang", "# a\nplain = true\n"),
        ("[play.rogue]\nkey = true\n# c\n", "play.rogue.key", "[play.rogue]\n# c\n"),
        ('colour = "no"\nplain = true\n', "colour", "plain = true\n"),  # what is misspelt there goes away too
        ("[play.rouge]\nkey = true\n", "play.rouge.key", "[play.rouge]\n"),
    ],
)
def test_a_key_is_taken_out(inside, before, key, after):
    path = put(inside, before)
    assert inside.run("config", "unset", key).code == 0
    assert path.read_text() == after


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("set jokers 3", "“jokers” is no key: did you mean play.dungeon.jokers?"),
        ("set play.dungeon.jocker 3", "“play.dungeon.jocker” is no key: did you mean play.dungeon.jokers?"),
        ("set colours false", "“colours” is no key: did you mean color?"),
        ("set play.dungeon.seed 7", "it is about one game, and typed on the command line"),
        ("set play.chess.elo 7", "“play.chess.elo” is no key"),
        ("set suits fuor", "suits cannot be fuor; it can be two, four, safe"),
        ("set plain perhaps", "plain cannot be perhaps; it can be true or false"),
        ("set play.dungeon.jokers 9", "play.dungeon.jokers cannot be 9; it can be 0 to 8"),
        ("set play.dungeon.jokers two", "play.dungeon.jokers cannot be two; it can be 0 to 8"),
        ("set play.dungeon.ace true", "play.dungeon.ace cannot be true; it can be 1, 11"),
        ("set play.triangle.seats human,deep", "it can be human or a program (random, greedy, search) for each seat"),
        ("set play.rogue.player human", "play.rogue.player cannot be human; it can be random, greedy, advisor"),
        ("unset lang", "config.toml does not set lang"),
        ("unset foo", "“foo” is no key"),
    ],
)
def test_what_is_no_key_or_no_value_changes_nothing(inside, typed, said):
    path = put(inside, "# mine\nplain = true\n")
    done = inside.run("config", *typed.split())
    assert done.code == 2
    assert said in done.err
    assert path.read_text() == "# mine\nplain = true\n"


@pytest.mark.parametrize(
    "before",
    ['suits = """\ntwo"""\n', "play = {dungeon = {ace = 1}}\n", "play.dungeon.jokers = 2\nplay.dungeon.chain = true\n"],
)
def test_a_form_that_takes_more_than_a_line_is_left_to_an_editor(inside, before):
    path = put(inside, before)
    key, value = ("suits", "four") if "suits" in before else ("play.dungeon.ace", "11")
    done = inside.run("config", "set", key, value)
    assert done.code == 2
    assert f"has {key} in a form that is changed in an editor only" in done.err
    assert path.read_text() == before


def test_a_link_and_the_permissions_stay(inside):
    path = put(inside, "")
    real = inside.directory / "dotfiles.toml"
    path.replace(real)
    real.chmod(0o600)
    path.symlink_to(real)
    assert inside.run("config", "set", "plain", "yes").code == 0
    assert path.is_symlink()
    assert real.read_text() == "plain = true\n"
    assert real.stat().st_mode & 0o777 == 0o600


LINES = st.sampled_from([
    "", "# a comment = 1", 'lang = "en"', "plain = true # yes", "  ascii=false", "[play.dungeon]", "jokers = 1", "ace = 11",
    "[play.rogue]", "key = true", "# [play.triangle]", "[play.triangle]", "play-on = true", "seats = 'human'",
])  # fmt: skip
KEYS = ["lang ja", "plain no", "suits four", "play.dungeon.jokers 3", "play.rogue.key no", "play.triangle.play_on no"]


@settings(max_examples=examples(60))
@given(st.lists(LINES, max_size=9, unique=True), st.sampled_from(KEYS), st.sampled_from(["\n", "\r\n"]))
def test_whatever_stands_there_one_key_changes(tmp_path_factory, lines, typed, end):
    from cardsolo.cli.common.settings.file import parse
    from cardsolo.cli.common.settings.lines import changed, path_of
    from cardsolo.core.errors import FormatError

    text, (key, value) = end.join(lines), typed.split()
    path, literal = path_of(key), {"no": "false", "3": "3"}.get(value, f'"{value}"')
    try:
        before = flat(parse(text))
    except FormatError:  # a key that stands at a place where it stands already
        return
    after = changed(text, path, literal, parse)
    assert after is not None
    assert flat(parse(after)) == before | {path: parse(f"v = {literal}")["v"]}
    kept = [line for line in re.split(r"\r?\n", after) if line.strip()]
    missing = [line for line in lines if line.strip() and line not in kept]
    assert len(missing) <= 1
    gone = changed(after, path, None, parse)
    assert flat(parse(gone)) == {name: found for name, found in before.items() if name != path}


def flat(values, path=()):
    """Return {path: value} without tables that are empty."""
    found = {}
    for name, value in values.items():
        at = (*path, name.replace("-", "_"))
        found |= flat(value, at) if isinstance(value, dict) else {at: value}
    return found


# --- what is wrong with a file ----------------------------------------------------------------------------------------
FAULTS = [
    ("lang = ja\n", 1, "this is not TOML, which has a key and its value on a line, words in quotes"),
    ('lang = "en"\n\nlang = "ja"\n', 3, "this key or table stands there already"),
    ("[play.rogue]\nkey = true\n[play.rogue]\n", 3, "this key or table stands there already"),
    ('plain = true\nlnag = "ja"\n', 2, "“lnag” is no key: did you mean lang?"),
    ("jokers = 3\n", 1, "“jokers” is no key: did you mean play.dungeon.jokers?"),
    ("seed = 3\n", 1, "“seed” is no key: it is about one game"),
    ('lang = "de"\n', 1, "lang cannot be de; it can be en, ja"),
    ('plain = "yes"\n', 1, "plain cannot be yes; it can be true or false"),
    ("plain = 1\n", 1, "plain cannot be 1; it can be true or false"),
    ("suits = [1, 2]\n", 1, "suits cannot be [1, 2]; it can be two, four, safe"),
    ("suits = 2020-01-01\n", 1, "suits cannot be 2020-01-01"),
    ("play = 7\n", 1, "play has a table for each game: [play.dungeon]"),
    ("[play]\njokers = 7\n", 2, "“jokers” is no game; there are dungeon, triangle, rogue"),
    ("[play]\nrogue = 7\n", 2, "play has a table for each game: [play.rogue]"),
    ("[play.rouge]\nkey = true\n", 1, "“rouge” is no game; did you mean rogue?"),
    ("\n[play.rogue]\njokers = 1\n", 3, "“play.rogue.jokers” is no key: did you mean play.dungeon.jokers?"),
    ("[play.dungeon]\nace = 1\njokers = true\n", 3, "play.dungeon.jokers cannot be true; it can be 0 to 8"),
    ("[play.triangle]\nplay_on = true\nplay-on = true\n", 2, "this key or table stands there already"),
    ("x = " + "[" * 20000, None, "brackets are nested too deeply"),
    ("x = 1" + "0" * 5000, 1, "this is not TOML"),
    ("lang = 2021-13-45\n", 1, "this is not TOML"),
    (b"# \xe9\n", 1, "this is not UTF-8"),
    (b"plain = true\n# \xff\n", 2, "this is not UTF-8"),
    ("a\0b = 1\n", 1, "this is not TOML"),
    ("#" * 70000, None, "a configuration file has 65536 bytes at the most"),
    ("\x1b[31m = 1", 1, "this is not TOML"),
    ('"\\u001b[31m" = 1', None, "“\ufffd[31m” is no key"),
]


@pytest.mark.parametrize(("content", "line", "said"), FAULTS, ids=[f"{number}" for number in range(len(FAULTS))])
def test_a_fault_is_told_with_its_place(inside, content, line, said):
    path = put(inside, content)
    done = inside.run("config")
    assert done.code == 2
    place = path if line is None else f"{path}:{line}"
    assert f"Error: {place}: {said}" in done.err
    assert "\x1b" not in done.err


def test_every_fault_is_told(inside):
    put(inside, 'lnag = 1\nlang = "x"\n[play.dungeon]\nace = 7\n[play.rogue]\nkey = 1\n')
    done = inside.run("config")
    assert done.code == 2
    assert [int(line.split(":")[2]) for line in done.err.splitlines()] == [1, 2, 4, 6]
    assert shown(done.out)["lang"] == ("en", "the system")


def test_what_is_no_file(inside, monkeypatch):
    monkeypatch.setenv("CARDSOLO_CONFIG", str(inside.directory))
    done = inside.run("config")
    assert (done.code, done.err) == (2, f"Error: {inside.directory}: Is a directory\n")
    monkeypatch.setenv("CARDSOLO_CONFIG", "/dev/null")
    assert inside.run("config").code == 0


# --- beside all this --------------------------------------------------------------------------------------------------
def test_shells_complete_keys_and_values(cli):
    def offered(line):
        env = {"_CARDSOLO_COMPLETE": "fish", "COMP_LINE": f"cardsolo {line}"}
        return [row.split("\t")[1] for row in cli.run(env=env).out.splitlines()]

    assert offered("config ") == ["set", "unset"]
    assert offered("config set su") == ["suits"]
    assert offered("config set play.rogue.d") == ["play.rogue.dice", "play.rogue.difficulty"]
    assert offered("config set suits ") == ["two", "four", "safe"]
    assert offered("config set play.rogue.difficulty im") == ["impossible"]
    assert offered("config set plain ") == ["false", "true"]
    assert offered("config unset la") == ["lang"]
    assert offered("config set nonsense ") == []
