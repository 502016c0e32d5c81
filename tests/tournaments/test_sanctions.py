"""Sanctions: given for a reason, known across the events of a tournament, proposed and never
automatic, and taken back with what they did."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from config.errors import DomainError
from matches.models_late import Penalty
from tests.builders import (
    Stage,
    by_director,
    enter,
    entry_id,
    make_event,
    make_running_event,
    make_ties,
    undo_last,
)
from tests.tournaments.archives import comparable, exported, imported
from tests.tournaments.rulings import KEY, Scene
from tests.tournaments.test_races import at_once
from tournaments.models import Entry, Event
from tournaments.models_rulings import Sanction
from tournaments.selectors.log import log_page
from tournaments.selectors.sanctions import record_of, waiting_for
from tournaments.services.sanctions import (
    SanctionSpec,
    sanction_apply,
    sanction_give,
    sanction_withdraw,
)

pytestmark = pytest.mark.django_db(transaction=True)


def code_of(deed: Any, *args: Any, **more: Any) -> str:
    with pytest.raises(DomainError) as caught:
        deed(*args, **more)
    return caught.value.code


def give(
    event: Event, name: str, kind: str, *, reason: str = "Shouted", minutes: float = 5, **more: Any
) -> Sanction:
    return sanction_give(
        event_id=event.pk,
        entry_id=entry_id(event, name),
        spec=SanctionSpec(kind=kind, **more),
        act=by_director(minutes, reason),
    )


def entry(event: Event, name: str) -> Entry:
    return event.entries.select_related("event").get(name=name)


def take_back(sanction: Sanction, minutes: float = 8, reason: str = "It was another") -> Sanction:
    return sanction_withdraw(
        event_id=sanction.event_id, number=sanction.number, act=by_director(minutes, reason)
    )


def applying(sanction: Sanction) -> Callable[..., Sanction]:
    act = by_director(7)
    return partial(sanction_apply, event_id=sanction.event_id, number=sanction.number, act=act)


def test_a_warning_is_on_record_and_points_are_proposed_next() -> None:
    event = make_running_event("ABCD")
    assert record_of(entry(event, "A")).proposed == "warning"
    give(event, "A", "warning")
    record = record_of(entry(event, "A"))
    assert [(one.words, one.reason) for one in record.sanctions] == [("Warning", "Shouted")]
    assert record.proposed == "points"
    assert record_of(entry(event, "B")).sanctions == []
    assert log_page(event.tournament).lines[0].what == "A: Warning"


def test_the_record_goes_across_the_events_of_a_tournament_and_no_further() -> None:
    event = make_running_event("ABCD")
    other = make_running_event("AB", name="Side", tournament=event.tournament)
    give(event, "A", "warning")
    record = record_of(entry(other, "A"))
    assert [(one.event.name, one.kind) for one in record.sanctions] == [("Main", "warning")]
    assert record.proposed == "points"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"kind": "warning", "reason": " "}, "reason_missing"),
        ({"kind": "flogging"}, "sanction_unknown"),
        ({"kind": "points"}, "penalty_points"),
        ({"kind": "points", "points": 100}, "penalty_points"),
        ({"kind": "forfeit"}, "match_missing"),
        ({"kind": "warning", "member": 1}, "member_unknown"),
        ({"kind": "points", "points": 1, "key": "M9.9"}, "no_such_fixture"),
    ],
)
def test_a_sanction_that_says_too_little_is_refused(said: dict[str, Any], code: str) -> None:
    event = make_running_event("ABCD")
    assert code_of(give, event, "A", **said) == code
    assert not Sanction.objects.exists()


def test_points_in_a_match_go_to_the_opponent_and_come_back_with_the_sanction() -> None:
    scene = Scene()
    offender = scene.players[1].name
    sanction = give(scene.event, offender, "points", points=2, key=KEY)
    assert scene.match.start == (2, 0)
    take_back(sanction)
    assert scene.match.start == (0, 0)
    assert not record_of(entry(scene.event, offender)).sanctions[0].holds


def test_points_for_the_next_match_wait_until_the_director_gives_them_there() -> None:
    scene = Scene()
    offender = scene.players[0].name
    sanction = give(scene.event, offender, "points", points=1)
    assert scene.match.start == (0, 0)
    where = [entry_id(scene.event, offender)]
    assert [one.number for one in waiting_for(scene.event, where)] == [sanction.number]
    apply = applying(sanction)
    assert code_of(apply, key="M1.2") == "not_his_match"
    apply(key=KEY)
    assert scene.match.start == (0, 1)
    assert Penalty.objects.get().reason == "Shouted"
    assert waiting_for(scene.event, where) == []
    assert code_of(apply, key=KEY) == "sanction_waits_not"


def test_points_given_twice_at_the_same_instant_count_once() -> None:
    scene = Scene()
    sanction = give(scene.event, scene.players[0].name, "points", points=1)
    at_once(*[lambda: applying(sanction)(key=KEY)] * 2)
    assert scene.match.start == (0, 1)


def test_a_lost_match_is_a_forfeit_and_only_his_own() -> None:
    scene = Scene()
    offender = scene.players[0].name
    assert code_of(give, scene.event, offender, "forfeit", key="M1.2") == "not_his_match"
    sanction = give(scene.event, offender, "forfeit", key=KEY)
    assert (scene.match.winner, scene.match.outcome) == (2, "forfeit")
    take_back(sanction)
    assert scene.match.winner == 2


def test_exclusion_is_a_disqualification_of_the_event_or_of_all() -> None:
    event = make_running_event("ABCD")
    other = make_running_event("ABC", name="Side", tournament=event.tournament)
    give(event, "A", "exclusion")
    assert entry(event, "A").disqualified
    assert not entry(other, "A").disqualified
    assert code_of(give, event, "A", "exclusion") == "excluded_already"
    sanction = give(event, "B", "exclusion", everywhere=True)
    assert all(entry(one, "B").disqualified for one in (event, other))
    take_back(sanction)
    assert not any(entry(one, "B").disqualified for one in (event, other))


def test_exclusions_from_everything_at_once_do_not_wait_for_each_other() -> None:
    event = make_running_event("ABCD")
    other = make_running_event("ABCD", name="Side", tournament=event.tournament)
    at_once(
        lambda: give(event, "A", "exclusion", everywhere=True),
        lambda: give(other, "B", "exclusion", everywhere=True),
    )
    assert all(entry(one, name).disqualified for one in (event, other) for name in "AB")


def test_what_was_taken_back_says_why_and_counts_no_more() -> None:
    event = make_running_event("ABCD")
    sanction = give(event, "A", "warning")
    assert code_of(take_back, sanction, reason="") == "reason_missing"
    take_back(sanction)
    assert code_of(take_back, sanction) == "sanction_withdrawn"
    record = record_of(entry(event, "A"))
    assert (record.sanctions[0].withdrawn_reason, record.proposed) == ("It was another", "warning")


def test_undo_takes_a_sanction_back_with_its_points() -> None:
    scene = Scene()
    give(scene.event, scene.players[0].name, "points", points=2, key=KEY)
    undo_last(scene.event)
    assert scene.match.start == (0, 0)
    assert not Sanction.objects.get().holds


def test_undo_opens_a_match_again_that_the_points_had_decided() -> None:
    scene = Scene()
    give(scene.event, scene.players[0].name, "points", points=7, key=KEY)
    assert scene.match.winner == 2
    undo_last(scene.event)
    assert (scene.match.state, scene.match.start) == ("open", (0, 0))


def test_undo_passes_over_a_sanction_that_was_taken_back() -> None:
    scene = Scene()
    scene.stage.win("M1.2")
    take_back(give(scene.event, scene.players[0].name, "points", points=2, key=KEY))
    undo_last(scene.event)
    assert scene.stage.match("M1.2").state == "open"


def test_undo_of_points_given_at_a_match_lets_them_wait_again() -> None:
    scene = Scene()
    sanction = give(scene.event, scene.players[0].name, "points", points=2)
    applying(sanction)(key=KEY)
    undo_last(scene.event)
    sanction.refresh_from_db()
    assert (scene.match.start, sanction.waits, sanction.holds) == ((0, 0), True, True)
    undo_last(scene.event, 61)
    sanction.refresh_from_db()
    assert not sanction.holds


def test_points_in_a_match_that_counts_no_more_wait_for_the_one_that_does() -> None:
    scene = Scene()
    winner = scene.players[0].name
    scene.stage.win("M1.1")
    scene.stage.win("M1.2")
    sanction = give(scene.event, winner, "points", points=2, key="M2.1")
    scene.stage.win("M1.2", 2, act=by_director(7, "Upside down"))
    sanction.refresh_from_db()
    assert (scene.stage.match("M2.1").start, sanction.waits) == ((0, 0), True)
    applying(sanction)(key="M2.1")
    assert sum(scene.stage.match("M2.1").start) == 2
    archive = exported(scene.event)
    assert comparable(exported(imported(archive))) == comparable(archive)


def test_points_of_a_ruling_are_on_record_and_go_with_it() -> None:
    scene = Scene()
    ruling = scene.rule(kind="conduct", decision="One point", penalty=(2, 1))
    assert (scene.match.start, Sanction.objects.get().kind) == ((1, 0), "points")
    assert Penalty.objects.get().kind == "conduct"
    scene.withdraw(ruling)
    ruling.refresh_from_db()
    assert (scene.match.start, ruling.taken_back) == ((0, 0), ["penalty"])
    assert not Sanction.objects.get().holds


def test_points_that_are_in_a_result_are_left_when_the_ruling_goes() -> None:
    scene = Scene()
    ruling = scene.rule(kind="conduct", decision="One point", penalty=(2, 1))
    scene.stage.win(KEY, 1)
    scene.withdraw(ruling)
    ruling.refresh_from_db()
    assert (scene.match.start, ruling.taken_back) == ((1, 0), [])


def test_one_of_a_team_has_a_record_and_is_excluded_with_all_or_by_the_line_up() -> None:
    event = make_ties(["Kyiv", "Lviv"])
    give(event, "Kyiv", "warning", member=2)
    sanction = Sanction.objects.get()
    assert (sanction.name, sanction.player and sanction.player.name) == ("Kyiv 2", "Kyiv 2")
    assert code_of(give, event, "Kyiv", "exclusion", member=2) == "excluded_as_a_whole"
    singles = make_event(event.tournament, name="Singles")
    enter(singles, ["Kyiv 1", "Kyiv 2"])
    assert record_of(entry(singles, "Kyiv 2")).proposed == "points"
    assert record_of(entry(singles, "Kyiv 1")).proposed == "warning"
    assert record_of(entry(event, "Kyiv")).proposed == "points"
    give(event, "Kyiv", "warning")
    assert len(record_of(entry(singles, "Kyiv 1")).sanctions) == 1
    assert code_of(give, event, "Kyiv", "points", points=1, key="M1.1") == "tie_by_boards"
    give(event, "Kyiv", "points", points=1, key="M1.1.2")
    assert sorted(Stage(event).match("M1.1.2").start) == [0, 1]


def test_an_archive_keeps_them_all() -> None:
    scene = Scene()
    one, other = (player.name for player in scene.players)
    give(scene.event, one, "warning")
    give(scene.event, one, "points", points=1, key=KEY)
    give(scene.event, other, "points", points=2)
    scene.rule(kind="conduct", decision="One more", penalty=(1, 1))
    take_back(give(scene.event, other, "exclusion", everywhere=True))
    archive = exported(scene.event)
    assert comparable(exported(imported(archive))) == comparable(archive)
    copy = Sanction.objects.filter(event__tournament__slug="copy")
    assert [one.penalty is not None for one in copy] == [False, True, False, True, False]
    archive["rulings"]["sanctions"][1]["penalty"] = 3
    assert code_of(imported, archive, into="other") == "archive_unreadable"
