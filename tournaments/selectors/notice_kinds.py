"""Which lines of the log somebody is told of: whom, in which kind of message, and for how long.

Pure data, by action. What has no words of its own here is told as the log tells it. A message
that comes late is worse than none where it sends people somewhere: each kind has an hour by which
it is not sent any more.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy, pgettext_lazy

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words


class Whom(Enum):
    """Who is told. Nobody is told of what he did himself."""

    PLAYERS = "players"  # those of the match
    OPPONENT = "opponent"  # the side of the match that did not do it
    PAIRED = "paired"  # in the round that the line names
    ENTRANTS = "entrants"  # of the event; those of the match, if the line is about one
    EVERYBODY = "everybody"  # who is entered in any event of the tournament
    SANCTIONED = "sanctioned"  # the one whom a sanction is against, if it is about no match
    ENTRY = "entry"  # the one whose entry the line names
    STAFF = "staff"


@dataclass(frozen=True, slots=True)
class NoticeKind:
    """What somebody may choose to be told of; `lasts` says for how long it is of use."""

    code: str
    name: "Words"
    lasts: timedelta


@dataclass(frozen=True, slots=True)
class Telling:
    """`title` and `text` take the facts of `notice_words`; empty means the sentence of the log.

    `fields`: only a change of one of these is told.
    """

    kind: NoticeKind
    whom: tuple[Whom, ...]
    title: "Words | str" = ""
    text: "Words | str" = ""
    fields: frozenset[str] = field(default_factory=frozenset)


HOUR, DAY = timedelta(hours=1), timedelta(days=1)

CALL = NoticeKind("call", gettext_lazy("I am called to a table"), HOUR)
ROUND = NoticeKind("round", gettext_lazy("A draw or a round is out"), 12 * HOUR)
CONFIRM = NoticeKind("confirm", gettext_lazy("A result waits for my answer"), 6 * HOUR)
RESULT = NoticeKind("result", gettext_lazy("A result is disputed or corrected"), DAY)
PLAY_BY = NoticeKind("play_by", gettext_lazy("The day to play a match by"), 2 * DAY)
PENALTY = NoticeKind("penalty", gettext_lazy("Lateness, penalties, time on the clock"), DAY)
RULING = NoticeKind("ruling", gettext_lazy("Rulings and appeals"), DAY)
NEWS = NoticeKind("news", gettext_lazy("News of the event: place, dates, entries"), 2 * DAY)
DESK = NoticeKind("desk", gettext_lazy("Somebody needs a director"), 6 * HOUR)

OF_PLAYERS = (CALL, ROUND, CONFIRM, RESULT, PLAY_BY, PENALTY, RULING, NEWS)
OF_STAFF = (DESK,)
KINDS: Mapping[str, NoticeKind] = {kind.code: kind for kind in (*OF_PLAYERS, *OF_STAFF)}

# Cases of an action, with words of their own: off the table; a result of what nobody played.
UNSEATED = "match.moved:off"
UNPLAYED = "result.entered:unplayed"
SEATED = "live.seated"
_PLAYERS, _STAFF, _ENTRANTS = (Whom.PLAYERS,), (Whom.STAFF,), (Whom.ENTRANTS,)
_CORRECTED = gettext_lazy("The result was changed: %(pair)s, %(event)s")
_PENALTY = Telling(PENALTY, _PLAYERS)
_RULING = Telling(RULING, _PLAYERS)
_SANCTION = Telling(RULING, (Whom.PLAYERS, Whom.SANCTIONED))

TELLINGS: Mapping[str, Telling] = {
    "match.called": Telling(
        CALL,
        _PLAYERS,
        gettext_lazy("Table %(table)s: %(pair)s, %(where)s"),
        gettext_lazy("You are called to table %(table)s. Please go there and begin."),
    ),
    "match.moved": Telling(
        CALL,
        _PLAYERS,
        gettext_lazy("Table %(table)s: %(pair)s, %(where)s"),
        gettext_lazy("Your match is at another table now: %(table)s."),
    ),
    UNSEATED: Telling(CALL, _PLAYERS, gettext_lazy("Not at a table for now: %(pair)s, %(event)s")),
    SEATED: Telling(
        CALL,
        (Whom.OPPONENT,),
        gettext_lazy("At the board on the site: %(pair)s, %(event)s"),
        gettext_lazy("%(who)s waits for you there. Open it from your card."),
    ),
    "draw.published": Telling(
        ROUND,
        _ENTRANTS,
        gettext_lazy("The draw is out: %(event)s"),
        gettext_lazy("Your card shows whom you play, and where."),
    ),
    "round.published": Telling(
        ROUND,
        (Whom.PAIRED,),
        gettext_lazy("Round %(round)s is out: %(event)s"),
        gettext_lazy("Your card shows whom you play, and where."),
    ),
    "result.reported": Telling(
        CONFIRM,
        (Whom.OPPONENT,),
        gettext_lazy("Is this right? %(result)s, %(event)s"),
        gettext_lazy("%(who)s reported the result. Your card asks whether it is right."),
    ),
    "result.disputed": Telling(
        RESULT,
        (Whom.PLAYERS, Whom.STAFF),
        gettext_lazy("Disputed: %(pair)s, %(event)s"),
        gettext_lazy("The two do not agree on the result. The director settles it at the desk."),
    ),
    "result.confirmed_by_silence": Telling(RESULT, _PLAYERS),
    UNPLAYED: Telling(RESULT, _PLAYERS),
    "match.given": Telling(RESULT, _PLAYERS),
    "match.ungiven": Telling(RESULT, _PLAYERS),
    "match.voided": Telling(
        RESULT, _PLAYERS, gettext_lazy("Does not count any more: %(pair)s, %(event)s")
    ),
    "match.rules.changed": Telling(NEWS, _PLAYERS),
    "result.carried": Telling(RESULT, _PLAYERS, _CORRECTED),
    "result.corrected": Telling(RESULT, _PLAYERS, _CORRECTED),
    "result.settled": Telling(RESULT, _PLAYERS, _CORRECTED),
    "result.reopened": Telling(RESULT, _PLAYERS, _CORRECTED),
    "result.restored": Telling(RESULT, _PLAYERS, _CORRECTED),
    "match.date.changed": Telling(PLAY_BY, _PLAYERS),
    "ladder.challenged": Telling(PLAY_BY, _PLAYERS),
    "round.reminder": Telling(
        PLAY_BY, _ENTRANTS, gettext_lazy("Not played yet: %(pair)s, %(event)s")
    ),
    "round.overdue": Telling(
        PLAY_BY, (Whom.ENTRANTS, Whom.STAFF), gettext_lazy("Overdue: %(pair)s, %(event)s")
    ),
    "round.slot_assigned": Telling(
        PLAY_BY, _ENTRANTS, gettext_lazy("The time of your match: %(pair)s, %(event)s")
    ),
    "late.point": _PENALTY,
    "late.clock": _PENALTY,
    "late.forfeit": _PENALTY,
    "late.noted": Telling(PENALTY, (Whom.PLAYERS, Whom.STAFF)),
    "late.both": Telling(PENALTY, (Whom.PLAYERS, Whom.STAFF)),
    "late.excused": _PENALTY,
    "late.unexcused": _PENALTY,
    "penalty.added": _PENALTY,
    "penalty.removed": _PENALTY,
    "penalty.kept": _PENALTY,
    "penalty.forfeit": _PENALTY,
    "clock.lost": _PENALTY,
    "clock.changed": _PENALTY,
    "clock.flagged": Telling(DESK, _STAFF),
    "ruling.made": _RULING,
    "ruling.amended": _RULING,
    "ruling.withdrawn": _RULING,
    "ruling.restored": _RULING,
    "ruling.appealed": Telling(RULING, (Whom.PLAYERS, Whom.STAFF)),
    "appeal.decided": _RULING,
    "appeal.lapsed": _RULING,
    "appeal.overdue": Telling(DESK, _STAFF),
    "entry.disqualified": Telling(RULING, (Whom.ENTRY,)),
    "entry.requalified": Telling(RULING, (Whom.ENTRY,)),
    "sanction.given": _SANCTION,
    "sanction.withdrawn": _SANCTION,
    "director.called": Telling(
        DESK, _STAFF, gettext_lazy("The director is called: %(pair)s, %(event)s")
    ),
    "dispute.unanswered": Telling(
        DESK, _STAFF, gettext_lazy("Nobody has settled it yet: %(pair)s, %(event)s")
    ),
    "entries.closed": Telling(
        NEWS, _ENTRANTS, gettext_lazy("The entries are closed: %(event)s")
    ),
    "checkin.closed": Telling(
        NEWS, _ENTRANTS, gettext_lazy("The check-in is over: %(event)s")
    ),
    "break.granted": Telling(CALL, _PLAYERS),
    "break.refused": Telling(CALL, _PLAYERS),
    "break.over": Telling(CALL, _ENTRANTS, gettext_lazy("The break is over: %(event)s")),
    "tournament.changed": Telling(
        NEWS,
        (Whom.EVERYBODY,),
        pgettext_lazy("of a tournament", "Place or dates have changed: %(tournament)s"),
        fields=frozenset(("starts_on", "ends_on", "venue")),
    ),
}  # fmt: skip


# What a player reads whose match is known.
PAIRED = {
    "draw.published": gettext_lazy("The draw is out: %(pair)s, %(event)s"),
    "round.published": gettext_lazy("Round %(round)s: %(pair)s, %(event)s"),
}


def telling_of(action: str, after: object) -> Telling | None:
    """How a line is told of, by its action and what it says of afterwards; None: nobody is."""
    if action == "match.moved" and isinstance(after, dict) and after.get("table") is None:
        return TELLINGS[UNSEATED]
    if action == "result.entered":
        was_played = isinstance(after, dict) and after.get("outcome") == "played"
        return None if was_played else TELLINGS[UNPLAYED]
    return TELLINGS.get(action)
