"""Stones as lines of text."""

from __future__ import annotations


def board(view, style):
    return [f"stones left: {'more than 3' if view.few is None else view.few}"]


def describe(event, style):
    return f"took {event.stones}"


def outcome(result, style):
    return [f"Ended after {result['moves']} moves: {result['outcome']}."]
