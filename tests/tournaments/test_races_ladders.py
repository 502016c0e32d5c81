"""Two people at a ladder at the same instant."""

import pytest

from config.errors import DomainError
from matches.models import Match
from tests.builders import Stage, by_director, by_player, make_ladder
from tests.tournaments.test_ladders import challenge, order
from tests.tournaments.test_races import at_once
from tournaments.models import Event, Fixture, Pass
from tournaments.services.ladders import card_challenge, challenge_call_off

pytestmark = pytest.mark.django_db(transaction=True)


def by_card(event: Event, name: str, whom: str) -> Fixture:
    mine = event.entries.get(name=name)
    one = Pass.objects.get(tournament=event.tournament, player=mine.player)
    other = event.entries.get(name=whom).pk
    act = by_player(mine.player, 1)
    return card_challenge(one=one, event_id=event.pk, challenged_id=other, act=act)


def test_of_two_who_challenge_the_same_player_one_does() -> None:
    event = make_ladder("ABC")
    results = at_once(lambda: by_card(event, "B", "A"), lambda: by_card(event, "C", "A"))
    refused = [one.code for one in results if isinstance(one, DomainError)]
    assert refused == ["challenged_busy"]
    assert event.fixtures.count() == 1
    assert event.ladder_steps.count() == 1


def test_a_result_and_calling_off_do_not_both_count() -> None:
    event = make_ladder("AB")
    key = challenge(event, "BA")
    results = at_once(
        lambda: Stage(event).win(key),
        lambda: challenge_call_off(event_id=event.pk, key=key, act=by_director(2)),
    )
    refused = [one for one in results if isinstance(one, DomainError)]
    assert len(refused) == 1
    was_played = event.fixtures.exists()
    assert order(event) == ("BA" if was_played else "AB")
    assert Match.objects.get().state == ("decided" if was_played else "void")


def test_two_results_at_once_both_move_the_order() -> None:
    event = make_ladder("ABCD")
    keys = challenge(event, "BA"), challenge(event, "DC", 2)
    at_once(*(lambda key=key: Stage(event).win(key) for key in keys))
    assert order(event) == "BADC"
