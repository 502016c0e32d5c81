"""Whatever the bytes are: an encoding is found or the file refused, and nothing is raised."""

import gzip

import pytest
from hypothesis import given, settings, strategies as st

from matches.records import MAX_BYTES, read_match
from tests.records.fixtures import DIALECTS, FINDINGS, codes, mat
from tests.records.xg_file import xg_file

TEXT = mat("  1) 31: 8/5 6/5     42: 8/4 6/4").decode()


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "UTF-8"),
        ("utf-16", "UTF-16"),
        ("cp1251", "Windows-1251"),
    ],
)
def test_cyrillic_names_are_read_in_any_encoding(encoding: str, name: str) -> None:
    text = TEXT.replace("Ann", "Анна Петрова").replace("Bo", "Юрій Бондаренко")
    read = read_match(text.encode(encoding))
    assert read.record is not None
    assert read.record.players == ("Анна Петрова", "Юрій Бондаренко")
    assert read.encoding == name


def test_western_names_are_read_as_windows_1252() -> None:
    read = read_match(TEXT.replace("Bo", "Björn Müller").encode("cp1252"))
    assert read.record is not None
    assert read.record.players == ("Ann", "Björn Müller")
    assert read.encoding == "Windows-1252"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_any_system_count_as_one(end: str) -> None:
    read = read_match(TEXT.replace("\n", end).encode())
    assert read.record is not None
    assert len(read.record.games[0].events) == 4
    assert read.findings[-1].line == 5


def test_a_file_that_is_too_large_is_refused_unread() -> None:
    read = read_match(b" " * (MAX_BYTES + 1))
    assert (read.record, codes(read)) == (None, ["file_too_large"])


def test_what_is_no_text_is_refused() -> None:
    for source in (b"\x89PNG\r\n\x1a\n" + bytes(100), b"PK\x03\x04 some spreadsheet"):
        read = read_match(source)
        assert (read.record, codes(read)) == (None, ["not_text"])


def test_packed_files_that_would_fill_the_memory_are_refused() -> None:
    head = b'{"format":"BGF","version":"1.0","compress":true,"useSmile":false}\n'
    read = read_match(head + gzip.compress(b" " * 20_000_000))
    assert (read.record, codes(read)) == (None, ["file_broken"])


SAMPLES = [xg_file(), *(path.read_bytes() for path in (*DIALECTS, *FINDINGS))]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SAMPLES), st.data())
def test_damaged_files_are_read_or_refused(source: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(source)))
    kept = source[at + data.draw(st.integers(0, 40)) :]
    read = read_match(source[:at] + data.draw(st.binary(max_size=20)) + kept)
    assert read.record is not None or read.findings
    assert all(each.message for each in read.findings)


WORDS = (
    *(
        "31:",
        "66:",
        "42:",
        " ",
        "     ",
        "\n",
        "\n  2) ",
        "8/5",
        "6/5*",
        "13/7(2)",
        "bar/20",
        "off",
    ),
    *(" Doubles => 2", " Takes", " Drops", " Wins 2 points", " Resigns", "????", "Cannot Move"),
    *("\n Game 2\n Ann : 0      Bo : 1\n  1) ", "; Set Pos=", "11: 8/4", "24/off", "Beavers => 4"),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=60))
def test_any_words_of_match_texts_are_read(words: list[str]) -> None:
    read = read_match(mat("  1) " + "".join(words)))
    assert read.record is not None
    for game in read.record.games:
        assert len(list(game.states(read.record.rules))) == len(game.events)


HOSTILE = {
    "colons": ":" * 1_900 + "\n",
    "blanks": " " * 1_900 + ")\n",
    "rows": "  1) " + "31: " * 20 + "\n",
    "brackets": "; [" + '" "]' * 450 + "\n",
    "numbers": "  1) 31: 8/5 6/5 " + " 24)" * 450 + "\n",
    "scores": " Game 2\n" + ": 1 " * 450 + "\n",
    "words": "  1) 31: " + "Doubles => " * 170 + "\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_lines_made_to_be_slow_are_read_to_the_end(name: str) -> None:
    """A pattern that went back over a line for each of its characters would not come back."""
    last = "\n Game 9\n Ann : 1      Bo : 0\n  1) 31: 8/5 6/5\n"
    read = read_match((TEXT + HOSTILE[name] * 100 + last).encode())
    assert read.record is not None
    assert read.record.players == ("Ann", "Bo")
    assert read.record.games[-1].score == (1, 0)


def test_more_than_any_match_has_is_left_out() -> None:
    games = read_match(mat(*[" Game 2\n Ann : 0      Bo : 0"] * 600))
    assert "record_too_long" in codes(games)
    assert games.record is not None
    assert len(games.record.games) == 500
    words = read_match(mat(*["  2) Hello"] * 1_200))
    assert (len(words.findings), words.findings[-1].code) == (1_001, "too_many_findings")


def test_trees_in_trees_are_no_danger() -> None:
    read = read_match(b"(;GM[6]FF[4]" + b"(;B[31adbc]" * 20_000)
    assert read.record is not None
