"""Files of matches beside a match: kept as they came, read once, never stored half."""

import json

import pytest

from config.errors import DomainError
from matches.engine import Rules
from matches.models_record import Record, RecordCheck, RecordFile
from matches.records import MatchRecord, Scored, read_match, score_sheet, to_json, write_mat
from matches.services.record_import import (
    MAX_FILE,
    MOST_FILES,
    record_remove,
    record_sides,
    safe_filename,
)
from tests.builders import by_director
from tests.matches.recording import KEY, Recorded

pytestmark = pytest.mark.django_db

HTML = '<img src=x onerror="alert(1)">'


def test_a_file_is_kept_as_it_came_with_what_was_found() -> None:
    made = Recorded()
    record = made.upload(made.text(), "C:\\matches\\final.mat")
    assert (record.source, record.file.name) == (Record.Source.FILE, "final.mat")
    assert bytes(RecordFile.objects.get().data) == made.text()
    (account,) = made.accounts
    assert account.told.players == made.names
    assert account.told.score == (1, 4)
    check = RecordCheck.objects.get()
    assert [one.code for one in account.findings] == ["not_finished"]
    assert (check.errors, check.notes, account.is_checked) == (0, 1, True)
    assert made.logged() == ["record.imported"]


def test_the_same_file_again_changes_nothing() -> None:
    made = Recorded()
    first = made.upload(made.text())
    assert made.upload(made.text(), "other name.mat") == first
    assert made.logged() == ["record.imported"]
    assert made.upload(made.text() + b"\n") != first


def test_a_file_with_the_players_in_the_other_columns_is_turned() -> None:
    made = Recorded()
    record = made.upload(made.text(crossed=True))
    assert (record.file.exchanged, record.file.sides_known) == (True, True)
    assert made.accounts[0].told.score == (4, 1)


def test_a_file_of_strangers_waits_for_somebody_to_say_who_is_who() -> None:
    made = Recorded()
    data = made.text().replace(b"Ann Kim", b"shark7").replace(b"Bo Lee", b"whale8")
    record = made.upload(data)
    made.sheet((2, 1, 1))
    assert (record.file.sides_known, made.disagreeing()) == (False, [])
    record_sides(match_id=made.match_id, record_id=record.pk, exchange=False, act=by_director())
    assert made.accounts[0].told.score == (1, 4)
    assert made.disagreeing() == [("sheet_score_differs", 1)]
    record_sides(match_id=made.match_id, record_id=record.pk, exchange=True, act=by_director())
    assert made.accounts[0].told.score == (4, 1)
    assert made.disagreeing() == []
    assert made.accounts[0].is_checked


def test_the_match_of_a_file_that_fits_is_taken_or_the_one_that_is_named() -> None:
    made = Recorded()
    strangers = score_sheet(("X", "Y"), Rules(length=5), [Scored(1, 2, 2)])
    data = write_mat(strangers).encode() + b"\n" + made.games((2, 1, 1))
    assert made.upload(data).file.number == 2
    assert made.accounts[0].told.score == (0, 1)
    assert made.refused(data, number=1) == "file_known"
    assert made.refused(data + b"\n", number=3) == "no_such_match_in_file"
    assert made.upload(data + b"\n", number=1).file.number == 1


def test_a_file_can_be_removed_and_nothing_else_can() -> None:
    made = Recorded()
    record = made.upload(made.text())
    record_remove(match_id=made.match_id, record_id=record.pk, act=by_director())
    assert (made.records, RecordFile.objects.count()) == ([], 0)
    sheet = made.sheet((1, 1, 1))
    assert sheet is not None
    with pytest.raises(DomainError) as caught:
        record_remove(match_id=made.match_id, record_id=sheet.pk, act=by_director())
    assert caught.value.code == "record_no_file"
    with pytest.raises(DomainError) as caught:
        record_remove(match_id=made.match_id, record_id=0, act=by_director())
    assert caught.value.code == "no_such_record"


def hostile(made: Recorded) -> dict[bytes, str]:
    whole = made.text()
    record = read_match(whole).record
    assert record is not None
    nonsense = {**to_json(record), "games": [{"score": [0, 0]}]}
    winner = to_json(record)
    winner["games"][0]["result"]["winner"] = 7
    return {
        b"": "format_unknown",
        b"\x00" * 5000: "not_text",
        b"%PDF-1.4 nothing": "not_text",
        b"x" * (MAX_FILE + 1): "file_too_large",
        b"Dear director, we played 7-4.": "format_unknown",
        b"7 point match\n": "no_games",
        b"BGBL" + b"\xff" * 200: "format_unknown",
        b'{"format": "crawford-match"' + b"[" * 100_000: "json_unreadable",
        json.dumps(nonsense).encode(): "json_unreadable",
        json.dumps(winner).encode(): "json_unreadable",
    }


def test_what_cannot_be_read_is_refused_with_why_and_nothing_is_stored() -> None:
    made = Recorded()
    for data, code in hostile(made).items():
        assert made.refused(data) == code, data[:40]
    assert (made.records, RecordFile.objects.count(), made.logged()) == ([], 0, [])


def test_a_file_cut_anywhere_is_read_as_far_or_refused() -> None:
    made = Recorded()
    whole = made.text()
    for end in range(0, len(whole), 23):
        refused = made.refused(whole[:end])
        assert refused in {"", "format_unknown", "no_games"}
        assert len(made.records) == (refused == "")
        for account in made.accounts:
            assert account.findings
            record_remove(match_id=made.match_id, record_id=account.record.pk, act=by_director())


def test_names_and_facts_come_in_as_text_that_a_database_takes() -> None:
    made = Recorded()
    record = read_match(made.text()).record
    assert record is not None
    facts = (("Event", "x" * 5000), ("Note\x00", f"\ud800{HTML}\x00"))
    odd = MatchRecord((HTML, "a\x00\u202eb\u00a0علی\u200cرضا"), record.rules, record.games, facts)
    made.upload(json.dumps(to_json(odd)).encode(), f"../../{HTML}\x00.json")
    told = made.accounts[0].told
    assert told.players == (HTML, "ab\u00a0علی\u200cرضا")
    assert dict(told.facts) == {"Event": "x" * 500, "Note": HTML}
    assert Record.objects.get().file.name == f"{HTML}.json"


@pytest.mark.parametrize(
    ("sent", "kept"),
    [("/etc/passwd", "passwd"), ("", "match"), ("..", ".."), ("a\nb\u202e.mat", "a b.mat")],
)
def test_of_the_name_of_a_file_the_last_part_is_kept(sent: str, kept: str) -> None:
    assert safe_filename(sent) == kept


def test_files_of_a_match_are_numbered_and_bounded() -> None:
    made = Recorded()
    for n in range(MOST_FILES):
        made.upload(made.text() + b"\n" * n)
    assert made.refused(made.text() + b" ") == "too_many_files"


def test_a_match_that_does_not_count_takes_no_file() -> None:
    made = Recorded()
    assert made.refused(b"") == "format_unknown"
    made.stage.match(KEY)
    made.match.__class__.objects.filter(pk=made.match_id).update(state="void")
    assert made.refused(made.text()) == "match_void"
    made.match_id = 0
    assert made.refused(made.text()) == "no_such_match"
