"""Every finding that a reader can make has a file that shows it."""

from pathlib import Path

import pytest

from matches.records import CATALOGUE, Severity, read_match
from matches.records.findings import finding
from tests.records.fixtures import DIALECTS, FINDINGS, codes, mat

#: Those that only a record can show, or a file that is not kept: see `test_verify`, `test_bytes`.
ELSEWHERE = {
    "dice_improbable",
    "dice_unusual",
    "end_missing",
    "file_too_large",
    "final_score_wrong",
    "not_text",
    "record_too_long",
    "too_many_findings",
    "result_missing",
    "result_wrong",
}

# Those of several accounts beside each other: see `test_comparing`, and of the dice of the site.
COMPARED = {
    "dice_not_committed",
    "games_differ",
    "lengths_differ",
    "record_score_differs",
    "result_differs",
    "sheet_score_differs",
    "winner_differs",
    "worth_differs",
}


def test_every_finding_has_its_file() -> None:
    assert {path.stem for path in FINDINGS} | ELSEWHERE | COMPARED == set(CATALOGUE)


@pytest.mark.parametrize("path", FINDINGS, ids=lambda path: path.stem)
def test_a_file_shows_what_it_is_named_after(path: Path) -> None:
    read = read_match(path.read_bytes())
    found = [each for each in read.findings if each.code == path.stem]
    assert len(found) == 1
    assert found[0].message
    assert "%" not in found[0].message


@pytest.mark.parametrize("path", FINDINGS, ids=lambda path: path.stem)
def test_a_file_with_an_error_has_faults(path: Path) -> None:
    read = read_match(path.read_bytes())
    if CATALOGUE[path.stem].severity is Severity.ERROR:
        assert path.stem in {each.code for each in read.faults}
    else:
        assert path.stem not in {each.code for each in read.faults}


def test_sound_files_have_no_errors_or_warnings() -> None:
    for path in DIALECTS:
        severities = {each.severity for each in read_match(path.read_bytes()).findings}
        assert severities <= {Severity.NOTE}, path.name


def test_a_finding_says_where_it_is() -> None:
    read = read_match(mat("  1) 31: 8/5 6/5     42: 8/4 6/4", "  2) 65: 24/18 24/19"))
    illegal = read.findings[0]
    assert (illegal.code, illegal.line, illegal.game, illegal.move) == ("impossible_play", 6, 1, 3)
    assert str(illegal).startswith("line 6, game 1, move 3: '24/18 24/19' with 65")
    assert illegal.detail["dice"] == "65"


def test_several_faults_are_all_told() -> None:
    rows = ("  1) 31: 8/5 6/4     42: 8/4 6/4", "  2)  Takes     71: 8/1", "  3) Hello")
    assert codes(read_match(mat(*rows))) == [
        "illegal_play",
        "cube_ignored",
        "dice_unreadable",
        "unknown_word",
        "not_finished",
    ]


def test_what_is_not_catalogued_cannot_be_found() -> None:
    with pytest.raises(KeyError):
        finding("no_such_thing")
