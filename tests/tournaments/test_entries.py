"""Entering people, and everything a draw refuses."""

from functools import partial

import pytest

from config.errors import ConflictError, DomainError
from players.models import Player
from players.services.people import PersonFacts
from tests.builders import by_director, enter, make_event, make_running_event, make_tournament
from tournaments.models import Entry, Event, Fixture, LogEntry, Pass
from tournaments.services.drawing import event_discard_draft, event_draft, event_publish
from tournaments.services.entries import NewEntry, entries_add, entry_change, entry_remove

pytestmark = pytest.mark.django_db(transaction=True)


def test_entrants_are_numbered_in_order_and_get_a_private_link() -> None:
    event = make_event()
    enter(event, ["Anna", "Boris"])
    enter(event, ["Clara"])
    assert list(event.entries.values_list("number", "name")) == [
        (1, "Anna"),
        (2, "Boris"),
        (3, "Clara"),
    ]
    assert Pass.objects.filter(tournament=event.tournament).count() == 3


def test_somebody_entered_again_elsewhere_is_the_same_player() -> None:
    tournament = make_tournament()
    for name in ("Main", "Side"):
        enter(make_event(tournament, name=name), ["Ángel Ibáñez"])
    assert Player.objects.count() == 1
    assert Pass.objects.count() == 1


def test_the_same_name_from_another_country_is_another_player() -> None:
    event = make_event()
    people = [PersonFacts("Jonas Berg", country="DEN"), PersonFacts("Jonas Berg", country="SWE")]
    entries_add(event_id=event.pk, entries=[NewEntry(p) for p in people], act=by_director())
    assert Player.objects.count() == 2


def test_a_duplicate_the_director_keeps_is_another_person() -> None:
    event = make_event()
    enter(event, ["Anna", "Anna"])
    assert event.entries.count() == 2
    assert Player.objects.filter(name="Anna").count() == 2


def test_a_list_too_long_is_refused_whole() -> None:
    event = make_event()
    with pytest.raises(DomainError, match="at most 2048") as caught:
        enter(event, [f"Player {n}" for n in range(5000)])
    assert caught.value.code == "too_many_entries"
    assert (Entry.objects.count(), Player.objects.count()) == (0, 0)


@pytest.mark.parametrize("names", [[], ["Anna"]])
def test_a_draw_needs_two(names: list[str]) -> None:
    event = make_event()
    if names:
        enter(event, names)
    with pytest.raises(DomainError) as caught:
        event_draft(event_id=event.pk, seed="s", act=by_director())
    assert caught.value.code == "field_too_small"
    event.refresh_from_db()
    assert event.state == Event.State.ENTRIES


def test_an_empty_list_is_refused() -> None:
    with pytest.raises(DomainError, match="no names"):
        enter(make_event(), [])


def test_entries_are_fixed_while_a_draft_exists_and_free_when_it_is_gone() -> None:
    event = make_event()
    enter(event, ["Anna", "Boris"])
    event_draft(event_id=event.pk, seed="s", act=by_director())
    with pytest.raises(ConflictError, match="Discard the draft"):
        enter(event, ["Clara"])
    event_discard_draft(event_id=event.pk, act=by_director())
    enter(event, ["Clara"])
    assert not Fixture.objects.exists()


def test_drawing_again_replaces_the_draft_and_counts() -> None:
    event = make_event()
    enter(event, "ABCDE")
    for seed in ("first", "second"):
        event_draft(event_id=event.pk, seed=seed, act=by_director())
    event.refresh_from_db()
    assert event.drafts == 2
    assert event.draw is not None
    assert event.draw["seed"] == "second"
    drafted = LogEntry.objects.filter(action="draw.drafted").order_by("pk")
    assert [entry.after["seed"] for entry in drafted if entry.after] == ["first", "second"]
    assert Fixture.objects.filter(event=event).count() == 7


def test_the_same_seed_draws_the_same_lines() -> None:
    pairs = []
    for name in ("One", "Two"):
        event = make_running_event("ABCDEFGH", name=name, seed="2026-12-05", tournament=None)
        first = event.fixtures.filter(round=1).order_by("number")
        pairs.append(list(first.values_list("entry_1__name", "entry_2__name")))
    assert pairs[0] == pairs[1]


def test_nothing_is_published_without_a_draft() -> None:
    event = make_event()
    with pytest.raises(ConflictError, match="Make a draft"):
        event_publish(event_id=event.pk, act=by_director())


def test_a_published_draw_is_final() -> None:
    event = make_running_event("ABCD")
    entry = event.entries.first()
    assert entry is not None
    with pytest.raises(ConflictError, match="cannot be drawn again"):
        event_draft(event_id=event.pk, seed="s2", act=by_director())
    with pytest.raises(ConflictError, match="entries are fixed"):
        entry_remove(event_id=event.pk, entry_id=entry.pk, act=by_director())


def test_a_name_may_be_corrected_at_any_time() -> None:
    event = make_running_event("ABCD")
    entry = event.entries.get(name="A")
    entry_change(event_id=event.pk, entry_id=entry.pk, facts=PersonFacts("Anna"), act=by_director())
    assert event.entries.filter(name="Anna").exists()
    assert LogEntry.objects.get(action="entry.changed").before is not None


def test_a_note_stays_until_another_one_is_given() -> None:
    event = make_event()
    new = NewEntry(PersonFacts("Anna"), "late")
    (entry,) = entries_add(event_id=event.pk, entries=[new], act=by_director())
    change = partial(
        entry_change,
        event_id=event.pk,
        entry_id=entry.pk,
        facts=PersonFacts("Anna B"),
        act=by_director(),
    )
    assert change().note == "late"
    assert change(note="paid").note == "paid"
    assert change(note="").note == ""
    log = LogEntry.objects.filter(action="entry.changed").first()
    assert log is not None
    assert log.before
    assert log.after
    assert (log.before["note"], log.after["note"]) == ("paid", "")


def test_a_federation_number_is_learnt_by_the_player_who_had_none() -> None:
    for number in ("", "POL-7"):
        new = NewEntry(PersonFacts("Anna", federation_no=number))
        entries_add(
            event_id=make_event(make_tournament(f"T{number}")).pk, entries=[new], act=by_director()
        )
    assert Player.objects.get(name="Anna").federation_no == "POL-7"


def test_a_removed_entry_stays_in_the_log() -> None:
    event = make_event()
    enter(event, ["Anna", "Boris"])
    entry_remove(event_id=event.pk, entry_id=event.entries.get(name="Anna").pk, act=by_director())
    assert LogEntry.objects.get(action="entry.removed").subject == "Anna"


def test_a_second_director_with_an_old_page_is_told_so() -> None:
    event = make_event()
    seen = event.version
    enter(event, ["Anna", "Boris"])
    with pytest.raises(ConflictError) as caught:
        event_draft(event_id=event.pk, seed="s", act=by_director(), seen_version=seen)
    assert caught.value.code == "version_conflict"
    assert caught.value.detail["version"] > seen
