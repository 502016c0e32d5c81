"""One queue of the calls for the director, over all events of a tournament."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.live import Topic
from matches.live.topics import make_pass, opens, source_of
from tests.api.talking import Talker, member, staff, visitor
from tests.builders import by_director, make_running_event, make_user
from tests.pages.desk import login, make_cast
from tests.pages.reading import text, words
from tests.tournaments.rulings import KEY, Scene
from tournaments.models import Event
from tournaments.services.calls import call_take

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scenes() -> tuple[Scene, Scene]:
    """The same at two events, and another tournament of the same people."""
    event = make_running_event("ABCD", tournament=make_cast())
    other = make_running_event("EFGH", name="Side", tournament=event.tournament)
    return Scene(event), Scene(other)


def queue(event: Event, name: str = "sam") -> Any:
    return login(name).get(reverse("tournament_calls", args=[event.tournament.slug]))


def listed(talker: Talker, event: Event) -> list[tuple[int, str]]:
    answer = talker.get(f"/tournaments/{event.tournament.slug}/calls/")
    return [(one["event"], one["taken_by"]) for one in answer.data["calls"]]


def test_calls_of_all_events_stand_in_the_order_in_which_they_came(
    scenes: tuple[Scene, Scene],
) -> None:
    main, side = scenes
    assert "Nobody has called the director." in words(text(queue(main.event)))
    side.call(minutes=1, kind="dice", words="Cocked")
    main.call(minutes=2)
    html = text(queue(main.event))
    said = words(html)
    assert said.index("Side M1.1") < said.index("Main M1.1")
    assert "Cocked" in said
    for scene in scenes:
        here = [scene.event.tournament.slug, scene.event.slug, KEY]
        assert reverse("fixture_rulings", args=here) in html


def test_programs_read_the_same_queue_and_who_is_on_the_way_stands_last(
    scenes: tuple[Scene, Scene],
) -> None:
    main, side = scenes
    call = side.call(minutes=1)
    main.call(minutes=2)
    sam = member(main.event.tournament, "scorer")
    assert listed(sam, main.event) == [(side.event.pk, ""), (main.event.pk, "")]
    call_take(event_id=side.event.pk, call_id=call.pk, act=by_director(3))
    assert listed(sam, main.event) == [(main.event.pk, ""), (side.event.pk, "Dana Director")]


def test_only_the_staff_of_the_tournament_read_it(scenes: tuple[Scene, Scene]) -> None:
    event = scenes[0].event
    assert queue(event, "otto").status_code == 403
    path = f"/tournaments/{event.tournament.slug}/calls/"
    assert staff(make_user("olga")).get(path).status_code == 403
    assert visitor().get(path).status_code == 401


def test_the_live_part_is_new_after_a_call_in_any_event_and_not_otherwise(
    scenes: tuple[Scene, Scene],
) -> None:
    main, side = scenes
    client = login("sam")
    poll = reverse("tournament_calls_fragment", args=[main.event.tournament.slug])
    etag = client.get(poll)["ETag"]
    assert client.get(poll, headers={"if-none-match": etag}).status_code == 304
    side.call(words="Come")
    again = client.get(poll, headers={"if-none-match": etag})
    assert (again.status_code, "Come" in text(again)) == (200, True)


def test_its_stream_is_for_whoever_has_a_pass_for_it(scenes: tuple[Scene, Scene]) -> None:
    main, side = scenes
    pk, source = main.event.tournament_id, source_of("calls")
    assert source is not None
    assert not source.is_public("queue")
    topic = Topic("calls", pk)
    assert f"/events/calls/{pk}/queue?" in text(queue(main.event))
    assert opens(make_pass(topic, "queue"), topic, "queue")
    before = source.versions([pk])
    side.call(words="Come")
    assert source.versions([pk]) != before
    assert "Come" in (source.render(pk, "queue", "en") or "")
    assert source.render(pk, "desk", "en") is None
    assert source.versions([pk + 1]) == {}


def test_many_calls_cost_as_many_queries_as_one(scenes: tuple[Scene, Scene]) -> None:
    main, side = scenes

    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            assert queue(main.event).status_code == 200
        return len(found)

    main.call()
    one = queries()
    side.call()
    side.call(2, words="I, too")
    assert queries() == one
