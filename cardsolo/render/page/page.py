"""A replay page: games as one HTML file that needs no network, steps by keys, buttons and touch, and reads without
JavaScript as a sheet.

Everything from a log is either drawn from checked states or written as escaped text; a content security policy lets no
script run but the page's own.
"""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.i18n import _, language
from cardsolo.render import renderer
from cardsolo.render.page.chart import chart
from cardsolo.render.pictures import cards, drawer
from cardsolo.render.pictures.scene import FONT, style_sheet
from cardsolo.render.style import Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cardsolo.core.session import Session
    from cardsolo.render.pictures.scene import Scene

_STYLE = Style(unicode=True, width=76)


@dataclass(frozen=True, slots=True)
class Commentary:
    """What a solver or an advisor said of a game, all by the number of a move.

    notes: sentences to stand behind a move. chances: of winning, 0 to 1, just after it (0: at the start). mistake: the
    move that lost the game, if one did.
    """

    notes: Mapping[int, str] = field(default_factory=dict)
    chances: Mapping[int, float] = field(default_factory=dict)
    mistake: int | None = None


def replay_page(title: str, games: Sequence[tuple[Session, Commentary]]) -> str:
    """Return the page of some games, each from its start to where it stands."""
    several = len(games) > 1
    drawn = [_Drawn(number, *game, is_named=several) for number, game in enumerate(games, 1)]
    symbols = cards.symbols(part for game in drawn for part in game.parts)
    hidden = f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{symbols}</svg>'
    return _html(title, [hidden, *(game.section() for game in drawn)], script=_own("page.js"))


def index_page(title: str, rows: Iterable[Sequence[str]], advice: str) -> str:
    """Return a page that lists games instead of showing them; rows begin with the headings, advice is a sentence."""
    heads, *lines = [[escape(cell) for cell in row] for row in rows]
    head = "".join(f'<th scope="col">{cell}</th>' for cell in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in line) + "</tr>" for line in lines)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return _html(title, [f"<p>{escape(advice)}</p>", table])


class _Drawn:
    """A game as frames: lists of indexes into the parts that they share, and into the lines of boards as text."""

    def __init__(self, number: int, session: Session, commentary: Commentary, *, is_named: bool) -> None:
        self.number, self.session, self.commentary, self._is_named = number, session, commentary, is_named
        self._parts: dict[str, int] = {}
        self._lines: dict[str, int] = {}
        self._said = ["", *(_said(session, n, commentary) for n in range(1, len(session.turns) + 1))]
        self._width = 0.0
        self._frames = [self._frame(n) for n in range(len(session.turns) + 1)]

    @property
    def parts(self) -> Iterable[str]:
        return self._parts

    def _frame(self, n: int) -> dict[str, Any]:
        scene = _scene(self.session, n)
        self._width = max(self._width, scene.width)
        return {
            "parts": [self._parts.setdefault(part, len(self._parts)) for part in scene.parts],
            "height": round(scene.height),
            "label": scene.description,
            "text": [self._lines.setdefault(line, len(self._lines)) for line in board_text(self.session, n)],
            "said": self._said[n],
        }

    def section(self) -> str:
        heading = f'<h2 class="wide">{escape(title_of(self.session))}</h2>' if self._is_named else ""
        graph = chart(self.number, self.commentary.chances, self.commentary.mistake, len(self.session.turns))
        left = f'<div>{_controls(len(self.session.turns))}<p class="said" aria-live="polite"></p>{self._board()}'
        text = f'<details><summary>{escape(_("The board as text"))}</summary><pre class="text" tabindex="0"></pre>'
        left += f"{graph}{self._outcome()}{text}</details></div>"
        return f'<section class="game" id="g{self.number}">{heading}{left}{self._moves()}{self._data()}</section>'

    def _board(self) -> str:
        """The last position, which is all that a reader without JavaScript sees of the board."""
        frame = self._frames[-1]
        parts = list(self._parts)
        shown = "".join(parts[index] for index in frame["parts"])
        box = f"0 0 {round(self._width)} {frame['height']}"
        label = escape(frame["label"])
        return (
            f'<div class="board"><svg class="picture" role="img" viewBox="{box}" font-family="{escape(FONT)}" '
            f'aria-label="{label}">{shown}</svg></div>'
        )

    def _moves(self) -> str:
        game = self.session.game
        rows = []
        for turn in self.session.turns:
            seat = f"{turn.seat}: " if game.seats(self.session.origin.rules) > 1 else ""
            name = escape(seat + game.format_move(turn.move))
            kind = ' class="mistake"' if turn.n == self.commentary.mistake else ""
            link = f'<a href="#g{self.number}m{turn.n}" data-n="{turn.n}">{name}</a>'
            rows.append(f'<li id="g{self.number}m{turn.n}"{kind}>{link} {escape(self._said[turn.n])}</li>')
        label = escape(_("Moves"))
        return f'<ol class="moves" tabindex="0" aria-label="{label}">{"".join(rows)}</ol>'

    def _outcome(self) -> str:
        result = self.session.result
        if result is None:
            return ""
        lines = renderer(self.session.game).outcome(result, _STYLE)
        return f"<p><strong>{escape(' '.join(' '.join(lines).split()))}</strong></p>"

    def _data(self) -> str:
        data = {
            "width": round(self._width),
            "parts": list(self._parts),
            "lines": list(self._lines),
            "frames": self._frames,
            "place": _("move {n} of {all}"),
        }
        # in a script element only these end it, or begin what could
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        return f'<script type="application/json">{text}</script>'


def title_of(session: Session) -> str:
    """Return a heading for a game: its name and its seed."""
    title = _(session.game.title)
    seed = session.origin.seed
    return title if seed is None else _("{title}, seed {seed}").format(title=title, seed=seed)


def board_text(session: Session, n: int) -> list[str]:
    """Return the board just after move n as text, as a replay shows it."""
    state = session.state_after(n)
    view = session.game.view(state, session.real.viewer(state))
    return [line.rstrip() for line in renderer(session.game).board(view, _STYLE)]


def _scene(session: Session, n: int) -> Scene:
    state = session.state_after(n)
    view = session.game.view(state, session.real.viewer(state))
    last = session.turns[n - 1] if n else None
    title = _("after move {n}").format(n=n) if n else _("at the start")
    return drawer(session.game).scene(view, title, history=session.turns[:n], last=last, room_for=session.state)


def _said(session: Session, n: int, commentary: Commentary) -> str:
    """Return what happened in move n, and what was said of it."""
    describe = renderer(session.game).describe
    sentences = [text for event in session.turns[n - 1].events if (text := describe(event, _STYLE))]
    note = commentary.notes.get(n)
    return "; ".join(sentences) + (f" – {note}" if note else "")


#: Signs on the buttons, as paths on 24 by 24, since few fonts have them.
_SIGNS: Final = {
    "first": "M5 5h3v14H5zM19 5v14L9 12z",
    "back": "M17 5v14L6 12z",
    "play": "M4 5v14l8-7zM14 5h2.5v14H14zM18.5 5H21v14h-2.5z",
    "next": "M7 5v14l11-7z",
    "last": "M16 5h3v14h-3zM5 5v14l10-7z",
}


def _controls(last: int) -> str:
    labels = {
        "first": _("To the start"),
        "back": _("One move back"),
        "play": _("Play on by itself, or stop"),
        "next": _("One move on"),
        "last": _("To the end"),
    }
    shown = "".join(_button(name, escape(label)) for name, label in labels.items())
    slider = f'<input class="slider" type="range" min="0" max="{last}" value="{last}" aria-label="{escape(_("Move"))}">'
    return f'<div class="controls" hidden>{shown}{slider}<output class="place"></output></div>'


def _button(name: str, label: str) -> str:
    sign = f'<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="{_SIGNS[name]}"/></svg>'
    pressed = ' aria-pressed="false"' if name == "play" else ""
    return f'<button type="button" class="{name}" aria-label="{label}" title="{label}"{pressed}>{sign}</button>'


def _html(title: str, body: Iterable[str], script: str = "") -> str:
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = f"'sha256-{digest}'" if script else "'none'"
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src {allowed}; base-uri 'none'; form-action 'none'"
    lines = [
        "<!doctype html>",
        f'<html lang="{language()}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        f"<title>{escape(title)}</title>",
        f"<style>{_own('page.css')}{style_sheet()}</style>",
        "</head>",
        "<body>",
        f"<main><h1>{escape(title)}</h1>",
        *body,
        "</main>",
        f"<script>{script}</script>" if script else "",
        "</body>",
        "</html>",
    ]
    return "\n".join(line for line in lines if line) + "\n"


def _own(name: str) -> str:
    return (files("cardsolo.render.page") / name).read_text("utf-8")
