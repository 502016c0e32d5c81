"""What the services of a match that is played on the site share; the match is locked."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError
from matches.live import announce
from matches.models import Match
from matches.models_record import Record
from matches.selectors.live_sets import another_set, sets_played
from matches.signals import match_changed
from players.actors import Act


def require_played(match: Match, record: Record | None = None) -> None:
    """Raises ConflictError `match_over`, `set_over`, `record_closed`."""
    if match.state != Match.State.OPEN:
        raise ConflictError("match_over", _("The match is over, or its result was reported."))
    if record is None:
        return
    if record.winner is not None and another_set(match, sets_played(match)):
        raise ConflictError("set_over", _("This set is over: set up the board for the next one."))
    lost = record.dice == Record.Dice.SITE and not record.secret  # it came with an archive
    if record.closed_at is not None or lost:
        raise ConflictError(
            "record_closed",
            _("The dice of this match were revealed: go on at a board, and report the result."),
        )


def require_version(record: Record, seen_version: int | None) -> None:
    if seen_version is not None and seen_version != record.version:
        raise ConflictError(
            "version_conflict",
            _("The match has gone on meanwhile. Look at where it stands and try again."),
            version=record.version,
        )


def keep(record: Record, **columns: Any) -> None:
    """Store these columns as one more version, and wake the pages."""
    for name, value in columns.items():
        setattr(record, name, value)
    record.version += 1
    record.save(update_fields=[*columns, "version"])
    transaction.on_commit(announce)


def log_live(match: Match, action: str, act: Act, after: dict[str, Any] | None = None) -> None:
    match_changed.send(sender=Match, match=match, action=action, act=act, before=None, after=after)


def log_set(match: Match, record: Record, won: tuple[int, int], act: Act) -> None:
    """A set is over, and the match is not: `won` are those of either side by now."""
    told = {
        "set": record.set_number,
        "side": record.winner,
        "score": [record.score_1, record.score_2],
        "sets": list(won),
    }
    log_live(match, "live.set_over", act, told)
