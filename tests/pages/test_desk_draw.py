"""The draw page: draft, draw again, discard, publish once."""

from typing import Any

import pytest

from tests.builders import enter, make_event
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text
from tournaments.models import Event, LogEntry

pytestmark = pytest.mark.django_db


def _desk(names: str = "ABCDE", **spec: Any) -> Desk:
    event = make_event(make_cast(), **spec)
    if names:
        enter(event, list(names))
    return Desk(event)


def _draw(desk: Desk, seed: str = "6-3 2-1") -> None:
    response = desk.post("event_draft", step="draw", seed=seed, version=desk.version())
    assert response.status_code == 302


def test_each_visit_offers_another_seed() -> None:
    desk = _desk()
    seeds = {desk.get("event_draft").context["seed_form"]["seed"].value() for _ in range(3)}  # type: ignore[attr-defined]
    assert len(seeds) == 3


def test_dice_thrown_in_public_are_a_seed_and_the_draft_is_shown() -> None:
    desk = _desk()
    _draw(desk, "6-3 2-1")
    page = text(desk.get("event_draft"))
    assert "<code>6-3 2-1</code>" in page
    assert page.count('class="slot bye"') == 3
    assert "Publish the draw" in page


@pytest.mark.parametrize(("names", "players"), [("ABCDEF", 2), ("ABCDEFG", 3), ("ABCDEFGH", 0)])
def test_a_consolation_beside_byes_says_how_many_play_in_it(names: str, players: int) -> None:
    desk = _desk(names, consolation_length=3)
    _draw(desk)
    draft = text(desk.get("event_draft"))
    desk.post("event_draft", step="publish", sure="on", version=desk.version())
    for page in (draft, text(desk.get("event_draw"))):
        assert (f"The consolation has {players} players" in page) is bool(players)
        assert ("does not drop into it" in page) is bool(players)


def test_drawing_again_counts_the_drafts_and_keeps_both_seeds_in_the_log() -> None:
    desk = _desk()
    _draw(desk, "one")
    _draw(desk, "two")
    assert "Draft 2 of the draw" in text(desk.get("event_draft"))
    log = text(desk.get("event_log"))
    assert "the seed “one”" in log
    assert "the seed “two”" in log


@pytest.mark.parametrize("names", ["", "A"])
def test_nobody_can_draw_fewer_than_two(names: str) -> None:
    desk = _desk(names)
    response = desk.post("event_draft", step="draw", seed="s", version=desk.version())
    assert response.status_code == 400
    assert f"at least 2 entrants, and there are {len(names)}" in text(response)


@pytest.mark.parametrize("seed", ["", "   ", "a\x00b", "x" * 101])
def test_a_seed_that_cannot_be_printed_is_refused(seed: str) -> None:
    desk = _desk()
    response = desk.post("event_draft", step="draw", seed=seed, version=desk.version())
    assert response.status_code == 400
    assert not LogEntry.objects.filter(action="draw.drafted").exists()


def test_a_consolation_that_would_be_too_small_is_told_in_words() -> None:
    desk = _desk("ABC", consolation_length=5)
    _draw(desk)
    assert "No consolation is drawn" in text(desk.get("event_draft"))


def test_publishing_asks_once_and_then_starts_the_event() -> None:
    desk = _desk()
    _draw(desk)
    unsure = desk.post("event_draft", step="publish", version=desk.version())
    assert unsure.status_code == 400
    assert "Tick the box to publish" in text(unsure)
    sure = desk.post("event_draft", step="publish", sure="on", version=desk.version())
    assert sure.headers["Location"] == desk.url("event_desk")
    desk.event.refresh_from_db()
    assert desk.event.state == Event.State.RUNNING


def test_a_discarded_draft_opens_the_entries_again() -> None:
    desk = _desk()
    _draw(desk)
    desk.post("event_draft", step="discard", version=desk.version())
    desk.event.refresh_from_db()
    assert desk.event.state == Event.State.ENTRIES


def test_two_directors_cannot_both_draw_and_the_seed_typed_stays() -> None:
    desk = _desk()
    old = desk.version()
    _draw(desk, "theirs")
    response = desk.post("event_draft", step="draw", seed="mine 5-5", version=old)
    assert response.status_code == 409
    assert "<code>theirs</code>" in text(response)
    assert 'value="mine 5-5"' in text(response)


@pytest.mark.parametrize("step", ["draw", "discard", "publish"])
def test_a_published_draw_is_fixed(step: str) -> None:
    desk = _desk()
    _draw(desk)
    desk.post("event_draft", step="publish", sure="on", version=desk.version())
    data = {"step": step, "seed": "s", "sure": "on", "version": desk.version()}
    assert desk.post("event_draft", **data).status_code == 409
