"""A real table for tests: the cards of a dealt seed, shown one by one to whoever is asked for them."""

from __future__ import annotations

import random

from cardsolo.core.chance import NoChance
from cardsolo.core.log import fields
from cardsolo.core.session import Origin, Session
from cardsolo.core.typed import cards_in
from cardsolo.games import find

#: What a start line says of how the cards were dealt.
HOW = {"deal", fields.TYPED_CARDS, fields.OWN_SEAT}


class Dealt:
    """Sees all of a deal. slips: chance that the cards are typed one by one, in place of several on a line."""

    def __init__(self, game, deal, source, slips=0.5):
        self.game, self.deal, self.source, self.slips = game, deal, source, slips
        self.session = None

    def cards(self, table, places):
        cards = [self.next(table, places[: n + 1]) for n in range(len(places))]
        if self.source.random() < self.slips:
            return cards[: 1 + int(self.source.random() * len(cards))]
        return cards

    def next(self, table, places):
        """Return the card of the last of some places, all of which are turned up one after the other."""
        at = places[-1]
        before = places.count(at) - 1
        if at == "deck":
            return self.deal.deck[len(self.deal.deck) - unseen(table.deck) + before]
        index = int(at[at.index("[") + 1 : -1])
        if at.startswith("piles"):
            return self.deal.piles[index][3 - unseen(table.piles[index]) + before]
        hidden = unseen(table.hands[index])
        return self.deal.hands[index][len(self.deal.hands[index]) - hidden + before]

    def fits(self, state, move):
        """Play the moves up to here with every card known, and look."""
        known = self.game.start(self.deal, NoChance()).state
        for turn in self.session.turns:
            known = self.game.play(known, turn.move, NoChance()).state
        events = self.game.play(known, move, NoChance()).events
        return any(event.type == "extra" for event in events)


def unseen(cards):
    return sum(str(card) == "??" for card in cards)


def rules_for(game, **options):
    return game.rules_of({option.name: option.default for option in game.options} | options)


def real_game(name, seed, own=1, **options):
    """Play a random game of a seed twice, from the seed and with its cards typed; return the lines of both logs.

    The third value is the session of the second, which is not closed.
    """
    game = find(name)
    deal = game.deal(rules_for(game, **options), seed)
    source = random.Random(f"real/{name}/{seed}")
    lines, typed_lines = [], []
    seeded = Session(Origin(game, deal=deal), sink=lines.append)
    witness = Dealt(game, deal, source)
    extra = {fields.TYPED_CARDS: True} | ({fields.OWN_SEAT: own} if game.seats(deal.rules) > 1 else {})
    origin = Origin(game, deal=game.real_cards.unseen_deal(deal.rules))
    typed = Session(origin, sink=typed_lines.append, settle=False, extra=extra, witness=witness)
    witness.session = typed
    typed.settle()
    assert game.view(typed.state, own) == game.view(seeded.state, own)
    while not seeded.is_over:
        legal = game.legal_moves(seeded.state)
        kept = legal[:-1] if len(legal) > 1 and source.random() < 0.8 else legal
        move = kept[int(source.random() * len(kept))]
        assert game.why_not(typed.state, move) is None
        seeded.play(move)
        typed.play(move)
        assert game.view(typed.state, own) == game.view(seeded.state, own)
    seeded.close()
    return lines, typed_lines, typed


def type_rest(session, deal):
    """Type what nobody has seen, as it lies in a deal."""
    for place in session.real.rest():
        known = session.real.deal()
        if session.real.rest():
            cards = [
                Dealt(session.game, deal, random.Random(0)).next(known, [place.at] * (n + 1))
                for n in range(place.number)
            ]
            if place.at.startswith("hands"):
                index = int(place.at[6:-1])
                cards = [card for card in deal.hands[index] if card not in known.hands[index]]
            session.real.journal.add(fields.CARDS, cards)


def moves_of(lines):
    """Return the moves and results of a log, without what says how the cards were dealt."""
    kept = []
    for line in lines:
        if line["type"] == "start":
            kept.append({name: value for name, value in line.items() if name not in HOW})
        elif line["type"] == "end":
            kept.append({name: value for name, value in line.items() if name != "deal"})
        elif line["type"] != "typed":
            kept.append(line)
    return kept


def typed_cards(turns):
    return [card for turn in turns for card in cards_in(turn.typed)]


def answers(lines):
    """Return what is typed for the lines of a log, for each how many of the lines it makes: text, lines up to there.

    What a line of moves needs no answer for (it waited for the cards before it) is counted to the answer before.
    """
    found = []
    waits = False
    for number, line in enumerate(lines, 1):
        text = None
        if line["type"] == "typed" and "cards" in line:
            text = " ".join(line["cards"])
        elif line["type"] == "typed" and "fits" in line:
            text = "yes" if line["fits"] else "none"
        elif line["type"] == "typed" and "move" in line:
            text, waits = line["move"], True
        elif line["type"] == "move":
            text, waits = None if waits else line["move"], False
        if text is not None:
            found.append((text, number))
    return found


def dice_answers(lines):
    """Return what is typed at a table with real dice for the game of a log: each move, then its dice on one line."""
    found = []
    for line in lines:
        if line["type"] != "move":
            continue
        if not line.get("auto"):
            found.append(line["move"])
        if "dice" in line:
            found.append(" ".join(map(str, line["dice"])))
    return found
