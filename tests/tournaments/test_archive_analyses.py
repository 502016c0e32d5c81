"""What was found by an analysis goes out with its event, and comes back as it was."""

import copy
import json
from typing import Any

import pytest

from config.errors import InvalidError
from matches.models_record import RecordAnalysis
from tests.matches.analyses import Analysed
from tests.tournaments.archives import comparable, exported, imported

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def made(settings: Any) -> Analysed:
    settings.GNUBG = "/bin/true"
    return Analysed()


def record_in(archive: dict[str, Any]) -> dict[str, Any]:
    found = next(one for one in archive["fixtures"] if one["key"] == "M1.1")
    record: dict[str, Any] = found["match"]["records"][0]
    return record


def test_what_was_found_comes_back(made: Analysed) -> None:
    row = made.done()
    archive = exported(made.stage.event)
    assert comparable(exported(imported(archive))) == comparable(archive)
    copied = RecordAnalysis.objects.exclude(record=made.file).get()
    assert (copied.result, copied.state, copied.by_name) == (row.result, "done", row.by_name)
    assert copied.record_version == copied.record.version


def test_what_waits_stays_where_it_is(made: Analysed) -> None:
    made.ask()
    archive = exported(made.stage.event)
    assert record_in(archive)["analysis"] is None
    imported(archive)
    assert RecordAnalysis.objects.count() == 1


def test_an_archive_from_before_there_were_analyses_comes_in(made: Analysed) -> None:
    archive = exported(made.stage.event)
    del record_in(archive)["analysis"]
    imported(archive)
    assert not RecordAnalysis.objects.exists()


@pytest.mark.parametrize("result", ["", "[", "{}", "null", "[" * 100_000, 7])
def test_what_is_no_analysis_is_refused(made: Analysed, result: Any) -> None:
    made.done()
    archive = copy.deepcopy(exported(made.stage.event))
    record_in(archive)["analysis"]["result"] = result
    with pytest.raises(InvalidError) as caught:
        imported(archive)
    assert caught.value.code == "archive_unreadable"


def test_a_decision_that_cannot_be_is_refused(made: Analysed) -> None:
    made.done()
    archive = exported(made.stage.event)
    told = json.loads(record_in(archive)["analysis"]["result"])
    told["judged"][0][3] = 3
    record_in(archive)["analysis"]["result"] = json.dumps(told)
    with pytest.raises(InvalidError):
        imported(archive)
