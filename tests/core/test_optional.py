"""A part that is absent is told; a part that is there and lacks something else is broken, and says so."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib import import_module

import pytest
from support import ROOT

from cardsolo.core.errors import OptionError
from cardsolo.core.optional import may_lack, needs_extra
from cardsolo.games import find

FRESH = (
    "solvers.dungeon.programs",
    "solvers.dungeon.players",
    "solvers.dungeon.advisor",
    "cardsolo.render.pictures.triangle",
    "solvers.survey.plot",
)


#: The extras that there are, with what each installs.
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]


@pytest.fixture
def lacking(monkeypatch):
    """Return a function that makes a module impossible to find, and forgets those that may import it."""

    def lack(name):
        for loaded in FRESH:
            monkeypatch.delitem(sys.modules, loaded, raising=False)
        monkeypatch.setitem(sys.modules, name, None)

    return lack


@pytest.mark.parametrize(
    ("module", "absent"), [("a1.b.c", "a1.b"), ("json.nothing", "json.nothing"), ("nothing", "nothing")]
)
def test_an_absent_module_or_package_is_told(module, absent, monkeypatch):
    if module.startswith("a1"):
        monkeypatch.setitem(sys.modules, "a1", type(sys)("a1"))
        sys.modules["a1"].__path__ = []
    with pytest.raises(OptionError, match="no such part"), may_lack(module, "no such part"):
        import_module(module)


def test_any_other_failure_is_left_as_it_is():
    with pytest.raises(ModuleNotFoundError, match="nothing_here"), may_lack("json", "no"):
        import nothing_here  # noqa: F401
    with pytest.raises(ImportError, match="loads"), may_lack("json", "no"):
        raise ImportError("loads")


def ask_player():
    from cardsolo.cli.play.seats import make_players

    make_players(find("dungeon"), ("advisor",), 1)


def ask_survey_player():
    from solvers.programs import make_player

    make_player(find("dungeon"), "advisor", 1, 1)


def ask_advisor():
    from solvers.advice import advise

    game = find("dungeon")
    from cardsolo.core.chance import NoChance

    advise(game, game.view(game.start(game.deal(game.rules_of({}), 7), NoChance()).state, 1), 0.01)


ASKED = [
    (ask_player, "solvers.dungeon.programs", "dungeon has no player programs"),
    (ask_survey_player, "solvers.dungeon.programs", "dungeon has no player programs"),
    (ask_advisor, "solvers.dungeon.programs", "dungeon has no advisor"),
]


@pytest.mark.parametrize(("ask", "module", "said"), ASKED)
def test_a_game_may_lack_players_and_advisor(lacking, ask, module, said):
    lacking(module)
    with pytest.raises(OptionError, match=said):
        ask()


@pytest.mark.parametrize(("ask", "module", "said"), ASKED)
def test_a_broken_part_is_not_called_absent(lacking, ask, module, said):
    lacking("solvers.dungeon.networks")
    with pytest.raises(ModuleNotFoundError, match=r"solvers\.dungeon\.networks"):
        ask()


def ask_png():
    from cardsolo.cli.render import _to_png

    _to_png("<svg/>")


def ask_plot():
    from solvers.plots import Plot

    Plot("out.svg")


def ask_cluster():
    from solvers.survey.cluster import run_cluster

    next(run_cluster(None, [1], "tcp://127.0.0.1:1"))


@pytest.mark.parametrize(
    ("ask", "module", "extra"),
    [(ask_png, "resvg_py", "png"), (ask_plot, "matplotlib", "plots"), (ask_cluster, "distributed", "cluster")],
)
def test_who_lacks_an_extra_is_told_the_command_that_installs_it(ask, module, extra, lacking, monkeypatch):
    lacking(module)
    lacking("matplotlib.figure")
    with pytest.raises(OptionError, match="in a clone of the sources") as told:
        ask()
    assert module.replace("_", "-") in EXTRAS[extra][0]
    command = str(told.value).partition("sources: ")[2]
    assert command.endswith(f" -m pip install '.[{extra}]'")
    monkeypatch.setattr(sys, "executable", "/a path/python")
    with pytest.raises(OptionError, match=r"'/a path/python' -m pip install"):
        ask()


def test_the_interpreter_that_is_named_is_this_one():
    python = str(sys.executable)
    with pytest.raises(OptionError) as told, needs_extra("png", "nothing_here", "{command}"):
        import nothing_here  # noqa: F401
    words = subprocess.run(["sh", "-c", f"printf '%s\\n' {told.value}"], capture_output=True, text=True, check=True)
    assert words.stdout.splitlines() == [python, "-m", "pip", "install", ".[png]"]


def test_every_extra_that_a_text_names_exists():
    sources = [
        *ROOT.glob("cardsolo/**/*.py"),
        *ROOT.glob("solvers/**/*.py"),
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/*.md"),
    ]
    named = {
        name
        for path in sources
        for pair in re.findall(r"\bextra `(\w+)`(?! \|)|'\.\[(\w+)\]'", path.read_text("utf-8"))
        for name in pair
        if name
    }
    assert named == set(EXTRAS)
