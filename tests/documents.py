"""The commands that README and docs/ show, in the order in which a reader meets them.

A fence says by its info string what its lines are: `sh` runs as written, `sh terminal` is typed at a terminal. The two
commands below an HTML comment `<!-- … command -->` set a machine up; the gate (`.ci/run`) runs those. In running text a
command is code that begins with the name of a program; with a placeholder in it (`--seed N`, `FILE…`, `[--chain]`) it is a
pattern, which no shell could run.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass

from support import ROOT

PROGRAMS = "cardsolo|duckdb|jq|man|pip|printf|python"
_FENCE = re.compile(r"^```(.*)$")
_INLINE = re.compile(rf"`((?:{PROGRAMS})\s[^`]+)`")
_PLACEHOLDER = re.compile(r"[…\[\]]|\\\||(?<![\w.$\"'])(?!JSON\b)[A-Z]{1,}(?![\w=])")


@dataclass(frozen=True)
class Command:
    """One command of a page; kind: `sh`, `terminal`, `inline`, `pattern` or `gate`."""

    page: str
    line: int
    kind: str
    text: str

    def __str__(self):
        return f"{self.page}:{self.line}: {self.text}"


def pages():
    """Return README and the pages of docs/, in the order in which their commands run."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def commands(page):
    """Return the commands of a page. Raises ValueError for a fence of commands that does not say so."""
    found, prose, lines = [], [], page.read_text("utf-8").splitlines()
    name, at = str(page.relative_to(ROOT)), 0
    while at < len(lines):
        fence = _FENCE.match(lines[at])
        if fence is None:
            prose.append((at + 1, lines[at]))
            at += 1
            continue
        found += _inline(name, prose)
        prose = []
        end = next(n for n in range(at + 1, len(lines)) if lines[n] == "```")
        body = [(n + 1, lines[n]) for n in range(at + 1, end)]
        if fence[1] in {"sh", "sh terminal"}:
            kind = fence[1].rpartition(" ")[2]
            found += [Command(name, line, kind, text) for line, text in _whole(body)]
        elif at and re.fullmatch(r"<!-- \w+ command -->", lines[at - 1]):
            found += [Command(name, line, "gate", text) for line, text in body]
        elif any(re.match(rf"(?:{PROGRAMS}) ", text) for _line, text in body):
            raise ValueError(f"{name}:{at + 1}: commands in a fence that is not marked `sh`")
        at = end + 1
    return found + _inline(name, prose)


@dataclass(frozen=True)
class Shown:
    """A session at a terminal as a page shows it: the command, then what is seen, `…` for lines that are left out."""

    page: str
    line: int
    command: str
    lines: tuple[str, ...]

    def __str__(self):
        return f"{self.page}:{self.line}: {self.command}"


def sessions(page):
    """Return the sessions (fences marked `console`) of a page."""
    found = []
    for fence in re.finditer(r"^```console\n\$ (.+)\n((?:(?!```).*\n)*)```$", page.read_text("utf-8"), re.MULTILINE):
        line = page.read_text("utf-8").count("\n", 0, fence.start()) + 1
        found.append(Shown(str(page.relative_to(ROOT)), line, fence[1], tuple(fence[2].splitlines())))
    return found


def _inline(name, prose):
    text = "\n".join(line for _number, line in prose)
    found = []
    for match in _INLINE.finditer(text):
        line = prose[text.count("\n", 0, match.start())][0]
        code = " ".join(match[1].split())
        found.append(Command(name, line, "pattern" if _PLACEHOLDER.search(code) else "inline", code))
    return found


def _whole(body):
    """Join lines until bash takes them for a whole command."""
    held = []
    for line, text in body:
        held.append((line, text))
        script = "\n".join(text for _line, text in held)
        if (
            script.strip()
            and subprocess.run(["bash", "-n", "-c", script], capture_output=True, check=False).returncode == 0
        ):
            yield held[0][0], script
            held = []
    if held:
        raise ValueError(f"line {held[0][0]}: bash takes this for no whole command")
