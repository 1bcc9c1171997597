"""Completion in real shells on a pseudo-terminal: what stands on the line after the tab key."""

from __future__ import annotations

import re
import shlex
import shutil
import sys

import pexpect
import pytest
from support import COMMAND

if sys.platform == "win32":
    pytest.skip("pseudo-terminals of POSIX", allow_module_level=True)

FILES = ["game one.jsonl", "Übung.json", "zoo.jsonl", "deep/inside.jsonl"]

#: What is typed before the tab key -> what then stands on the line. The first field only one word fits; `…` must not change.
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
]

#: What a shell is started with, and the lines that set it up: completion as README says, a plain prompt, and keys that
#: print the line between marks without running it.
SHELLS = {
    "bash": (
        ["--noprofile", "--norc", "-i"],
        """
        bind 'set bell-style none'; bind 'set show-all-if-ambiguous off'; bind 'set enable-bracketed-paste off'
        eval "$(cardsolo completion bash)"
        show() { printf '<%s>\\n' "$READLINE_LINE"; READLINE_LINE=; }; bind -x '"\\C-x\\C-x":show'; PS1='ready''> '
        """,
    ),
    "zsh": (
        ["-f", "-i"],
        """
        unsetopt zle_bracketed_paste beep prompt_cr prompt_sp; autoload -Uz compinit; compinit -u -d ./zcompdump
        eval "$(cardsolo completion zsh)"
        show() { print; print -r -- "<$BUFFER>"; BUFFER=; zle reset-prompt }; zle -N show; bindkey '^X^X' show; PS1='ready''> '
        """,
    ),
    "fish": (
        ["--no-config", "-i"],
        """
        function fish_greeting; end; set -g fish_autosuggestion_enabled 0; cardsolo completion fish | source
        function show; printf '\\n<%s>\\n' (commandline); commandline -r ''; commandline -f repaint; end
        bind \\cx\\cx show; function fish_prompt; printf 'ready''> '; end
        """,
    ),
}


@pytest.fixture(scope="module", params=SHELLS)
def shell(request, tmp_path_factory):
    """A shell with completion set up, in a directory with files whose names are not plain words."""
    name = request.param
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    home = tmp_path_factory.mktemp(name)
    (home / "bin").mkdir()
    program = home / "bin" / "cardsolo"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n')
    program.chmod(0o755)
    (home / "work" / "deep").mkdir(parents=True)
    for file in FILES:
        (home / "work" / file).touch()
    from support import Cli

    environment = Cli(home).environment(
        HOME=str(home), PATH=f"{home / 'bin'}:/usr/bin:/bin", TERM="xterm", LC_ALL="C.UTF-8", XDG_CONFIG_HOME=str(home)
    )
    arguments, setup = SHELLS[name]
    child = pexpect.spawn(
        shutil.which(name), arguments, cwd=str(home / "work"), env=environment, dimensions=(50, 300), timeout=60,
        encoding="utf-8",
    )  # fmt: skip
    child.delaybeforesend = 0.05
    for line in setup.strip().splitlines():
        child.sendline(line.strip())
    child.expect_exact("ready> ")
    yield name, child
    child.close(force=True)


@pytest.mark.parametrize(("typed", "wanted"), CASES, ids=[typed for typed, _wanted in CASES])
def test_the_tab_key_completes(shell, typed, wanted):
    _name, child = shell
    child.send(f"cardsolo {typed}\t")
    child.send("\x18\x18")
    child.expect(r"<(cardsolo[^>]*)>")
    line = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", child.match[1])
    child.expect_exact("ready> ")
    assert line.rstrip() == f"cardsolo {wanted}"
