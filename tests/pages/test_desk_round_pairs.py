"""At the desk: pairs that the director decides, drafts by hand, lengths, and what is counted."""

from typing import Any

import pytest

from tests.builders import Stage, enter, make_event, make_rounds
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text
from tournaments.models import Event, Round
from tournaments.selectors.round_wishes import pairs_of

pytestmark = pytest.mark.django_db


def running(names: str = "ABCDEFG", format_: str = "swiss", **rules: Any) -> Desk:
    return Desk(make_rounds(list(names), format_, tournament=make_cast(), **rules))


def drafted(names: str = "ABCDEFG", **rules: Any) -> Desk:
    one = running(names, **rules)
    Stage(one.event).play_out()
    step(one, "draft")
    return one


def step(one: Desk, name: str, **data: Any) -> Any:
    return one.post("event_rounds", step=name, version=one.version(), **data)


def decide(one: Desk, name: str, first: object, second: object) -> Any:
    return one.post("event_pairs", step=name, version=one.version(), one=first, other=second)


def draft() -> list[list[Any]]:
    row = Round.objects.get(published_at=None)
    return [[pairing["first"], pairing["second"]] for pairing in row.pairings]


def test_a_pair_is_forced_shown_with_its_reason_and_lifted() -> None:
    one = drafted()
    first, second = draft()[0][0], draft()[1][0]
    assert decide(one, "force", first, second).status_code == 302
    page = text(one.get("event_rounds"))
    assert "meet in round 2" in page
    assert "Paired by the director." in page
    assert "draft 2 of this round" in page
    lifted = one.post(
        "event_pairs", step="lift", kind="forced", one=first, other=second, version=one.version()
    )
    assert lifted.status_code == 302
    assert "meet in round 2" not in text(one.get("event_rounds"))


def test_a_family_never_meets() -> None:
    one = running("ABCDEF", rounds=4)
    decide(one, "apart", 1, 2)
    assert "never meet in this event" in text(one.get("event_rounds"))
    for _ in range(3):
        Stage(one.event).play_out()
        step(one, "draft")
        assert {1, 2} not in map(set, draft())
        step(one, "publish")


def test_two_are_swapped_and_the_bye_is_given_by_hand() -> None:
    one = drafted()
    first, second = draft()[0][0], draft()[1][0]
    decide(one, "swap", first, second)
    assert "Paired by the director by hand." in text(one.get("event_rounds"))
    decide(one, "swap", first, "bye")
    assert [first, None] in draft()
    assert "Bye given by the director by hand." in text(one.get("event_rounds"))
    step(one, "publish")
    assert one.event.fixtures.filter(round=2).count() == 4


def test_what_contradicts_itself_is_refused_beside_what_was_chosen() -> None:
    one = drafted()
    decide(one, "apart", 1, 2)
    refused = decide(one, "force", 1, 2)
    assert refused.status_code == 400
    page = text(refused)
    assert "A and B are both forced and forbidden to meet." in page
    assert refused.context["pair_form"]["one"].value() == "1"
    assert pairs_of(Event.objects.get()).forced == ()
    nothing = decide(one, "swap", 3, 3)
    assert nothing.status_code == 400
    assert "These two meet already" in text(nothing)
    bye = decide(one, "apart", 1, "bye")
    assert "Choose another entrant, not the bye." in text(bye)


def test_who_saw_an_older_state_decides_nothing() -> None:
    one = drafted()
    old = one.version() - 1
    refused = one.post("event_pairs", step="apart", version=old, one=1, other=2)
    assert refused.status_code == 409
    assert "Somebody changed this event meanwhile" in text(refused)


def test_pairs_of_the_first_round_are_decided_on_the_page_of_the_draw() -> None:
    event = make_event(make_cast(), format="swiss", round_rules={"rounds": 3})
    enter(event, "ABCDEF")
    one = Desk(event)
    assert "Force or forbid a pair" in text(one.get("event_draft"))
    decide(one, "force", 1, 2)
    one.post("event_draft", step="draw", seed="6-3", version=one.version())
    assert {1, 2} in map(set, draft())
    decide(one, "swap", draft()[0][0], draft()[1][0])
    page = text(one.get("event_draft"))
    assert page.count("by the director by hand") == 2
    one.post("event_draft", step="publish", sure="on", version=one.version())
    assert one.event.fixtures.count() == 3


def test_making_the_draft_again_says_that_nothing_has_changed_or_counts() -> None:
    one = drafted("ABCDEFGH")
    again = one.client.post(
        one.url("event_rounds"), {"step": "again", "version": one.version()}, follow=True
    )
    assert "Nothing has changed: the draft is right as it is." in text(again)
    assert "draft 2" not in text(again)
    decide(one, "forbid", *draft()[0])
    decide(one, "force", draft()[0][0], draft()[1][0])
    step(one, "publish")
    public = text(one.client.get(one.url("event")))
    assert "Published as draft 3." in public


def test_lengths_of_rounds_to_come_are_changed_while_it_runs() -> None:
    one = running("ABCDEFGH", lengths={"1": 5})
    assert "Matches of round 2 are to 5" in text(one.get("event_rounds"))
    assert step(one, "lengths", from_1=1, points_1=5, from_2=2, points_2=9).status_code == 302
    Stage(one.event).play_out()
    step(one, "draft")
    assert "To 9" in text(one.get("event_rounds"))
    step(one, "discard")
    half = step(one, "lengths", from_1=3)
    assert half.status_code == 400
    assert "Say both" in text(half)
    gone = step(one, "lengths", from_1=1, points_1=7)
    assert (gone.status_code, "keeps its match length" in text(gone)) == (409, True)
    assert "matches to 5 points, to 9 from round 2 on" in text(one.client.get(one.url("event")))


def test_in_a_list_an_event_tells_the_shortest_and_the_longest_match() -> None:
    one = running("ABCD", rounds=3, lengths={"1": 5, "2": 9})
    assert "matches to 5–9" in text(one.client.get("/desk/kyiv-open/"))
    assert "to 5–9 points" in text(one.client.get("/t/kyiv-open/"))


def test_what_a_late_entry_would_mean_is_shown_before_it_is_made() -> None:
    one = running("ABCDE")
    late = {"name": "Zoe", "late": "half"}
    waiting = text(one.post("event_rounds", step="late_preview", **late))
    assert "Zoe would play from round 2 on." in waiting
    assert "With ½ for 1 missed round." in waiting
    assert "is known when all matches of this round are decided" in waiting
    Stage(one.event).play_out()
    shown = one.post("event_rounds", step="late_preview", **late)
    assert "Paired now, the opponent would be" in text(shown)
    assert 'value="Zoe"' in shown.content.decode()
    assert one.event.entries.count() == 5
    one.post("event_rounds", step="late", **late)
    assert one.event.entries.count() == 6


def test_somebody_misses_a_round_and_is_here_after_all() -> None:
    one = running("ABCDEFGH")
    who = one.event.entries.get(name="A").pk
    step(one, "miss", entry=who)
    assert "away in round 2" in text(one.get("event_rounds"))
    step(one, "play", entry=who)
    assert "away in round 2" not in text(one.get("event_rounds"))


def test_settings_of_rounds_are_kept_and_shown_again() -> None:
    event = make_event(make_cast(), format="swiss", round_rules={"rounds": 3})
    one = Desk(event)
    sent = one.post(
        "event_settings", name="Lives", length=7, rule_set="club", format="lives", lives=3,
        places=6, apart=["country"], from_1=4, points_1=9, version=one.version(),
    )  # fmt: skip
    assert sent.status_code == 302
    event.refresh_from_db()
    rules = {"lives": 3, "places": 6, "lengths": {"4": 9}, "apart": ["country"]}
    assert event.round_rules == rules
    initial = one.get("event_settings").context["form"].initial  # type: ignore[attr-defined]
    assert (initial["places"], initial["apart"], initial["from_1"]) == (6, ["country"], "4")


def test_a_play_off_of_lives_is_announced() -> None:
    one = running("ABCDEF", "lives", places=4)
    while True:
        Stage(one.event).play_out()
        one.event.refresh_from_db()
        page = text(one.get("event_rounds"))
        if "Play-off" in page or one.event.state != "running":
            break
        step(one, "draft")
        step(one, "publish")
    assert "at most 4 places are paid, so all of them are in the money" in page
    assert "at most 4 places paid" in text(one.client.get(one.url("event")))


def test_scorers_see_no_way_to_what_is_not_theirs() -> None:
    one = running()
    sam = Desk(one.event, "sam")
    assert one.url("event_rounds") in one.get("event_desk").content.decode()
    page = sam.get("event_desk").content.decode()
    assert one.url("event_rounds") not in page
    assert "0 of 3 decided" in text(sam.get("event_desk"))
    fragment = sam.get("event_desk_fragment").content.decode()
    assert one.url("event_rounds") not in fragment
    assert decide(sam, "apart", 1, 2).status_code == 403


def test_nobody_chooses_in_a_round_robin() -> None:
    one = running("ABCD", "round_robin")
    assert one.get("event_pairs").status_code == 404
    assert "Force or forbid" not in text(one.get("event_rounds"))
