"""Completion in real shells on a pseudo-terminal: what stands on the line after the tab key."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import threading
from contextlib import contextmanager, suppress

import click
import nursery
import pexpect
import pytest
from amount import PROFILE
from support import COMMAND, Cli, commands

if sys.platform == "win32":
    pytest.skip("pseudo-terminals of POSIX", allow_module_level=True)

FILES = [
    "game one.jsonl",
    "Übung.json",
    "zoo.jsonl",
    "deep/inside.jsonl",
    "und so weiter/Ärger ü.json",
    "../own/log.jsonl",
]

#: What is typed before the tab key, behind `cardsolo` unless it says that itself -> what then stands on the line.
CASES = [
    ("gam", "games"),
    ("compl", "completion"),
    ("sol", "solve"),
    ("rules d", "rules dungeon"),
    ("rules tri", "rules triangle"),
    ("play ro", "play rogue"),
    ("solve du", "solve dungeon"),
    ("survey mer", "survey merge"),
    ("survey summ", "survey summary"),
    ("completion z", "completion zsh"),
    ("completion f", "completion fish"),
    ("schema ans", "schema answer"),
    ("play rogue --diff", "play rogue --difficulty"),
    ("play rogue --difficulty im", "play rogue --difficulty impossible"),
    ("play dungeon --ch", "play dungeon --chain"),
    ("play dungeon --ace 11 --jo", "play dungeon --ace 11 --jokers"),
    ("play triangle --play-", "play triangle --play-on"),
    ("play dungeon --player adv", "play dungeon --player advisor"),
    ("play rogue --player gr", "play rogue --player greedy"),
    ("play triangle --seats hum", "play triangle --seats human"),
    ("play triangle --seats human,sea", "play triangle --seats human,search"),
    ("deal dungeon --find clearable --grade ha", "deal dungeon --find clearable --grade hard"),
    ("solve dungeon --method cp", "solve dungeon --method cpsat"),
    ("solve triangle --objective tu", "solve triangle --objective turn"),
    ("survey triangle --ask al", "survey triangle --ask all"),
    ("verify zo", "verify zoo.jsonl"),
    ("verify zoo.jsonl Üb", "verify zoo.jsonl Übung.json"),
    ("replay game", r"replay game\ one.jsonl"),
    ("solve dungeon --deal Üb", "solve dungeon --deal Übung.json"),
    ("play dungeon --log deep/in", "play dungeon --log deep/inside.jsonl"),
    ("play dungeon --resume zo", "play dungeon --resume zoo.jsonl"),
    ("survey summary zo", "survey summary zoo.jsonl"),
    ("survey dungeon --out zo", "survey dungeon --out zoo.jsonl"),
    ("render zo", "render zoo.jsonl"),
    ("render zoo.jsonl -o Üb", "render zoo.jsonl -o Übung.json"),
    ("render zoo.jsonl --out deep/in", "render zoo.jsonl --out deep/inside.jsonl"),
    ("analyse --plot game", r"analyse --plot game\ one.jsonl"),
    (r"replay game\ o", r"replay game\ one.jsonl"),
    ("stats zoo.jsonl dee", "stats zoo.jsonl deep/"),
    ("verify und", r"verify und\ so\ weiter/"),
    (r"verify und\ so\ weiter/Ä", r"verify und\ so\ weiter/Ärger\ ü.json"),
    ("replay 'game o", "replay 'game one.jsonl'"),
    ("verify ~/own/lo", "verify ~/own/log.jsonl"),
    ("advise dungeon --position=Üb", "advise dungeon --position=Übung.json"),
    ("play dungeon --log=game", r"play dungeon --log=game\ one.jsonl"),
    ("play dungeon --player=adv", "play dungeon --player=advisor"),
    ("play rogue --difficulty=im", "play rogue --difficulty=impossible"),
    ("play triangle --seats=human,sea", "play triangle --seats=human,search"),
    ("--lang j", "--lang ja"),
    ("--lang=j", "--lang=ja"),
    ("--lang ja so", "--lang ja solve"),
    ("config set play.rogue.diff", "config set play.rogue.difficulty"),
    ("config set suits fo", "config set suits four"),
    ("odds rogue --spells fi", "odds rogue --spells fire"),
    ("odds rogue --spells fire,he", "odds rogue --spells fire,healing"),
    ("play dungeon --lang ja --see", "play dungeon --lang ja --seed"),
    ("solve dungeon --se", "solve dungeon --seed"),
    ("survey rogue --player ran", "survey rogue --player random"),
    # nothing that stands here has a list: least of all is it a file
    ("play zo", "play zo"),
    ("play dungeon --seed zo", "play dungeon --seed zo"),
    ("solve dungeon --jobs zo", "solve dungeon --jobs zo"),
    ("play dungeon --player zo", "play dungeon --player zo"),
    ("odds rogue --dice zo", "odds rogue --dice zo"),
    ("schema zo", "schema zo"),
    # the cursor stands at ‸ , and what is behind it stays
    ("pla‸ --seed 7", "play --seed 7"),
    ("play dun‸ --seed 7", "play dungeon --seed 7"),
    ("play ‸ --seed 7", "play --seed 7"),
    ("render zo‸ -o out.svg", "render zoo.jsonl -o out.svg"),
    ("solve dungeon --met‸ --seed 7", "solve dungeon --method --seed 7"),
    ("play rogue --difficulty im‸ --seed 7", "play rogue --difficulty impossible --seed 7"),
    # the program is called in another way
    ("X=1 cardsolo gam", "X=1 cardsolo games"),
    ("../bin/cardsolo gam", "../bin/cardsolo games"),
    ("~/bin/cardsolo play dungeon --jo", "~/bin/cardsolo play dungeon --jokers"),
    ("~/other/cardsolo gam", "~/other/cardsolo games-of-another"),
    ("cat zoo.jsonl | cardsolo ver", "cat zoo.jsonl | cardsolo verify"),
    ("cardsolo games > zo", "cardsolo games > zoo.jsonl"),
]

#: What a shell is started with, and the lines that set it up: completion as README says, a plain prompt, and keys that
#: print the line between marks without running it.
SHELLS = {
    "bash": (
        ["--noprofile", "--norc", "-i"],
        """
        bind 'set bell-style none'; bind 'set show-all-if-ambiguous off'; bind 'set enable-bracketed-paste off'
        eval "$(cardsolo completion bash)"
        show() { printf '«%s»\\n' "$READLINE_LINE"; READLINE_LINE=; }; bind -x '"\\C-x\\C-x":show'; PS1='ready''> '
        """,
    ),
    "zsh": (
        ["-f", "-i"],
        """
        unsetopt zle_bracketed_paste beep prompt_cr prompt_sp; bindkey -e; autoload -Uz compinit; compinit -u -D
        eval "$(cardsolo completion zsh)"
        show() { print; print -r -- "«$BUFFER»"; BUFFER=; zle reset-prompt }; zle -N show; bindkey '^X^X' show; PS1='ready''> '
        """,
    ),
    "fish": (
        ["--no-config", "-i"],
        """
        function fish_greeting; end; set -g fish_autosuggestion_enabled 0; cardsolo completion fish | source
        function show; printf '\\n«%s»\\n' (commandline); commandline -r ''; commandline -f repaint; end
        bind \\cx\\cx show; function fish_prompt; printf 'ready''> '; end
        """,
    ),
}


@pytest.fixture(params=SHELLS)
def shell(request, tmp_path):
    """A shell with completion set up, in a directory with files whose names are not plain words."""
    name = request.param
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    home = tmp_path
    for file in FILES:
        path = home / "work" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (home / "other").mkdir()
    other = home / "other" / "cardsolo"  # not on the path: who types where a program lies asks that one
    other.write_text("#!/bin/sh\nprintf 'word\\tgames-of-another\\n'\n")
    other.chmod(0o755)
    environment = Cli(home).environment(
        HOME=str(home), PATH=f"{home / 'bin'}:/usr/bin:/bin", TERM="xterm", LC_ALL="C.UTF-8", XDG_CONFIG_HOME=str(home)
    )
    arguments, setup = SHELLS[name]
    with program(home / "bin"):
        child = pexpect.spawn(
            shutil.which(name), arguments, cwd=str(home / "work"), env=environment, dimensions=(50, 300), timeout=60,
            encoding="utf-8",
        )  # fmt: skip
        child.delaybeforesend = None
        for line in setup.strip().splitlines():
            child.sendline(line.strip())
        child.expect_exact("ready> ")
        yield child
        child.close(force=True)


@contextmanager
def program(directory):
    """Put `cardsolo` into a directory: a copy of the process that has loaded it, or the thorough way a fresh one."""
    directory.mkdir()
    script = directory / "cardsolo"
    if PROFILE == "thorough" or not nursery.AVAILABLE:
        script.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n')
        script.chmod(0o755)
        yield
        return
    ask, reply = directory / "ask", directory / "reply"
    os.mkfifo(ask)
    os.mkfifo(reply)
    variables = "env -0; printf '\\n\\0'; printf '%s\\0' \"$PWD\" \"$@\""
    script.write_text(f"#!/bin/sh\n{{ {variables}; }} > {shlex.quote(str(ask))}\ncat {shlex.quote(str(reply))}\n")
    script.chmod(0o755)
    server = threading.Thread(target=serve, args=(ask, reply), daemon=True)
    server.start()
    yield
    while server.is_alive():  # it may wait for a question, or for somebody who takes an answer: the shell is gone
        for pipe, how in ((reply, os.O_RDONLY), (ask, os.O_RDWR)):
            os.close(os.open(pipe, how | os.O_NONBLOCK))
        server.join(0.05)


def serve(ask, reply):
    """Run what is asked for until nothing is."""
    while data := ask.read_bytes():
        variables, _end, words = data.decode().partition("\n\0")
        if not words.endswith("\0"):  # the shell has gone while it asked
            continue
        environment = dict(pair.split("=", 1) for pair in variables.split("\0") if pair)
        directory, *arguments = words.split("\0")[:-1]
        _code, out, _err = nursery.run(arguments, b"", directory, environment, 60)
        with suppress(BrokenPipeError):
            reply.write_bytes(out)


def line_after_tab(child, typed):
    """Type, press the tab key where ‸ stands or at the end, and return the line."""
    before, _cursor, after = typed.partition("‸")
    child.send(f"{before}{after}" + "\x02" * len(after) + "\t\x18\x18")
    child.expect(r"«([^»]*)»")
    line = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", child.match[1])
    child.expect_exact("ready> ")
    return re.sub(" +", " ", line).rstrip()  # zsh leaves a blank behind a word before the next one


def test_the_tab_key_completes(shell):
    """The cases share a shell: one that is started for each would cost more than all of them."""
    spoken = [[text if "cardsolo" in text else f"cardsolo {text}" for text in case] for case in CASES]
    wanted = dict(spoken)
    found = {typed: line_after_tab(shell, typed) for typed in wanted}
    assert {typed: line for typed, line in found.items() if line != wanted[typed]} == {}


def test_what_fits_is_listed_with_its_text(shell):
    shell.send("cardsolo s\t\t")
    shell.expect("survey")
    if not shell.command.endswith("bash"):
        shell.expect("Ask one question of many seeds")
    shell.send("\x03")


#: Options with values of which there is no list, and which are no numbers: (option, what help calls the value). What a key
#: of the configuration can be depends on the key.
FREE = {("value", "VALUE"), ("--dice", "D,D,…"), ("--seeds", "A..B"), ("--shard", "K/N"), ("--scheduler", "ADDRESS")}


def test_whatever_is_no_number_completes():
    unknown = set()
    for path, command in commands():
        context = click.Context(command, info_name=path, resilient_parsing=True, **command.context_settings)
        for parameter in command.get_params(context):
            is_flag = isinstance(parameter, click.Option) and parameter.is_flag
            is_number = parameter.type in (click.INT, click.FLOAT) or isinstance(
                parameter.type, (click.IntRange, click.FloatRange, click.types.FuncParamType)
            )
            if not is_flag and not parameter.shell_complete(context, "") and not is_number:
                unknown.add((parameter.opts[0], parameter.metavar))
    assert unknown == FREE
