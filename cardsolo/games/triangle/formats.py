"""Triangle Sevens in JSON: deals, positions and views, read strictly and written in fixed key order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolo.core.cards import JOKER, PACK, Card
from cardsolo.core.check import Checker, read_object
from cardsolo.core.dealing import origin_to_json
from cardsolo.core.errors import MoveSyntaxError, OptionError
from cardsolo.core.i18n import _
from cardsolo.games.triangle.board import ORIGIN, Board, Cell
from cardsolo.games.triangle.deal import deal
from cardsolo.games.triangle.notation import FARTHEST, parse_cell
from cardsolo.games.triangle.options import READ_OPTIONS, rules_of, rules_to_json
from cardsolo.games.triangle.rules import format_cell
from cardsolo.games.triangle.state import Cards, Deal, Rules, State, View

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cardsolo.core.game import Json

NAME = Deal.game


# --- deals ------------------------------------------------------------------------------------------------------------
def deal_to_json(dealt: Deal) -> Json:
    hands = {"hands": [names(hand) for hand in dealt.hands]}
    return {"type": "deal", "game": NAME, "rules": rules_to_json(dealt.rules)} | origin_to_json(dealt.seed) | hands


def deal_from_json(obj: Json) -> Deal:
    """Read a deal: cards, or a seed, or both where they agree. Raises DealError with every fault."""
    what = _("this deal")
    read_object(obj, "deal", NAME, what)
    check = Checker(what)
    rules = _rules(obj, check)
    seed = check.seed(obj)
    alone = "hands" not in obj
    if alone and "seed" in obj:
        check.finish()  # a faulty seed is one fault, and no 52 missing cards
    if alone and seed is not None:
        return deal(rules, seed)
    sizes = [len(PACK[seat :: rules.players]) for seat in range(rules.players)]
    listed = check.items(obj.get("hands"), "hands", size=rules.players, most=rules.players)
    hands = tuple(
        _dealt(check.cards(hand, f"hands[{index}]", size=sizes[index]), f"hands[{index}]", check)
        for index, hand in enumerate(listed)
    )
    check.missing(PACK, "hands")
    check.finish()
    if seed is not None and deal(rules, seed) != Deal(rules, hands, seed):
        check.fault("seed", _("these are not the cards that the dealer gives for this seed"), str(seed))
        check.finish()
    return Deal(rules, hands, seed)


def _rules(obj: Json, check: Checker) -> Rules:
    values = check.options(obj, READ_OPTIONS)
    try:
        return rules_of(values)
    except OptionError as error:
        check.fault("rules.first", str(error))
        return rules_of(values | {"first": 1})


def _dealt(hand: Cards, at: str, check: Checker) -> Cards:
    if JOKER in hand:
        check.fault(at, _("the joker lies on the table, in nobody's hand"), str(JOKER))
    return tuple(card for card in hand if card != JOKER)


# --- positions --------------------------------------------------------------------------------------------------------
def position_to_json(state: State) -> Json:
    return {
        "type": "position",
        "game": NAME,
        "rules": rules_to_json(state.rules),
        "board": board_to_json(state.board),
        "hands": [names(hand) for hand in state.hands],
        "seat": state.seat,
        **_progress(state),
    }


def position_from_json(obj: Json) -> State:
    """Read a position; cards may be absent, and then are out of play. Raises DealError with every fault.

    A seat without cards that `out` does not list counts as out after those listed, in seat order.
    """
    what = _("this position")
    read_object(obj, "position", NAME, what)
    check = Checker(what)
    rules = _rules(obj, check)
    board = _board(obj.get("board"), check)
    listed = check.items(obj.get("hands"), "hands", size=rules.players, most=rules.players)
    hands = tuple(
        _hand(check.cards(hand, f"hands[{index}]"), f"hands[{index}]", check) for index, hand in enumerate(listed)
    )
    _check_room(board, sum(map(len, hands)), check)
    hands += ((),) * (rules.players - len(hands))
    seat = check.integer(obj.get("seat"), "seat", 1, rules.players)
    state = State(rules, board, hands, seat, **_read_progress(obj, tuple(map(len, hands)), check))
    check.finish()
    return state


def _hand(cards: Cards, at: str, check: Checker) -> Cards:
    return tuple(sorted(_dealt(cards, at, check)))


def board_to_json(board: Board) -> Json:
    return {format_cell(cell): str(card) for cell, card in sorted(board.cells.items())}


def _board(value: Any, check: Checker) -> Board:
    """Read the placed cards and check that they could lie like this: connected, every contact a match."""
    if not isinstance(value, dict):
        check.fault("board", _("an object from cells to cards was expected") if value is not None else _("missing"))
        return Board.of(())
    if not value:
        check.fault("board", _("no card lies on the table, so none can be placed"))
    if len(value) > len(PACK) + 1:
        check.fault("board", _("more than {most} cards").format(most=len(PACK) + 1), str(len(value)))
        return Board.of(())
    cells: dict[Cell, Card] = {}
    faults_before = len(check.faults)
    for key, name in value.items():
        at = f"board[{key}]"
        card = check.card(name, at)
        try:
            cell = parse_cell(key)
        except MoveSyntaxError:
            check.fault(at, _("a cell is written row,col in plain digits"), key)
            continue
        if card is not None:
            _check_joker(cell, card, at, check)
            cells[cell] = card
    board = Board.of(cells.items())
    _check_contacts(board, check, whole=len(check.faults) == faults_before)
    return board


def _check_joker(cell: Cell, card: Card, at: str, check: Checker) -> None:
    if card == JOKER and cell != ORIGIN:
        check.fault(at, _("the joker's cell is {cell}").format(cell=format_cell(ORIGIN)), str(card))
    if card != JOKER and cell == ORIGIN:
        check.fault(at, _("this is the joker's cell"), str(card))


def _check_contacts(board: Board, check: Checker, *, whole: bool) -> None:
    for cell, other in board.conflicts():
        text = _("does not match {other} at {cell}, which it touches")
        shown = text.format(other=board.cells[other], cell=format_cell(other))
        check.fault(f"board[{format_cell(cell)}]", shown, str(board.cells[cell]))
    for cell in board.unconnected() if whole else ():  # a cell that could not be read may be the missing link
        check.fault(
            f"board[{format_cell(cell)}]", _("not connected with the rest of the board"), str(board.cells[cell])
        )


def _check_room(board: Board, cards: int, check: Checker) -> None:
    """Note a fault where the cards in hand could be placed in cells that no move can name.

    Each card placed reaches one row or column further at most, so what play makes of a board that fits always fits too.
    """
    farthest = max(board.cells, key=lambda cell: max(map(abs, cell)), default=ORIGIN)
    if max(map(abs, farthest)) + cards > FARTHEST:
        text = _("too far out: rows and columns go to ±{most}, and {cards} more cards may be placed beyond")
        at = format_cell(farthest)
        check.fault(f"board[{at}]", text.format(most=FARTHEST, cards=cards), at)


def _progress(state: State | View) -> Json:
    """Return what position and view have in common about the course of the game."""
    obj: Json = {"extra": state.extra, "passes": state.passes, "out": list(state.out)}
    return obj | ({"resigned": state.resigned} if state.resigned else {})


def _read_progress(obj: Json, counts: Sequence[int], check: Checker) -> dict[str, Any]:
    players = len(counts)
    extra = check.flag(obj.get("extra"), "extra")
    passes = check.integer(obj.get("passes"), "passes", 0, players, default=0)
    out: list[int] = []
    for index, item in enumerate(check.items(obj.get("out", []), "out", most=players)):
        at = f"out[{index}]"
        seat = check.integer(item, at, 1, players)
        if seat in out:
            check.fault(at, _("the seat stands here twice"), str(seat))
        elif seat == item and counts[seat - 1]:
            check.fault(at, _("a seat that holds cards is not out"), str(seat))
        out.append(seat)
    empty = [seat for seat, count in enumerate(counts, 1) if not count and seat not in out]
    return {
        "extra": extra,
        "passes": 0 if extra else passes,  # a turn that goes on has placed a card: the run is broken (T4)
        "out": (*out, *empty),
        "resigned": check.integer(obj.get("resigned"), "resigned", 0, players, default=0),
    }


# --- views ------------------------------------------------------------------------------------------------------------
def view_to_json(seen: View) -> Json:
    obj: Json = {
        "type": "view",
        "game": NAME,
        "rules": rules_to_json(seen.rules),
        "board": board_to_json(seen.board),
        "hand": names(seen.hand),
        "counts": list(seen.counts),
        "seat": seen.seat,
    }
    if seen.to_move != seen.seat:
        obj["to_move"] = seen.to_move
    obj |= _progress(seen)
    return obj | ({"absent": names(seen.absent)} if seen.absent else {})


def view_from_json(obj: Json) -> View:
    """Read a view; the unseen cards must be as many as the others hold. Raises DealError with every fault."""
    what = _("this view")
    read_object(obj, "view", NAME, what)
    check = Checker(what)
    rules = _rules(obj, check)
    board = _board(obj.get("board"), check)
    hand = _hand(check.cards(obj.get("hand"), "hand"), "hand", check)
    listed = check.items(obj.get("counts"), "counts", size=rules.players, most=rules.players)
    counts = [check.integer(count, f"counts[{index}]", 0, len(PACK)) for index, count in enumerate(listed)]
    _check_room(board, sum(counts), check)
    counts += [0] * (rules.players - len(counts))
    seat = check.integer(obj.get("seat"), "seat", 1, rules.players)
    to_move = check.integer(obj.get("to_move"), "to_move", 1, rules.players, default=seat)
    absent = _dealt(check.cards(obj.get("absent", []), "absent"), "absent", check)
    progress = _read_progress(obj, counts, check)
    seen = View(rules, board, hand, tuple(counts), seat, to_move, absent=tuple(sorted(absent)), **progress)
    check.finish()
    _check_counts(seen, check)
    check.finish()
    return seen


def _check_counts(seen: View, check: Checker) -> None:
    own = seen.counts[seen.seat - 1]
    if own != len(seen.hand):
        text = _("seat {seat} holds {count} cards, but {held} are in the hand")
        check.fault(f"counts[{seen.seat - 1}]", text.format(seat=seen.seat, count=own, held=len(seen.hand)), str(own))
    others = sum(seen.counts) - own
    if others != len(seen.unseen):
        text = _("the others hold {others} cards, but {unseen} are unaccounted for")
        check.fault("counts", text.format(others=others, unseen=len(seen.unseen)))


def names(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]
