"""What parameters offer a shell that completes a word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Iterable

    from click.shell_completion import CompletionItem

    _Text = click.ParamType[str, Any]  # generic in newer versions of click, and only there
else:
    _Text = click.ParamType


class FileName(_Text):
    """A file to read or to write, or `-`; nothing is checked here, but shells complete it."""

    name = "file"

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002  click's interface
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


def completions(values: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """Return what a shell may offer for the beginning of a word."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(value) for value in values if value.startswith(incomplete)]


def list_completions(values: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """Return what a shell may offer for the last name of a list with commas."""
    before, comma, _last = incomplete.rpartition(",")
    return completions((before + comma + value for value in values), incomplete)
