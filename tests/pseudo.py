"""A pseudo-translation that puts every message in brackets, so that text which goes round the catalogue stands outside.

As a program it runs command lines (JSON on stdin) inside one process whose every message, click's own among them, was
bracketed from the first import on, and prints what each wrote.
"""

from __future__ import annotations

import functools
import gettext
import io
import json
import re
import sys

OPEN, CLOSE = "⟦", "⟧"


class Pseudo(gettext.NullTranslations):
    """Translates every message into itself, in brackets."""

    def gettext(self, message):
        return f"{OPEN}{message}{CLOSE}"

    def ngettext(self, one, many, count):
        return f"{OPEN}{one if count == 1 else many}{CLOSE}"


def outside(text):
    """Return what stands outside all brackets; fails where brackets do not match (text that was cut)."""
    kept, depth = [], 0
    for char in text:
        depth -= char == CLOSE
        assert depth >= 0, f"a bracket too many in {text!r}"
        if depth == 0 and char not in {OPEN, CLOSE}:
            kept.append(char)
        elif depth == 0:
            kept.append(" ")
        depth += char == OPEN
    assert depth == 0, f"a bracket is missing in {text!r}"
    return "".join(kept)


def words_outside(text):
    """Return the words of two letters and more that stand outside; lines of JSON do not count."""
    lines = [line for line in text.split("\n") if not _is_json(line)]
    return re.findall(r"[^\W\d_]{2,}", re.sub(r"\x1b\[[\d;]*m", "", outside("\n".join(lines))))


def _is_json(line):
    if not line.startswith("{"):
        return False
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def main():
    gettext.gettext = Pseudo().gettext
    gettext.ngettext = Pseudo().ngettext
    from cardsolo.core import i18n

    i18n.use_translations(Pseudo())
    i18n.use_language = lambda _language: None
    from cardsolo.cli.common.run import run
    from cardsolo.cli.play import command as play

    results = []
    for command in json.load(sys.stdin):
        play.is_interactive = functools.partial(command.get, "typed")
        streams = sys.stdin, sys.stdout, sys.stderr
        inputs = io.TextIOWrapper(io.BytesIO(command.get("stdin", "").encode()), "utf-8")
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _stream in range(2))
        sys.stdin, sys.stdout, sys.stderr = inputs, out, err
        try:
            code = run(command["arguments"])
        finally:
            sys.stdin, sys.stdout, sys.stderr = streams
        texts = [stream.buffer.getvalue().decode() for stream in (out, err)]
        results.append({"code": code, "out": texts[0], "err": texts[1]})
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main()
