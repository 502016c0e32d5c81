"""What the director wants of the rounds: pairs that meet or not, a draft altered by hand."""

from typing import Any

import pytest

from config.errors import ConflictError, DomainError, InvalidError
from players.services.people import PersonFacts
from tests.builders import Stage, by_director, enter, make_event, make_rounds, next_round
from tournaments.models import Event, Round
from tournaments.selectors.log import log_page
from tournaments.selectors.round_pages import round_desk
from tournaments.selectors.round_wishes import Pairs, pairs_of
from tournaments.selectors.rounds import load_rounds
from tournaments.services.drawing import event_discard_draft, event_draft, event_publish
from tournaments.services.entries import NewEntry, entries_add, entry_remove
from tournaments.services.round_lengths import round_lengths_set
from tournaments.services.round_wishes import pair_add, pair_lift, pairs_set, round_bye, round_swap
from tournaments.services.rounds import round_discard, round_draft, round_publish, round_take_back
from tournaments.services.setting_up import EventSpec, event_change

pytestmark = pytest.mark.django_db(transaction=True)


def drafted(names: str = "ABCDEFGH", format_: str = "swiss", **rules: Any) -> Event:
    """The second round in draft."""
    event = make_rounds(names, format_, **rules)
    Stage(event).play_out()
    round_draft(event_id=event.pk, act=by_director(5))
    return event


def wish(event: Event, kind: str, one: int, other: int | None, minutes: float = 6) -> None:
    pair_add(event_id=event.pk, kind=kind, pair=(one, other), act=by_director(minutes))


def draft(event: Event) -> Round:
    row = load_rounds(event).draft
    assert row is not None
    return row


def pairs(row: Round) -> list[set[int | None]]:
    return [{one["first"], one["second"]} for one in row.pairings]


def codes(row: Round, number: int) -> list[str]:
    (found,) = [one for one in row.pairings if number in {one["first"], one["second"]}]
    return [reason["code"] for reason in found["reasons"]]


def apart_now(event: Event) -> tuple[int, int]:
    """Two who do not meet in the draft."""
    one, other, *_rest = draft(event).pairings
    return one["first"], other["first"]


def test_a_draft_follows_a_wish_at_once_and_says_that_the_director_made_the_pair() -> None:
    event = drafted()
    one, other = apart_now(event)
    wish(event, "forced", one, other)
    assert {one, other} in pairs(draft(event))
    assert codes(draft(event), one) == ["forced"]
    assert draft(event).made_with == {"forced": [[one, other]]}
    met = draft(event).pairings[1]
    wish(event, "forbidden", met["first"], met["second"])
    assert {met["first"], met["second"]} not in pairs(draft(event))
    assert {one, other} in pairs(draft(event))


def test_a_forced_bye_is_given() -> None:
    event = drafted("ABCDEFG")
    one = draft(event).pairings[0]["first"]
    wish(event, "forced", one, None)
    assert {one, None} in pairs(draft(event))
    assert codes(draft(event), one) == ["forced_bye"]


def test_wishes_are_for_one_round_and_those_apart_for_all() -> None:
    event = drafted()
    one, other = apart_now(event)
    wish(event, "forced", one, other)
    third, fourth = sorted({*range(1, 9)} - {one, other})[:2]
    wish(event, "apart", third, fourth)
    round_publish(event_id=event.pk, act=by_director(8))
    event.refresh_from_db()
    assert pairs_of(event) == Pairs(apart=((third, fourth),))
    assert Round.objects.get(number=2).made_with["forced"] == [[one, other]]
    for _ in range(3):
        Stage(event).play_out()
        next_round(event)
        row = load_rounds(event).published[-1]
        assert {third, fourth} not in pairs(row)


def test_a_wish_outlives_the_draft_it_was_made_for() -> None:
    event = drafted()
    one, other = apart_now(event)
    wish(event, "forced", one, other)
    round_discard(event_id=event.pk, act=by_director(7))
    round_draft(event_id=event.pk, act=by_director(8))
    assert {one, other} in pairs(draft(event))
    round_publish(event_id=event.pk, act=by_director(9))
    round_take_back(event_id=event.pk, act=by_director(10))
    event.refresh_from_db()
    assert pairs_of(event).forced == ((one, other),)


@pytest.mark.parametrize(
    ("wishes", "code", "said"),
    [
        ([("forced", 1, 2), ("forced", 1, 3)], "forced_twice", "A is in two forced pairs"),
        ([("forced", 1, 2), ("forbidden", 2, 1)], "forced_forbidden", "A and B are both forced"),
        ([("apart", 1, 2), ("forced", 1, 2)], "forced_forbidden", "A and B are both forced"),
        ([("forced", 1, None)], "forced_byes", "8 present there are 0 byes"),
        ([("forced", 1, 99)], "unknown_entrant", "no such entry"),
        ([("apart", 1, 1)], "same_entrant", "not A twice"),
    ],
)
@pytest.mark.parametrize("in_draft", [True, False])
def test_what_contradicts_itself_is_refused_with_the_reason(
    wishes: list[tuple[str, int, int | None]], code: str, said: str, in_draft: bool
) -> None:
    event = drafted()
    if not in_draft:
        round_discard(event_id=event.pk, act=by_director(5))
    *fine, wrong = wishes
    for each in fine:
        wish(event, *each)
    before = pairs_of(Event.objects.get(pk=event.pk))
    with pytest.raises(InvalidError) as caught:
        wish(event, *wrong)
    assert caught.value.code == code
    assert said in caught.value.message
    assert pairs_of(Event.objects.get(pk=event.pk)) == before


def test_forbidding_everybody_is_refused_and_the_draft_stays() -> None:
    event = drafted("ABCD", rounds=3)
    before = pairs(draft(event))
    others = tuple((1, other) for other in (2, 3, 4))
    with pytest.raises(InvalidError) as caught:
        pairs_set(event_id=event.pk, pairs=Pairs(forbidden=others), act=by_director(6))
    assert caught.value.code == "no_pairing"
    assert pairs(draft(event)) == before


def test_wishes_for_the_first_round_are_kept_through_the_draw() -> None:
    event = make_event(format="swiss", round_rules={"rounds": 3})
    enter(event, "ABCDEF")
    wish(event, "apart", 1, 2)
    wish(event, "forced", 3, 4)
    with pytest.raises(ConflictError) as caught:
        entry_remove(event_id=event.pk, entry_id=event.entries.get(number=1).pk, act=by_director(7))
    assert caught.value.code == "entry_in_pairs"
    event_draft(event_id=event.pk, seed="s", act=by_director(8))
    assert {3, 4} in pairs(draft(event))
    event_discard_draft(event_id=event.pk, act=by_director(9))
    event_draft(event_id=event.pk, seed="t", act=by_director(10))
    assert {3, 4} in pairs(draft(event))
    drafts = Event.objects.get(pk=event.pk).drafts
    wish(event, "forced", 1, 5, minutes=11)
    assert Event.objects.get(pk=event.pk).drafts == drafts + 1
    event_publish(event_id=event.pk, act=by_director(12))
    assert Stage(event).event.fixtures.count() == 3


def test_a_round_robin_and_a_bracket_take_no_wishes() -> None:
    for event, code in (
        (make_rounds("ABCD", "round_robin"), "schedule_fixed"),
        (make_event(name="Bracket"), "not_in_rounds"),
    ):
        with pytest.raises(ConflictError) as caught:
            wish(event, "apart", 1, 2)
        assert caught.value.code == code


def test_pairs_of_a_format_that_the_event_once_had_keep_nobody_in_it() -> None:
    event = make_event(format="swiss", round_rules={"rounds": 3})
    enter(event, "ABCDEF")
    wish(event, "apart", 5, 6)
    event_change(event_id=event.pk, spec=EventSpec("Main", 7), act=by_director(7))
    entry_remove(event_id=event.pk, entry_id=event.entries.get(number=6).pk, act=by_director(8))
    assert pairs_of(Event.objects.get(pk=event.pk)) == Pairs()


def test_the_last_three_with_equal_records_play_it_out_in_two_matches() -> None:
    event = make_rounds("ABCDEF", "lives", lives=1)
    Stage(event).play_out()
    round_draft(event_id=event.pk, act=by_director(5))
    row = draft(event)
    reasons = [reason["code"] for one in row.pairings for reason in one["reasons"]]
    assert reasons == ["trio_first", "contingent_bye"]
    event.refresh_from_db()
    assert "two matches decide" in round_desk(event).rounds.said
    one, waiting = row.pairings
    with pytest.raises(InvalidError) as caught:
        round_swap(
            event_id=event.pk, first=one["first"], second=waiting["first"], act=by_director(6)
        )
    assert caught.value.code == "pairing_fixed"
    round_publish(event_id=event.pk, act=by_director(7))
    Stage(event).play_out()
    next_round(event)
    assert pairs(load_rounds(event).published[-1]) == [{one["first"], waiting["first"]}]
    Stage(event).play_out()
    event.refresh_from_db()
    assert event.state == "finished"
    places = [(row.first, row.last) for row in load_rounds(event).table.rows]
    assert places == [(1, 1), (2, 2), (3, 3), (4, 6), (4, 6), (4, 6)]


def test_two_are_swapped_in_the_draft_and_the_round_is_published_so() -> None:
    event = drafted()
    one, other = apart_now(event)
    before = pairs(draft(event))
    round_swap(event_id=event.pk, first=one, second=other, act=by_director(6))
    after = pairs(draft(event))
    assert before[2:] == after[2:]
    assert before[:2] != after[:2]
    assert codes(draft(event), one)[0] == codes(draft(event), other)[0] == "by_hand"
    round_draft(event_id=event.pk, act=by_director(7))  # nothing else has changed: it stays
    assert pairs(draft(event)) == after
    round_publish(event_id=event.pk, act=by_director(8))
    assert pairs(load_rounds(event).published[-1]) == after


def test_the_bye_is_given_to_another_by_hand() -> None:
    event = drafted("ABCDEFG")
    one = draft(event).pairings[0]["first"]
    round_bye(event_id=event.pk, entrant=one, act=by_director(6))
    assert codes(draft(event), one) == ["bye_by_hand"]
    with pytest.raises(InvalidError) as caught:
        round_bye(event_id=event.pk, entrant=one, act=by_director(7))
    assert caught.value.code == "has_bye"


def test_a_swap_does_not_bring_together_who_must_not_meet() -> None:
    event = drafted()
    one, other = draft(event).pairings[:2]
    wish(event, "apart", one["first"], other["first"])
    assert pairs(draft(event))[0] == {one["first"], one["second"]}  # it was right already
    with pytest.raises(InvalidError) as caught:
        round_swap(
            event_id=event.pk, first=one["second"], second=other["first"], act=by_director(7)
        )
    assert caught.value.code == "forbidden_to_meet"


def test_an_altered_draft_is_outdated_when_the_results_change() -> None:
    event = drafted()
    round_swap(
        event_id=event.pk, **dict(zip(("first", "second"), apart_now(event), strict=True)),
        act=by_director(6),
    )  # fmt: skip
    Stage(event).win("S1.1", 2, act=by_director(7, "Read wrongly"))
    with pytest.raises(ConflictError) as caught:
        round_publish(event_id=event.pk, act=by_director(8))
    assert caught.value.code == "draft_outdated"
    round_draft(event_id=event.pk, act=by_director(9))
    assert "swaps" not in draft(event).made_with
    round_publish(event_id=event.pk, act=by_director(10))


def test_only_drafts_that_differ_are_counted_whatever_became_of_them() -> None:
    event = drafted()
    version = Event.objects.get(pk=event.pk).version
    round_draft(event_id=event.pk, act=by_director(6))
    assert (draft(event).drafts, Event.objects.get(pk=event.pk).version) == (1, version)
    assert event.log.filter(action="round.drafted").count() == 1
    round_discard(event_id=event.pk, act=by_director(7))
    round_draft(event_id=event.pk, act=by_director(8))
    assert draft(event).drafts == 1
    wish(event, "forced", *apart_now(event), minutes=9)
    assert draft(event).drafts == 2
    round_discard(event_id=event.pk, act=by_director(10))
    pairs_set(event_id=event.pk, pairs=Pairs(), act=by_director(11))
    round_draft(event_id=event.pk, act=by_director(12))
    assert draft(event).drafts == 3
    round_publish(event_id=event.pk, act=by_director(13))
    assert load_rounds(event).published[-1].drafts == 3
    Stage(event).play_out()
    round_draft(event_id=event.pk, act=by_director(20))
    assert draft(event).drafts == 1


def test_clubmates_meet_only_if_all_else_is_worse_and_that_is_said() -> None:
    event = make_event(format="swiss", round_rules={"rounds": 2, "apart": ["club"]})
    clubs = ["Lviv", "lviv ", "Kyiv", "Kyiv"]
    people = [PersonFacts(name, club=club) for name, club in zip("ABCD", clubs, strict=True)]
    entries_add(event_id=event.pk, entries=[NewEntry(p) for p in people], act=by_director())
    for n in range(6):
        event_draft(event_id=event.pk, seed=f"{n}", act=by_director(n))
        assert {1, 2} not in pairs(draft(event))
    pairs_set(event_id=event.pk, pairs=Pairs(forced=((1, 3),)), act=by_director(10))
    event_publish(event_id=event.pk, act=by_director(11))
    for key in ("S1.1", "S1.2"):
        side = 1 if Stage(event).fixture(key).entry_1.number in {1, 2} else 2  # type: ignore[union-attr]
        Stage(event).win(key, side)
    round_draft(event_id=event.pk, act=by_director(20))
    assert {1, 2} in pairs(draft(event))
    assert codes(draft(event), 1) == ["same_score", "same_club"]
    event.refresh_from_db()
    why = round_desk(event).rounds.draft
    assert why is not None
    assert "are of one club: every other way to pair the field is worse." in why.pairings[0].why[1]


def test_each_round_is_played_to_its_own_length() -> None:
    event = make_rounds("ABCDEFGH", lengths={"1": 5, "3": 9})
    assert {row.length for row in event.fixtures.all()} == {5}
    assert Stage(event).match("S1.1").length == 5
    Stage(event).play_out()
    round_lengths_set(event_id=event.pk, lengths={"1": 5, "2": 3}, act=by_director(5))
    next_round(event)
    assert Stage(event).match("S2.1").length == 3
    for lengths, code in (
        ({"1": 7}, "round_published"),
        ({"3": 8}, "length_even"),
        ({"x": 5}, "length_round_unknown"),
    ):
        with pytest.raises(DomainError) as caught:
            round_lengths_set(
                event_id=event.pk, lengths={"1": 5, "2": 3, **lengths}, act=by_director(9)
            )
        assert caught.value.code == code


def test_wishes_and_swaps_are_told_in_the_log_by_name() -> None:
    event = drafted()
    one, other = apart_now(event)
    wish(event, "forced", one, other)
    pair_lift(event_id=event.pk, kind="forced", pair=(one, other), act=by_director(7))
    round_swap(event_id=event.pk, first=one, second=other, act=by_director(8))
    names = dict(event.entries.values_list("number", "name"))
    lines = log_page(event.tournament, event=event).lines
    swap, lifted, forced = (line for line in lines[:3])
    said = f"{names[one]} – {names[other]}"
    assert swap.what == f"Changed the draft of round 2 by hand: {said} swapped"
    assert [(change.before, change.after) for change in forced.changes] == [("none", said)]
    assert [(change.before, change.after) for change in lifted.changes] == [(said, "none")]
