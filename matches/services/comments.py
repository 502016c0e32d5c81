"""Spectators comment on a match that is played on the site; a director can remove what they say.

Who may is for whoever knows the people (see `tournaments.selectors.spectators`). Comments are rows
of their own with author and moment, so that the log tells only of those that were removed.
"""

import unicodedata
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError, TooManyError
from matches.live import announce
from matches.models import Match
from matches.models_comments import Comment
from matches.models_record import Record
from matches.selectors.records import live_record
from matches.selectors.watching import ALL, Sight, sight
from matches.services.steps import lock_match
from matches.signals import match_changed
from players.actors import Act
from players.legible import has_controls, is_visible, legible

LONGEST = 500  # characters
MOST = 10  # of one person in PERIOD, whatever the matches
PERIOD = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody says: at which action of the board (None: the last one that is seen), and
    whether it is somebody who sees the match as it is."""

    text: str
    number: int | None = None
    sees_all: bool = False


@transaction.atomic
def comment_add(*, match_id: int, said: Said, act: Act) -> Comment:
    """Say something of a match that is being played; the same again at once changes nothing.

    Nothing is locked: whoever talks must not hold up those who play. Raises InvalidError
    `comment_empty`, `comment_too_long`, `comment_unreadable`; NotFoundError `not_played_here`;
    ConflictError `comments_off`, `match_over`; NotAllowedError `plays_here`; TooManyError
    `too_many_comments`.
    """
    text = _checked(said.text)
    match = live_record(match_id).match
    if not match.watch_comments:
        raise ConflictError("comments_off", _("The director has switched comments off."))
    if act.by.kind == "player" and match.sides.filter(players=act.by.ident).exists():
        raise plays_here()
    seen: Sight = ALL if said.sees_all else sight(match_id, act.at)
    if seen.match(match).state != Match.State.OPEN:
        raise ConflictError("match_over", _("The match is over."))
    record = live_record(match_id, sight=seen)
    last = _last(record) if seen.last is None else seen.last
    number = last if said.number is None else max(0, min(said.number, last))
    where = {"set_number": record.set_number, "number": number}
    recent = Comment.objects.filter(
        by_kind=act.by.kind, by_id=act.by.ident, at__gt=act.at - PERIOD, at__lte=act.at
    )
    again = recent.filter(match=match, text=text, removed_at=None, **where).first()
    if again is not None:
        return again
    if recent.count() >= MOST:
        raise TooManyError(
            "too_many_comments",
            _("That was a lot: wait a minute before you say more."),
            most=MOST,
            seconds=int(PERIOD.total_seconds()),
        )
    comment = Comment.objects.create(
        match=match,
        **where,
        known=last,
        text=text,
        at=act.at,
        by_kind=act.by.kind,
        by_id=act.by.ident,
        by_name=act.by.name,
    )
    transaction.on_commit(announce)
    return comment


@transaction.atomic
def comment_remove(*, match_id: int, comment_id: int, act: Act) -> Comment:
    """Take one off the page, now and for good; the log keeps what it said, who did it and why.

    Removed again changes nothing. Raises NotFoundError `no_such_comment`.
    """
    match = lock_match(match_id)
    comment = match.comments.filter(pk=comment_id).first()
    if comment is None:
        raise NotFoundError("no_such_comment", _("There is no such comment on this match."))
    if comment.removed_at is not None:
        return comment
    comment.removed_at, comment.removed_by, comment.removed_for = act.at, act.by.name, act.reason
    comment.save(update_fields=["removed_at", "removed_by", "removed_for"])
    match_changed.send(
        sender=Match,
        match=match,
        action="comment.removed",
        act=act,
        before={"author": comment.by_name, "text": comment.text},
        after=None,
    )
    transaction.on_commit(announce)
    return comment


def _last(record: Record) -> int:
    found = record.actions.aggregate(last=Max("number"))["last"]
    return int(found or 0)


def plays_here() -> NotAllowedError:
    """For a player of the match, whoever finds out."""
    return NotAllowedError("plays_here", _("You play this match: play on, others will talk."))


def _checked(text: str) -> str:
    text = legible(unicodedata.normalize("NFC", text)).strip()
    if not is_visible(text):
        raise InvalidError("comment_empty", _("Say something."))
    if len(text) > LONGEST:
        raise InvalidError(
            "comment_too_long",
            _("Say it in %(n)s characters.") % {"n": LONGEST},
            most=LONGEST,
            length=len(text),
        )
    if has_controls(text):
        raise InvalidError(
            "comment_unreadable", _("Write it on one line, without control characters.")
        )
    return text
