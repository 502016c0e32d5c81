"""Two directors at the same instant: each gets his own, or is told who was first."""

from collections.abc import Callable

import pytest

from config.errors import InvalidError, NotAllowedError
from players.actors import Act
from players.models import User
from tests.builders import NOON, enter, make_event, make_tournament, make_user
from tests.tournaments.test_races import at_once
from tournaments.models import Entry, Tournament
from tournaments.services.staffing import setup_director, setup_token, staff_actor, staff_invite

pytestmark = pytest.mark.django_db(transaction=True)


def code(result: object) -> str:
    assert isinstance(result, InvalidError | NotAllowedError)
    return result.code


def test_tournaments_of_one_name_get_addresses_of_their_own() -> None:
    owner = make_user()
    at_once(*[lambda: make_tournament("Club night", owner=owner)] * 2)
    slugs = Tournament.objects.order_by("slug").values_list("slug", flat=True)
    assert list(slugs) == ["club-night", "club-night-2"]


def test_one_new_name_is_invited_by_two_tournaments_of_one_owner() -> None:
    owner = make_user()
    act = Act(staff_actor(owner), NOON)

    def invite(name: str) -> Callable[[], object]:
        ident = make_tournament(name, owner=owner).pk
        return lambda: staff_invite(tournament_id=ident, username="nora", role="scorer", act=act)

    refused = [code(r) for r in at_once(invite("A"), invite("B")) if isinstance(r, Exception)]
    assert refused in ([], ["username_taken"])
    assert User.objects.filter(username="nora").count() == 1


def test_two_who_use_the_first_start_link_are_not_both_first() -> None:
    token = setup_token()

    def use(username: str) -> Callable[[], object]:
        return lambda: setup_director(
            token=token, username=username, name="", password="seven-primes-in-a-row"
        )

    results = at_once(use("dana"), use("eve"))
    assert [code(result) for result in results if isinstance(result, Exception)] == ["setup_done"]
    assert User.objects.count() == 1


def test_two_lists_with_the_same_people_in_another_order_are_both_entered() -> None:
    names = [f"Player {number}" for number in range(100)]
    enter(make_event(make_tournament("Before")), names)
    tournament = make_tournament("Now")
    main, side = make_event(tournament), make_event(tournament, name="Side")
    at_once(lambda: enter(main, names), lambda: enter(side, names[::-1]))
    assert Entry.objects.filter(event__tournament=tournament).count() == 200
