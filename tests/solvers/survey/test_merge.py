"""Merging: shards and neighbours, idempotent, contradictions found."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace

import pytest
from support import check_schema
from toy_survey import survey, toy

from cardsolo.core.errors import FormatError, OptionError
from solvers.survey.merge import merge
from solvers.survey.ranges import Shard
from solvers.survey.results import ResultFile


def body(path):
    return path.read_bytes().split(b"\n", 1)[1]


def test_shards_merge_into_the_whole_and_merging_again_changes_nothing(tmp_path):
    parts = [tmp_path / f"part{number}" for number in (1, 2, 3)]
    for number, part in enumerate(parts, 1):
        survey(part, 1, 100, shard=Shard(number, 3))
    survey(tmp_path / "whole", 1, 100)
    merge([tmp_path / "whole"], tmp_path / "whole")
    merged = merge(parts, tmp_path / "merged")

    assert (merged.n, merged.overlaps, merged.gaps) == (100, 0, [])
    assert body(tmp_path / "merged") == body(tmp_path / "whole")
    once = (tmp_path / "merged").read_bytes()
    assert merge([tmp_path / "merged", *parts], tmp_path / "merged").overlaps == 100
    assert (tmp_path / "merged").read_bytes() == once


def test_gaps_are_reported(tmp_path):
    survey(tmp_path / "a", 1, 10)
    survey(tmp_path / "b", 15, 20)

    assert merge([tmp_path / "a", tmp_path / "b"], tmp_path / "out").gaps == [(11, 14)]


def test_a_missing_beginning_and_a_missing_end_of_what_was_asked_are_gaps(tmp_path):
    """A survey that was stopped early, and one that lost its first lines; merging the outcome again notices both too."""
    survey(tmp_path / "a", 5, 20)
    header, *lines = (tmp_path / "a").read_text("utf-8").splitlines()
    assert json.loads(header)["last"] == 20
    check_schema(json.loads(header))
    kept = [line for line in lines if 8 <= json.loads(line)["seed"] <= 12]
    (tmp_path / "a").write_text("\n".join([header, *kept]) + "\n", "utf-8")
    survey(tmp_path / "b", 21, 22)
    for _again in range(2):
        merged = merge([tmp_path / "a", tmp_path / "b"], tmp_path / "out")
        assert merged.gaps == [(5, 7), (13, 20)]
        merged = merge([tmp_path / "out"], tmp_path / "out")
        assert merged.gaps == [(5, 7), (13, 20)]


def test_a_shard_that_is_missing_altogether_is_a_gap_up_to_both_ends(tmp_path):
    for number in (2, 3):
        survey(tmp_path / f"part{number}", 1, 10, shard=Shard(number, 3))
    assert merge([tmp_path / "part2", tmp_path / "part3"], tmp_path / "out").gaps == [(1, 1), (4, 4), (7, 7), (10, 10)]


def test_files_of_older_versions_say_no_last_seed(tmp_path):
    survey(tmp_path / "a", 1, 4)
    text = (tmp_path / "a").read_text("utf-8")
    (tmp_path / "a").write_text(text.replace(',"last":4', ""), "utf-8")
    assert merge([tmp_path / "a"], tmp_path / "out").gaps == []
    (tmp_path / "a").write_text(text.replace(',"last":4', ',"last":"x"'), "utf-8")
    with pytest.raises(FormatError, match="a:1: "):
        merge([tmp_path / "a"], tmp_path / "out")


def test_a_merged_file_can_be_surveyed_on(tmp_path):
    survey(tmp_path / "a", 1, 10)
    merge([tmp_path / "a"], tmp_path / "a")
    survey(tmp_path / "a", 1, 20)

    assert merge([tmp_path / "a"], tmp_path / "out").n == 20


def test_different_questions_do_not_merge(tmp_path):
    survey(tmp_path / "a", 1, 3)
    survey(tmp_path / "b", 4, 6, question=replace(toy(), ask="verdict"))
    with pytest.raises(OptionError, match="another question"):
        merge([tmp_path / "a", tmp_path / "b"], tmp_path / "out")

    assert not (tmp_path / "out").exists()


def test_contradicting_answers_are_an_error_that_names_the_seed(tmp_path):
    survey(tmp_path / "a", 1, 3)
    header, *lines = (tmp_path / "a").read_text("utf-8").splitlines()
    changed = [json.dumps(json.loads(line) | {"nodes": 99}) if '"seed":2,' in line else line for line in lines]
    (tmp_path / "b").write_text("\n".join([header, *changed]) + "\n", "utf-8")
    with pytest.raises(FormatError, match="seed 2"):
        merge([tmp_path / "a", tmp_path / "b"], tmp_path / "out")


def test_times_may_differ(tmp_path):
    survey(tmp_path / "a", 1, 3)
    text = (tmp_path / "a").read_text("utf-8")
    (tmp_path / "b").write_text(text.replace('"nodes":2', '"nodes":2,"seconds":9.5'), "utf-8")

    assert merge([tmp_path / "a", tmp_path / "b"], tmp_path / "out").overlaps == 3


def test_a_file_that_is_no_survey_is_not_overwritten(tmp_path):
    survey(tmp_path / "a", 1, 3)
    (tmp_path / "precious").write_text("a poem\n")
    with pytest.raises((FormatError, OptionError)):
        merge([tmp_path / "a"], tmp_path / "precious")

    assert (tmp_path / "precious").read_text() == "a poem\n"


def test_a_file_that_a_survey_is_writing_is_refused(tmp_path):
    survey(tmp_path / "a", 1, 3)
    with closing(ResultFile(str(tmp_path / "a"), toy(), Shard(), 1)), pytest.raises(OptionError, match="writing"):
        merge([tmp_path / "a"], tmp_path / "a")


def test_results_of_another_version_do_not_merge(tmp_path):
    survey(tmp_path / "a", 1, 3)
    text = (tmp_path / "a").read_text("utf-8")
    (tmp_path / "b").write_text(text.replace('"rules_version":1', '"rules_version":7'), "utf-8")
    with pytest.raises(OptionError, match="version"):
        merge([tmp_path / "a", tmp_path / "b"], tmp_path / "out")
