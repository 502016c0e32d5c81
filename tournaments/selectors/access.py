"""The few doors through which tournaments, events and matches are read, with who may come in.

Views and the API never compare users themselves: they ask here, and get the object or an error.
"""

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from config.errors import NotAllowedError, NotFoundError
from players.models import User
from tournaments.models import Entry, Event, Tournament

Visitor = User | AnonymousUser

OWN = "tournaments.own"
MANAGE = "tournaments.manage"
SCORE = "tournaments.score"


def access_tournament(slug: str) -> Tournament:
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise NotFoundError("no_such_tournament", _("There is no such tournament."))
    return tournament


def access_event(tournament_slug: str, event_slug: str) -> Event:
    """The event with its tournament. What the public may not see of it, the selectors leave out."""
    event = (
        Event.objects.select_related("tournament")
        .filter(tournament__slug=tournament_slug, slug=event_slug)
        .first()
    )
    if event is None:
        raise NotFoundError("no_such_event", _("There is no such event."))
    return event


def access_event_by_id(event_id: int) -> Event:
    try:
        return Event.objects.select_related("tournament").get(pk=event_id)
    except Event.DoesNotExist:
        raise NotFoundError("no_such_event", _("There is no such event.")) from None


def access_entry(event: Event, entry_id: int) -> Entry:
    """Raises NotFoundError `no_such_entry`."""
    entry = event.entries.filter(pk=entry_id).first()
    if entry is None:
        raise NotFoundError("no_such_entry", _("There is no such entry in this event."))
    return entry


def no_such_fixture(key: str) -> NotFoundError:
    """For whoever looked for a fixture with what he needs of it."""
    return NotFoundError("no_such_fixture", _("There is no fixture %(key)s.") % {"key": key})


def may(user: Visitor, permission: str, thing: Tournament | Event) -> bool:
    return user.has_perm(permission, thing)


def require(user: Visitor, permission: str, thing: Tournament | Event) -> None:
    """Raises NotAllowedError `not_staff` unless the user has the permission on the thing."""
    if not user.has_perm(permission, thing):
        raise NotAllowedError(
            "not_staff", _("Only the staff of this tournament may do this. Log in as one of them.")
        )


def require_account(user: Visitor) -> User:
    if isinstance(user, AnonymousUser):
        raise NotAllowedError("not_logged_in", _("Log in first."))
    return user


def tournaments_of(user: User) -> list[Tournament]:
    """The tournaments a member of staff works for, newest first; all for a superuser."""
    tournaments = Tournament.objects.prefetch_related("events")
    if not user.is_superuser:
        tournaments = tournaments.filter(staff__user=user)
    return list(tournaments)
