"""Events of rounds go out into an archive and come back; what contradicts itself is refused."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from config.errors import InvalidError
from players.services.people import PersonFacts
from tests.builders import Stage, by_director, enter, make_event, make_rounds, next_round
from tests.tournaments.archives import comparable, exported, imported, walk_over
from tournaments.models import Event, Round
from tournaments.selectors.rounds import load_rounds
from tournaments.services.attendance import entry_add_late, entry_reinstate, entry_withdraw
from tournaments.services.drawing import event_draft, event_publish
from tournaments.services.entries import NewEntry, entries_add, entry_change
from tournaments.services.round_wishes import pair_add, round_swap
from tournaments.services.rounds import (
    round_discard,
    round_draft,
    round_publish,
    round_take_back,
    rounds_set,
)

pytestmark = pytest.mark.django_db(transaction=True)

Archive = dict[str, Any]


def leave(event: Event, name: str) -> None:
    who = event.entries.get(name=name)
    entry_withdraw(event_id=event.pk, entry_id=who.pk, act=by_director(20))


def make_drafted_first() -> Event:
    event = make_event(format="swiss", round_rules={"rounds": 4, "unplayed": "fide"})
    enter(event, "ABCDEFG")
    return event_draft(event_id=event.pk, seed="жереб", act=by_director())


def make_busy_swiss() -> Event:
    """Corrected, taken back, somebody left and came back, one came late; the next round drafted."""
    event = make_rounds("ABCDEFG", rounds=4)
    walk_over(Stage(event), "S1.1")
    Stage(event).play_out()
    leave(event, "A")
    next_round(event)
    round_take_back(event_id=event.pk, act=by_director(21))
    next_round(event)
    Stage(event).win("S1.2", 2, act=by_director(22, "Read wrongly"))
    Stage(event).play_out()
    who = event.entries.get(name="A")
    entry_reinstate(event_id=event.pk, entry_id=who.pk, act=by_director(23))
    zoe = NewEntry(PersonFacts("Zoe"))
    entry_add_late(event_id=event.pk, entry=zoe, late="half", act=by_director(24))
    round_draft(event_id=event.pk, act=by_director(25))
    event.refresh_from_db()
    return event


def make_robin() -> Event:
    event = make_rounds("ABCDE", "round_robin", cycles=2, tie_breaks=["wins", "lot"])
    Stage(event).play_out()
    leave(event, "B")
    round_publish(event_id=event.pk, act=by_director(21))
    return event


def make_finished_lives() -> Event:
    event = make_rounds("ABCDE", "lives")
    Stage(event).play_out()
    event.refresh_from_db()
    while event.state == "running":
        next_round(event)
        Stage(event).play_out()
        event.refresh_from_db()
    return event


def make_wished() -> Event:
    """Its first round altered by hand, wishes past and present, and lengths of their own."""
    rules = {"rounds": 4, "lengths": {"2": 9}, "apart": ["club"]}
    event = make_event(format="swiss", round_rules=rules)
    people = [PersonFacts(name, club="Львів" if name in "AB" else "") for name in "ABCDEFG"]
    entries = [NewEntry(person) for person in people]
    entries_add(event_id=event.pk, entries=entries, act=by_director())
    event_draft(event_id=event.pk, seed="жереб", act=by_director(1))
    for kind, pair in (("forced", (1, 3)), ("forced", (4, None)), ("apart", (5, 6))):
        pair_add(event_id=event.pk, kind=kind, pair=pair, act=by_director(2))
    round_swap(event_id=event.pk, first=1, second=4, act=by_director(3))
    event_publish(event_id=event.pk, act=by_director(4))
    who = event.entries.get(name="B")  # the clubs of today are not those of the draw
    entry_change(event_id=event.pk, entry_id=who.pk, facts=PersonFacts("B"), act=by_director(5))
    Stage(event).play_out()
    next_round(event)
    Stage(event).play_out()
    pair_add(event_id=event.pk, kind="forbidden", pair=(2, 3), act=by_director(30))
    round_draft(event_id=event.pk, act=by_director(31))
    round_discard(event_id=event.pk, act=by_director(32))
    event.refresh_from_db()
    return event


MAKERS = [make_drafted_first, make_busy_swiss, make_robin, make_finished_lives, make_wished]


@pytest.mark.parametrize("make", MAKERS)
def test_what_comes_back_is_what_went_out(make: Callable[[], Event]) -> None:
    archive = exported(make())
    assert archive["rounds"]
    again = exported(imported(archive))
    assert comparable(again) == comparable(archive)


@pytest.mark.parametrize("make", MAKERS[1:])
def test_the_table_comes_back_too(make: Callable[[], Event]) -> None:
    event = make()
    assert load_rounds(imported(exported(event))).table.rows == load_rounds(event).table.rows


def test_an_imported_swiss_goes_on() -> None:
    event = imported(exported(make_busy_swiss()))
    round_publish(event_id=event.pk, act=by_director(60))
    Stage(event).play_out()
    next_round(event)
    assert event.fixtures.filter(round=4).count() == 4


def test_a_swiss_made_longer_than_its_draw_allowed_for_is_still_taken() -> None:
    event = make_rounds("ABC", rounds=2)
    rounds_set(event_id=event.pk, rounds=5, act=by_director())
    assert imported(exported(event)).round_rules == {**event.round_rules, "rounds": 5}  # type: ignore[dict-item]


def test_an_archive_from_before_there_were_rounds_is_still_taken() -> None:
    event = make_event()
    enter(event, "AB")
    archive = exported(event)
    del archive["rounds"], archive["event"]["format"], archive["event"]["round_rules"]
    for entry in archive["entries"]:
        for name in ("first_round", "late", "last_round", "away"):
            del entry[name]
    again = imported(archive)
    assert (again.format, again.entries.count()) == ("elimination", 2)


def test_wishes_and_what_was_done_by_hand_are_in_an_archive() -> None:
    archive = exported(make_wished())
    first = archive["rounds"][0]["made_with"]
    assert (first["forced"], first["apart"]) == ([[1, 3], [4, None]], [[5, 6]])
    assert first["swaps"] == [[1, 4]]
    assert set(first["labels"]) == {"1", "2"}
    assert archive["event"]["next_round"]["forbidden"] == [[2, 3]]
    assert {row["length"] for row in archive["fixtures"] if row["round"] == 2} == {9}


def test_an_archive_from_before_there_were_wishes_is_still_taken() -> None:
    archive = exported(make_busy_swiss())
    del archive["event"]["apart"], archive["event"]["next_round"]
    for row in archive["rounds"]:
        del row["made_with"], row["drafts"]
    assert imported(archive).apart == []


@pytest.mark.parametrize("what", ["forced", "swaps"])
def test_a_first_round_made_otherwise_than_it_says_is_refused(what: str) -> None:
    archive = exported(make_wished())
    del archive["rounds"][0]["made_with"][what]
    assert "rounds[0]: the seed pairs it otherwise" in refused(archive, "archive_inconsistent")


def refused(archive: Archive, code: str) -> str:
    rounds = Round.objects.count()
    with pytest.raises(InvalidError) as caught:
        imported(archive)
    assert caught.value.code == code
    assert Round.objects.count() == rounds
    return str(caught.value)


def swap(archive: Archive) -> None:
    first, second = archive["rounds"][0]["pairings"][:2]
    first["second"], second["second"] = second["second"], first["second"]


def another_seed(archive: Archive) -> None:
    archive["draw"]["seed"] = "another"


def lose_a_fixture(archive: Archive) -> None:
    archive["fixtures"] = [row for row in archive["fixtures"] if row["key"] != "S1.2"]
    archive["log"] = []


def lose_a_round(archive: Archive) -> None:
    del archive["rounds"][1]


def finish(archive: Archive) -> None:
    archive["event"]["state"] = "finished"
    archive["event"]["finished_at"] = archive["event"]["published_at"]


def publish_nothing(archive: Archive) -> None:
    archive["rounds"][0]["published_at"] = None


def pair_twice(archive: Archive) -> None:
    pairings = archive["rounds"][1]["pairings"]
    pairings[0]["first"] = pairings[1]["first"]


def another_letter(archive: Archive) -> None:
    archive["rounds"][0]["bracket"] = "R"


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (swap, "rounds[0]: the seed pairs it otherwise"),
        (another_seed, "rounds[0]: the seed pairs it otherwise"),
        (lose_a_fixture, "S1.2: its round pairs it, and it is missing"),
        (lose_a_round, "they are numbered 1, 2, 3"),
        (finish, "event.state: by the results it should be otherwise"),
        (publish_nothing, "the last one alone may be a draft"),
        (pair_twice, "is paired twice in round 2"),
        (another_letter, "rounds: there is one of another stage"),
    ],
)
def test_an_archive_that_contradicts_itself_is_refused(
    spoil: Callable[[Archive], None], said: str
) -> None:
    archive = exported(make_busy_swiss())
    spoil(archive)
    assert said in refused(archive, "archive_inconsistent")


def test_a_round_robin_paired_otherwise_than_by_its_seed_is_refused() -> None:
    archive = exported(make_robin())
    pairings = archive["rounds"][1]["pairings"]
    pairings[0], pairings[1] = (
        {**pairings[0], "number": pairings[1]["number"]},
        {**pairings[1], "number": pairings[0]["number"]},
    )
    assert "rounds[1]: the seed pairs it otherwise" in refused(archive, "archive_inconsistent")


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("event.round_rules", None, "event.round_rules"),
        ("event.round_rules", {"rounds": 0}, "event.round_rules"),
        ("event.round_rules", {"rounds": "3"}, "event.round_rules"),
        ("event.format", "quiz", "event.format"),
        ("event.format", "elimination", "event.round_rules"),
        ("rounds.0.pairings.0.first", 99, "rounds[0].pairings[0].first"),
        ("rounds.0.pairings.0.reasons.0.code", "because", "rounds[0].pairings[0].reasons[0].code"),
        ("rounds.0.pairings.0.reasons.0.detail", {}, "rounds[0].pairings[0].reasons[0].detail"),
        ("rounds.0.notices", [{"code": "x", "detail": {"n": "y"}}], "rounds[0].notices[0].detail"),
        ("entries.0.late", "win", "entries[0].late"),
        ("event.apart", [[1, 1]], "event.apart[0]"),
        ("event.apart", [[1, 99]], "event.apart[0][1]"),
        ("event.next_round", {"forced": [[1]]}, "event.next_round.forced[0]"),
        ("event.next_round", {"wishes": []}, "event.next_round.wishes"),
        ("event.next_round", {"drafts": -1}, "event.next_round.drafts"),
        ("rounds.0.drafts", 0, "rounds[0].drafts"),
        ("rounds.0.made_with", {"swaps": [[1, None]]}, "rounds[0].made_with.swaps[0][1]"),
        ("rounds.0.made_with", {"labels": {"99": []}}, "rounds[0].made_with.labels.'99'"),
        ("rounds.0.made_with", {"labels": {"1": [2]}}, "rounds[0].made_with.labels.'1'[0]"),
        ("entries.0.last_round", -1, "entries[0].last_round"),
        ("entries.0.away", [0], "entries[0].away[0]"),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_its_place(
    path: str, value: Any, place: str
) -> None:
    archive = json.loads(json.dumps(exported(make_busy_swiss())))
    *way, last = path.split(".")
    here: Any = archive
    for step in way:
        here = here[int(step)] if step.isdigit() else here[step]
    here[last] = value
    assert refused(archive, "archive_unreadable").startswith(f"{place}: ")
