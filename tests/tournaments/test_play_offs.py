"""A tie for the first place that only a play-off decides, entered when all rounds are played."""

import pytest

from config.errors import ConflictError, NotFoundError
from tests.builders import Stage, by_director, make_rounds
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text
from tests.tournaments.archives import comparable, exported, imported
from tournaments.models import Event
from tournaments.selectors.play_offs import play_offs
from tournaments.selectors.standings import standings
from tournaments.services.play_offs import play_off_add, play_off_remove
from tournaments.services.undoing import event_undo, undo_preview

pytestmark = pytest.mark.django_db


def tied_event(**more: object) -> Event:
    """Two winners after one round, and two losers; nothing but a play-off parts them."""
    event = make_rounds("ABCD", rounds=1, tie_breaks=["play_off"], **more)  # type: ignore[arg-type]
    Stage(event).play_out()
    event.refresh_from_db()
    return event


def winners(event: Event) -> list[int]:
    return [event.entries.get(name=row.name).pk for row in standings(event)[0].places[:2]]


def places(event: Event) -> dict[int, str]:
    return {row.entry_id: row.place for row in standings(event)[0].places}


def test_who_wins_the_play_off_is_first() -> None:
    event = tied_event()
    one, other = winners(event)
    found = play_offs(event)
    assert found is not None
    assert [{entry.pk for entry in tie} for tie in found.waiting] == [{one, other}]
    play_off_add(event_id=event.pk, winner_id=other, loser_id=one, act=by_director(9))
    event.refresh_from_db()
    assert (places(event)[other], places(event)[one]) == ("1", "2")
    found = play_offs(event)
    assert found is not None
    assert found.waiting == []


def test_the_control_room_leads_to_it() -> None:
    event = tied_event(tournament=make_cast())
    way = Desk(event).url("event_rounds") + "#play-offs"
    assert way in Desk(event).get("event_desk").content.decode()
    assert way not in Desk(event, "sam").get("event_desk").content.decode()  # a scorer


def test_it_is_taken_back_and_undone() -> None:
    event = tied_event()
    one, other = winners(event)
    play_off_add(event_id=event.pk, winner_id=one, loser_id=other, act=by_director(9))
    found = undo_preview(Event.objects.get(pk=event.pk))
    assert found is not None
    event_undo(event_id=event.pk, deed_id=found.deed.id, act=by_director(10))
    event.refresh_from_db()
    assert places(event)[one] == "1–2"
    play_off_add(event_id=event.pk, winner_id=one, loser_id=other, act=by_director(11))
    play_off_remove(event_id=event.pk, winner_id=one, loser_id=other, act=by_director(12))
    event.refresh_from_db()
    assert places(event)[one] == "1–2"
    with pytest.raises(NotFoundError):
        play_off_remove(event_id=event.pk, winner_id=one, loser_id=other, act=by_director(13))


def test_those_who_are_not_tied_play_none() -> None:
    event = tied_event()
    one = winners(event)[0]
    last = event.entries.get(name=standings(event)[0].places[-1].name).pk
    with pytest.raises(ConflictError) as caught:
        play_off_add(event_id=event.pk, winner_id=one, loser_id=last, act=by_director(9))
    assert caught.value.code == "no_play_off"
    with pytest.raises(ConflictError):
        play_off_add(event_id=event.pk, winner_id=one, loser_id=one, act=by_director(9))


def test_it_is_for_the_end() -> None:
    event = make_rounds("ABCD", rounds=2, tie_breaks=["play_off"])
    one, other = event.entries.values_list("pk", flat=True)[:2]
    with pytest.raises(ConflictError) as caught:
        play_off_add(event_id=event.pk, winner_id=one, loser_id=other, act=by_director(9))
    assert caught.value.code == "not_finished"
    assert play_offs(event) is None


def test_an_archive_keeps_it() -> None:
    event = tied_event()
    one, other = winners(event)
    play_off_add(event_id=event.pk, winner_id=other, loser_id=one, act=by_director(9))
    archive = exported(event)
    assert comparable(exported(imported(archive))) == comparable(archive)


def test_the_desk_names_the_tie_and_takes_the_result() -> None:
    event = tied_event(tournament=make_cast())
    desk = Desk(event, "dana")
    page = text(desk.get("event_rounds"))
    assert "Play-off" in page
    one, other = winners(event)
    said = {"step": "play_off", "winner": one, "loser": other, "version": event.version}
    assert desk.post("event_rounds", **said).status_code == 302
    event.refresh_from_db()
    assert places(event)[one] == "1"
    nobody = {"step": "play_off", "version": event.version}
    assert desk.post("event_rounds", **nobody).status_code == 400
