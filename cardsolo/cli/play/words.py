"""The words of the prompt besides moves."""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from cardsolo.cli.common.advice import check, hint, in_words, why
from cardsolo.core.errors import MoveSyntaxError, OptionError
from cardsolo.core.i18n import _, marked
from cardsolo.core.jsonl import dumps
from cardsolo.core.log import fields
from cardsolo.games import page_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.cli.play.table import Table
    from cardsolo.core.game import AnyGame


class Word(StrEnum):
    """What can be typed besides moves; the value is what is typed, and is never translated."""

    UNDO = "undo"
    CORRECT = "correct"
    REDO = "redo"
    RESTART = "restart"
    HINT = "hint"
    WHY = "why"
    CHECK = "check"
    MOVES = "moves"
    DEAL = "deal"
    POSITION = "position"
    VIEW = "view"
    LOG = "log"
    RULES = "rules"
    HELP = "help"
    QUIT = "quit"


#: What each word does, for `help`.
WORDS: Final = {
    Word.UNDO: marked("take back the last move"),
    Word.CORRECT: marked("type real cards or dice anew, if they were typed last"),
    Word.REDO: marked("play again what undo took back"),
    Word.RESTART: marked("take back all moves"),
    Word.HINT: marked("a suggestion from what you can see"),
    Word.WHY: marked("why the last hint says so, and what the other moves give up"),
    Word.CHECK: marked("can it still be won? It looks behind the cards, and the log says so (Clear the Dungeon)"),
    Word.MOVES: marked("all moves that are possible now"),
    Word.DEAL: marked("print the deal as JSON (it shows every card)"),
    Word.POSITION: marked("print the position as JSON (it shows every card)"),
    Word.VIEW: marked("print what you see as JSON"),
    Word.LOG: marked("print the log of the game so far (it shows every card)"),
    Word.RULES: marked("print the rules of this game"),
    Word.HELP: marked("print how moves are typed, and this list"),
    Word.QUIT: marked("leave; a game with a log can be resumed"),
}
#: Words that print what the person at the table cannot see.
REVEALING: Final = frozenset({Word.DEAL, Word.POSITION, Word.LOG})
#: Where the second column of help begins.
_COLUMN: Final = 12
#: Shorter forms, which `help` names too.
ALIASES: Final = {"?": Word.HELP, "q": Word.QUIT, "exit": Word.QUIT, "u": Word.UNDO}
#: What can be typed besides in Japanese, whatever the language of the texts; `help` says so in Japanese.
_JAPANESE: Final = {
    "待った": Word.UNDO,
    "取り消し": Word.UNDO,
    "訂正": Word.CORRECT,
    "やり直し": Word.REDO,
    "最初から": Word.RESTART,
    "ヒント": Word.HINT,
    "なぜ": Word.WHY,
    "判定": Word.CHECK,
    "打てる手": Word.MOVES,
    "配札": Word.DEAL,
    "局面": Word.POSITION,
    "見えるもの": Word.VIEW,
    "棋譜": Word.LOG,
    "ルール": Word.RULES,
    "ヘルプ": Word.HELP,
    "終了": Word.QUIT,
}
#: Answers to a question; where letters mean something, these are the only ones.
YES: Final = frozenset({"yes", "はい"})
NO: Final = frozenset({"no", "いいえ"})
#: How like a word what was typed must be, so that it is offered (difflib's ratio).
_NEAR: Final = 0.66


class Quit(Exception):  # noqa: N818  a way out, no error
    """The person wants to leave."""


def word_in(line: str, game: AnyGame | None = None) -> Word | None:
    """Return the word that a line is, or None where it must be a move.

    game: the one that is played; what is a move there is no word (`check` in Mini Rogue).
    """
    text = line.strip().lower()
    if not text.isascii():
        return _JAPANESE.get(unicodedata.normalize("NFKC", text))
    if text in WORDS:
        return None if game is not None and _is_move(text, game) else Word(text)
    return ALIASES.get(text)


def words_of(game: AnyGame) -> list[Word]:
    """Return the words that are none of a game's moves."""
    return [word for word in WORDS if not _is_move(word, game)]


def _is_move(text: str, game: AnyGame) -> bool:
    try:
        game.parse_move(text)
    except MoveSyntaxError:
        return False
    return True


def word_near(line: str) -> Word | None:
    """Return the word that a line which is none may have been meant for."""
    from difflib import get_close_matches

    text = line.strip().lower()
    near = get_close_matches(text, list(WORDS), 1, _NEAR) if len(text) <= 2 * _COLUMN else []
    return Word(near[0]) if near else None


def obey(word: Word, table: Table) -> None:
    """Do what a word says. Raises Quit, or a CardsoloError that says why not."""
    _ACTIONS[word](table)


def _undo(table: Table) -> None:
    if table.session.real.undoes_typed:
        _correct(table)
        return
    taken = table.session.undo(table.persons)
    table.say_wrapped(_("taken back: {moves}").format(moves=table.listed((turn.move for turn in taken), " ")))


def _correct(table: Table) -> None:
    table.take_back()


def _redo(table: Table) -> None:
    table.tell(table.session.redo())


def _restart(table: Table) -> None:
    taken = table.session.restart(table.persons)
    table.say_wrapped(_("taken back: {moves}").format(moves=table.listed((turn.move for turn in taken), " ")))


def _hint(table: Table) -> None:
    if table.seat != table.viewer and not table.session.is_over:
        raise OptionError(_("seat {seat} is to move; a hint is for your own moves").format(seat=table.seat))
    advice = hint(table.game, table.view())
    table.session.aid.count(fields.HINTS)
    table.hints[table.viewer] = (table.session.state, advice)
    for line in in_words(table.game, advice, table.view()):
        if line[0] in " *":  # a row of the table
            table.say(line)
        else:
            table.say_wrapped(line)


def _why(table: Table) -> None:
    state, advice = table.hints.get(table.viewer, (None, None))
    if advice is None or state is not table.session.state:
        raise OptionError(_("hint first: why says more of it, as long as nothing has been played since"))
    for line in why(table.game, table.view(), advice):
        table.say_wrapped(line)


def _check(table: Table) -> None:
    table.session.real.expect_known()
    if table.session.is_over:
        raise OptionError(_("the game is over"))
    said = check(table.game, table.session.state)
    table.session.aid.count(fields.CHECKS)
    table.say_wrapped(said)


def _moves(table: Table) -> None:
    moves = table.game.legal_moves(table.session.state)
    if not moves:
        table.say(_("none: the game is over"))
    elif table.typed:
        table.say_wrapped(table.listed(moves))
    else:
        for move in moves:
            table.say(table.game.format_move(move))


def _deal(table: Table) -> None:
    origin = table.session.origin
    if origin.position is not None:
        raise OptionError(_("this game began with a position, not with a deal"))
    table.say(dumps(table.game.deal_to_json(table.session.real.deal() if table.is_real else origin.deal)))


def _position(table: Table) -> None:
    if table.is_real:
        raise OptionError(_("not every card of a position on a real table is known; view prints what you see"))
    table.say(dumps(table.game.position_to_json(table.session.state)))


def _view(table: Table) -> None:
    table.say(dumps(table.game.view_to_json(table.view())))


def _log(table: Table) -> None:
    for line in table.session.lines():
        table.say(dumps(line))


def say_public_lines(table: Table) -> None:
    """Say the log without its first line, which holds all cards; what moves show, all have seen."""
    for line in table.session.lines()[1:]:
        table.say(dumps(line))


def _rules(table: Table) -> None:
    from cardsolo.render.reading import reading

    for line in reading(page_of(table.game.name), table.style):
        table.say(line)


def _help(table: Table) -> None:
    moves = list(table.game.typed_moves())
    if table.has_typed_dice:
        moves.append(("4 2 6", _("where dice are asked for: what they show")))
    if table.is_real:
        moves.append(("5h TH x", _("where cards are asked for: what was turned up")))
    table.say(_("Moves, for example:"))
    table.say_list(moves, _COLUMN)
    table.say(_("Other words:"))
    table.say_list([(word, _(WORDS[word])) for word in words_of(table.game)], _COLUMN)
    shorter = ", ".join(f"{alias} = {word}" for alias, word in ALIASES.items())
    table.say_wrapped(_("Also understood: {words}").format(words=shorter))


def _quit(table: Table) -> None:  # noqa: ARG001  every word has this form
    raise Quit


_ACTIONS: Final[dict[Word, Callable[[Table], None]]] = {
    Word.UNDO: _undo,
    Word.CORRECT: _correct,
    Word.REDO: _redo,
    Word.RESTART: _restart,
    Word.HINT: _hint,
    Word.WHY: _why,
    Word.CHECK: _check,
    Word.MOVES: _moves,
    Word.DEAL: _deal,
    Word.POSITION: _position,
    Word.VIEW: _view,
    Word.LOG: _log,
    Word.RULES: _rules,
    Word.HELP: _help,
    Word.QUIT: _quit,
}
