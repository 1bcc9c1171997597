"""Answers, advice and odds: what the solvers say of a play, view or fight. They are loaded when they are asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, overload

from cardsolo.api.play import Play
from cardsolo.core.check import checked_options
from cardsolo.core.dealing import SEED_MAX
from cardsolo.core.errors import Fault, OptionError
from cardsolo.core.i18n import _
from cardsolo.core.limits import SEEDS_LOOKED_AT, TRIANGLE_SECONDS
from cardsolo.core.session import Origin
from cardsolo.games import find as find_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cardsolo.api.kinds import DungeonPlay, TrianglePlay
    from cardsolo.games.rogue.state import Die
    from solvers.advice import Advice
    from solvers.dungeon.analysis import MoveAnalysis
    from solvers.result import Answer, DungeonAnswer, Ranking, TriangleAnswer
    from solvers.rogue.odds import Odds


@overload
def solve(
    play: DungeonPlay,
    *,
    method: Literal["search", "cpsat"] = "search",
    proof: bool = False,
    nodes: int | None = None,
    time_limit: float | None = None,
    memory: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> DungeonAnswer: ...
@overload
def solve(
    play: TrianglePlay,
    *,
    objective: Literal["turn", "out", "all", "best"] | None = None,
    seat: int | None = None,
    nodes: int | None = None,
    time_limit: float | None = None,
    workers: int | None = None,
    progress: Callable[[int | Ranking | None, int | Ranking | None, float], None] | None = None,
    shapes: Callable[[int, int, float], None] | None = None,
    proof: bool = False,
    stop: Callable[[], bool] | None = None,
) -> TriangleAnswer: ...
@overload
def solve(play: Play, **settings: Any) -> Any: ...
def solve(play: Play, **settings: Any) -> Any:
    """Solve a game from where it stands, every card known; the answer has passed the referee.

    Clear the Dungeon: whether it can be cleared, with the greatest spare or else the most kills, and moves that do it.
    method: `search` or `cpsat` (a constraint model that shares nothing with it); proof: ask both and compare what they
    have proved. Without limits the answer is always proved.

    Triangle Sevens: objective `turn` (the most cards in this one turn), `out` (all helping, the fewest turns until seat
    is out), `all` (all cards placed) or `best` (every seat for itself); default `out` for a fresh deal, else `turn`.
    Limited to 60 seconds where neither time_limit nor nodes is given. workers: processes, default one a processor.
    progress is called with value, bound and seconds at each improvement, shapes with the number of shapes refuted, of
    how many, and seconds. proof: search a part of the refuted shapes again, by slower means.

    nodes: positions opened at the most, for answers that do not depend on the machine; time_limit: seconds; memory:
    MiB; stop: asked again and again whether to give up. An answer that a limit stopped says which in `limit`, and
    claims no more than is proved; Ctrl-C gives Limit.INTERRUPT. Raises OptionError for a game without a solver (Mini
    Rogue: see `odds` and `advise`) and for wrong settings, SolverError where the referee rejects an answer or methods
    disagree.
    """
    from solvers.programs import programs_of

    game = find_game(play.game)
    programs = programs_of(game)
    if programs.solve is None:
        raise OptionError(_(programs.instead) or _("{game} has no solver").format(game=game.name))
    play.expect_known()
    dealt = not play.turns and play.starts_with_deal
    if game.name == "triangle":
        settings["objective"] = settings.get("objective") or ("out" if dealt else "turn")
        if settings.get("nodes") is None and settings.get("time_limit") is None:
            settings["time_limit"] = TRIANGLE_SECONDS
    answer: Answer = programs.solve(play.state if play.turns else play.as_set_up, **settings)
    return replace(answer, seed=play.seed) if dealt else answer


def advise(view: Any, *, seconds: float | None = None) -> Advice:
    """Return the best way to go on, judged only from what a view shows, with the chance of every candidate.

    view: of `Play.view` or `cardsolo.view`; a Play is looked at from the seat to move. seconds: how long to think;
    without it the same view always gets the same advice. `print` says it in words; `push` takes its moves. Raises
    OptionError where the game is over or the seat is not to move.
    """
    from solvers.advice import advise as ask

    if isinstance(view, Play):
        if view.is_over:
            raise OptionError(_("the game is over: there is nothing to advise"))
        view = view.view()
    name = getattr(view, "game", None)
    if getattr(view, "kind", None) != "view" or not isinstance(name, str):
        raise TypeError(f"{view!r} is no view")
    return ask(find_game(name), view, seconds)


def odds(
    *,
    hp: int,
    monster_hp: int,
    damage: int,
    rank: int = 1,
    xp: int = 0,
    armor: int = 0,
    spells: str | Sequence[str] = (),
    dice: str | Sequence[Die] | None = None,
    poisoned: bool = False,
    spell_step: bool = False,
) -> Odds:
    """Return the exact chances of a Mini Rogue fight when every decision is the best one.

    hp: 1–20, rank: 1–4, xp: within the rank, armor: 0–5, monster_hp: 1–30, damage: of the monster before armor, 0–30.
    spells: at most two of `fire`, `ice`, `poison`, `healing`, as a list or with commas. dice: as they lie on the table,
    as in `"6+3,1,4f"` (a six re-rolled to 3; a 4 re-rolled by a feat), for the value of every choice. poisoned: the
    monster. spell_step: the damage has been dealt and the spell is next. The result has `win` (probability), `hp_left`
    (probability of each HP at the end, 0 a defeat), `mean_hp` and `choices`. Raises OptionError that names what is
    wrong.
    """
    from solvers.rogue.odds import fight_odds, read_dice

    held = (
        [spell.strip().lower() for spell in spells.split(",") if spell.strip()] if isinstance(spells, str) else spells
    )
    table = read_dice(dice) if isinstance(dice, str) else dice
    return fight_odds(rank, xp, hp, armor, held, monster_hp, damage, table, poisoned=poisoned, spell_step=spell_step)


def analyse(play: Play, *, seconds: float | None = None, nodes: int | None = None) -> Iterator[MoveAnalysis]:
    """Go through a game of Clear the Dungeon and yield, move by move, what was still possible before and after it.

    nodes limits the solver for each position, seconds the advisor for each view. Raises OptionError for another game.
    """
    if play.game != "dungeon":
        raise OptionError(_("only games of dungeon can be analysed"))
    play.expect_known()
    from solvers.dungeon.analysis import analyse as analysed

    return analysed(play._session, seconds=seconds, nodes=nodes)  # noqa: SLF001  the same package


def find(
    game: str = "dungeon",
    *,
    grade: Literal["easy", "fair", "hard"] | None = None,
    first: int = 0,
    seeds: int = SEEDS_LOOKED_AT,
    **options: Any,
) -> DungeonPlay | None:
    """Return the first clearable deal of Clear the Dungeon from seed `first` on, None where there is none among
    `seeds`.

    grade: how hard it must be: the share of random greedy games that clear it is 40 % and more for `easy`, 15 % and
    more for `fair`, less for `hard`. options: those of the rules. Raises OptionError.
    """
    found = find_game(game)
    if found.name != "dungeon":
        raise OptionError(_("only deals of dungeon can be looked for"))
    from cardsolo.api.play import start
    from solvers.dungeon.grade import Grade, find_seed

    grades = [one.value for one in Grade]
    if grade is not None and grade not in grades:
        raise OptionError(str(Fault("grade", str(grade), _("there are {names}").format(names=", ".join(grades)))))
    rules = found.rules_of(checked_options(found.name, options, found.options))
    last = min(first + seeds, SEED_MAX + 1)
    hit = find_seed(rules, None if grade is None else Grade(grade), iter(range(first, last)))
    play: DungeonPlay | None = None if hit is None else start(Origin(found, deal=hit[0]))
    return play
