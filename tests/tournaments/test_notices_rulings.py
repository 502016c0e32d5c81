"""Who is told of rulings, sanctions and penalties: whom they concern, and nobody else."""

from typing import Any

import pytest

from matches.services.deadlines import fire_due
from matches.services.penalties import penalty_add
from tests.builders import by_director, entry_id
from tests.tournaments.rulings import KEY, Scene
from tests.tournaments.telling import card, mails_are_on, reach, reach_staff, tell
from tournaments.models import Event
from tournaments.selectors.notices import card_notices
from tournaments.services.sanctions import SanctionSpec, sanction_give, sanction_withdraw

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _mails(settings: Any) -> None:
    mails_are_on(settings)


@pytest.fixture
def scene() -> Scene:
    found = Scene()
    for name in "ABCDEFGH":
        reach(name)
    return found


def both(scene: Scene) -> list[str]:
    return sorted(f"{player.name.lower()}@mail.example" for player in scene.players)


def told(minutes: float, words: str) -> list[str]:
    """Who gets a message with these words then."""
    return sorted(line.split(":")[0] for line in tell(minutes) if words in line)


def on_card(event: Event, name: str) -> list[str]:
    return [notice.title for notice in card_notices(card(name), [event.pk])]


def test_both_are_told_that_a_ruling_is_amended_or_withdrawn(scene: Scene) -> None:
    ruling = scene.rule(5)
    assert told(5, "ruling 1") == both(scene)
    other = scene.amend(ruling, 6)
    assert told(6, "amended to ruling 2") == both(scene)
    scene.withdraw(other, 7)
    assert told(7, "ruling 2 withdrawn") == both(scene)


def test_both_are_told_that_penalties_have_decided_the_match(scene: Scene) -> None:
    act = by_director(5, "Swore at everybody")
    penalty_add(match_id=scene.match_id, side=1, points=7, kind="conduct", act=act)
    assert told(5, "the penalties decide it") == both(scene)


def test_who_gets_a_warning_apart_from_a_match_is_told_and_nobody_else(scene: Scene) -> None:
    given = sanction_give(
        event_id=scene.event.pk,
        entry_id=entry_id(scene.event, "C"),
        spec=SanctionSpec(kind="warning"),
        act=by_director(5, "Loud"),
    )
    assert told(5, "Warning") == ["c@mail.example"]
    assert [title for title in on_card(scene.event, "C") if "Warning" in title]
    assert not [title for title in on_card(scene.event, "D") if "Warning" in title]
    act = by_director(6, "It was D")
    sanction_withdraw(event_id=scene.event.pk, number=given.number, act=act)
    assert told(6, "taken back") == ["c@mail.example"]


def test_who_is_excluded_is_told(scene: Scene) -> None:
    sanction_give(
        event_id=scene.event.pk,
        entry_id=entry_id(scene.event, "C"),
        spec=SanctionSpec(kind="exclusion"),
        act=by_director(5, "Cheated"),
    )
    assert told(5, "Exclusion") == ["c@mail.example"]


def test_a_warning_at_a_match_is_told_to_both(scene: Scene) -> None:
    sanction_give(
        event_id=scene.event.pk,
        entry_id=entry_id(scene.event, scene.players[0].name),
        spec=SanctionSpec(kind="warning", key=KEY),
        act=by_director(5, "Loud"),
    )
    assert told(5, "Warning") == both(scene)


def test_the_staff_is_reminded_of_a_committee_that_has_not_decided(scene: Scene) -> None:
    reach_staff()
    scene.set_rules(code="usbgf")
    ruling = scene.rule(5)
    scene.appeal(ruling, 6)
    scene.draw_up(ruling, scene.strangers()[:3], 7, minutes=30)
    tell(8)
    fire_due(by_director(37).at)
    assert told(37, "ruling 1") == ["dana@staff.example"]
