"""What spectators get to see of a match that is played on the site: how late, and with comments."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.live import announce
from matches.models import Match
from matches.services.steps import lock_match, locked_matches
from matches.signals import match_changed
from players.actors import Act

MAX_DELAY = 7200  # seconds
FIELDS = ("watch_delay", "watch_comments")


@dataclass(frozen=True, slots=True)
class Watching:
    """`delay` is in seconds: so much later than the players spectators see the board. `comments`:
    whether they may comment on it."""

    delay: int = 0
    comments: bool = False

    @classmethod
    def of(cls, kept: Any) -> Self:
        """Of a match, or of whatever has the same two columns."""
        return cls(kept.watch_delay, kept.watch_comments)

    def columns(self) -> dict[str, Any]:
        return dict(zip(FIELDS, (self.delay, self.comments), strict=True))


def check_watching(watching: Watching) -> None:
    """Raises InvalidError `delay_out_of_range`."""
    if not 0 <= watching.delay <= MAX_DELAY:
        raise InvalidError(
            "delay_out_of_range",
            _("Spectators can be behind by up to %(n)s minutes.") % {"n": MAX_DELAY // 60},
            most=MAX_DELAY,
        )


@transaction.atomic
def match_watching_set(*, match_id: int, watching: Watching, act: Act) -> Match:
    """For one match, which may be over: what is said of it then is read by all.

    Raises InvalidError as `check_watching`, ConflictError `match_void`.
    """
    check_watching(watching)
    match = lock_match(match_id)
    if match.state == Match.State.VOID:
        raise ConflictError("match_void", _("This match no longer counts: the bracket changed."))
    before = Watching.of(match)
    if before == watching:
        return match
    _keep([match], watching)
    match_changed.send(
        sender=Match,
        match=match,
        action="match.watching.changed",
        act=act,
        before=before.columns(),
        after=watching.columns(),
    )
    return match


def matches_watching_set(match_ids: Iterable[int], watching: Watching) -> None:
    """For those of the matches that are not over, within the transaction of the caller, who logs
    it. The matches are locked in their order."""
    listed = locked_matches().filter(pk__in=list(match_ids)).exclude(state__in=Match.OVER)
    _keep(list(listed.order_by("pk")), watching)


def _keep(matches: Sequence[Match], watching: Watching) -> None:
    """No other version of a match: nothing of its result has changed."""
    changed = [match for match in matches if Watching.of(match) != watching]
    for match in changed:
        match.watch_delay, match.watch_comments = watching.delay, watching.comments
    Match.objects.bulk_update(changed, FIELDS)
    transaction.on_commit(announce)
