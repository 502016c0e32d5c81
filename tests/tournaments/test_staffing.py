"""Invitations open nobody else's door, and somebody always owns a tournament."""

import pytest

from config.errors import ConflictError, NotAllowedError
from players.actors import Act
from players.models import User
from tests.builders import NOON, by_director, make_tournament, make_user
from tournaments.models import Staff, Tournament
from tournaments.services.staffing import (
    invitation_open,
    staff_actor,
    staff_invite,
    staff_remove,
)

pytestmark = pytest.mark.django_db


def invite(tournament: Tournament, by: User, username: str = "nora", role: str = "scorer") -> str:
    act = Act(staff_actor(by), NOON)
    _staff, token = staff_invite(tournament_id=tournament.pk, username=username, role=role, act=act)
    return token


def owned_by(name: str) -> tuple[Tournament, User]:
    owner = make_user(name)
    return make_tournament(f"Cup of {name}", owner=owner), owner


def test_nobody_becomes_whom_somebody_else_has_invited() -> None:
    invite(*owned_by("olga"), role="director")
    theirs, eve = owned_by("eve")
    with pytest.raises(ConflictError) as caught:
        invite(theirs, eve)
    assert caught.value.code == "invited_elsewhere"
    assert not theirs.staff.filter(user__username="nora").exists()


def test_one_organiser_invites_to_several_tournaments_and_again() -> None:
    first, olga = owned_by("olga")
    second = make_tournament("Second", owner=olga)
    assert all(invite(tournament, olga) for tournament in (first, first, second))


def test_a_superuser_invites_whomever_he_likes() -> None:
    invite(*owned_by("olga"))
    theirs, sam = owned_by("sam")
    User.objects.filter(pk=sam.pk).update(is_superuser=True)
    assert invite(theirs, sam)


def test_who_has_a_password_may_work_for_anybody_and_gets_no_link() -> None:
    make_user("nora")
    assert invite(*owned_by("olga")) == invite(*owned_by("eve")) == ""


def test_an_invitation_ends_when_the_role_is_taken_away() -> None:
    tournament, olga = owned_by("olga")
    token = invite(tournament, olga)
    staff = tournament.staff.get(user__username="nora")
    assert invitation_open(token) == staff.user
    staff_remove(tournament_id=tournament.pk, staff_id=staff.pk, act=by_director())
    with pytest.raises(NotAllowedError):
        invitation_open(token)


def test_the_last_owner_cannot_give_the_role_up() -> None:
    tournament, olga = owned_by("olga")
    with pytest.raises(ConflictError) as caught:
        invite(tournament, olga, "olga", "scorer")
    assert caught.value.code == "last_owner"
    make_user("nora")
    invite(tournament, olga, "nora", "owner")
    invite(tournament, olga, "olga", "scorer")
    assert tournament.staff.get(role=Staff.Role.OWNER).user.username == "nora"
