"""Who may rule on a fixture: scorers enter and settle results, directors also correct them."""

from django.utils.translation import gettext as _

from config.errors import NotAllowedError
from matches.models import Match
from tournaments.models import Event, Fixture
from tournaments.selectors.access import MANAGE, SCORE, Visitor, may, require


def require_ruling(
    user: Visitor, event: Event, key: str, *, seen_version: int | None
) -> int | None:
    """Raises NotAllowedError unless the user may rule on the fixture as it stands.

    Returns the version to insist on. A scorer always gets one: should the match be decided in this
    very moment, that is a conflict and not a correction that he may not make.
    """
    require(user, SCORE, event)
    if may(user, MANAGE, event):
        return seen_version
    found = Fixture.places.filter(event=event, key=key).exclude(match=None).order_by()
    state, version = found.values_list("match__state", "match__version").first() or ("", 0)
    if state == Match.State.DECIDED and seen_version in {None, version}:
        raise NotAllowedError(
            "correction_not_allowed", _("This match has a result: only a director corrects it.")
        )
    return version if seen_version is None else seen_version
