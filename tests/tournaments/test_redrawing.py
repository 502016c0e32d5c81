"""Seeds, byes and clubs in a draw; a draft changed by hand; and late entries."""

from typing import Any

import pytest

from config.errors import ConflictError, DomainError, InvalidError
from players.services.people import PersonFacts
from tests.builders import (
    Stage,
    by_director,
    enter,
    entry_id,
    make_event,
    make_running_event,
    undo_last,
)
from tests.tournaments.archives import comparable, exported, imported
from tests.tournaments.purses import set_purse
from tournaments.models import Event
from tournaments.models_money import Payment
from tournaments.selectors.draws import draw_view
from tournaments.services.draw_options import DrawWish
from tournaments.services.drawing import draw_of, event_draft, event_publish
from tournaments.services.entries import NewEntry, entries_add
from tournaments.services.money_taking import payment_add
from tournaments.services.redrawing import LateWay, draft_alter, entry_add_to_bracket
from tournaments.services.results import result_enter

pytestmark = pytest.mark.django_db


def entered(*people: PersonFacts, **spec: Any) -> Event:
    event = make_event(**spec)
    entries = [NewEntry(person) for person in people]
    entries_add(event_id=event.pk, entries=entries, act=by_director())
    return event


def drafted(event: Event, **wish: Any) -> Event:
    return event_draft(event_id=event.pk, seed="s", wish=DrawWish(**wish), act=by_director(1))


def draft_of(names: str, **spec: Any) -> Event:
    event = make_event(**spec)
    enter(event, names)
    return drafted(event)


def alter(event: Event, change: str, one: str, other: str) -> Event:
    pair = [entry_id(event, one), entry_id(event, other)]
    return draft_alter(event_id=event.pk, change=change, entry_ids=pair, act=by_director(2))


def late(event: Event, way: str, beside: str = "", name: str = "Late") -> None:
    entry_add_to_bracket(
        event_id=event.pk,
        entry=NewEntry(PersonFacts(name)),
        late=LateWay(way, entry_id(event, beside) if beside else None),
        act=by_director(9),
    )


def pairs(event: Event, bracket: str = "M") -> dict[str, frozenset[str | None]]:
    stage = Stage(event)
    keys = event.fixtures.filter(stage__bracket=bracket, round=1).values_list("key", flat=True)
    return {key: frozenset(stage.names(key)) for key in keys}


def everything(event: Event) -> Any:
    event.refresh_from_db()
    fields = ("key", "status", "entry_1", "entry_2", "source_1", "source_2", "length")
    return event.draw, set(event.fixtures.values_list(*fields)), event.entries.count()


# --- Options -------------------------------------------------------------------------------------
def test_two_seeds_can_meet_in_the_final_only() -> None:
    event = drafted(entered(*map(PersonFacts, "ABCDEFGH")), seeds=(3, 7))
    halves = [set[str | None]().union(*list(pairs(event).values())[i : i + 2]) for i in (0, 2)]
    assert {"C", "G"} & halves[0] in ({"C"}, {"G"})
    assert {"C", "G"} & halves[1] in ({"C"}, {"G"})


def test_clubmates_do_not_meet_in_the_first_round_where_that_can_be() -> None:
    people = [PersonFacts(name, club="Kyiv " if name < "E" else "Lviv") for name in "ABCDEFGH"]
    event = drafted(entered(*people), apart=("club",))
    for pair in pairs(event).values():
        assert len({name is not None and name < "E" for name in pair}) == 2


def test_byes_go_to_those_who_had_none_before() -> None:
    first = make_running_event("ABCDEF", seed="t")
    had = {name for pair in pairs(first).values() if None in pair for name in pair if name}
    assert len(had) == 2
    again = make_event(first.tournament, name="Again")
    enter(again, "ABCDEF")
    event = drafted(again, byes="fewest")
    now = {name for pair in pairs(event).values() if None in pair for name in pair if name}
    assert len(now) == 2
    assert not now & had


def test_a_club_that_is_corrected_later_changes_no_draw() -> None:
    people = [PersonFacts(name, club="Kyiv" if name < "E" else "") for name in "ABCDEFGH"]
    event = drafted(entered(*people), apart=("club", "country"), seeds=(2,), byes="balanced")
    lines = draw_of(event).lines
    event.entries.update(club="Odesa", rating=1800)
    assert draw_of(event).lines == lines
    assert comparable(exported(imported(exported(event)))) == comparable(exported(event))


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"seeds": (9,)}, "seed_unknown"),
        ({"seeds": (1, 1)}, "seed_twice"),
        ({"byes": "mine"}, "byes_unknown"),
        ({"apart": ("family",)}, "apart_unknown"),
        ({"apart": ("club", "club")}, "apart_unknown"),
    ],
)
def test_options_that_cannot_be_are_refused(wish: dict[str, Any], code: str) -> None:
    event = entered(*map(PersonFacts, "ABCD"))
    with pytest.raises(InvalidError) as refused:
        drafted(event, **wish)
    assert refused.value.code == code
    event.refresh_from_db()
    assert event.draw is None


# --- By hand -------------------------------------------------------------------------------------
def test_two_entrants_swap_their_lines_and_everybody_can_see_it() -> None:
    event = draft_of("ABCDEFGH")
    before = pairs(event)
    (one, *_rest), (other, *_more) = (sorted(map(str, pair)) for pair in list(before.values())[:2])
    alter(event, "swap", one, other)
    after = pairs(event)
    assert other in after["M1.1"]
    assert one in after["M1.2"]
    event_publish(event_id=event.pk, act=by_director(3))
    event.refresh_from_db()
    view = draw_view(event)
    assert view is not None
    assert list(view.altered) == [f"{one} and {other} swapped their lines"]
    assert comparable(exported(imported(exported(event)))) == comparable(exported(event))


def test_a_bye_moves_and_the_consolation_follows() -> None:
    event = draft_of("ABCDEFG", consolation_length=5)
    (holder,) = (name for pair in pairs(event).values() if None in pair for name in pair if name)
    taker = next(str(name) for pair in pairs(event).values() if None not in pair for name in pair)
    alter(event, "move_bye", holder, taker)
    with_bye = [pair for pair in pairs(event).values() if None in pair]
    assert with_bye == [frozenset({None, taker})]
    assert len(exported(imported(exported(event)))["fixtures"]) == event.fixtures.count()


@pytest.mark.parametrize(
    ("change", "one", "other", "code"),
    [
        ("move_bye", "A", "B", "no_bye"),
        ("swap", "A", "A", "entrant_twice"),
        ("grow", "A", "B", "change_unknown"),
    ],
)
def test_changes_that_cannot_be_are_refused_by_name(
    change: str, one: str, other: str, code: str
) -> None:
    event = draft_of("ABCD")
    before = everything(event)
    with pytest.raises(InvalidError) as refused:
        alter(event, change, one, other)
    assert refused.value.code == code
    if code == "no_bye":
        assert refused.value.message == "Entrant A has no bye to give."
    assert everything(event) == before


def test_what_is_not_drawn_is_not_changed_by_hand() -> None:
    event = make_event()
    enter(event, "ABCD")
    with pytest.raises(ConflictError) as refused:
        alter(event, "swap", "A", "B")
    assert refused.value.code == "no_draft"


def test_changes_by_hand_are_undone_one_by_one_and_with_the_draft_they_come_back() -> None:
    event = draft_of("ABCDEFG", consolation_length=5)
    states = [everything(event)]
    alter(event, "swap", "A", "B")
    states.append(everything(event))
    alter(event, "swap", "C", "D")
    states.append(everything(event))
    event_draft(event_id=event.pk, seed="another", act=by_director(5))
    for state in reversed(states):
        undo_last(event)
        assert everything(event)[0] == state[0]
        assert {row[2:] for row in everything(event)[1]} == {row[2:] for row in state[1]}


# --- Late ----------------------------------------------------------------------------------------
def test_a_late_entrant_plays_instead_of_a_bye_that_was_advanced() -> None:
    event = make_running_event("ABCDEFG", consolation_length=5)
    (holder,) = (name for pair in pairs(event).values() if None in pair for name in pair if name)
    key = next(key for key, pair in pairs(event).items() if None in pair)
    played = next(key for key, pair in pairs(event).items() if None not in pair)
    Stage(event).win(played)
    late(event, "fill_bye", holder)
    assert Stage(event).names(key) in ((holder, "Late"), ("Late", holder))
    assert Stage(event).match(key).state == "open"
    assert Stage(event).match(played).state == "decided"
    assert event.fixtures.filter(stage__bracket="C", round=1).count() == 2
    Stage(event).play_out()
    assert comparable(exported(imported(exported(event)))) == comparable(exported(event))


def test_a_late_entrant_plays_for_the_line_of_somebody() -> None:
    event = make_running_event("ABCD")
    late(event, "preliminary", "A")
    assert set(Stage(event).names("P1.1")) == {"A", "Late"}
    assert sum("A" in pair for pair in pairs(event).values()) == 0
    Stage(event).win("P1.1", 2)
    assert sum("Late" in pair for pair in pairs(event).values()) == 1
    Stage(event).play_out()
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    assert comparable(exported(imported(exported(event)))) == comparable(exported(event))


def test_a_full_bracket_grows_for_a_late_entrant() -> None:
    event = make_running_event("ABCD")
    late(event, "grow")
    first = pairs(event)
    assert len(first) == 4
    assert sum("Late" in pair and None not in pair for pair in first.values()) == 1
    Stage(event).play_out()
    assert comparable(exported(imported(exported(event)))) == comparable(exported(event))


@pytest.mark.parametrize(
    ("names", "way", "beside", "code"),
    [
        ("ABCD", "fill_bye", "A", "no_bye"),
        ("ABCD", "preliminary", "", "beside_missing"),
        ("ABC", "grow", "", "byes_left"),
        ("ABCD", "sneak", "A", "way_unknown"),
    ],
)
def test_a_late_entry_that_cannot_be_is_refused(
    names: str, way: str, beside: str, code: str
) -> None:
    event = make_running_event(names)
    before = everything(event)
    with pytest.raises(DomainError) as refused:
        late(event, way, beside)
    assert refused.value.code == code
    assert everything(event) == before


@pytest.mark.parametrize(("way", "beside"), [("grow", ""), ("preliminary", "A"), ("fill_bye", "A")])
def test_nobody_comes_late_where_that_would_cost_a_result(way: str, beside: str) -> None:
    event = make_running_event("ABCDEFG" if way == "fill_bye" else "ABCD")
    if way == "fill_bye":
        (beside,) = (n for pair in pairs(event).values() if None in pair for n in pair if n)
    Stage(event).play_out()
    before = everything(event)
    with pytest.raises(ConflictError) as refused:
        late(event, way, beside)
    assert refused.value.code == "result_in_the_way"
    assert refused.value.detail["keys"]
    assert everything(event) == before


@pytest.mark.parametrize(
    ("names", "way", "beside"),
    [("ABCDE", "fill_bye", None), ("ABCD", "preliminary", "A"), ("ABCD", "grow", "")],
)
def test_a_late_entry_is_undone(names: str, way: str, beside: str | None) -> None:
    event = make_running_event(names, consolation_length=5)
    if beside is None:
        beside = next(n for pair in pairs(event).values() if None in pair for n in pair if n)
    before = everything(event)
    late(event, way, beside)
    assert everything(event) != before
    undo_last(event)
    assert comparable(exported(imported(exported(event)))) == comparable(exported(event))
    assert everything(event)[0::2] == before[0::2]
    assert {row[0:2] for row in everything(event)[1]} == {row[0:2] for row in before[1]}


def test_two_are_swapped_after_publishing_and_their_matches_made_anew() -> None:
    event = make_running_event("ABCDEFGH")
    stage = Stage(event)
    one, other = str(stage.names("M1.1")[0]), str(stage.names("M1.3")[0])
    before = stage.match("M1.1").pk
    alter(event, "swap", one, other)
    assert (stage.names("M1.1")[0], stage.names("M1.3")[0]) == (other, one)
    assert stage.match("M1.1").pk != before
    assert stage.match("M1.2").state == "open"
    archive = exported(event)
    assert comparable(exported(imported(archive))) == comparable(archive)


def test_a_swap_after_publishing_is_undone() -> None:
    event = make_running_event("ABCDEFGH")
    before = pairs(event)
    alter(event, "swap", str(Stage(event).names("M1.1")[0]), str(Stage(event).names("M1.3")[0]))
    undo_last(event)
    assert pairs(event) == before


def test_who_sat_down_in_the_wrong_place_is_put_right_once_the_result_is_taken_back() -> None:
    event = make_running_event("ABCDEFGH")
    stage = Stage(event)
    one, other = str(stage.names("M1.1")[0]), str(stage.names("M1.3")[0])
    stage.win("M1.1")
    with pytest.raises(ConflictError) as caught:
        alter(event, "swap", one, other)
    assert (caught.value.code, caught.value.detail["keys"]) == ("result_in_the_way", ["M1.1"])
    assert stage.names("M1.1")[0] == one
    act = by_director(5, "The wrong one sat there")
    result_enter(event_id=event.pk, key="M1.1", verdict=None, act=act)
    alter(event, "swap", one, other)
    stage.win("M1.1")
    assert stage.names("M2.1")[0] == other


def test_a_late_entry_that_has_paid_is_not_undone() -> None:
    event = make_running_event("ABC")
    set_purse(event)
    late(event, "fill_bye", beside=event.fixtures.get(status="bye").winner.name)  # type: ignore[union-attr]
    payment_add(event_id=event.pk, entry_id=entry_id(event, "Late"), act=by_director(10))
    with pytest.raises(ConflictError, check=lambda error: error.code == "entry_has_paid"):
        undo_last(event)
    assert Payment.objects.filter(entry__event=event).count() == 1


def test_those_who_have_met_in_the_tournament_are_kept_apart_and_anybody_can_repeat_it() -> None:
    first = make_running_event("ABCDEFGH", name="First")
    Stage(first).play_out()
    keys = first.fixtures.values_list("key", flat=True)
    played = {frozenset(Stage(first).names(key)) for key in keys}
    event = make_event(first.tournament, name="Second")
    enter(event, "ABCDEFGH")
    for seed in ("a", "b", "c", "d"):
        wish = DrawWish(apart=("met",))
        event = event_draft(event_id=event.pk, seed=seed, wish=wish, act=by_director(20))
        assert played.isdisjoint(pairs(event).values())
        assert event.draw is not None
        told = event.draw["options"]["apart"][0]
        assert (told["by"], len(told["met"])) == ("met", 7)
        assert draw_of(event).graph.keys() == {*event.fixtures.values_list("key", flat=True)}
    event = event_publish(event_id=event.pk, act=by_director(21))
    assert "Those who have met in this tournament meet as late as possible" in str(draw_view(event))
    archive = exported(event)
    assert comparable(exported(imported(archive))) == comparable(archive)
