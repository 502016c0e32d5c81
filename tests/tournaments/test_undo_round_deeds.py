"""Whatever is done to the rounds of an event is undone exactly, one deed after the other."""

from collections.abc import Callable
from typing import Any

import pytest

from config.errors import ConflictError
from matches.services.reporting import match_report
from players.services.people import PersonFacts
from tests.builders import Stage, by_director, by_player, enter, make_event, make_rounds
from tests.tournaments.test_undo import facts, undo
from tournaments.models import Event, Round
from tournaments.selectors.deeds import last_deed
from tournaments.selectors.log import deed_words, log_page
from tournaments.selectors.round_wishes import Pairs, pairs_of
from tournaments.services.attendance import (
    entry_add_late,
    entry_miss_round,
    entry_play_round,
    entry_reinstate,
    entry_withdraw,
)
from tournaments.services.drawing import event_discard_draft, event_draft
from tournaments.services.entries import NewEntry
from tournaments.services.round_lengths import round_lengths_set
from tournaments.services.round_wishes import pair_add, pair_lift, pairs_set, round_bye, round_swap
from tournaments.services.rounds import (
    round_discard,
    round_draft,
    round_publish,
    round_take_back,
    rounds_set,
)

pytestmark = pytest.mark.django_db(transaction=True)

Do = Callable[[Event, Any], object]


def everything(event: Event) -> dict[str, Any]:
    """All that a director sees, save the log and how many drafts there were."""
    event = Event.objects.get(pk=event.pk)
    rows = Round.objects.filter(stage__event=event).order_by("number")
    fields = ("number", "pairings", "notices", "made_with", "drafted_at", "published_at")
    return {
        **facts(event),
        "rules": event.round_rules,
        "lengths": sorted(event.fixtures.values_list("key", "length")),
        "pairs": pairs_of(event),
        "rounds": list(rows.values(*fields)),
        "plays": list(event.entries.values_list("number", "first_round", "last_round", "away")),
    }


def who(event: Event, number: int = 1) -> int:
    return event.entries.get(number=number).pk


def swap(event: Event, act: Any) -> None:
    draft = Round.objects.get(stage__event=event, published_at=None)
    one, other, *_rest = draft.pairings
    round_swap(event_id=event.pk, first=one["first"], second=other["first"], act=act)


def give_bye(event: Event, act: Any) -> None:
    draft = Round.objects.get(stage__event=event, published_at=None)
    round_bye(event_id=event.pk, entrant=draft.pairings[0]["first"], act=act)


def correct(event: Event, act: Any) -> None:
    first = event.fixtures.filter(round=1, number=1).get()
    Stage(event).win(first.key, 2, act=act)


def late(event: Event, act: Any) -> None:
    entry = NewEntry(PersonFacts("Z"))
    entry_add_late(event_id=event.pk, entry=entry, late="half", act=act)


DEEDS: dict[str, Do] = {
    "draft": lambda event, act: round_draft(event_id=event.pk, act=act),
    "discard": lambda event, act: round_discard(event_id=event.pk, act=act),
    "publish": lambda event, act: round_publish(event_id=event.pk, act=act),
    "take_back": lambda event, act: round_take_back(event_id=event.pk, act=act),
    "plan": lambda event, act: rounds_set(event_id=event.pk, rounds=6, act=act),
    "end": lambda event, act: rounds_set(event_id=event.pk, rounds=1, act=act),
    "lengths": lambda event, act: round_lengths_set(event_id=event.pk, lengths={"2": 9}, act=act),
    "leave": lambda event, act: entry_withdraw(event_id=event.pk, entry_id=who(event), act=act),
    "return": lambda event, act: entry_reinstate(event_id=event.pk, entry_id=who(event), act=act),
    "away": lambda event, act: entry_miss_round(event_id=event.pk, entry_id=who(event), act=act),
    "here": lambda event, act: entry_play_round(event_id=event.pk, entry_id=who(event), act=act),
    "force": lambda event, act: pair_add(event_id=event.pk, kind="forced", pair=(1, 2), act=act),
    "forbid": lambda event, act: pair_add(
        event_id=event.pk, kind="forbidden", pair=(3, 4), act=act
    ),
    "apart": lambda event, act: pair_add(event_id=event.pk, kind="apart", pair=(5, 6), act=act),
    "lift": lambda event, act: pair_lift(event_id=event.pk, kind="forced", pair=(1, 2), act=act),
    "no_pairs": lambda event, act: pairs_set(event_id=event.pk, pairs=Pairs(), act=act),
    "swap": swap,
    "give_bye": give_bye,
    "correct": correct,
    "late": late,
}

WAYS: dict[str, str] = {
    "draft": "draft",
    "discard": "draft discard draft",
    "draft anew": "draft correct draft",
    "publish": "draft publish",
    "take back": "draft publish take_back draft publish",
    "a wish that changes no pairing": "draft forbid publish",
    "number of rounds": "plan end",
    "lengths": "lengths draft publish",
    "leave": "leave draft discard return",
    "away": "away here away draft publish",
    "late": "late draft publish",
    "wishes": "force draft forbid apart lift publish",
    "all wishes": "draft force apart no_pairs",
    "kept wishes": "draft force discard draft publish take_back",
    "by hand": "draft swap give_bye publish take_back",
    "by hand in vain": "draft swap correct draft",
}


@pytest.mark.parametrize("way", WAYS)
def test_each_step_is_undone_to_what_was_before_it(way: str) -> None:
    event = make_rounds("ABCDEFGHI")
    Stage(event).play_out()
    states = [everything(event)]
    for n, do in enumerate(WAYS[way].split()):
        DEEDS[do](event, by_director(10 + n, "as it was"))
        assert everything(event) != states[-1]
        states.append(everything(event))
    for n, before in enumerate(reversed(states[:-1])):
        undo(event, 60 + n)
        assert everything(event) == before


def test_rounds_of_a_round_robin_that_were_opened_at_once_are_closed_at_once() -> None:
    event = make_rounds("ABCDEF", "round_robin")
    DEEDS["publish"](event, by_director(10))
    before = everything(event)
    round_publish(event_id=event.pk, everything=True, act=by_director(11))
    assert event.fixtures.count() == 15
    undo(event, 60)
    assert everything(event) == before
    undo(event, 61)
    assert set(event.fixtures.values_list("round", flat=True)) == {1}


def test_a_drafted_round_of_a_round_robin_is_a_draft_again_and_the_others_are_gone() -> None:
    event = make_rounds("ABCDEF", "round_robin")
    DEEDS["draft"](event, by_director(10))
    before = everything(event)
    round_publish(event_id=event.pk, everything=True, act=by_director(11))
    undo(event, 60)
    assert everything(event) == before


@pytest.mark.parametrize("format_", ["swiss", "lives"])
def test_what_was_done_to_the_first_round_by_hand_is_undone_and_comes_back(format_: str) -> None:
    rules = {"swiss": {"rounds": 3}, "lives": {"lives": 2}}[format_]
    event = make_event(format=format_, round_rules=rules)
    enter(event, "ABCDEFG")
    event_draft(event_id=event.pk, seed="one", act=by_director(1))
    states = [everything(event)]
    steps: list[Do] = [
        DEEDS["force"],
        swap,
        lambda event, act: event_draft(event_id=event.pk, seed="two", act=act),
        swap,
        lambda event, act: event_discard_draft(event_id=event.pk, act=act),
    ]
    for n, do in enumerate(steps):
        do(event, by_director(10 + n))
        states.append(everything(event))
    for n, before in enumerate(reversed(states[:-1])):
        undo(event, 60 + n)
        assert everything(event) == before


def test_a_round_that_has_begun_is_not_unpublished() -> None:
    event = make_rounds("ABCDEFGH")
    Stage(event).play_out()
    DEEDS["draft"](event, by_director(10))
    DEEDS["publish"](event, by_director(11))
    stage = Stage(event)
    player = stage.players("S2.1")[0]
    match_report(
        match_id=stage.match("S2.1").pk, player_id=player.pk, scores=(7, 3), act=by_player(player)
    )
    before = everything(event)
    with pytest.raises(ConflictError) as caught:
        undo(event, 60)
    assert caught.value.code == "round_begun"
    assert everything(event) == before


def test_a_deed_is_told_in_words() -> None:
    event = make_rounds("ABCDEFGHI")
    Stage(event).play_out()
    told = []
    for n, do in enumerate(["leave", "draft", "swap", "publish"]):
        DEEDS[do](event, by_director(10 + n))
        deed = last_deed(event)
        assert deed is not None
        told.append(deed_words(deed.first))
    assert told[0] == "the withdrawal of A"
    assert told[1] == "the draft of round 2"
    assert told[2].startswith("the swap of ")
    assert told[3] == "publishing round 2"
    undo(event, 60)
    assert "Undone: publishing round 2" in [
        line.what for line in log_page(event.tournament, event=event).lines
    ]
