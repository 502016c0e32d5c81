"""Making tournaments and events, passes and accounts."""

from datetime import date
from typing import Any

import pytest

from config.errors import ConflictError, DomainError, NotAllowedError
from matches.engine.score import MAX_LENGTH
from players.models import User
from tests.builders import by_director, enter, make_event, make_tournament, make_user
from tournaments.models import Pass, Staff
from tournaments.services import staffing
from tournaments.services.drawing import draw_config, event_draft
from tournaments.services.passes import pass_open, pass_renew, pass_token
from tournaments.services.setting_up import EventSpec, event_change

PAST = date(2026, 12, 4)

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_tournaments_of_one_name_have_addresses_of_their_own() -> None:
    assert [make_tournament().slug for _ in range(3)] == ["kyiv-open", "kyiv-open-2", "kyiv-open-3"]
    assert make_tournament("Кубок Києва").slug == "tournament"


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ({"name": "  "}, "name_missing"),
        ({"ends_on": date(2026, 12, 4)}, "ends_before_start"),
        ({"time_zone": "Europe/Kiyv"}, "time_zone_unknown"),
        (
            {"starts_on": PAST, "ends_on": PAST, "for_the_record": False},
            "ends_in_past",
        ),
    ],
)
def test_an_impossible_tournament_is_refused(spec: dict[str, Any], code: str) -> None:
    with pytest.raises(DomainError) as caught:
        make_tournament(**spec)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ({"length": 8}, "length_even"),
        ({"length": 0}, "length_too_short"),
        ({"length": MAX_LENGTH + 1}, "length_too_long"),
        ({"consolation_length": 4}, "length_even"),
        ({"lengths_from_final": {1: 10}}, "length_even"),
        ({"lengths_from_final": {0: 11}}, "round_unknown"),
        ({"rule_set": "house"}, "rule_set_unknown"),
        ({"confirm_minutes": -1}, "confirm_minutes"),
    ],
)
def test_an_impossible_event_is_refused(spec: dict[str, Any], code: str) -> None:
    with pytest.raises(DomainError) as caught:
        make_event(**spec)
    assert caught.value.code == code


def test_a_tournament_that_is_over_is_entered_when_that_is_meant() -> None:
    day = date(2006, 12, 4)
    assert make_tournament(starts_on=day, ends_on=day, for_the_record=True).ends_on == day


def test_it_is_still_today_where_the_tournament_is() -> None:
    # Noon in UTC on the 5th is one in the morning of the 6th on Tonga, and the 5th on Niue.
    day = date(2026, 12, 5)
    spec: dict[str, Any] = {"starts_on": day, "ends_on": day, "for_the_record": False}
    assert make_tournament(**spec, time_zone="Pacific/Niue").time_zone == "Pacific/Niue"
    with pytest.raises(DomainError, match="in the past"):
        make_tournament(**spec, time_zone="Pacific/Tongatapu")


def test_even_lengths_are_an_explicit_choice() -> None:
    assert make_event(length=8, even_lengths=True).length == 8


def test_lengths_by_round_reach_the_draw() -> None:
    event = make_event(length=7, lengths_from_final={1: 11, 2: 9}, consolation_length=5)
    assert [draw_config(event).lengths.of(n) for n in (1, 2, 3)] == [11, 9, 7]
    enter(event, "ABCDEFGH")
    event_draft(event_id=event.pk, seed="s", act=by_director())
    lengths = dict(event.fixtures.values_list("key", "length"))
    assert (lengths["M1.1"], lengths["M2.1"], lengths["M3.1"], lengths["C1.1"]) == (7, 9, 11, 5)
    with pytest.raises(ConflictError, match="discard the draft"):
        event_change(event_id=event.pk, spec=EventSpec("Main", 5), act=by_director())


def test_the_event_keeps_its_own_copy_of_the_rules() -> None:
    event = make_event(confirm_minutes=25)
    assert event.rules == {"code": "club", "confirm_minutes": 25}


# --- Private links -------------------------------------------------------------------------------


def test_a_private_link_opens_one_pass() -> None:
    enter(make_event(), ["Anna", "Boris"])
    first, second = Pass.objects.order_by("pk")
    assert pass_open(pass_token(first)) == first
    assert pass_token(first) != pass_token(second)


@pytest.mark.parametrize("token", ["", "-", "1-", "x-y", "1-wrong", "9" * 40 + "-x", "½-a", "1"])
def test_a_guessed_link_opens_nothing(token: str) -> None:
    enter(make_event(), ["Anna", "Boris"])
    with pytest.raises(NotAllowedError) as caught:
        pass_open(token)
    assert caught.value.code == "unknown_link"


def test_one_players_secret_opens_no_other_pass() -> None:
    enter(make_event(), ["Anna", "Boris"])
    first, second = Pass.objects.order_by("pk")
    secret = pass_token(first).partition("-")[2]
    with pytest.raises(NotAllowedError):
        pass_open(f"{second.pk}-{secret}")


def test_a_renewed_link_makes_the_old_one_worthless() -> None:
    event = make_event()
    enter(event, ["Anna"])
    old = pass_token(Pass.objects.get())
    one = Pass.objects.get()
    new = pass_renew(tournament_id=event.tournament_id, player_id=one.player_id, act=by_director())
    assert pass_open(pass_token(new)) == one
    with pytest.raises(NotAllowedError):
        pass_open(old)


# --- Accounts ------------------------------------------------------------------------------------


def test_the_first_start_link_works_once() -> None:
    token = staffing.setup_token()
    person = {"username": "dana", "name": "Dana", "password": "backgammon-at-night"}
    user = staffing.setup_director(token=token, **person)
    assert user.is_superuser
    with pytest.raises(NotAllowedError) as caught:
        staffing.setup_director(token=token, **{**person, "username": "eve"})
    assert caught.value.code == "setup_done"


def test_a_weak_password_is_refused_in_words() -> None:
    with pytest.raises(DomainError, match="too short") as caught:
        staffing.setup_director(
            token=staffing.setup_token(), username="dana", name="Dana", password="abc"
        )
    assert caught.value.code == "password_weak"
    assert not User.objects.exists()


def test_an_invitation_sets_the_password_once() -> None:
    tournament = make_tournament()
    staff, token = staffing.staff_invite(
        tournament_id=tournament.pk, username="sam", role="scorer", act=by_director()
    )
    person = {"name": "Sam", "password": "counting-points"}
    user = staffing.invitation_accept(token=token, **person)
    assert user.has_perm("tournaments.score", tournament)
    assert not user.has_perm("tournaments.manage", tournament)
    with pytest.raises(NotAllowedError):
        staffing.invitation_accept(token=token, **person)
    assert staff.role == Staff.Role.SCORER


def test_an_invitation_is_no_first_start_link() -> None:
    with pytest.raises(NotAllowedError):
        staffing.invitation_open(staffing.setup_token())


def test_the_last_owner_stays() -> None:
    tournament = make_tournament(owner=make_user())
    with pytest.raises(ConflictError) as caught:
        staffing.staff_remove(
            tournament_id=tournament.pk, staff_id=tournament.staff.get().pk, act=by_director()
        )
    assert caught.value.code == "last_owner"


def test_staff_of_one_tournament_have_no_say_in_another() -> None:
    owner = make_user()
    mine = make_tournament(owner=owner)
    other = make_tournament("Lviv Cup", owner=make_user("olga"))
    assert owner.has_perm("tournaments.manage", mine)
    assert not owner.has_perm("tournaments.manage", other)
