"""Pages for `man`, made of what `--help` says: every command has one, in the language of now.

Roff as `man(7)` has it; nothing in a page depends on the day or on the machine.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import click

from cardsolo import __version__
from cardsolo.cli.app import COMMANDS, app
from cardsolo.cli.common.shared import LazyGroup
from cardsolo.core.i18n import _, marked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

#: Of each exit code what it means, as in README.
EXIT_CODES: Final[Mapping[str, str]] = {
    "0": marked("Done; clearable; optimal."),
    "1": marked("The program failed."),
    "2": marked("A usage error, or input that cannot be read or cannot be."),
    "3": marked("The answer is no: not clearable; a log that does not verify."),
    "5": marked("A limit came before the proof."),
    "130": marked("Interrupted; what was done is saved (143, 129, 131 after SIGTERM, SIGHUP, SIGQUIT)."),
}
#: Variables that the program reads.
VARIABLES: Final[Mapping[str, str]] = {
    "CARDSOLO_CONFIG": marked("The configuration file, instead of the usual one; empty for none."),
    "CARDSOLO_LANG": marked("Language of the texts, as --lang: en or ja."),
    "CARDSOLO_WIDE": marked("1: suit symbols take two columns, 0: one, as --wide and --narrow."),
    "CARDSOLO_PLAIN": marked("1: everything is said in sentences, 0: it is drawn, as --plain and --no-plain."),
    "CARDSOLO_SUITS": marked("Colours of suits, as --suits: two, four or safe."),
    "CARDSOLO_TRACEBACK": marked("Not empty: a failure of the program says where it happened."),
    "NO_COLOR": marked("Not empty: no colours."),
    "XDG_CONFIG_HOME": marked("Where the configuration file is, in cardsolo/config.toml (~/.config)."),
    "XDG_STATE_HOME": marked("Where games without --log are saved, in cardsolo/ (~/.local/state)."),
}


#: Where a line may end without a blank: between the characters of Japanese, which begin here. They stand as they are,
#: and without breaks in headings and titles: those are what `apropos` searches, and its reader knows few escapes.
_BREAK: Final = "\\:"
_CJK: Final = 0x2FFF


def pages() -> dict[str, str]:
    """Return the pages by file name, as in `cardsolo-survey-dungeon.1`."""
    return {f"{path.replace(' ', '-')}.1": page for path, page in _pages("cardsolo", app, "", None)}


def _pages(path: str, command: click.Command, short: str, above: click.Context | None) -> Iterator[tuple[str, str]]:
    context = click.Context(command, above, path.rpartition(" ")[2], **command.context_settings)
    below = command.lazy if isinstance(command, LazyGroup) else {}
    yield path, _page(path, command, short, context, [f"{path} {name}" for name in below])
    for name, (_module, text) in below.items():
        found = command.get_command(context, name) if isinstance(command, LazyGroup) else None
        assert found is not None, name  # noqa: S101  the group has named it
        yield from _pages(f"{path} {name}", found, text, context)


def _page(path: str, command: click.Command, short: str, context: click.Context, below: Sequence[str]) -> str:
    name = path.replace(" ", "-")
    title = _(short).rstrip(".。") or _("solitaire and dice games: play, solve, log")
    writer = _Roff()
    writer.line(f'.TH "{name.upper()}" "1" "" "cardsolo {__version__}" "cardsolo"')
    writer.line(".ad l")
    with writer.section(_("Name")):
        writer.line(f"{_escaped(name)} \\- {_escaped(title, breaks=False)}")
    command.format_help(context, writer)
    if command is app:
        for heading, rows in ((_("Exit status"), EXIT_CODES), (_("Environment"), VARIABLES)):
            with writer.section(heading):
                writer.write_dl([(term, _(text)) for term, text in rows.items()])
    others = below or ["cardsolo", *(f"cardsolo {other}" for other in COMMANDS if f"cardsolo {other}" != path)]
    with writer.section(_("See also")):
        writer.line(",\n".join(f"\\fB{_escaped(other.replace(' ', '-'))}\\fR(1)" for other in others))
    return writer.getvalue()


def _escaped(text: str, *, breaks: bool = True) -> str:
    """Return text that roff prints as it stands: hyphens that can be copied, no macro at a line's start."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = "".join(_character(char) + _BREAK * (breaks and ord(char) > _CJK) for char in text)
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in text.split("\n"))


def _character(char: str) -> str:
    return char if char.isascii() or ord(char) > _CJK else f"\\[u{ord(char):04X}]"


class _Roff(click.HelpFormatter):
    """Writes what click writes as help in the words of `man(7)`."""

    def line(self, text: str) -> None:
        self.write(f"{text}\n")

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:  # noqa: ARG002  click's
        with self.section(_("Synopsis")):
            self.line(f"\\fB{_escaped(prog)}\\fR {_escaped(args)}")
        self.write_heading(_("Description"))

    def write_heading(self, heading: str) -> None:
        self.line(f'.SH "{_escaped(heading.upper(), breaks=False)}"')

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        self.write_heading(name)
        yield

    def write_paragraph(self) -> None:
        """Leave paragraphs to the macros."""

    def write_text(self, text: str) -> None:
        r"""Write paragraphs; one that click is not to wrap (`\b`) stays as it is."""
        for number, paragraph in enumerate(text.split("\n\n")):
            as_it_is = paragraph.startswith("\b")
            body = _escaped(paragraph.removeprefix("\b").strip("\n"))
            if number:
                self.line(".PP")
            self.line(f".nf\n{body}\n.fi" if as_it_is else body)

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:  # noqa: ARG002
        for term, text in rows:
            self.line(f".TP\n\\fB{_escaped(term)}\\fR\n{_escaped(text)}")
