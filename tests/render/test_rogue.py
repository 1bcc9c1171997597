"""Mini Rogue on screen: everything the cards would show, every choice with its number, a sentence for every event."""

from __future__ import annotations

import gettext
import random
from dataclasses import replace

import pytest
from rogue_table import GAME, Thumb, before, boss, fight, play

from cardsolo.core import i18n
from cardsolo.core.game import Event
from cardsolo.core.session import Origin, Session
from cardsolo.core.text import visible
from cardsolo.games.rogue import events as all_events
from cardsolo.games.rogue.state import Rules
from cardsolo.render.rogue import board, describe, outcome
from cardsolo.render.style import Style

WIDE = Style(width=100)
EVENTS = [
    item
    for item in vars(all_events).values()
    if isinstance(item, type) and issubclass(item, Event) and item is not Event
]


def screen(state, style=WIDE):
    return "\n".join(board(GAME.view(state, 1), style))


def some_session(seed, options, noise=0.2):
    source = random.Random(seed)
    session = Session(Origin(GAME, deal=GAME.deal(options, seed)))
    while not session.is_over:
        legal = GAME.legal_moves(session.state)
        noisy = source.random() < noise
        session.play(source.choice(legal) if noisy else Thumb().choose(GAME.view(session.state, 1)))
    return session


@pytest.fixture(scope="module")
def sessions():
    return [some_session(seed, Rules("casual", key=seed % 2 == 0)) for seed in range(30)]


def test_the_status_line_shows_what_the_cards_show():
    state = before("event", area=4, column=2, other="trap", key=True, rank=2, xp=5, spells=("fire", "healing"), armor=1)
    text = screen(state)
    for part in (
        "area 4 of 14",
        "level 2, Poisonous Dungeon",
        "Skeleton Lord: HP 15, damage 5",
        "rank 2, XP 5/12 (7 to rank 3)",
        "armor 1/5",
        "HP 5/20",
        "gold 3/20",
        "food 6/6",
        "spells: Fireball, Healing",
        "key: not found on this level yet",
        "column 2 of 5: Event or Trap",
        "then the boss",
    ):
        assert part in text, part


def test_what_remains_face_down_is_listed_as_a_set():
    text = screen(before("event", column=2, other="trap"))
    assert "face down: Monster, Treasure, Merchant, Resting" not in text  # one of them lies in column 1
    hidden = GAME.view(before("event", column=2, other="trap"), 1).layout.count(None)
    assert text.partition("face down: ")[2].partition(" (")[0].count(",") == hidden - 1


def test_at_rank_4_there_is_no_xp():
    assert "rank 4 (XP gained is +1 HP)" in screen(before("event", rank=4))


def test_a_held_key_shows():
    assert "key: held" in screen(replace(before("event", key=True), key=True))
    assert "key" not in screen(before("event"))


def test_a_fight_shows_die_by_die():
    text = screen(fight("6+3 1 4f 6", hp=26, damage=5, poisoned=True, armor=2, rank=4))
    assert "Undead Soldier: HP 26, damage 5 (you lose 3), poisoned (+5 each attack)" in text
    frozen = fight("6", hp=26, damage=5)
    frozen = replace(frozen, combat=frozen.combat._replace(frozen=True))
    assert "Undead Soldier: HP 26, damage 5 (you lose 0), frozen (does not strike back this round)" in screen(frozen)
    assert "1: 6+3 = 9   2: 1 = miss   3: 4 (feat used)   4: 6   damage 24" in text
    assert "stop             24 damage: Undead Soldier keeps 2 HP" in text


def test_the_choices_are_numbered_as_they_are_read():
    state = fight("6 1", hp=20, hero_hp=9, rank=2)
    lines = screen(state).splitlines()
    for number, move in enumerate(GAME.legal_moves(state), 1):
        assert any(line.split()[: 1 + len(str(move).split())] == [str(number), *str(move).split()] for line in lines)


def test_the_merchant_shows_prices_and_what_can_be_afforded():
    text = screen(play(before("merchant", gold=3, food=6, armor=1), "room 1"))
    assert "you have 3 gold" in text
    assert "too dear now: armor 6, fire 8, ice 8, poison 8, healing 8" in text
    assert "at the maximum already: ration 1" in text
    assert "3 gold: Big Health Potion, HP +4" in text
    assert "for 3 gold" in text


def test_the_last_chance_for_a_key_is_warned_of():
    assert "Last chance" in screen(before("trap", area=2, column=4, other="event", key=True))
    assert "Last chance" not in screen(before("trap", area=1, column=4, other="event", key=True))


def test_the_scoring_sheet_at_the_end():
    end = play(fight("6", hp=1, kind="boss", area=14, hero_hp=9), "stop")
    text = screen(end)
    assert "area 14 x 3 = 42" in text
    assert f"in all {GAME.result(end)['score']}" in text


@pytest.mark.parametrize("width", [20, 40, 80, 200])
@pytest.mark.parametrize("unicode", [False, True])
def test_lines_fit_and_ascii_is_ascii(sessions, width, unicode):
    style = Style(unicode=unicode, color=False, width=width)
    for session in sessions[:6]:
        for turn in session.turns:
            for line in board(GAME.view(turn.state, 1), style):
                assert visible(line) <= width or " " not in line.strip()
                assert unicode or line.isascii()


def test_colour_changes_nothing_but_colour(sessions):
    for turn in sessions[0].turns:
        view = GAME.view(turn.state, 1)
        plain, coloured = board(view, Style(width=60)), board(view, Style(color=True, width=60))
        assert [visible(line) for line in plain] == [visible(line) for line in coloured]


def test_every_event_that_occurs_has_a_sentence(sessions):
    seen = set()
    for session in sessions:
        for event in (*session.start_events, *(event for turn in session.turns for event in turn.events)):
            assert describe(event, WIDE), event
            seen.add(type(event))
    missing = {event.__name__ for event in EVENTS} - {event.__name__ for event in seen}
    assert missing <= {"Resigned", "LockedIn", "Starved", "Won", "SpellDeclined", "KeySpent", "Fell"}


@pytest.mark.parametrize(
    "event",
    [
        all_events.Resigned(1),
        all_events.LockedIn(),
        all_events.Starved(),
        all_events.Won(),
        all_events.SpellDeclined("ice"),
        all_events.KeySpent(2),
        all_events.Fell(6, 3),
        all_events.Defended(4, 4, 0, frozen=False),
        all_events.Defended(4, 0, 4, frozen=False),
        all_events.Defended(4, 1, 3, frozen=False),
        all_events.Defended(4, 1, 0, frozen=True),
        all_events.RankChanged(4, 3, 17),
    ],
    ids=lambda event: type(event).__name__,
)
def test_rare_events_have_a_sentence_too(event):
    assert describe(event, WIDE)


@pytest.mark.parametrize("cause", ["monster", "event", "boss", "trap", "hunger", "locked"])
def test_closing_lines_name_cause_and_score(cause):
    lost = {"outcome": "lost" if cause == "locked" else "died", "cause": cause, "area": 7, "score": 41}
    text = "\n".join(outcome(lost, WIDE))
    assert "area 7" in text
    assert "41" in text


def test_closing_lines_of_a_win_and_of_a_resignation():
    assert "won" in outcome({"outcome": "won", "cause": None, "area": 14, "score": 101}, WIDE)[0]
    assert "Resigned" in outcome({"outcome": "resigned", "cause": None, "area": 3, "score": 20}, WIDE)[0]


class Shouting(gettext.NullTranslations):
    """A catalogue that marks every text which passes through it."""

    def gettext(self, message):
        return message.upper() if "{" not in message else message


def test_names_pass_through_the_catalogue():
    try:
        i18n.use_translations(Shouting())
        text = screen(boss(2, spells=("fire",)))
        assert "BLACK SEWERS" in text
        assert "UNDEAD GIANT" in text
        assert "FIREBALL" in text
        assert "WHETSTONE" in screen(play(before("event"), ("room 1", 4)))
        assert "BIG HEALTH POTION" in screen(play(before("merchant"), "room 1"))
    finally:
        i18n.use_translations(gettext.NullTranslations())


@pytest.mark.parametrize(("rank", "xp", "left"), [(2, 0, 1), (4, 0, 3), (2, 1, None), (1, 3, None)])
def test_a_feat_that_costs_the_rank_says_so(rank, xp, left):
    lines = screen(fight("2", hp=9, rank=rank, xp=xp)).splitlines()
    (line,) = (line for line in lines if "feat xp 1" in line)
    assert line.endswith(f"(2); back to rank {left}" if left else "re-roll this die (2)")
