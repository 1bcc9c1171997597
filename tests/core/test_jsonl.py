"""JSON Lines from strangers: whatever comes in, out comes an object or a FormatError with the line."""

from __future__ import annotations

import json
from io import BufferedReader, BytesIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cardsolo.core import jsonl
from cardsolo.core.errors import FormatError
from cardsolo.core.jsonl import MAX_DEPTH, MAX_LINE, dumps, iter_lines, parse_object, plain


def refused(line, number=None):
    """Return the message that a line is refused with."""
    with pytest.raises(FormatError) as caught:
        parse_object(line, number)
    assert caught.value.line == number
    message = str(caught.value)
    assert len(message) < 300
    assert message.isprintable()
    return caught.value.bare


def lines_of(data):
    """Return the lines of some bytes, and the error that ended them or None."""
    found = []
    try:
        for item in iter_lines(BytesIO(data)):
            found.append(item)  # noqa: PERF402  what came before the error counts
    except FormatError as error:
        return found, error
    return found, None


@given(st.binary(max_size=200))
@example(b"\xef\xbb\xbf{}")
@example(b"\x00")
@example(b'{"a":"\xff"}')
def test_random_bytes_never_crash(data):
    for number, line in iter_lines(BytesIO(data)):
        try:
            assert isinstance(parse_object(line, number), dict)
        except FormatError as error:
            assert error.line == number
            assert str(error).isprintable()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(), json_values, max_size=5))
def test_what_is_written_is_read_back_on_one_line_with_its_keys_in_order(obj):
    line = dumps(obj).encode()
    assert b"\n" not in line
    read = parse_object(line)
    assert read == obj
    assert list(read) == list(obj)
    assert dumps(read).encode() == line


@given(st.lists(st.binary(max_size=30).map(lambda b: b.replace(b"\n", b"").rstrip(b"\r")), max_size=8), st.booleans())
def test_lines_are_counted_from_one_with_either_line_end(lines, crlf):
    end = b"\r\n" if crlf else b"\n"
    data = b"".join(line + end for line in lines)
    expected = list(enumerate(lines, 1))
    if lines:
        expected[0] = (1, lines[0].removeprefix(b"\xef\xbb\xbf"))
    expected = [(number, line) for number, line in expected if line.strip()]
    assert lines_of(data) == (expected, None)
    assert list(iter_lines(BufferedReader(BytesIO(data), 3))) == expected


def test_a_byte_order_mark_counts_at_the_beginning_only():
    assert lines_of(b'\xef\xbb\xbf{"a":1}\r\n\r\n{"b":2}') == ([(1, b'{"a":1}'), (3, b'{"b":2}')], None)
    assert lines_of(b"\n\xef\xbb\xbf{}\n")[0][0] == (2, b"\xef\xbb\xbf{}")
    refused(b"\xef\xbb\xbf{}", 2)


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_a_line_of_the_greatest_length_is_whole(bom, end):
    full = b'{"a":"' + b"x" * (MAX_LINE - 8) + b'"}'
    assert len(full) == MAX_LINE
    assert lines_of(bom + full + end) == ([(1, full)], None)
    assert lines_of(bom + full + (end or b"\n") + b"{}\n") == ([(1, full), (2, b"{}")], None)
    found, error = lines_of(b"{}\n" + full + b"x" + end)
    assert found == [(1, b"{}")]
    assert error.line == 2
    found, error = lines_of(bom + full + b"x" + end)
    assert (found, error.line) == ([], 1)
    assert str(MAX_LINE) in str(error)


class Endless:
    """A stream without line ends that counts what is read of it."""

    def __init__(self):
        self.read = 0

    def readline(self, limit):
        self.read += limit
        return b"x" * limit


def test_an_endless_line_is_not_read_further():
    stream = Endless()
    with pytest.raises(FormatError):
        list(iter_lines(stream))
    assert stream.read < 2 * MAX_LINE


@pytest.mark.parametrize(
    ("line", "word"),
    [
        (b"", "not JSON"),
        (b"   ", "not JSON"),
        (b"{", "one line"),
        (b"[", "one line"),
        (b"[]", "object"),
        (b"7", "object"),
        (b'"x"', "object"),
        (b"null", "object"),
        (b"{} {}", "column 4"),
        (b'{"a":1,}', "column"),
        (b"{'a':1}", "column 2"),
        (b'{"a":1 // no\n}', "column"),
        (b'{"a":NaN}', "NaN"),
        (b'{"a":[Infinity]}', "Infinity"),
        (b'{"a":-Infinity}', "-Infinity"),
        (b'{"a":1e999}', "1e999 is too great"),
        (b'{"a":-1.0e4000}', "too great"),
        (b'{"a":1,"a":1}', "“a” stands twice"),
        (b'{"x":{"a":1,"b":2,"a":3}}', "“a” stands twice"),
        (b'{"\\u0061":1,"a":1}', "“a” stands twice"),
        (b'{"a":"\x01"}', "column 7"),
        (b'{"a":01}', "column"),
        (b'{"a":.5}', "column"),
        (b'{"a":+1}', "column"),
        (b'{"a":"\xff"}', "byte 7"),
        (b'{"a":"\xed\xa0\x80"}', "UTF-8"),
        (b'{"a":"\xc0\x80"}', "UTF-8"),
        (b'{"a":"\\ud800"}', "surrogate"),
        (b'{"\\udfff":1}', "surrogate"),
        (b'{"a":' + b"9" * 5000 + b"}", "not accepted"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "deep"),
        (b"[" * 500_000, "deep"),
        (b'{"a":' + b"[" * MAX_DEPTH + b"]" * MAX_DEPTH + b"}", "deep"),
        (b"\xef\xbb\xbf{}", "BOM"),
        (b"\xff\xfe{\x00}\x00", "byte 1"),
    ],
)
def test_what_is_refused_and_with_which_word(line, word):
    assert word in refused(line, 5)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        (b'  {"a" : 1}  ', {"a": 1}),
        (b'{"a":9007199254740993}', {"a": 9007199254740993}),
        (b'{"a":' + b"9" * 4000 + b"}", {"a": 10**4000 - 1}),
        (b'{"a":1e-999}', {"a": 0.0}),
        (b'{"a":1e3}', {"a": 1000.0}),
        (b'{"a":"\\ud83c\\udccf"}', {"a": "\N{PLAYING CARD BLACK JOKER}"}),
        (b'{"a":"\\\\ud800"}', {"a": "\\ud800"}),
        (b'{"":{}}', {"": {}}),
        ('{"山":"♠"}'.encode(), {"山": "♠"}),
    ],
)
def test_what_is_accepted(line, value):
    assert parse_object(line) == value


def nested(depth):
    value = []
    for _level in range(depth - 2):
        value = [value]
    return {"a": value}


@pytest.mark.parametrize("rest", [b"", b',"b":[' + b",".join([b"{}"] * 100) + b"]"])
def test_the_bound_of_depth(rest):
    fits = dumps(nested(MAX_DEPTH)).encode()
    assert parse_object(fits[:-1] + rest + b"}")["a"] == nested(MAX_DEPTH)["a"]
    too_deep = dumps(nested(MAX_DEPTH + 1)).encode()
    assert "deep" in refused(too_deep[:-1] + rest + b"}")


def test_brackets_in_texts_are_no_depth():
    assert parse_object(dumps({"a": "[{" * 1000}).encode()) == {"a": "[{" * 1000}


def test_a_line_of_a_hundred_thousand_keys_is_judged_at_once():
    """One key twice among very many: finding it must not take the square of their number."""
    keys = [f'"{number}":0' for number in range(100_000)]
    line = ("{" + ",".join([*keys, '"99999":0']) + "}").encode()
    assert len(line) < 2 * MAX_LINE
    assert "“99999” stands twice" in refused(line)


def test_a_long_key_is_shown_short():
    key = json.dumps("\x1b[31m" + "k" * 100_000)
    assert "stands twice" in refused(f"{{{key}:1,{key}:2}}".encode())


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_no_nan_is_written(value):
    with pytest.raises(ValueError, match="JSON"):
        dumps({"a": value})


class Counting(BufferedReader):
    """Counts how often a line is read."""

    reads = 0

    def readline(self, size=-1):
        self.reads += 1
        return super().readline(size)


@pytest.mark.parametrize("blank", [b"\n", b"\r\n", b" \t\n", b"\n\r\n"])
def test_many_blank_lines_are_not_read_one_by_one(blank):
    stream = Counting(BytesIO(blank * 100_000 + b'  {"a":1}\n' + blank * 100_000 + b"x"), 8192)
    ends = blank.count(b"\n") * 100_000
    assert list(iter_lines(stream)) == [(ends + 1, b'  {"a":1}'), (2 * ends + 2, b"x")]
    assert stream.reads < 10_000


def test_the_bounds_are_those_that_the_log_format_names():
    assert (MAX_LINE, MAX_DEPTH) == (1 << 20, 32)


@pytest.mark.parametrize("extra", [1, 2, 3, 4, 5, MAX_LINE - 1, MAX_LINE, MAX_LINE + 1, 5 * MAX_LINE])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_long_line_is_passed_over_where_that_is_asked_for(extra, end):
    told = []
    data = b"{}" + end + b"x" * (MAX_LINE + extra) + end + b"[]" + end + b"y" * (MAX_LINE + extra)
    assert list(iter_lines(BytesIO(data), told.append)) == [(1, b"{}"), (3, b"[]")]
    assert [error.line for error in told] == [2, 4]
    assert all("longer than" in error.bare for error in told)


@pytest.mark.parametrize(("longest", "goes_on"), [(3 * MAX_LINE, False), (8 * MAX_LINE, True)])
def test_a_line_without_an_end_is_given_up(monkeypatch, longest, goes_on):
    monkeypatch.setattr(jsonl, "_LONGEST_SKIP", longest)
    told = []
    stream = BytesIO(b"x" * (6 * MAX_LINE) + b"\n{}\n")
    assert list(iter_lines(stream, told.append)) == ([(2, b"{}")] if goes_on else [])
    assert len(told) == 1
    assert goes_on or stream.tell() < 5 * MAX_LINE + 10


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("a b", "a b"),
        ("\x1b[31m", "\ufffd[31m"),
        (1, "1"),
        (True, "true"),
        (None, "null"),
        (["a"], '["a"]'),
        ("x" * 99, "x" * 59 + "…"),
    ],
)
def test_values_are_shown_short_and_harmless(value, shown):
    assert plain(value) == shown


def test_what_is_not_printable_is_escaped_and_reads_back():
    text = "\x1b\x7f\x9b\u202e\u2028\U000e0041 é山♠"
    line = dumps({text: [text]})
    assert line.isprintable()
    assert "é山♠" in line
    assert json.loads(line) == {text: [text]}
    assert parse_object(line.encode()) == {text: [text]}
