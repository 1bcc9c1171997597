"""Pages for `man`: what `--help` says, in roff that its readers take without a word."""

from __future__ import annotations

import re
import shutil
import subprocess

import click
import pytest
from support import commands

from cardsolo.cli.manual import pages
from cardsolo.core.i18n import use_language


@pytest.fixture(params=["en", "ja"])
def written(request):
    use_language(request.param)
    yield pages()
    use_language("en")


def plain(text):
    """Return the words of a text or of a page, whatever escapes and line ends it has."""
    text = re.sub(r"\\\[u([0-9A-F]+)\]", lambda found: chr(int(found[1], 16)), text)
    text = re.sub(r"\\f[BR]|\\[&:]|^\.\w+|\b", "", text, flags=re.MULTILINE) if text.startswith(".TH") else text
    return re.sub(r"\s+", "", text.replace("\\-", "-").replace("\\e", "\\").replace("\b", ""))


def test_every_command_has_a_page_that_says_what_its_help_says(written, cli):
    every = dict(commands())
    assert set(written) == {f"{path.replace(' ', '-')}.1" for path in every}
    for path, command in every.items():
        page = plain(written[f"{path.replace(' ', '-')}.1"])
        context = click.Context(command, info_name=path, **command.context_settings)
        for parameter in command.get_params(context):
            for name in parameter.opts if isinstance(parameter, click.Option) else ():
                assert plain(name) in page, (path, name)


def test_the_words_of_help_stand_in_the_page(cli):
    for path in ("play", "solve triangle", "survey dungeon", "odds"):
        page = plain(pages()[f"cardsolo-{path.replace(' ', '-')}.1"])
        shown = cli.run(*path.split(), "--help", env={"COLUMNS": "200"}).out.split("\n", 1)[1]
        for line in shown.splitlines():
            for cell in re.split(r"\s{2,}", line.strip()):
                if not cell.endswith(":") or cell == "Examples:":
                    assert plain(cell) in page, (path, cell)


def test_a_page_reads_without_a_warning(written, tmp_path):
    for name, page in written.items():
        (tmp_path / name).write_text(page, "utf-8")
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    for name in written:
        done = subprocess.run(
            ["groff", "-Kutf8", "-man", "-Tutf8", "-wall", "-z", str(tmp_path / name)],
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr == "", name


@pytest.mark.skipif(shutil.which("lexgrog") is None, reason="man-db is not installed")
def test_apropos_finds_every_page_by_its_title(written, tmp_path):
    for name, page in written.items():
        (tmp_path / name).write_text(page, "utf-8")
    files = [str(tmp_path / name) for name in written]
    done = subprocess.run(
        [shutil.which("lexgrog"), *files], capture_output=True, check=True, encoding="utf-8", env={"LC_ALL": "C.UTF-8"}
    )
    for name, line in zip(written, done.stdout.splitlines(), strict=True):
        title = re.search(r"^cardsolo.* \\- (.*)$", written[name].replace("cardsolo\\-", "cardsolo-"), re.MULTILINE)[1]
        assert line == f'{tmp_path / name}: "{name.removesuffix(".1")} - {title}"'
        assert len(title) < 80


def test_the_top_page_names_exit_codes_and_variables(cli):
    page = pages()["cardsolo.1"]
    for word in ("130", "CARDSOLO_LANG", "NO_COLOR"):
        assert plain(word) in plain(page)
    assert "cardsolo\\-play" in page
