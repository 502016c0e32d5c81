"""A round robin in groups through the services: dealt, swapped by hand, played, archived."""

import json

import pytest

from config.errors import ConflictError, InvalidError
from players.services.people import PersonFacts
from tests.builders import Stage, by_director, enter, make_event, make_rounds
from tests.tournaments.archives import comparable, exported, imported
from tournaments.models import Event, Table
from tournaments.selectors.draws import draw_view
from tournaments.selectors.final_places import final_places
from tournaments.selectors.public import event_cards
from tournaments.selectors.rounds import groups_of
from tournaments.selectors.standings import standings
from tournaments.services.attendance import entry_withdraw
from tournaments.services.draw_options import BLIND_WISH, DrawWish
from tournaments.services.drawing import event_draft, event_publish
from tournaments.services.entries import NewEntry, entries_add
from tournaments.services.redrawing import draft_alter
from tournaments.services.rounds import round_publish
from tournaments.services.undoing import event_undo, undo_preview

pytestmark = pytest.mark.django_db(transaction=True)


def make_draft(names: str = "ABCDEFG", groups: int = 2, wish: DrawWish = BLIND_WISH) -> Event:
    event = make_event(format="round_robin", round_rules={"groups": groups})
    enter(event, names)
    return event_draft(event_id=event.pk, seed="6-3", wish=wish, act=by_director())


def groups(event: Event) -> list[str]:
    event.refresh_from_db()
    names = dict(event.entries.values_list("number", "name"))
    return ["".join(sorted(names[number] for number in group)) for group in groups_of(event.draw)]


def swap(event: Event, one: str, other: str) -> None:
    ids = [event.entries.get(name=name).pk for name in (one, other)]
    draft_alter(event_id=event.pk, change="swap", entry_ids=ids, act=by_director(1))


def met(event: Event) -> set[frozenset[str]]:
    rows = event.fixtures.exclude(entry_2=None).select_related("entry_1", "entry_2")
    return {frozenset({row.entry_1.name, row.entry_2.name}) for row in rows}  # type: ignore[union-attr]


def play_all(event: Event) -> None:
    round_publish(event_id=event.pk, act=by_director(2), everything=True)
    Stage(event).play_by_name()
    event.refresh_from_db()


def test_seeds_are_dealt_first_and_the_draw_tells_all_it_went_by() -> None:
    event = make_draft(wish=DrawWish(seeds=(7, 6, 5, 4)))
    assert [set("GD") <= set(groups(event)[0]), set("FE") <= set(groups(event)[1])] == [True, True]
    assert event.draw is not None
    assert event.draw["algorithm"] == "sha256-groups-1"
    assert event.draw["options"]["seeds"] == [7, 6, 5, 4]


def test_clubmates_are_in_different_groups_when_that_is_wished() -> None:
    event = make_event(format="round_robin", round_rules={"groups": 2})
    people = [PersonFacts(name, club="Lviv" if name in "AB" else "") for name in "ABCDEF"]
    entries_add(
        event_id=event.pk, entries=[NewEntry(person) for person in people], act=by_director()
    )
    for seed in "12345":
        event_draft(event_id=event.pk, seed=seed, wish=DrawWish(apart=("club",)), act=by_director())
        assert all(len(set("AB") & set(group)) == 1 for group in groups(event))


def test_a_group_of_one_is_refused_with_what_to_change() -> None:
    with pytest.raises(InvalidError, match="at most 2 groups") as refused:
        make_draft("ABCDE", 3)
    assert refused.value.code == "group_of_one"


def test_byes_are_no_matter_of_groups() -> None:
    with pytest.raises(InvalidError) as refused:
        make_draft(wish=DrawWish(byes="balanced"))
    assert refused.value.code == "not_in_rounds"


def test_two_are_swapped_between_groups_and_undo_swaps_them_back() -> None:
    event = make_draft()
    before = groups(event)
    one, other = before[0][0], before[1][0]
    swap(event, one, other)
    assert other in groups(event)[0]
    assert one in groups(event)[1]
    found = undo_preview(event)
    assert found is not None
    event_undo(event_id=event.pk, deed_id=found.deed.id, act=by_director(2))
    assert groups(event) == before


def test_a_swap_is_shown_to_everybody_once_the_draw_is_published() -> None:
    event = make_draft()
    one, other = groups(event)[0][0], groups(event)[1][0]
    swap(event, one, other)
    event = event_publish(event_id=event.pk, act=by_director(2))
    view = draw_view(event)
    assert view is not None
    assert view.altered == [f"{one} and {other} swapped their groups"]
    assert ["".join(sorted(e.name for e in group.entries)) for group in view.groups] == groups(
        event
    )


def test_two_of_one_group_are_not_swapped() -> None:
    event = make_draft()
    with pytest.raises(InvalidError) as refused:
        swap(event, *groups(event)[0][:2])
    assert refused.value.code == "same_group"


def test_there_is_nothing_to_swap_where_everybody_meets_everybody() -> None:
    event = make_draft(groups=1)
    with pytest.raises(ConflictError) as refused:
        swap(event, "A", "B")
    assert refused.value.code == "in_rounds"


def test_everybody_meets_his_group_and_each_group_has_its_table() -> None:
    event = make_rounds("ABCDEFG", "round_robin", groups=2)
    assert Table.objects.filter(fixture__event=event).count() == 3
    play_all(event)
    assert event.state == "finished"
    inside = {frozenset({a, b}) for group in groups(event) for a in group for b in group if a != b}
    assert met(event) == inside
    tables = standings(event)
    assert [table.group for table in tables] == ["A", "B"]
    assert ["".join(sorted(row.name for row in table.places)) for table in tables] == groups(event)
    assert [len(table.columns) for table in tables] == [3, 4]


def test_the_winners_of_all_groups_share_the_first_place() -> None:
    event = make_rounds("ABCDEF", "round_robin", groups=2)
    play_all(event)
    first = [place for place in final_places(event)["M"].places if place.first == 1]
    assert [(place.first, place.last) for place in first] == [(1, 2), (1, 2)]
    assert {event.entries.get(pk=place.entrant).name for place in first} == {
        group[0] for group in groups(event)
    }
    (card,) = event_cards(event.tournament)
    assert len(card.champion.split(", ")) == 2


def test_who_leaves_early_is_taken_out_of_his_group_alone() -> None:
    event = make_rounds("ABCDEFGH", "round_robin", groups=2)
    leaver = groups(event)[0][0]
    entry_withdraw(
        event_id=event.pk, entry_id=event.entries.get(name=leaver).pk, act=by_director(1)
    )
    play_all(event)
    first, second = standings(event)
    assert {row.wins + row.losses for row in first.places if row.name != leaver} == {2}
    assert {row.wins + row.losses for row in second.places} == {3}


def make_swapped_and_running() -> Event:
    event = make_draft(wish=DrawWish(seeds=(3, 1), apart=("club",)))
    swap(event, groups(event)[0][0], groups(event)[1][0])
    event = event_publish(event_id=event.pk, act=by_director(2))
    Stage(event).play_out()
    return event


@pytest.mark.parametrize("make", [make_draft, make_swapped_and_running])
def test_an_archive_carries_the_groups(make: object) -> None:
    event = make()  # type: ignore[operator]
    event.refresh_from_db()
    text = exported(event)
    again = imported(text)
    assert groups(again) == groups(event)
    assert comparable(exported(again)) == comparable(text)


def test_groups_that_the_seed_does_not_deal_are_found_out() -> None:
    archive = json.loads(json.dumps(exported(make_draft())))
    first, second = archive["draw"]["groups"]
    first[0], second[0] = second[0], first[0]
    with pytest.raises(InvalidError) as refused:
        imported(archive)
    assert refused.value.code == "archive_inconsistent"
    assert "draw.groups: the seed deals them otherwise" in refused.value.detail["differences"]
