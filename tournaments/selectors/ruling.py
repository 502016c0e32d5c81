"""Who may rule on a fixture: scorers enter and settle results, directors also correct them."""

from django.utils.translation import gettext as _

from config.errors import NotAllowedError
from matches.models import Match
from tournaments.models import Event
from tournaments.selectors.access import MANAGE, SCORE, Visitor, may, require
from tournaments.selectors.fixtures import FixtureView


def require_ruling(
    user: Visitor, event: Event, fixture: FixtureView, *, seen_version: int | None
) -> int | None:
    """Raises NotAllowedError unless the user may rule on the fixture as it stands.

    Returns the version to insist on. A scorer always gets one: should the match be decided in this
    very moment, that is a conflict and not a correction that he may not make.
    """
    require(user, SCORE, event)
    if may(user, MANAGE, event):
        return seen_version
    current = fixture.match_version
    if fixture.match_state == Match.State.DECIDED and seen_version in {None, current}:
        raise NotAllowedError(
            "correction_not_allowed", _("This match has a result: only a director corrects it.")
        )
    return current if seen_version is None else seen_version
