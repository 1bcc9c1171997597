"""The words of the prompt besides moves: undo, redo, hint, moves, deal, position, view, log, rules, help, quit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.cli.common.advice import hint
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _, marked, rules_page
from cardsolo.core.jsonl import dumps
from cardsolo.render.style import wrap

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.cli.play.table import Table

WORDS: Final = {
    "undo": marked("take back the last move"),
    "redo": marked("play again what undo took back"),
    "hint": marked("a suggestion from what you can see"),
    "moves": marked("all moves that are possible now"),
    "deal": marked("print the deal as JSON (it shows every card)"),
    "position": marked("print the position as JSON (it shows every card)"),
    "view": marked("print what you see as JSON"),
    "log": marked("print the log of the game so far"),
    "rules": marked("print the rules of this game"),
    "help": marked("print how moves are typed, and this list"),
    "quit": marked("leave; a game with a log can be resumed"),
}
#: Where the second column of help begins.
_COLUMN: Final = 12
_ALIASES: Final = {"?": "help", "q": "quit", "exit": "quit", "u": "undo"}


class Quit(Exception):  # noqa: N818  a way out, no error
    """The person wants to leave."""


def word_in(line: str) -> str | None:
    """Return the word that a line is, or None where it must be a move."""
    text = line.strip().lower()
    text = _ALIASES.get(text, text)
    return text if text in WORDS else None


def obey(word: str, table: Table) -> None:
    """Do what a word says. Raises Quit, or a CardsoloError that says why not."""
    _ACTIONS[word](table)


def _undo(table: Table) -> None:
    taken = table.session.undo(table.persons)
    format_move = table.game.format_move
    moves = " ".join(format_move(turn.move) for turn in taken)
    table.say(_("taken back: {moves}").format(moves=moves))


def _redo(table: Table) -> None:
    table.tell(table.session.redo())


def _hint(table: Table) -> None:
    for line in hint(table.game, table.game.view(table.session.state, table.seat)):
        if line[0] in " *":  # a row of the table
            table.say(line)
        else:
            table.say_wrapped(line)


def _moves(table: Table) -> None:
    moves = [table.game.format_move(move) for move in table.game.legal_moves(table.session.state)]
    for line in wrap(" ".join(moves) or _("none: the game is over"), table.style.width):
        table.say(line)


def _deal(table: Table) -> None:
    origin = table.session.origin
    if origin.position is not None:
        raise OptionError(_("this game began with a position, not with a deal"))
    table.say(dumps(table.game.deal_to_json(origin.deal)))


def _position(table: Table) -> None:
    table.say(dumps(table.game.position_to_json(table.session.state)))


def _view(table: Table) -> None:
    table.say(dumps(table.game.view_to_json(table.game.view(table.session.state, table.seat))))


def _log(table: Table) -> None:
    for line in table.session.lines():
        table.say(dumps(line))


def _rules(table: Table) -> None:
    table.say(rules_page(table.game.name).rstrip("\n"))


def _help(table: Table) -> None:
    moves = list(table.game.typed_moves())
    if table.dice is not None:
        moves.append(("4 2 6", _("where dice are asked for: what they show")))
    table.say(_("Moves, for example:"))
    _list(table, moves)
    table.say(_("Other words:"))
    _list(table, [(word, _(text)) for word, text in WORDS.items()])


def _list(table: Table, entries: list[tuple[str, str]]) -> None:
    """Say terms with what they mean, in two columns."""
    for term, meaning in entries:
        for row, text in enumerate(wrap(meaning, max(table.style.width - _COLUMN, _COLUMN))):
            table.say(f"  {'' if row else term:{_COLUMN - 2}}{text}")


def _quit(table: Table) -> None:  # noqa: ARG001  every word has this form
    raise Quit


_ACTIONS: Final[dict[str, Callable[[Table], None]]] = {
    "undo": _undo,
    "redo": _redo,
    "hint": _hint,
    "moves": _moves,
    "deal": _deal,
    "position": _position,
    "view": _view,
    "log": _log,
    "rules": _rules,
    "help": _help,
    "quit": _quit,
}
