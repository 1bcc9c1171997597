"""How long it still takes, in the form of a clock."""

from __future__ import annotations

import io

import pytest

from cardsolo.cli.common import progress


@pytest.mark.parametrize(
    ("done", "after", "left"),
    [
        (50, 100, "1:40"),  # as much again
        (1, 9, "14:51"),
        (1, 36.4, "1:00:03"),  # from an hour on with hours
        (1, 36.36, "59:59"),
        (1, 1000, "27:30:00"),
        (50, 60, "1:00"),
        (50, 59, "0:59"),
    ],
)
def test_the_time_left(monkeypatch, done, after, left):
    clock = [1000.0]
    err = io.StringIO()
    err.isatty = lambda: True
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    monkeypatch.setattr("sys.stderr", err)
    shown = progress.Progress(100)
    clock[0] += after
    shown.update(done)
    assert f"  {left} left" in err.getvalue()
    assert f"{done}/100" in err.getvalue()


def test_in_a_plain_style_it_is_a_sentence_a_minute_and_nothing_is_written_over(monkeypatch):
    clock = [1000.0]
    err = io.StringIO()
    err.isatty = lambda: True
    monkeypatch.setenv("CARDSOLO_PLAIN", "1")
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    monkeypatch.setattr("sys.stderr", err)
    shown = progress.Progress(100)
    for second in range(150):
        clock[0] += 1
        shown.update(second // 2)
    shown.clear()
    assert err.getvalue() == "29/100, 0.5/s, 2:26 left.\n59/100, 0.5/s, 1:23 left.\n"
