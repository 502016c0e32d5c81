"""What spectators see and say, in an archive: out, read, and in again.

Who commented is called by the number of entry, a member of a team by that and the place in it;
staff, and players of other events, by their name only.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from matches.models import Match
from matches.models_comments import Comment
from matches.services.watching import MAX_DELAY, Watching
from tournaments.services.archive_places import (
    LARGE,
    MOST_SETS,
    Place,
    Who,
    maybe_moment_out,
    moment_out,
    who_read,
)

# What an archive from before there were these settings would have said.
NOT_WATCHED: Mapping[str, Any] = {"watching": {"delay": 0, "comments": False}}
BATCH = 500


@dataclass(frozen=True, slots=True)
class CommentFacts:
    """A comment that is not saved yet, and which player made it."""

    row: Comment
    who: Who | None


def watching_out(kept: Any) -> dict[str, Any]:
    """Of an event or a match."""
    seen = Watching.of(kept)
    return {"watching": {"delay": seen.delay, "comments": seen.comments}}


def watching_read(place: Place) -> dict[str, Any]:
    """The columns."""
    part = place.record("delay", "comments")
    return Watching(part["delay"].whole(0, MAX_DELAY), part["comments"].flag()).columns()


def comments_out(
    matches: Q, who: Callable[[int | None], int | list[int] | None]
) -> dict[int, list[dict[str, Any]]]:
    """By match. One query."""
    found: dict[int, list[dict[str, Any]]] = {}
    for comment in Comment.objects.filter(matches).distinct().order_by("pk"):
        player = comment.by_id if comment.by_kind == "player" else None
        said = {
            "set": comment.set_number,
            "number": comment.number,
            "known": comment.known,
            "text": comment.text,
            "at": moment_out(comment.at),
            "by": {"kind": comment.by_kind, "name": comment.by_name, "player": who(player)},
            "removed_at": maybe_moment_out(comment.removed_at),
            "removed_by": comment.removed_by,
            "removed_for": comment.removed_for,
        }
        found.setdefault(comment.match_id, []).append(said)
    return found


def comment_read(place: Place, numbers: Collection[int]) -> CommentFacts:
    names = ("number", "known", "text", "at", "by", "removed_at", "removed_by", "removed_for")
    part = place.record(*names, newer={"set": 1})
    by = part["by"].record("kind", "name", "player")
    known = part["known"].whole(0, LARGE)
    row = Comment(
        set_number=part["set"].whole(1, MOST_SETS),
        number=part["number"].whole(0, known),
        known=known,
        text=part["text"].column(Comment, "text"),
        at=part["at"].moment(),
        by_kind=by["kind"].choice(["staff", "player"]),
        by_name=by["name"].column(Comment, "by_name"),
        removed_at=part["removed_at"].maybe(Place.moment),
        removed_by=part["removed_by"].column(Comment, "removed_by"),
        removed_for=part["removed_for"].column(Comment, "removed_for"),
    )
    if bool(row.removed_by) != (row.removed_at is not None):
        raise part["removed_by"].fault(_("who removed it goes with when it was removed"))
    if row.removed_for and row.removed_at is None:
        raise part["removed_for"].fault(_("this was not removed"))
    return CommentFacts(row, who_read(by["player"], numbers))


def comments_in(
    found: Iterable[tuple[Sequence[CommentFacts], Match]], player_of: Callable[[Who], int]
) -> None:
    """Write them, the matches and players being there."""
    rows = []
    for several, match in found:
        for facts in several:
            facts.row.match = match
            facts.row.by_id = None if facts.who is None else player_of(facts.who)
            rows.append(facts.row)
    Comment.objects.bulk_create(rows, batch_size=BATCH)
