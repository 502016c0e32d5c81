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
        staff = Staff.objects.filter(user_id=user_obj.pk, role__in=ROLES[perm])
        match obj:
            case Tournament():
                return staff.filter(tournament=obj).exists()
            case Event():
                return staff.filter(tournament_id=obj.tournament_id).exists()
            case Match():
                return staff.filter(tournament__events__fixtures__match=obj).exists()
            case _:
                return False
