"""What spectators have said of a match, and who may read it when."""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

from django.db.models import Count, Max, Q

from matches.models import Match
from matches.models_comments import Comment
from matches.selectors.watching import ALL, Sight

SHOWN = 100  # the newest of a match on a page


def comments_of(match_id: int, sight: Sight = ALL) -> Sequence[Comment]:
    """Oldest first; of what somebody said who knew more, nothing until that is seen. One query."""
    found = Comment.objects.filter(match=match_id, removed_at=None)
    if not sight.is_whole:
        found = found.filter(_known("", sight))
    return list(found.order_by("-pk")[:SHOWN])[::-1]


def are_for_players(match: Match) -> bool:
    """Whether those who play it may read what was said of it."""
    return match.is_over


def comment_versions(sights: Mapping[int, Sight]) -> dict[int, str]:
    """Of each match what is different after whatever is said there, as far as it is seen. One
    query."""
    if not sights:
        return {}
    readable = reduce(or_, (_readable(pk, sight) for pk, sight in sights.items()))
    readable &= Q(comments__removed_at=None)
    found = Match.objects.filter(pk__in=sights).annotate(
        said=Count("comments", filter=readable), newest=Max("comments", filter=readable)
    )
    rows = found.values_list("pk", "watch_comments", "said", "newest")
    return {pk: f"{int(on)}.{said}.{newest or 0}" for pk, on, said, newest in rows}


def _readable(match_id: int, sight: Sight) -> Q:
    one = Q(pk=match_id)
    return one if sight.is_whole else one & _known("comments__", sight)


def _known(path: str, sight: Sight) -> Q:
    """What was said by somebody who knew no more than is seen."""
    here = Q(**{f"{path}set_number": sight.set_number})
    if sight.last is not None:
        here &= Q(**{f"{path}known__lte": sight.last})
    return here | Q(**{f"{path}set_number__lt": sight.set_number})
