"""An archive that contradicts itself is refused with each difference, before anything is stored."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from config.errors import InvalidError
from tests.tournaments.archives import exported, imported, make_busy, make_drafted, make_entered
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

Archive = dict[str, Any]


def differences(archive: Archive) -> list[str]:
    with pytest.raises(InvalidError) as caught:
        imported(archive)
    assert caught.value.code == "archive_inconsistent"
    assert not Tournament.objects.filter(slug="copy").exists()
    found: list[str] = caught.value.detail["differences"]
    assert all(line in str(caught.value) for line in found)
    return found


def fixture(archive: Archive, key: str) -> dict[str, Any]:
    return next(row for row in archive["fixtures"] if row["key"] == key)


def test_another_seed_gives_another_bracket() -> None:
    archive = exported(make_drafted())
    archive["draw"]["seed"] = "another"
    found = differences(archive)
    assert "M1.1: the seed draws it otherwise (sources or length)" in found
    assert all(line.startswith("M1.") for line in found)


def test_a_changed_winner_is_seen_where_the_loser_had_gone() -> None:
    archive = exported(make_busy())
    match = fixture(archive, "M1.3")["match"]
    match["winner"], match["score_1"], match["score_2"] = 2, 2, 7
    keys = {line.partition(":")[0] for line in differences(archive)}
    assert {"M1.3", "M2.2", "C1.2"} <= keys


def change_status(archive: Archive) -> None:
    fixture(archive, "M3.1")["status"] = "ready"


def swap_sides(archive: Archive) -> None:
    fixture(archive, "M2.1")["match"]["sides"].reverse()


def drop_match(archive: Archive) -> None:
    fixture(archive, "C1.2")["match"] = None
    archive["log"] = []


def void_match(archive: Archive) -> None:
    archive["fixtures"][0]["match"] = archive["void_matches"][0]["match"]


def miscount(archive: Archive) -> None:
    fixture(archive, "M1.1")["match"]["score_1"] = 7


def forget_time(archive: Archive) -> None:
    fixture(archive, "M1.1")["match"]["decided_at"] = None


def leave_report_open(archive: Archive) -> None:
    report = fixture(archive, "M1.3")["match"]["reports"][0]
    report["state"], report["settled_at"] = "pending", None


def settle_half(archive: Archive) -> None:
    fixture(archive, "M2.2")["match"]["reports"][0]["settled_at"] = "2026-12-05T12:00:00+00:00"


def report_by_one(archive: Archive) -> None:
    for report in fixture(archive, "M2.2")["match"]["reports"]:
        report["side"] = 1


def misreport(archive: Archive) -> None:
    fixture(archive, "M2.1")["match"]["reports"][0]["score_1"] = 6


def wait_for_nothing(archive: Archive) -> None:
    archive["deadlines"][0]["match"] = "M1.1"


def wait_twice(archive: Archive) -> None:
    archive["deadlines"] *= 2


def repeat_reference(archive: Archive) -> None:
    archive["void_matches"] *= 2


def finish(archive: Archive) -> None:
    archive["event"]["state"] = "finished"
    archive["event"]["finished_at"] = "2026-12-05T20:00:00+00:00"


def unpublish(archive: Archive) -> None:
    archive["event"]["published_at"] = None


def forget_draw(archive: Archive) -> None:
    archive["draw"] = None


def shorten(archive: Archive) -> None:
    archive["event"]["length"] = 5


def rename_bracket(archive: Archive) -> None:
    archive["stages"][1]["bracket"] = "L"


def lose_fixture(archive: Archive) -> None:
    archive["fixtures"] = [row for row in archive["fixtures"] if row["key"] != "C2.1"]


def tie_in_circle(archive: Archive) -> None:
    fixture(archive, "M2.1")["source_1"] = "winner:M3.1"


def swap_in_words(archive: Archive) -> None:
    archive["draw"]["altered"] = [{"change": "swap", "entrants": [1, 2]}]


def seed_in_words(archive: Archive) -> None:
    archive["draw"]["options"] = {
        "seeds": [1],
        "byes": "lots",
        "ratings": {},
        "byes_before": {},
        "apart": [],
    }


def play_double(archive: Archive) -> None:
    archive["event"]["bracket_rules"] = {"shape": "double"}


def let_leave(archive: Archive) -> None:
    """Somebody who still has a match to play, which would then be a walkover."""
    row = next(row for row in archive["fixtures"] if row["status"] == "ready")
    entry = next(e for e in archive["entries"] if e["number"] == row["entry_1"])
    entry["withdrawn_at"] = "2026-12-05T20:00:00+00:00"


def leave_together(archive: Archive) -> None:
    for entry in archive["entries"][:2]:
        entry["withdrawn_at"] = "2026-12-05T20:00:00+00:00"


def leave_field(archive: Archive) -> None:
    archive["draw"]["field"].pop()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (change_status, "M3.1: by the results it is waiting with the entries ? and ?"),
        (swap_sides, "M2.1: the sides of its match are not its two entries"),
        (drop_match, "C1.2: its match is missing, or should not be"),
        (void_match, "M1.1: its match is void"),
        (miscount, "M1.1: 7–7 is no result of this match"),
        (forget_time, "M1.1: it is decided without a winner, a time or an outcome"),
        (leave_report_open, "M1.3: its open reports do not go with its state"),
        (settle_half, "M2.2: a report has another state than its time of settling says"),
        (report_by_one, "M2.2: one side has two open reports"),
        (misreport, "M2.1: a report says 6–5, which is no result of this match"),
        (wait_for_nothing, "deadlines: M1.1 waits for no confirmation"),
        (wait_twice, "deadlines: one match has two"),
        (repeat_reference, "void_matches: two matches have the same reference"),
        (finish, "event.state: by the results it should be otherwise"),
        (unpublish, "event.published_at: this does not go with the state running"),
        (forget_draw, "draw: this does not go with the state running"),
        (shorten, "M1.1: the seed draws it otherwise (sources or length)"),
        (rename_bracket, "stages: the draw has the brackets M, C"),
        (lose_fixture, "C2.1: the seed draws this fixture, and it is missing"),
        (tie_in_circle, "M2.1: the seed draws it otherwise (sources or length)"),
        (leave_field, "draw.field: these are not the entries in their order"),
        (seed_in_words, "draw: the algorithm or the notices are not those of this draw"),
        (leave_together, "entries: two have left at the same moment"),
        (play_double, "stages: the draw has the brackets M, C, F"),
    ],
)
def test_each_contradiction_is_named(change: Callable[[Archive], None], expected: str) -> None:
    archive = exported(make_busy())
    change(archive)
    assert expected in differences(archive)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (swap_in_words, r"M1\.[1-4]: the seed draws it otherwise"),
        (let_leave, r"M2\.1: by the results it is decided with the entries"),
    ],
)
def test_what_was_not_done_to_the_draw_or_by_entrants_is_found(
    change: Callable[[Archive], None], expected: str
) -> None:
    archive = exported(make_busy())
    change(archive)
    assert [line for line in differences(archive) if re.match(expected, line)]


def test_a_draw_cannot_be_added_to_an_event_that_takes_entries() -> None:
    archive = exported(make_entered())
    archive["draw"] = exported(make_drafted())["draw"]
    assert "draw: this does not go with the state entries" in differences(archive)
