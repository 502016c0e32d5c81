"""The latest messages to a player, read from the log: nothing is stored for them.

They are on the card whether or not anything is sent elsewhere; what was sent is in the outbox.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q

from matches.models import Side
from tournaments.models import Entry, LogEntry, Pass
from tournaments.models_rulings import Sanction
from tournaments.selectors.cards import card
from tournaments.selectors.log import match_names
from tournaments.selectors.notice_audience import is_told
from tournaments.selectors.notice_groups import besides, mains_of
from tournaments.selectors.notice_kinds import TELLINGS, Whom, telling_of
from tournaments.selectors.notice_words import told
from tournaments.selectors.ruling_ends import end_words, ruling_ends

SHOWN = 4
LOOKED_AT = 30  # lines of the log; some of them turn out to be nobody's business

_OF_MATCHES = {Whom.PLAYERS, Whom.OPPONENT, Whom.ENTRANTS}
_OF_EVENTS = {Whom.PAIRED, Whom.ENTRANTS}


@dataclass(frozen=True, slots=True)
class CardNotice:
    """`id` is the line of the log; `is_new`: not seen yet; `ended`: what became of a ruling since,
    if it does not stand any more."""

    id: int
    at: datetime
    kind: str
    title: str
    text: str
    is_new: bool
    ended: str


def card_context(one: Pass, *, limit: int = SHOWN) -> dict[str, object]:
    """What the card shows: the player's events, and the latest messages."""
    events = card(one)
    return {
        "pass": one,
        "events": events,
        "notices": card_notices(one, [each.event.pk for each in events], limit),
    }


def _actions(whom: set[Whom]) -> list[str]:
    """Cases of an action count as the action."""
    told = [case for case, telling in TELLINGS.items() if whom & set(telling.whom)]
    return sorted({case.partition(":")[0] for case in told})


def card_notices(one: Pass, event_ids: Collection[int], limit: int = SHOWN) -> list[CardNotice]:
    """The latest first, of the events that the player is in. Four queries, or up to six."""
    mine = Side.objects.filter(players=one.player_id).values("match")
    where = [
        Q(match_id__in=mine, action__in=_actions(_OF_MATCHES)),
        Q(match_id=None, event__in=list(event_ids), action__in=_actions(_OF_EVENTS)),
        Q(match_id=None, event=None, action__in=_actions({Whom.EVERYBODY})),
    ]
    if sanctions := _sanctions(one, event_ids):
        where.append(Q(match_id=None, action__in=_actions({Whom.SANCTIONED})) & sanctions)
    if entries := _entries(one, event_ids):
        where.append(Q(match_id=None, action__in=_actions({Whom.ENTRY}), before__entry__in=entries))
    found = LogEntry.objects.filter(reduce(or_, where), tournament=one.tournament_id)
    own = Q(actor_kind="player", actor_id=one.player_id)
    lines = found.exclude(own).select_related("event", "tournament").order_by("-pk")
    concerning = [line for line in lines[: LOOKED_AT + limit] if _concerns(line)]
    included = mains_of(concerning)
    shown = [line for line in concerning if line.pk not in included][:limit]
    return _views(shown, one.read_to)


def _sanctions(one: Pass, event_ids: Collection[int]) -> Q:
    """Lines of those against the player, or the pair or team; empty where there are none."""
    who = one.player_id
    entry = Q(entry__player=who) | Q(entry__members__player=who)
    found = Sanction.objects.filter(Q(player=who) | Q(player=None) & entry)
    rows = found.filter(event__in=list(event_ids)).order_by().distinct()
    numbers = rows.values_list("event", "number")
    return reduce(or_, (Q(event=event, after__number=number) for event, number in numbers), Q())


def _entries(one: Pass, event_ids: Collection[int]) -> list[int]:
    """The player's own, and those of his pairs and teams."""
    mine = Q(player=one.player_id) | Q(members__player=one.player_id)
    found = Entry.objects.filter(mine, event__in=list(event_ids)).distinct()
    return list(found.values_list("pk", flat=True))


def _concerns(line: LogEntry) -> bool:
    telling = telling_of(line.action, line.after)
    return telling is not None and is_told(line, telling)


def _views(lines: Sequence[LogEntry], read_to: int) -> list[CardNotice]:
    names = match_names({line.match_id for line in lines if line.match_id is not None})
    also, ends = besides(lines), ruling_ends(lines)
    found = []
    for line in lines:
        words = told(line, names.get(line.match_id or 0), besides=also.get(line.pk, ()))
        telling = telling_of(line.action, line.after)
        assert telling is not None
        found.append(
            CardNotice(
                id=line.pk,
                at=line.at,
                kind=telling.kind.code,
                title=words.title,
                text=words.text,
                is_new=line.pk > read_to,
                ended=end_words(ends.get(line.pk, "")),
            )
        )
    return found
