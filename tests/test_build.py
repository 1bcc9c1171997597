"""The build: the same sources give the same bytes, and its settings name what exists."""

from __future__ import annotations

import sys
import zipfile

import pytest
from support import ROOT

pytest.importorskip("hatchling", reason="the build's own tools are in the group `lint`")


@pytest.fixture
def build(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / ".build")
    import kernels

    yield kernels
    sys.modules.pop("kernels", None)


def test_what_is_compiled_harder_is_compiled_at_all(build):
    optimised = build.kernel_sources(key="optimised")
    assert set(optimised) < set(build.kernel_sources())
    assert len(optimised) == len(build.settings()["optimised"])  # a name without a file would be forgotten in silence


def test_catalogues_carry_no_time_of_the_build(build, tmp_path):
    pytest.importorskip("babel", reason="catalogues are compiled in the build environment")
    import catalogue

    for language in catalogue.languages():
        for domain in catalogue.DOMAINS:
            catalogue.compile_catalogue(catalogue.po_file(language, ROOT, domain), tmp_path / "out.mo")
            assert b"POT-Creation-Date: 2020-02-02" in (tmp_path / "out.mo").read_bytes()


@pytest.fixture
def wheels():
    from importlib.machinery import SourceFileLoader
    from importlib.util import module_from_spec, spec_from_loader

    loader = SourceFileLoader("wheels", str(ROOT / ".ci" / "wheels"))
    module = module_from_spec(spec_from_loader("wheels", loader))
    loader.exec_module(module)
    return module


def wheel(path, **changed):
    """Write a wheel of the fewest files that it needs, and those that are named (None: without that one)."""
    files = {
        "cardsolo/__init__.py": b"",
        "cardsolo/py.typed": b"",
        "cardsolo/locale/ja/LC_MESSAGES/cardsolo.mo": b"",
        "cardsolo-0.1.0.data/data/share/man/man1/cardsolo-play.1": b"",
        "cardsolo_kernels__mypyc.cpython-311-x86_64-linux-gnu.so": b"",
        "cardsolo-0.1.0.dist-info/METADATA": b"see /home/you/",
    }
    files |= changed
    with zipfile.ZipFile(path, "w") as made:
        for name, data in files.items():
            if data is not None:
                made.writestr(zipfile.ZipInfo(name), data)
    return str(path)


def test_the_check_of_wheels_sees_what_does_not_belong(wheels, tmp_path, capsys):
    good = wheel(tmp_path / "good.whl")
    assert wheels.main(good, good) == 0
    lies = {
        "cardsolo/test_x.py": b"",
        "cardsolo/__pycache__/x.cpython-311.pyc": b"",
        "tests/conftest.py": b"",
        "notes.txt": b"",
        "cardsolo/py.typed": None,
        "cardsolo-0.1.0.data/data/share/man/man1/cardsolo-play.1": None,
        "solvers/kernel.cpython-311-x86_64-linux-gnu.so": b"\0/home/someone/cardsolo/x.c\0",
    }
    for name, data in lies.items():
        capsys.readouterr()
        assert wheels.main(wheel(tmp_path / "bad.whl", **{name: data})) == 1, name
        assert name.removeprefix("cardsolo-0.1.0.data/data/share/man/") in capsys.readouterr().out
    other = wheel(tmp_path / "other.whl", **{"cardsolo/__init__.py": b"1"})
    assert wheels.main(good, other) == 1
    assert "two builds differ: cardsolo/__init__.py" in capsys.readouterr().out
