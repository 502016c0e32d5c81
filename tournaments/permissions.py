"""Who may do what in a tournament: answers `user.has_perm("matches.rule", match)`.

Three permissions on objects. `tournaments.manage` changes structure (draw, entries, corrections),
`tournaments.score` enters results and assigns tables, `tournaments.own` changes the staff.
`matches.rule` is `tournaments.score` asked about a match.
"""

from typing import Any

from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.models import AnonymousUser

from matches.models import Match
from players.models import User
from tournaments.models import Event, Staff, Tournament

ROLES = {
    "tournaments.own": {Staff.Role.OWNER},
    "tournaments.manage": {Staff.Role.OWNER, Staff.Role.DIRECTOR},
    "tournaments.score": {Staff.Role.OWNER, Staff.Role.DIRECTOR, Staff.Role.SCORER},
    "matches.rule": {Staff.Role.OWNER, Staff.Role.DIRECTOR, Staff.Role.SCORER},
}


class StaffBackend(BaseBackend):
    """Permissions on tournaments, events and matches from the `Staff` rows."""

    def has_perm(self, user_obj: User | AnonymousUser, perm: str, obj: Any = None) -> bool:
        if obj is None or perm not in ROLES or not user_obj.is_active:
            return False
        tournament_id = _tournament_of(obj)
        return tournament_id is not None and _role(user_obj, tournament_id) in ROLES[perm]


def _tournament_of(thing: object) -> int | None:
    match thing:
        case Tournament():
            return thing.pk
        case Event():
            return thing.tournament_id
        case Match():
            events = Event.objects.filter(fixtures__match=thing)
            return events.values_list("tournament_id", flat=True).first()
        case _:
            return None


def _role(user: User | AnonymousUser, tournament_id: int) -> str | None:
    """Asked once for each user object, hence once in a request, which reads its user anew.

    Django keeps what its own backend finds on the user in the same way.
    """
    roles: dict[int, str | None] = user.__dict__.setdefault("_staff_roles", {})
    if tournament_id not in roles:
        found = Staff.objects.filter(tournament=tournament_id, user=user.pk)
        roles[tournament_id] = found.values_list("role", flat=True).first()
    return roles[tournament_id]
