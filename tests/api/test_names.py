"""The names of the front door: one list, each with a home, a type and a docstring; nothing by accident."""

from __future__ import annotations

import ast
import inspect
import typing

import pytest
from support import ROOT

import cardsolo
from cardsolo.games import NAMES, find

TREE = ast.parse((ROOT / "cardsolo" / "__init__.py").read_text("utf-8"))


def test_type_checkers_and_the_loader_know_the_same_names_from_the_same_homes():
    imports = [node for node in ast.walk(TREE) if isinstance(node, ast.ImportFrom) and node.module != "__future__"]
    typed = {alias.name: node.module for node in imports for alias in node.names if node.module.count(".")}
    loaded = {name: home for home, names in cardsolo._HOMES.items() for name in names.split()}

    typed.pop("import_module", None)
    assert typed == loaded
    assert sorted([*loaded, "__version__"]) == sorted(cardsolo.__all__)


@pytest.mark.parametrize("name", [name for name in cardsolo.__all__ if name != "__version__"])
def test_every_name_is_there_and_explains_itself(name):
    value = getattr(cardsolo, name)
    if typing.get_origin(value) is not None:  # a play with the types of its game
        value = typing.get_origin(value)

    assert inspect.getdoc(value)
    assert inspect.getdoc(value) != inspect.getdoc(dict)
    assert not (inspect.getdoc(value) or "").startswith(f"{name}(")  # the one that dataclasses make up


@pytest.mark.parametrize(
    "kind",
    ["Play", "Answer", "DungeonAnswer", "TriangleAnswer", "Outcome", "Advice", "Odds", "MoveAnalysis", "BuildInfo"],
)
def test_every_public_method_explains_itself(kind):
    for name, member in inspect.getmembers(getattr(cardsolo, kind)):
        if not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, property)):
            assert inspect.getdoc(member), f"{kind}.{name}"


def test_dir_lists_them_and_an_unknown_one_is_an_attribute_error():
    assert set(cardsolo.__all__) <= set(dir(cardsolo))
    with pytest.raises(AttributeError, match="'cardsolo' has no attribute 'sovle'"):
        cardsolo.sovle  # noqa: B018
    with pytest.raises(ImportError):
        exec("from cardsolo import sovle")  # noqa: S102


def test_a_star_import_brings_what_is_listed():
    space = {}
    exec("from cardsolo import *", space)  # noqa: S102
    assert set(cardsolo.__all__) <= set(space)


@pytest.mark.parametrize("name", NAMES)
def test_the_typed_options_of_deal_are_those_of_the_rules(name):
    """An editor offers what the game has: the overloads of deal say the same as its options."""
    overload = next(
        signature
        for signature in map(inspect.signature, typing.get_overloads(cardsolo.deal))
        if signature.parameters["game"].annotation == f"Literal['{name}']"
    )
    own = {"game", "seed", "dice"}
    offered = {key: parameter.default for key, parameter in overload.parameters.items() if key not in own}
    options = find(name).options

    assert offered == {option.name: option.default for option in options}
    assert ("dice" in overload.parameters) == find(name).has_dice
    for option in options:
        annotation = overload.parameters[option.name].annotation
        if annotation.startswith("Literal"):
            choices = [ast.literal_eval(text.strip()) for text in annotation.removeprefix("Literal[")[:-1].split(",")]
            assert choices == list(option.choices)
        else:
            assert annotation == type(option.default).__name__
