"""An event goes out into an archive and comes back the same."""

from collections.abc import Callable
from typing import Any

import pytest

from config.errors import ConflictError
from matches.models import Deadline, Match
from matches.services.deadlines import fire_due
from players.actors import SYSTEM, Act
from players.models import Club, Player
from tests.builders import NOON, Stage, by_director, make_event, make_tournament, make_user
from tests.tournaments.archives import (
    comparable,
    exported,
    imported,
    make_busy,
    make_deal,
    make_drafted,
    make_entered,
)
from tests.tournaments.purses import lines, set_purse
from tournaments.models import Event, Fixture, LogEntry, Pass, Staff, Table, Tournament
from tournaments.selectors.accounts import accounts
from tournaments.selectors.log import log_page
from tournaments.services.archive_out import archive_text
from tournaments.services.staffing import staff_actor

pytestmark = pytest.mark.django_db(transaction=True)


def make_empty() -> Event:
    return make_event(make_tournament("Nobody yet"))


def make_finished() -> Event:
    event = make_busy()
    stage = Stage(event)
    stage.win("M2.2", act=by_director(40, "Settled"))
    stage.win("M2.1", act=by_director(41))
    stage.play_out()
    make_deal(event)
    return event


STATES = [make_empty, make_entered, make_drafted, make_busy, make_finished]


@pytest.mark.parametrize("make", STATES)
def test_what_comes_back_is_what_went_out(make: Callable[[], Event]) -> None:
    archive = exported(make())
    again = exported(imported(archive))
    assert comparable(again) == comparable(archive)


def test_the_events_compared_are_in_the_states_they_claim() -> None:
    archive = exported(make_finished())
    assert archive["event"]["state"] == "finished"
    assert [void["ref"] for void in archive["void_matches"]] == ["M2.1#1", "C1.1#1"]


def test_a_busy_archive_holds_every_kind_of_match() -> None:
    archive = exported(make_busy())
    states = {f["match"]["state"] for f in archive["fixtures"] if f["match"]}
    assert states == {"open", "reported", "disputed", "decided"}
    outcomes = {f["match"]["outcome"] for f in archive["fixtures"] if f["match"]}
    assert outcomes == {"", "played", "walkover"}
    assert archive["void_matches"][0]["match"]["state"] == "void"
    assert [deadline["match"] for deadline in archive["deadlines"]] == ["M2.1", "M2.2"]


def test_an_archive_comes_back_to_an_empty_site() -> None:
    archive = exported(make_busy())
    forget_everything()
    again = exported(imported(archive, into=""))
    assert comparable(again) == comparable(archive)
    assert again["tournament"] == archive["tournament"]


def test_the_money_comes_back_and_says_the_same() -> None:
    event = make_finished()
    archive = exported(event)
    money = archive["money"]
    assert money is not None
    assert [purse["number"] for purse in money["purses"]] == [0, 1]
    assert all(money["purses"][0][part] for part in ("deductions", "prizes", "payouts"))
    assert all(money["purses"][1][part] for part in ("members", "deals"))
    assert money["own_fees"]
    assert {bool(payment["taken_back_at"]) for payment in money["payments"]} == {True, False}
    copy = imported(archive)
    assert copy.prizes_published
    for number in (0, 1):
        assert lines(copy, number) == lines(event, number)
    assert sum(account.left for account in accounts(copy).all) == sum(
        account.left for account in accounts(event).all
    )


def test_an_archive_from_before_the_money_is_taken_in() -> None:
    archive = exported(make_entered())
    assert archive.pop("money") is None
    archive["version"] = 1
    assert imported(archive).purses.count() == 0


def test_money_of_another_currency_is_not_mixed_in() -> None:
    archive = exported(make_busy())
    other = make_event(make_tournament("Other"))
    set_purse(other, currency="UAH")
    with pytest.raises(ConflictError) as caught:
        imported(archive, into=other.tournament.slug)
    assert caught.value.code == "event_exists"
    archive["event"]["slug"] = "again"
    with pytest.raises(ConflictError) as caught:
        imported(archive, into=other.tournament.slug)
    assert caught.value.code == "currency_fixed"


def forget_everything() -> None:
    for model in (Fixture, Match, Deadline, Tournament, Player, Club):
        model._default_manager.all().delete()


def test_the_same_state_gives_the_same_text() -> None:
    event = make_busy()
    assert archive_text(exported(event)) == archive_text(exported(event))


def test_people_are_found_again_and_get_links() -> None:
    archive = exported(make_entered())
    known = set(Player.objects.exclude(name="Ann Lee").values_list("pk", flat=True))
    event = imported(archive)
    assert known <= set(event.entries.values_list("player_id", flat=True))
    assert Pass.objects.filter(tournament=event.tournament).count() == len(archive["entries"])


def test_the_log_keeps_its_times_and_gains_one_entry() -> None:
    event = make_busy()
    before = list(event.log.values_list("at", "actor_name", "action", "reason"))
    after = list(imported(exported(event)).log.values_list("at", "actor_name", "action", "reason"))
    assert after[1:] == before
    assert after[0][2] == "event.imported"
    assert LogEntry.objects.filter(action="event.imported").count() == 1


def test_the_import_is_told_in_the_log_in_words() -> None:
    event = imported(exported(make_entered()))
    assert log_page(event.tournament).lines[0].what == "Imported the event Main"


def test_silence_still_confirms_after_an_import() -> None:
    event = imported(exported(make_busy()))
    assert Stage(event).match("M2.1").state == "reported"
    fire_due(NOON.replace(hour=13))
    match = Stage(event).match("M2.1")
    assert (match.state, match.score_1, match.score_2) == ("decided", 7, 5)
    assert Stage(event).names("M3.1")[0] == Stage(event).names("M2.1")[0]


def test_an_imported_event_is_played_to_its_end() -> None:
    event = imported(exported(make_busy()))
    stage = Stage(event)
    stage.win("M2.1", act=by_director(70))
    stage.win("M2.2", act=by_director(71))
    stage.play_out()
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED


def test_matches_come_back_to_their_tables() -> None:
    event = make_busy()
    seats = seated(event)
    assert seats
    assert seated(imported(exported(event))) == seats


def test_a_copy_beside_its_event_calls_nobody_to_a_second_table() -> None:
    event = make_busy()
    seats = seated(event)
    archive = exported(event)
    archive["event"]["slug"] = "again"
    copy = imported(archive, into=event.tournament.slug)
    assert seated(event) == seats
    assert seated(copy) == {}


def seated(event: Event) -> dict[str, int]:
    rows = Table.objects.filter(fixture__event=event).order_by("number")
    return dict(rows.values_list("fixture__key", "number"))


def test_a_new_tournament_belongs_to_whoever_imports() -> None:
    archive = exported(make_entered())
    by_system = imported(archive, Act(SYSTEM, NOON), into="one")
    by_staff = imported(archive, Act(staff_actor(make_user("boris")), NOON), into="two")
    owners = Staff.objects.filter(role="owner").values_list("tournament_id", "user__username")
    assert by_system.tournament_id not in dict(owners)
    assert dict(owners)[by_staff.tournament_id] == "boris"


@pytest.mark.parametrize(
    "said",
    [
        {"winner": []},
        {"winner": 1.0, "scores": [7, 3]},
        {"winner": 1, "scores": "7-3"},
        {"winner": 2, "scores": [7, None]},
        {"winner": 1, "scores": {"7": 3}},
        [1, 2],
    ],
)
def test_a_log_that_tells_nonsense_can_still_be_read(said: Any) -> None:
    archive = exported(make_busy())
    for entry in archive["log"]:
        entry["before"] = entry["after"] = said
    event = imported(archive)
    assert len(log_page(event.tournament, event=event).lines) > len(archive["log"])
