"""The event that follows: who goes on, ties decided, corrections noticed, undone, archived."""

from collections.abc import Sequence
from typing import Any

import pytest

from config.errors import ConflictError, InvalidError
from matches.services.steps import Verdict
from tests.builders import Stage, by_director, enter, make_rounds
from tests.tournaments.archives import comparable, exported, imported
from tests.tournaments.auctions import lot_of, lots, sell, set_auction
from tests.tournaments.purses import set_purse
from tournaments.models import Event
from tournaments.selectors.draws import draw_view
from tournaments.selectors.log import log_page
from tournaments.selectors.qualifying import OriginView, origin_view
from tournaments.selectors.rounds import groups_of
from tournaments.services.attendance import entry_withdraw
from tournaments.services.calcutta_lots import lots_order
from tournaments.services.calcutta_selling import sale_take_back
from tournaments.services.draw_options import crossover_wish
from tournaments.services.drawing import event_draft, event_publish
from tournaments.services.entries import entry_remove
from tournaments.services.following import (
    Cut,
    following_make,
    following_refresh,
    following_remove,
)
from tournaments.services.results import result_enter, result_preview
from tournaments.services.rounds import round_publish
from tournaments.services.setting_up import EventSpec
from tournaments.services.undoing import event_undo, undo_preview

pytestmark = pytest.mark.django_db(transaction=True)


def finished(names: str = "ABCDEFGH", groups: int = 2, **more: Any) -> Event:
    """All played; whoever comes first in the alphabet has won."""
    event = make_rounds(names, "round_robin", groups=groups, **more)
    round_publish(event_id=event.pk, act=by_director(2), everything=True)
    Stage(event).play_by_name()
    event.refresh_from_db()
    return event


def follow(
    source: Event, count: int = 4, *, settled: Sequence[int] = (), by_lot: bool = False, **spec: Any
) -> Event:
    return following_make(
        event_id=source.pk,
        spec=EventSpec(**{"name": "Final stage", "length": 9, **spec}),
        cut=Cut(count, settled, by_lot),
        act=by_director(10),
    )


def groups(event: Event) -> list[str]:
    names = dict(event.entries.values_list("number", "name"))
    return ["".join(sorted(names[number] for number in group)) for group in groups_of(event.draw)]


def came(event: Event) -> dict[str, tuple[int | None, int | None]]:
    rows = event.entries.values_list("name", "came_group", "came_place")
    return {name: (group, place) for name, group, place in rows}


def origin(event: Event) -> OriginView:
    found = origin_view(Event.objects.get(pk=event.pk))
    assert found is not None
    return found


def turn(event: Event, one: str, other: str, *, to: str) -> str:
    """Correct the match of these two; returns its key."""
    for row in event.fixtures.select_related("entry_1", "entry_2"):
        assert row.entry_1 is not None
        if row.entry_2 is not None and {row.entry_1.name, row.entry_2.name} == {one, other}:
            side = 1 if row.entry_1.name == to else 2
            Stage(event).win(row.key, side, act=by_director(20, "read wrongly"))
            return str(row.key)
    raise AssertionError


def test_winners_and_runners_up_go_on_and_are_remembered() -> None:
    source = finished()
    first, second = groups(source)
    made = follow(source)
    assert came(made) == {first[0]: (1, 1), second[0]: (2, 1), first[1]: (1, 2), second[1]: (2, 2)}
    assert made.follows_id == source.pk
    for entry in made.entries.select_related("came_from"):
        assert entry.came_from is not None
        assert (entry.came_from.event_id, entry.came_from.name) == (source.pk, entry.name)


def test_the_cross_over_is_played_to_a_champion() -> None:
    source = finished()
    first, second = groups(source)
    made = follow(source)
    event_draft(event_id=made.pk, seed="1", wish=crossover_wish(made), act=by_director(11))
    made = event_publish(event_id=made.pk, act=by_director(12))
    stage = Stage(made)
    assert stage.names("M1.1") == (first[0], second[1])
    assert stage.names("M1.2") == (second[0], first[1])
    stage.play_by_name()
    made.refresh_from_db()
    assert made.state == "finished"
    assert stage.fixture("M2.1").winner.name == "A"  # type: ignore[union-attr]
    view = draw_view(made)
    assert view is not None
    assert view.options[0].startswith("On the lines in this order")


def test_three_groups_send_six_and_the_best_two_thirds() -> None:
    source = finished("ABCDEFGHIJKL", 3)
    made = follow(source, 8, by_lot=True)
    assert sorted(place or 0 for _group, place in came(made).values()) == [1, 1, 1, 2, 2, 2, 3, 3]


def test_equal_thirds_are_named_and_an_order_or_a_lot_decides() -> None:
    source = finished("ABCDEFGHIJKL", 3)
    with pytest.raises(ConflictError) as refused:
        follow(source, 8)
    assert refused.value.code == "tie_at_cut"
    (tie,) = refused.value.detail["ties"]
    assert len(tie["entries"]) == 3
    assert not source.followers.exists()
    thirds = tie["entries"]
    made = follow(source, 8, settled=[thirds[2], thirds[0], thirds[1]])
    numbers = [e.came_from.number for e in made.entries.filter(came_place=3)]  # type: ignore[union-attr]
    assert sorted(numbers) == sorted([thirds[2], thirds[0]])
    lot = follow(source, 8, by_lot=True)
    again = follow(source, 8, by_lot=True)
    assert came(lot) == came(again)
    assert lot.qualifying is not None
    assert lot.qualifying["by_lot"]


def test_an_event_that_is_not_finished_sends_nobody_yet() -> None:
    source = make_rounds("ABCDEFGH", "round_robin", groups=2)
    with pytest.raises(ConflictError) as refused:
        follow(source)
    assert refused.value.code == "not_finished"


@pytest.mark.parametrize(
    ("count", "settled", "code"),
    [(1, (), "qualifiers_out_of_range"), (9, (), "qualifiers_out_of_range"),
     (4, (99,), "order_unreadable"), (4, (1, 1), "order_unreadable")],
)  # fmt: skip
def test_what_cannot_be_is_refused(count: int, settled: tuple[int, ...], code: str) -> None:
    source = finished()
    with pytest.raises(InvalidError) as refused:
        follow(source, count, settled=settled)
    assert refused.value.code == code
    assert Event.objects.count() == 1


def test_who_has_left_gives_his_place_to_the_next() -> None:
    source = finished()
    first, _second = groups(source)
    leaver = source.entries.get(name=first[0])
    entry_withdraw(event_id=source.pk, entry_id=leaver.pk, act=by_director(5))
    made = follow(source)
    assert came(made)[first[1]] == (1, 1)
    assert came(made)[first[2]] == (1, 2)


def test_the_best_of_a_swiss_go_on_into_a_round_robin_whatever_their_order() -> None:
    source = make_rounds("ABCD", "swiss", rounds=1, tie_breaks=[])
    Stage(source).play_by_name()
    made = follow(source, 2, format="round_robin", round_rules={})
    assert len(came(made)) == 2
    with pytest.raises(ConflictError) as refused:
        follow(source, 2)
    assert refused.value.code == "tie_at_cut"


def test_a_correction_says_beforehand_that_others_would_go_on() -> None:
    source = finished()
    first, _second = groups(source)
    made = follow(source)
    key = next(
        row.key
        for row in source.fixtures.select_related("entry_1", "entry_2")
        if {row.entry_1.name, row.entry_2.name} == set(first[:2])  # type: ignore[union-attr]
    )
    stage = Stage(source)
    winner = 1 if stage.names(key)[0] == first[0] else 2
    assert result_preview(source, key, Verdict(3 - winner)).followers == [made]
    assert result_preview(source, key, Verdict(winner)).followers == []


def test_after_a_correction_the_event_that_follows_says_so_and_is_entered_anew() -> None:
    source = finished("ABCDEFGH")
    first, second = groups(source)
    made = follow(source)
    assert not origin(made).has_changed
    for other in first[1:]:
        turn(source, first[0], other, to=other)
    now = origin(made)
    assert now.has_changed
    assert (now.comes, now.goes) == ([first[2]], [first[0]])
    following_refresh(event_id=made.pk, act=by_director(21))
    assert set(came(made)) == {first[1], first[2], *second[:2]}
    assert came(made)[first[1]] == (1, 1)
    assert not origin(made).has_changed


def test_entering_anew_keeps_who_was_added_by_hand_and_who_still_goes_on() -> None:
    source = finished()
    first, _second = groups(source)
    made = follow(source)
    enter(made, ["Wild card"])
    before = dict(made.entries.values_list("name", "pk"))
    turn(source, first[0], first[1], to=first[1])
    assert set(origin(made).moved) == set(first[:2])
    following_refresh(event_id=made.pk, act=by_director(21))
    assert dict(made.entries.values_list("name", "pk")) == before
    assert (came(made)[first[1]], came(made)[first[0]]) == ((1, 1), (1, 2))


def test_a_drawn_event_is_not_entered_anew_and_still_says_what_changed() -> None:
    source = finished()
    first, _second = groups(source)
    made = follow(source)
    event_draft(event_id=made.pk, seed="1", wish=crossover_wish(made), act=by_director(11))
    turn(source, first[0], first[1], to=first[1])
    assert origin(made).has_changed
    with pytest.raises(ConflictError) as refused:
        following_refresh(event_id=made.pk, act=by_director(21))
    assert refused.value.code == "draw_exists"


def test_a_result_taken_back_is_noticed() -> None:
    source = finished()
    made = follow(source)
    key = source.fixtures.first().key  # type: ignore[union-attr]
    result_enter(event_id=source.pk, key=key, verdict=None, act=by_director(20, "again"))
    assert origin(made).is_open
    with pytest.raises(ConflictError) as refused:
        following_refresh(event_id=made.pk, act=by_director(21))
    assert refused.value.code == "not_finished"


def test_undo_takes_the_event_that_follows_back() -> None:
    source = finished()
    follow(source)
    found = undo_preview(source)
    assert found is not None
    assert found.deed.action == "following.made"
    event_undo(event_id=source.pk, deed_id=found.deed.id, act=by_director(11))
    assert list(Event.objects.all()) == [source]
    before = undo_preview(source)
    assert before is not None
    assert before.deed.action.startswith("result.")


def test_taking_it_back_by_itself_is_the_same() -> None:
    source = finished()
    following_remove(event_id=follow(source).pk, act=by_director(11))
    before = undo_preview(source)
    assert before is not None
    assert before.deed.action.startswith("result.")
    said = [line.what for line in log_page(source.tournament).lines]
    assert "Undone: making the event Final stage" in said


@pytest.mark.parametrize("touch", ["draft", "entry"])
def test_an_event_that_was_touched_stays(touch: str) -> None:
    source = finished()
    made = follow(source)
    if touch == "draft":
        event_draft(event_id=made.pk, seed="1", act=by_director(11))
    else:
        enter(made, ["Wild card"])
    with pytest.raises(ConflictError) as refused:
        following_remove(event_id=made.pk, act=by_director(12))
    assert refused.value.code == "following_begun"


def test_a_wild_card_plays_the_line_that_is_left() -> None:
    source = finished()
    first, second = groups(source)
    made = follow(source)
    gone = made.entries.get(name=second[1])
    entry_remove(event_id=made.pk, entry_id=gone.pk, act=by_director(11))
    enter(made, ["Wild card"])
    event_draft(event_id=made.pk, seed="1", wish=crossover_wish(made), act=by_director(12))
    assert set(Stage(made).names("M1.1")) == {first[0], "Wild card"}


def test_the_archive_carries_where_entrants_came_from_and_finds_the_event_before_again() -> None:
    source = finished()
    made = follow(source, by_lot=True)
    event_draft(event_id=made.pk, seed="1", wish=crossover_wish(made), act=by_director(11))
    event_publish(event_id=made.pk, act=by_director(12))
    texts = exported(source), exported(made)
    alone = imported(texts[1])
    assert (alone.follows, came(alone)) == (None, came(made))
    assert comparable(exported(alone)) == comparable(texts[1])
    before = imported(texts[0])
    alone.refresh_from_db()
    assert alone.follows == before
    assert {e.came_from.event_id for e in alone.entries.all()} == {before.pk}  # type: ignore[union-attr]
    assert not origin(alone).has_changed
    again = imported(texts[0], into="third"), imported(texts[1], into="third")
    assert again[1].follows == again[0]


def test_an_archive_in_which_somebody_came_from_nowhere_is_refused() -> None:
    archive = exported(follow(finished()))
    archive["entries"][0]["came_place"] = 7
    with pytest.raises(InvalidError) as refused:
        imported(archive)
    assert refused.value.code == "archive_inconsistent"


def test_whoever_is_taken_out_and_brought_back_still_came_from_there() -> None:
    final = follow(finished())
    before = came(final)
    entry_remove(event_id=final.pk, entry_id=final.entries.earliest("pk").pk, act=by_director(11))
    undoing = undo_preview(final)
    assert undoing is not None
    event_undo(event_id=final.pk, deed_id=undoing.deed.id, act=by_director(12))
    assert came(final) == before
    assert not final.entries.filter(came_from=None).exists()


def test_whoever_no_longer_goes_on_leaves_his_lot_and_whoever_was_sold_stays() -> None:
    source = finished()
    first, _second = groups(source)
    made = follow(source)
    set_purse(made, fee=0)
    set_auction(made)
    lots_order(event_id=made.pk, number=1, order="entry", act=by_director(11))
    for other in first[1:]:
        turn(source, first[0], other, to=other)
    sell(made, first[0], "Max", 100)
    with pytest.raises(ConflictError) as refused:
        following_refresh(event_id=made.pk, act=by_director(21))
    assert refused.value.code == "entry_in_auction"
    sale_take_back(event_id=made.pk, number=1, lot=lot_of(made, first[0]), act=by_director(22))
    following_refresh(event_id=made.pk, act=by_director(23))
    assert first[0] not in came(made)
    assert first[0] not in lots(made)
