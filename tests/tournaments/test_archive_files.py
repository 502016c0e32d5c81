"""Files and score sheets go out into the archive of their event and come back as they were."""

import copy
from typing import Any

import pytest

from config.errors import InvalidError
from matches.models_record import Record, RecordCheck, RecordFile
from matches.receivers import verify_what_was_closed
from tests.builders import NOON, by_director
from tests.matches.recording import Recorded
from tests.tournaments.archives import comparable, exported, imported
from tournaments.services.archive_in import event_import
from tournaments.services.archive_out import archive_text

pytestmark = pytest.mark.django_db(transaction=True)


def made_with_both() -> Recorded:
    made = Recorded()
    made.upload(made.text(crossed=True), "<b>final</b>.mat")
    made.sheet((1, 1, 1), (2, 2, 1))
    return made


def records_in(archive: dict[str, Any]) -> list[dict[str, Any]]:
    found = next(one for one in archive["fixtures"] if one["key"] == "M1.1")
    records: list[dict[str, Any]] = found["match"]["records"]
    return records


def test_a_file_and_a_sheet_come_back_and_are_verified_anew() -> None:
    made = made_with_both()
    archive = exported(made.stage.event)
    assert comparable(exported(imported(archive))) == comparable(archive)
    file, sheet = Record.objects.exclude(match=made.match_id).order_by("pk")
    assert bytes(file.file.data) == made.text(crossed=True)
    assert [one.content for one in (file, sheet)] == [one.content for one in made.records]
    assert RecordCheck.objects.filter(record__in=[file, sheet]).count() == 0
    verify_what_was_closed(at=NOON)
    codes = {one["code"] for one in RecordCheck.objects.get(record=file).findings}
    assert codes == {one["code"] for one in made.records[0].check_made.findings}


def test_nothing_is_written_where_the_archive_is_refused() -> None:
    archive = exported(made_with_both().stage.event)
    records_in(archive)[0]["file"]["data"] = "cut"
    with pytest.raises(InvalidError):
        imported(archive)
    assert RecordFile.objects.count() == 1


FAULTS: dict[str, Any] = {
    "content": [None, "{}", "[" * 100_000, '{"format": "crawford-match"}', 7],
    "digest": ["", "0" * 64],
    "file": [None, {}],
    "source": ["live", "scored"],
    "actions": [['[{"do":"opening","first":3,"second":1},"2026-12-05T12:00:00+00:00",1,"A",""]']],
}


CASES = [(name, value) for name, values in FAULTS.items() for value in values]


@pytest.mark.parametrize(("name", "value"), CASES)
def test_a_file_that_cannot_be_is_refused(name: str, value: Any) -> None:
    broken = copy.deepcopy(exported(made_with_both().stage.event))
    records_in(broken)[0][name] = value
    with pytest.raises(InvalidError) as caught:
        event_import(content=archive_text(broken).encode(), act=by_director())
    assert caught.value.code == "archive_unreadable"


def test_the_same_file_twice_is_refused() -> None:
    archive = exported(made_with_both().stage.event)
    records_in(archive).append(records_in(archive)[0])
    with pytest.raises(InvalidError) as caught:
        event_import(content=archive_text(archive).encode(), act=by_director())
    assert caught.value.code == "archive_unreadable"
