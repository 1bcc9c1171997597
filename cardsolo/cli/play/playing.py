"""A game, or a match of several, from its first line to its end, with whoever sits at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardsolo.cli.play.closing import say_how_to_go_on
from cardsolo.cli.play.script import play_script
from cardsolo.cli.play.seats import HUMAN, make_programs, seats_field
from cardsolo.cli.play.table import Table
from cardsolo.cli.play.typed import Asker
from cardsolo.cli.play.words import Quit
from cardsolo.core.session import Origin, Session

if TYPE_CHECKING:
    from cardsolo.cli.play.keyboard import Keyboard
    from cardsolo.cli.play.logs import Logs
    from cardsolo.cli.play.prompt import Opening
    from cardsolo.cli.play.script import Script
    from cardsolo.core.game import AnyGame
    from cardsolo.core.match import Match
    from cardsolo.core.typed import TypedDice


@dataclass(frozen=True, repr=False, eq=False)
class Setting:
    """What a game is played with.

    script: read where nobody types; keyboard: of the person who does. asked: the script was asked for by name, so that
    it counts even where programs play every seat. err: text goes to stderr. clears: hands of several people at one
    keyboard are hidden from one another.
    """

    logs: Logs
    log_name: str | None
    script: Script
    keyboard: Keyboard | None
    asked: bool
    err: bool
    clears: bool

    def opening(self, origin: Origin) -> Opening | None:
        """Return what says the first lines of a game; only a person is told them."""
        if self.keyboard is None:
            return None
        from cardsolo.cli.play.prompt import Opening

        return Opening(origin, self.keyboard, self.log_name)

    def asker(self, opening: Opening | None) -> Asker:
        """Return what asks for dice and cards."""
        return Asker(self.script if opening is None else opening)


class Playing:
    """One game of a setting. resumed: its beginning is known already."""

    def __init__(
        self,
        setting: Setting,
        session: Session,
        names: tuple[str, ...],
        match: Match | None,
        *,
        opening: Opening | None,
        dice: TypedDice | None = None,
        asker: Asker | None = None,
        resumed: bool = False,
    ) -> None:
        self._setting = setting
        self._session = session
        self._names = names
        self._match = match
        self._opening = opening
        self._dice = dice
        self._asker = asker
        self._resumed = resumed

    def play(self) -> Playing | None:
        """Play to the end, or as far as a person or a script goes; return the next game of the match, if any."""
        table = self._table()
        self._play(table)
        match = self._match
        if match is None or self._session.result is None:
            return None
        match.results.append(self._session.result)
        table.tell_standings(match)
        table.say()
        return None if match.is_over else next_of_match(self._setting, table.game, self._names, match)

    @property
    def _reads_script(self) -> bool:
        """Whether a script is read: where nobody types, and not for programs alone unless it was asked for."""
        return self._setting.keyboard is None and (HUMAN in self._names or self._setting.asked)

    def _table(self) -> Table:
        setting, match = self._setting, self._match
        programs = make_programs(self._session, self._names)
        people = self._names.count(HUMAN)
        return Table(
            self._session,
            programs=programs,
            err=setting.err,
            typed=setting.keyboard is not None and people > 0,
            resumed=self._resumed,
            more_games=match is not None and len(match.results) + 1 < len(match.deals),
            clears=setting.clears and people > 1 and not self._session.real.has_cards,
            dice=self._dice,
            asker=self._asker,
            on_surplus=setting.script.refuse_dice if self._reads_script else None,
            log_name=setting.log_name,
            names=self._names,
        )

    def _play(self, table: Table) -> None:
        setting = self._setting
        try:
            if table.typed:
                from cardsolo.cli.play.prompt import play_at_prompt

                play_at_prompt(table, self._opening)
            else:
                table.tell_start()
                if self._reads_script:
                    play_script(table, setting.script)
                else:
                    table.let_programs_play()
        except Quit:
            pass  # a program played, and nobody threw its dice
        except (KeyboardInterrupt, BrokenPipeError):
            say_how_to_go_on(table.game, setting.log_name)
            raise
        finally:
            table.session.close()
        if not table.typed:
            table.tell_outcome()
        elif not table.session.is_over:
            say_how_to_go_on(table.game, setting.log_name)


def next_of_match(setting: Setting, game: AnyGame, names: tuple[str, ...], match: Match) -> Playing:
    """Return the next game of a match, not yet begun."""
    origin = Origin(game, deal=match.next_deal)
    opening = setting.opening(origin)
    extra = seats_field(names) | match.place()
    session = Session(origin, sink=setting.logs.write, extra=extra, end_fields=match.end_fields)
    return Playing(setting, session, names, match, opening=opening)
