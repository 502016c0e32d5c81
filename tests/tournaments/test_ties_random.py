"""Whatever is done to the boards of ties in whatever order, everything goes with the results."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from config.errors import DomainError
from matches.models import Match, Outcome
from matches.services.steps import Verdict
from tests.builders import by_director, make_ties, undo_last
from tests.tournaments.archives import exported
from tournaments.models import Event, Fixture
from tournaments.models_teams import Member
from tournaments.services.advancing import event_advance
from tournaments.services.archive_check import archive_differences
from tournaments.services.archive_facts import archive_read
from tournaments.services.archive_out import archive_text
from tournaments.services.lineups import lineup_set
from tournaments.services.results import result_enter

pytestmark = pytest.mark.django_db

FOUR = ("Kyiv", "Lviv", "Odesa", "Poltava")
DECIDER = {"remaining": "played", "level": "points_decider"}
RULES = st.fixed_dictionaries(
    {
        "boards": st.integers(1, 4),
        "remaining": st.sampled_from(["played", "stopped"]),
        "level": st.sampled_from(["points_decider", "decider"]),
        "seating": st.just("free"),
    }
)
VERDICTS = st.one_of(
    st.builds(Verdict, st.sampled_from([1, 2]), st.just(Outcome.WALKOVER)),
    st.just(Verdict(None, Outcome.DOUBLE_LOSS)),
    st.integers(0, 6).map(lambda lost: Verdict(1, scores=(7, lost))),
    st.integers(0, 6).map(lambda lost: Verdict(2, scores=(lost, 7))),
    st.none(),
)


def enter(event: Event, data: st.DataObject) -> None:
    """A result of a board, or of a tie as a whole, the first time or as a correction."""
    keys = Fixture.places.filter(event=event, match__isnull=False).values_list("key", flat=True)
    key = data.draw(st.sampled_from(sorted(keys)))
    verdict = data.draw(VERDICTS)
    act = by_director(1, "as drawn")
    result_enter(event_id=event.pk, key=key, verdict=verdict, act=act, clear=True)


def seat(event: Event, data: st.DataObject) -> None:
    tie = data.draw(st.sampled_from(list(event.fixtures.exclude(entry_1=None))))
    squad = list(Member.objects.filter(entry=tie.entry_1_id).values_list("pk", flat=True))
    seats = data.draw(st.permutations(squad))[: (event.team_rules or {})["boards"]]
    entry = tie.entry_1_id or 0
    lineup_set(event_id=event.pk, key=tie.key, entry_id=entry, seats=seats, act=by_director(1))


def rows(event: Event) -> list[dict[str, Any]]:
    return [{**row} for row in Fixture.places.filter(event=event).order_by("key").values()]


@settings(
    max_examples=14, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(rules=RULES, data=st.data())
def test_rows_and_results_always_agree(rules: dict[str, Any], data: st.DataObject) -> None:
    boards = rules.pop("boards")
    event = make_ties(FOUR, boards=boards, size=boards + 1, rules=rules)
    for _step in range(data.draw(st.integers(5, 20))):
        deed = data.draw(st.sampled_from([enter, enter, enter, seat]))
        try:
            deed(event, data)
        except DomainError:
            continue  # refused: then nothing has changed
    event.refresh_from_db()
    assert archive_differences(archive_read(archive_text(exported(event)).encode())) == []
    before = rows(event)
    event_advance(event_id=event.pk, act=by_director(2), whole=True)
    assert rows(event) == before


def results(event: Event) -> dict[str, tuple[Any, ...]]:
    """What was entered or followed from it, by place."""
    decided = Fixture.places.filter(event=event, match__state=Match.State.DECIDED).order_by("key")
    fields = ("winner", "match__outcome", "match__score_1", "match__score_2")
    return {key: tuple(facts) for key, *facts in decided.values_list("key", *fields)}


@settings(
    max_examples=14, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(rules=RULES, data=st.data())
def test_whatever_was_entered_is_undone_exactly_one_after_the_other(
    rules: dict[str, Any], data: st.DataObject
) -> None:
    boards = rules.pop("boards")
    event = make_ties(FOUR, boards=boards, size=boards + 1, rules=rules)
    stood = [results(event)]
    for _step in range(data.draw(st.integers(3, 12))):
        try:
            enter(event, data)
        except DomainError:
            continue
        if (now := results(event)) != stood[-1]:
            stood.append(now)
    while len(stood) > 1:
        assert results(event) == stood.pop()
        undo_last(event, clear=True)
    assert results(event) == stood[0] == {}


def test_what_a_decider_brought_comes_back_where_nobody_needs_it_any_more() -> None:
    """The tie was awarded, and its boards are level no more, when the decider is taken back."""
    event = make_ties(FOUR, boards=1, size=2, rules={**DECIDER, "seating": "free"})
    stood = []
    for key, verdict in (
        ("M1.1.1", Verdict(None, Outcome.DOUBLE_LOSS)),
        ("M1.1.2", Verdict(1, Outcome.WALKOVER)),
        ("M1.1", Verdict(None, Outcome.DOUBLE_LOSS)),
        ("M1.1.1", Verdict(1, scores=(7, 3))),
        ("M1.1.2", None),
    ):
        stood.append(results(event))
        act = by_director(1, "as drawn")
        result_enter(event_id=event.pk, key=key, verdict=verdict, act=act, clear=True)
    while stood:
        undo_last(event, clear=True)
        assert results(event) == stood.pop()
