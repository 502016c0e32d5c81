"""Records that are taken away as files, and read elsewhere."""

import json

import pytest

from config.errors import ConflictError, DomainError
from matches.records import read_match
from matches.selectors.downloads import FORMATS, ORIGINAL, Download, download
from matches.selectors.recorded import accounts_of
from tests.matches.boards import Live
from tests.matches.recording import Recorded

pytestmark = pytest.mark.django_db


def taken(made: Recorded, form: str) -> Download:
    return download(made.match, made.accounts[0], form)


@pytest.mark.parametrize("form", ["mat", "sgf", "json"])
def test_what_is_taken_away_is_read_as_the_same_record(form: str) -> None:
    made = Recorded()
    made.upload(made.text(crossed=True))
    read = read_match(taken(made, form).data)
    assert read.record is not None
    told = made.accounts[0].told
    assert (read.record.players, read.record.score) == (told.players, told.score)
    assert [game.result for game in read.record.games] == [game.result for game in told.games]


def test_each_position_has_a_line_with_its_names() -> None:
    made = Recorded()
    made.upload(made.text())
    lines = taken(made, "txt").data.decode().splitlines()
    assert lines[0].split()[:2] == ["1", "1"]
    assert "XGID=-b---BD-B---eE---c-e----B-" in lines[1]
    assert len(lines) >= 8


def test_the_file_itself_is_given_back_as_it_came() -> None:
    made = Recorded()
    made.upload(made.text(), 'evil".<b>')
    given = taken(made, ORIGINAL)
    assert (given.data, given.content_type) == (made.text(), "application/octet-stream")
    assert given.filename in {
        f"match-{made.match_id}-{pair}.bin" for pair in ("ann-kim-bo-lee", "bo-lee-ann-kim")
    }


def test_names_of_files_are_safe_whoever_plays() -> None:
    made = Recorded(['<b>"x"/..\\</b>', "Олена\nТкач", "C", "D"])
    made.upload(made.games((1, 1, 1)))
    for form in FORMATS:
        name = taken(made, form).filename
        assert name.isascii()
        assert not set(name) & set("<>\"'/\\\n ;")
    assert json.loads(taken(made, "json").data)["version"] == 1


def test_a_match_that_is_still_played_is_not_given_away() -> None:
    live = Live()
    live.throw(1, 3, 1)
    (account,) = accounts_of(live.match)
    with pytest.raises(ConflictError) as caught:
        download(live.match, account, "mat")
    assert caught.value.code == "record_open"
    live.stage.win("M1.1")
    (account,) = accounts_of(live.match)
    assert b"31:" in download(live.match, account, "mat").data


def test_another_form_is_unknown() -> None:
    made = Recorded()
    made.sheet((1, 1, 1))
    for form in ("xg", ORIGINAL, ""):
        with pytest.raises(DomainError) as caught:
            taken(made, form)
        assert caught.value.code == "no_such_form"
