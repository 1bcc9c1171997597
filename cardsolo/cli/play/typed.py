"""Real cards at the table: how a person is asked for them, what they may answer, and what was typed last taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

import click

from cardsolo.cli.common.shared import GameOption
from cardsolo.cli.play.words import YES, Quit, Word, word_in
from cardsolo.core.cards import parse_card
from cardsolo.core.chance import NoChance
from cardsolo.core.errors import CardsoloError, OptionError, clip
from cardsolo.core.i18n import _, plural
from cardsolo.core.japanese import plain
from cardsolo.core.log import fields
from cardsolo.core.realtable import why_not_cards
from cardsolo.core.session import Origin
from cardsolo.core.typed import TakeBack

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardsolo.cli.common.sources import Sources
    from cardsolo.cli.play.dice import F
    from cardsolo.core.cards import Card
    from cardsolo.core.game import AnyGame, Json
    from cardsolo.core.session import Session, Turn
    from cardsolo.core.typed import Typed, Unseen

#: The answer that no other card fits; shorter words name cells of the board.
_NONE: Final = frozenset({"none", "なし"})


class Lines(Protocol):
    """Where answers come from: a keyboard, or a script."""

    def read_answer(self, question: str) -> str:
        """Return the next line. Raises Quit at the end."""
        ...

    def reply(self, text: str, line: str, *, quoted: bool = False) -> None:
        """Say what is wrong with a line, or what can be typed; a script ends there. quoted: behind the line itself."""
        ...

    def push_back(self, line: str) -> None:
        """Let a line be the next one that is read as a move."""
        ...


# --- options ----------------------------------------------------------------------------------------------------------
def cards_options(function: F) -> F:
    """Add --cards and --seat."""
    cards = click.option(
        "--cards",
        type=click.Choice(["typed"]),
        help=_("Play with real cards, and type them in as they are turned up (card games)."),
    )
    seat = click.option(
        "--seat",
        cls=GameOption,
        game="triangle",
        type=click.IntRange(1),
        metavar="N",
        help=_("Your own seat with --cards typed; the cards are dealt from seat 1 on (1)."),
    )
    return cards(seat(function))


def origin_of_cards(
    game: AnyGame, sources: Sources, values: Json, names: Sequence[str], *, is_found: bool
) -> Origin | None:
    """Return where a game of real cards begins, None without --cards. Raises OptionError for what cannot go with it.

    is_found: a deal is asked for in another way (--daily, --find).
    """
    if values["cards"] is None:
        if values["seat"] is not None:
            raise OptionError(_("--seat says which seat is yours with --cards typed; --seats names who plays"))
        return None
    if game.real_cards is None:
        raise OptionError(_("--{name} is no option of {game}").format(name="cards", game=game.name))
    if is_found or sources.seed is not None or sources.file is not None:
        text = _("--cards typed: the cards are dealt at the table, so no --seed, --deal, --position, --daily or --find")
        raise OptionError(text)
    if names or values["is_match"]:
        raise OptionError(_("--cards typed: people play, each game by itself, so no --seats, --player or --match"))
    rules = game.rules_of({option.name: option.default for option in game.options} | sources.given)
    seats, own = game.seats(rules), values["seat"] or 1
    if own > seats:
        raise OptionError(_("there are seats 1 to {players}").format(players=seats))
    return Origin(game, deal=game.real_cards.unseen_deal(rules))


def cards_fields(game: AnyGame, rules: Any, seat: int | None) -> Json:
    """Return the fields of the start line of a game of real cards."""
    own = {fields.OWN_SEAT: seat or 1} if game.seats(rules) > 1 else {}
    return {fields.TYPED_CARDS: True} | own


# --- asking -----------------------------------------------------------------------------------------------------------
class Asker:
    """Asks for what is seen at a real table. session: the game, once there is one."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self.session: Session | None = None
        #: Shows how a state looks, for a question about it; None where nobody looks.
        self.show: Callable[[Any], None] | None = None

    def cards(self, table: Any, places: Sequence[str]) -> list[Card]:
        """Ask until cards are typed that can lie in the next of some places. Raises Quit and TakeBack."""
        assert self.session is not None  # noqa: S101  no card is asked for before there is a game
        cards = self.session.game.real_cards
        assert cards is not None  # noqa: S101  it is played with them
        while True:
            question = cards_question(places, self._own)
            line = self.answer(question, cards_expected(places, self._own))
            try:
                typed = parse_cards(line, len(places))
                error: CardsoloError | None = why_not_cards(cards, table, places, typed)
            except OptionError as wrong:
                error = wrong
            if error is None:
                return typed
            self._lines.reply(str(error), line)

    def fits(self, state: Any, move: Any) -> bool:
        """Ask whether a seat can place another card; what it does then may be typed at once."""
        assert self.session is not None  # noqa: S101
        game = self.session.game
        assert game.real_cards is not None  # noqa: S101
        seat = game.seat(state)
        question = _("seat {seat} may place another card: which, and where (p: places none; none: nothing fits)? ")
        expected = _(
            "type the next placement of seat {seat} as always; p where it places no other card; "
            "none where it has said that nothing fits; yes where it has yet to decide"
        ).format(seat=seat)
        after = game.play(game.real_cards.claim(state, move, fits=True), move, NoChance()).state
        if self.show is not None:
            self.show(after)
        while True:
            line = self.answer(question.format(seat=seat), expected)
            word = line.strip().lower()
            if word in _NONE:
                return False
            if word in YES:
                return True
            try:
                reason = game.why_not(after, game.read_move(line, after))
            except CardsoloError as error:
                self._lines.reply(f"{error}; {expected}", line)
                continue
            if reason is None:
                self._lines.push_back(line)
                return True
            self._lines.reply(str(reason), line)

    def answer(self, question: str, expected: str, *, empty: bool = False) -> str:
        """Return a line that is no word; help and the like are answered here. empty: nothing is an answer too."""
        while True:
            line = self._lines.read_answer(question)
            word = word_in(line)
            if word is Word.QUIT:
                raise Quit
            if word is None and (line.strip() or empty):
                return line
            if word in {Word.UNDO, Word.CORRECT}:
                reason = None if self.session is None else self.session.real.why_not_correct()
                if self.session is not None and reason is None:
                    raise TakeBack
                self._lines.reply(reason or _("nothing has been typed yet"), line)
            elif word is None or word is Word.HELP:
                more = _("undo or correct takes back what was typed last, quit leaves")
                self._lines.reply(f"{expected}; {more}", line)
            else:
                text = _("{word} is understood when this is answered; {expected}")
                self._lines.reply(text.format(word=word, expected=expected), line)

    def refuse(self, line: str, expected: str) -> None:
        """Say that a line is no answer, and what would be one."""
        self._lines.reply(expected, line, quoted=True)

    def ask_rest(self) -> None:
        """Ask at the end for the cards that nobody has seen; nothing typed leaves them unknown. Raises Quit."""
        session = self.session
        assert session is not None  # noqa: S101
        cards = session.game.real_cards
        assert cards is not None  # noqa: S101
        for unseen in session.real.rest():
            left = unseen.number
            while left and session.real.rest():
                places = [unseen.at] * left
                line = self.answer(rest_question(unseen, left), cards_expected(places, self._own), empty=True)
                if not line.strip():
                    return
                try:
                    typed = parse_cards(line, left)
                    error: CardsoloError | None = why_not_cards(cards, session.real.deal(), places, typed)
                    error = error or why_not_cards(cards, session.state, places[:1] * len(typed), typed)
                except OptionError as wrong:
                    error = wrong
                if error is not None:
                    self._lines.reply(str(error), line)
                    continue
                session.real.journal.add(fields.CARDS, typed)
                left -= len(typed)

    @property
    def _own(self) -> int:
        return 1 if self.session is None else self.session.real.own


def parse_cards(line: str, most: int) -> list[Card]:
    """Read cards, as in `5h`, `5h TH x` or `ハートの5`. Raises OptionError for anything else, and for too many."""
    found = []
    for word in plain(line, {}).replace(",", " ").replace(";", " ").split():
        try:
            found.append(parse_card(word))
        except ValueError:
            text = _("“{text}” is no card; cards are typed as {examples}")
            raise OptionError(text.format(text=clip(word), examples="5h, TH, 10h, x")) from None
    if len(found) > most:
        text = plural(
            "{count} card is asked for, not {found}", "{count} cards are asked for, not {found}", most, found=len(found)
        )
        raise OptionError(text)
    if not found:
        raise OptionError(_("no card stands there"))
    return found


def cards_question(places: Sequence[str], own: int) -> str:
    """Return the prompt for the next cards."""
    at, count = places[0], places.count(places[0])
    if at.startswith("piles"):
        return _("pile {pile}: the monster face up? ").format(pile=int(at[6:-1]) + 1)
    if at == "deck":
        return plural("the card drawn? ", "the {count} cards drawn? ", count)
    if at == f"hands[{own - 1}]":
        return plural("your hand, {count} more card? ", "your hand, {count} cards? ", count)
    return rest_question_of_hand(int(at[6:-1]) + 1, count)


def rest_question(unseen: Unseen, left: int) -> str:
    """Return the prompt for cards that nobody saw in the whole game."""
    if unseen.at.startswith("piles"):
        pile = int(unseen.at[6:-1]) + 1
        return plural(
            "never seen: {count} monster of pile {pile}? ",
            "never seen: {count} monsters of pile {pile}, top first? ",
            left,
            pile=pile,
        )
    if unseen.at == "deck":
        return plural(
            "never seen: {count} card of the deck? ", "never seen: {count} cards of the deck, in order? ", left
        )
    return rest_question_of_hand(int(unseen.at[6:-1]) + 1, left)


def rest_question_of_hand(seat: int, count: int) -> str:
    return plural(
        "never seen: {count} card of seat {seat}? ", "never seen: {count} cards of seat {seat}? ", count, seat=seat
    )


def cards_expected(places: Sequence[str], own: int) -> str:
    """Return what can be typed now, in words."""
    question = cards_question(places, own).strip().rstrip("?")
    text = _("now comes: {question}. Cards are typed as {examples}, several on a line as they are turned up")
    return text.format(question=question, examples="5h, TH, 10h, x")


# --- typed anew -------------------------------------------------------------------------------------------------------
def through(session: Session, action: Callable[[], object], say: Callable[[str], None]) -> list[Turn]:
    """Do what plays on, also where a person takes back what was typed; return the turns that were played."""
    before = list(session.turns)
    while True:
        try:
            action()
        except TakeBack:
            say_taken(session, say)
            action = session.settle
            continue
        kept = 0
        while kept < min(len(before), len(session.turns)) and before[kept] is session.turns[kept]:
            kept += 1
        return session.turns[kept:]


def say_taken(session: Session, say: Callable[[str], None]) -> None:
    """Take back what was typed last, and say what that was. Raises UndoError."""
    taken = session.real.correct()
    texts = [text for entry in taken if (text := _in_words(entry))]
    say(_("taken back: {moves}").format(moves=" ".join(texts)))


def _in_words(entry: Typed) -> str:
    if entry.kind == fields.FITS:
        return _("yes") if entry.value else _("nothing fits")
    return str(entry.value) if entry.kind == fields.MOVE else " ".join(map(str, entry.value))
