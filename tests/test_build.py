"""The build: the same sources give the same bytes, and its settings name what exists."""

from __future__ import annotations

import sys

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
