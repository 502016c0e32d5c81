"""The log in words: sentences from action codes, with before and after, who and when.

Names of the two sides come from the match a line is about, as they were when it was made.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _, gettext_lazy, pgettext

from matches.models import Side
from tournaments.models import Event, LogEntry, Staff, Tournament
from tournaments.models_auction import Auction
from tournaments.models_money import Purse
from tournaments.selectors.calcutta_words import (
    FIELDS as CALCUTTA_FIELDS,
    SENTENCES as CALCUTTA_SENTENCES,
)
from tournaments.selectors.final_places import bracket_title
from tournaments.selectors.money_words import preset_words
from tournaments.selectors.result_words import Names, result_words

PAGE = 100
MONEY = "money."  # how actions begin that only directors read of

# Two actions with words of their own for a case: a dispute that says another result, and a match
# that had none when its pair changed.
CLAIMED = "result.disputed:claim"
VOIDED_OPEN = "match.voided:open"

SENTENCES = {
    "tournament.created": gettext_lazy("Created the tournament %(subject)s"),
    "tournament.changed": gettext_lazy("Changed the tournament"),
    "event.created": gettext_lazy("Created the event %(subject)s"),
    "event.imported": gettext_lazy("Imported the event %(subject)s"),
    "event.changed": gettext_lazy("Changed the settings of the event"),
    "event.finished": gettext_lazy("The event is finished"),
    "following.made": gettext_lazy("Made the event %(subject)s for the best %(count)s"),
    "following.entered": gettext_lazy("Entered the best %(count)s of %(subject)s"),
    "following.refreshed": gettext_lazy("Entered the best %(count)s of %(subject)s anew"),
    "event.resumed": gettext_lazy("The event is running again"),
    "entry.added": gettext_lazy("Entered %(subject)s"),
    "entry.changed": gettext_lazy("Changed the entry of %(subject)s"),
    "entry.removed": gettext_lazy("Removed %(subject)s from the entries"),
    "entry.members": gettext_lazy("Changed who is in %(subject)s"),
    "lineup.changed": gettext_lazy("%(match)s: changed the line-up of %(subject)s"),
    "tie.decided": gettext_lazy("%(match)s: the boards decide the tie, %(result)s"),
    "tie.reopened": gettext_lazy("%(match)s: the tie is open again"),
    "draw.drafted": gettext_lazy("Drew draft %(draft)s with the seed “%(seed)s”"),
    "draw.discarded": gettext_lazy("Discarded the draft with the seed “%(seed)s”"),
    "draw.published": gettext_lazy("Published the draw with the seed “%(seed)s”"),
    "draw.swap": gettext_lazy("Swapped two entrants in the draft: %(subject)s"),
    "draw.move_bye": gettext_lazy("Moved a bye in the draft: %(subject)s"),
    "entry.late": gettext_lazy("Let %(subject)s in late"),
    "entry.left": gettext_lazy("%(subject)s has left"),
    "entry.returned": gettext_lazy("%(subject)s is back"),
    "entry.disqualified": gettext_lazy("Disqualified %(subject)s"),
    "entry.requalified": gettext_lazy("Took back the disqualification of %(subject)s"),
    "result.carried": gettext_lazy("%(match)s: %(result)s, under the right name now"),
    "match.given": gettext_lazy("%(match)s: the other has left, %(result)s"),
    "match.ungiven": gettext_lazy("%(match)s: to be played after all"),
    "draw.unpublished": gettext_lazy("Made the published draw a draft again"),
    "event.undone": gettext_lazy("Undone: %(deed)s"),
    "round.drafted": gettext_lazy("Paired round %(round)s in a draft"),
    "round.discarded": gettext_lazy("Discarded the draft of round %(round)s"),
    "round.published": gettext_lazy("Published round %(round)s"),
    "round.taken_back": gettext_lazy("Took round %(round)s back"),
    "round.altered": gettext_lazy(
        "Changed the draft of round %(round)s by hand: %(subject)s swapped"
    ),
    "rounds.changed": gettext_lazy("Changed the number of rounds to %(rounds)s"),
    "round_lengths.changed": gettext_lazy("Changed the match lengths of rounds to come"),
    "pairs.changed": gettext_lazy("Changed whom the director wants to meet or not"),
    "entry.added_late": gettext_lazy("Entered %(subject)s late, into round %(round)s"),
    "entry.withdrawn": gettext_lazy("%(subject)s leaves, from round %(round)s on"),
    "entry.reinstated": gettext_lazy("%(subject)s plays again, from round %(round)s on"),
    "ladder.opened": gettext_lazy("Opened the ladder"),
    "ladder.challenged": gettext_lazy("%(subject)s challenges %(opponent)s"),
    "ladder.unplayed": gettext_lazy("%(subject)s against %(opponent)s: not played in time"),
    "ladder.called_off": gettext_lazy("%(subject)s against %(opponent)s: called off"),
    "ladder.joined": gettext_lazy("%(subject)s joins the ladder at the bottom"),
    "ladder.returned": gettext_lazy("%(subject)s is on the ladder again, at the bottom"),
    "ladder.left": gettext_lazy("%(subject)s leaves the ladder, from place %(place)s"),
    "ladder.closed": gettext_lazy("Closed the ladder"),
    "ladder.reopened": gettext_lazy("Opened the ladder again"),
    "season.created": gettext_lazy("Set up the season %(subject)s"),
    "entry.away": gettext_lazy("%(subject)s is away in round %(round)s"),
    "entry.here": gettext_lazy("%(subject)s is here in round %(round)s after all"),
    "match.called": gettext_lazy("%(match)s: called to table %(table)s"),
    "match.moved": gettext_lazy("%(match)s: moved to another table"),
    "match.date.changed": gettext_lazy("%(match)s: has another day to be played by"),
    "match.voided": gettext_lazy("%(match)s: no longer counts, the bracket changed"),
    VOIDED_OPEN: gettext_lazy(
        "%(match)s: was between these two, without a result; the pair changed"
    ),
    "result.reported": gettext_lazy("%(match)s: reported, %(result)s"),
    "result.confirmed": gettext_lazy("%(match)s: both agree, %(result)s"),
    "result.confirmed_by_silence": gettext_lazy("%(match)s: confirmed by silence, %(result)s"),
    "result.disputed": gettext_lazy("%(match)s: disputed"),
    CLAIMED: gettext_lazy("%(match)s: disputed, says %(result)s"),
    "result.entered": gettext_lazy("%(match)s: result entered, %(result)s"),
    "result.corrected": gettext_lazy("%(match)s: result corrected, %(result)s"),
    "result.settled": gettext_lazy("%(match)s: dispute settled, %(result)s"),
    "result.reopened": gettext_lazy("%(match)s: result taken back"),
    "money.changed": gettext_lazy("Set up the money"),
    "money.pool.changed": gettext_lazy("Set up the side pool %(subject)s"),
    "money.pool.removed": gettext_lazy("Removed the side pool %(subject)s"),
    "money.pool.joined": gettext_lazy("%(subject)s joined the side pool %(pool)s"),
    "money.pool.left": gettext_lazy("%(subject)s left the side pool %(pool)s"),
    "money.published": gettext_lazy("Published the prize table"),
    "money.hidden": gettext_lazy("Took the prize table off the public page"),
    "money.fee.changed": gettext_lazy("Changed the entry fee of %(subject)s"),
    "money.paid": gettext_lazy("%(subject)s paid %(amount)s"),
    "money.payment_taken_back": gettext_lazy("Took back the payment of %(amount)s by %(subject)s"),
    "money.paid_out": gettext_lazy("Paid out %(amount)s to %(subject)s"),
    "money.payout_taken_back": gettext_lazy("Took back the payout of %(amount)s to %(subject)s"),
    "money.deal.changed": gettext_lazy("Deal on %(subject)s"),
    "money.deal.removed": gettext_lazy("Dropped the deal on %(subject)s"),
    **CALCUTTA_SENTENCES,
    "staff.invited": gettext_lazy("Made %(subject)s %(role)s"),
    "staff.removed": gettext_lazy("Removed %(subject)s from the staff"),
    "pass.renewed": gettext_lazy("Gave %(subject)s a new private link"),
}

# What can be undone, as a director would call it.
DEEDS = {
    "entry.added": gettext_lazy("the entries added last"),
    "entry.changed": gettext_lazy("the change to the entry of %(subject)s"),
    "entry.removed": gettext_lazy("the removal of %(subject)s"),
    "entry.members": gettext_lazy("the change of who is in %(subject)s"),
    "lineup.changed": gettext_lazy("the line-up of %(subject)s"),
    "event.changed": gettext_lazy("the change of the settings"),
    "following.made": gettext_lazy("making the event %(subject)s"),
    "draw.drafted": gettext_lazy("the draft of the draw"),
    "draw.discarded": gettext_lazy("discarding the draft"),
    "draw.published": gettext_lazy("publishing the draw"),
    "draw.swap": gettext_lazy("the swap of %(subject)s"),
    "draw.move_bye": gettext_lazy("moving the bye: %(subject)s"),
    "entry.late": gettext_lazy("the late entry of %(subject)s"),
    "entry.left": gettext_lazy("the withdrawal of %(subject)s"),
    "entry.disqualified": gettext_lazy("the disqualification of %(subject)s"),
    "entry.requalified": gettext_lazy("the end of the disqualification of %(subject)s"),
    "entry.returned": gettext_lazy("the return of %(subject)s"),
    "result.entered": gettext_lazy("the result of %(match)s"),
    "result.corrected": gettext_lazy("the correction of %(match)s"),
    "result.settled": gettext_lazy("the ruling on %(match)s"),
    "result.reopened": gettext_lazy("taking back the result of %(match)s"),
    "match.date.changed": gettext_lazy("the day for %(match)s"),
    "ladder.opened": gettext_lazy("opening the ladder"),
    "ladder.challenged": gettext_lazy("the challenge by %(subject)s"),
    "ladder.unplayed": gettext_lazy("that the challenge by %(subject)s was not played"),
    "ladder.called_off": gettext_lazy("calling off the challenge by %(subject)s"),
    "ladder.joined": gettext_lazy("entering %(subject)s"),
    "ladder.returned": gettext_lazy("letting %(subject)s back in"),
    "ladder.left": gettext_lazy("the leaving of %(subject)s"),
    "ladder.closed": gettext_lazy("closing the ladder"),
    "ladder.reopened": gettext_lazy("opening the ladder again"),
    "entry.added_late": gettext_lazy("the late entry of %(subject)s"),
    "entry.away": gettext_lazy("the absence of %(subject)s"),
    "entry.here": gettext_lazy("the presence of %(subject)s"),
    "entry.reinstated": gettext_lazy("the return of %(subject)s"),
    "entry.withdrawn": gettext_lazy("the withdrawal of %(subject)s"),
    "pairs.changed": gettext_lazy("the change of forced and forbidden pairs"),
    "round.altered": gettext_lazy("the swap of %(subject)s"),
    "round.discarded": gettext_lazy("discarding the draft of round %(round)s"),
    "round.drafted": gettext_lazy("the draft of round %(round)s"),
    "round.published": gettext_lazy("publishing round %(round)s"),
    "round.taken_back": gettext_lazy("taking back round %(round)s"),
    "round_lengths.changed": gettext_lazy("the change of match lengths"),
    "rounds.changed": gettext_lazy("the change of the number of rounds"),
}

FIELDS = {
    "name": gettext_lazy("name"),
    "starts_on": gettext_lazy("first day"),
    "ends_on": gettext_lazy("last day"),
    "venue": gettext_lazy("venue"),
    "time_zone": gettext_lazy("time zone"),
    "length": gettext_lazy("match length"),
    "lengths_from_final": gettext_lazy("lengths of the last rounds"),
    "even_lengths": gettext_lazy("even lengths allowed"),
    "sets": gettext_lazy("sets"),
    "consolation_length": gettext_lazy("consolation length"),
    "format": gettext_lazy("format"),
    "entrants": gettext_lazy("who enters"),
    "team_rules": gettext_lazy("settings of the teams"),
    "members": gettext_lazy("members"),
    "lineup": gettext_lazy("line-up"),
    "round_rules": gettext_lazy("settings of the rounds"),
    "ladder_rules": gettext_lazy("settings of the ladder"),
    "bracket_rules": gettext_lazy("settings of the brackets"),
    "rounds": gettext_lazy("number of rounds"),
    "rule_set": gettext_lazy("rule set"),
    "rules": gettext_lazy("rules"),
    "shows_forecast": gettext_lazy("forecast shown to the public"),
    "country": gettext_lazy("country"),
    "club": gettext_lazy("club"),
    "rating": gettext_lazy("rating"),
    "note": gettext_lazy("note"),
    "table": gettext_lazy("table"),
    "play_by": gettext_lazy("play by"),
    "fee": gettext_lazy("entry fee"),
    "lengths": gettext_lazy("match lengths from round on"),
    "forced": gettext_lazy("pairs that meet in the next round"),
    "forbidden": gettext_lazy("pairs that do not meet in the next round"),
    "apart": gettext_lazy("pairs that never meet"),
    "added": gettext_lazy("added money"),
    "guaranteed": gettext_lazy("guaranteed pool"),
    "unit": gettext_lazy("rounded to"),
    "split": gettext_lazy("split"),
    "preset": gettext_lazy("table of prizes"),
    "deductions": gettext_lazy("deductions"),
    "consolation_share": gettext_lazy("share of the consolation"),
    "prizes": gettext_lazy("prizes"),
    **CALCUTTA_FIELDS,
}


@dataclass(frozen=True, slots=True)
class Change:
    """One thing before and after, in words; empty where there was nothing."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class LogLine:
    id: int
    at: datetime
    who: str
    what: str
    changes: Sequence[Change]
    reason: str
    event: Event | None
    fixture_key: str


@dataclass(frozen=True, slots=True)
class LogPage:
    """Latest first. `older` is where the next page begins, or None on the last one."""

    lines: Sequence[LogLine]
    older: int | None


def log_page(
    tournament: Tournament,
    *,
    event: Event | None = None,
    before: int | None = None,
    with_money: bool = True,
) -> LogPage:
    """A hundred lines older than the one called `before`, of one event or all."""
    found = tournament.log.select_related("event__tournament")
    if not with_money:
        found = found.exclude(action__startswith=MONEY)
    if event is not None:
        found = found.filter(event=event)
    if before is not None:
        found = found.filter(pk__lt=before)
    entries = list(found[: PAGE + 1])
    shown = entries[:PAGE]
    older = shown[-1].pk if len(entries) > PAGE else None
    return LogPage(log_lines(shown), older)


def fixture_log(event: Event, key: str) -> list[LogLine]:
    """Everything that happened to one fixture, latest first; at most a hundred lines."""
    found: QuerySet[LogEntry] = event.log.select_related("event__tournament")
    return log_lines(found.filter(fixture_key=key)[:PAGE])


def log_lines(entries: Iterable[LogEntry]) -> list[LogLine]:
    """One more query: the names of the matches."""
    listed = list(entries)
    names = _names({entry.match_id for entry in listed if entry.match_id is not None})
    return [_line(entry, names.get(entry.match_id or 0)) for entry in listed]


def _names(match_ids: Iterable[int]) -> dict[int, Names]:
    found: dict[int, list[str]] = {}
    sides = Side.objects.filter(match_id__in=list(match_ids)).order_by("match_id", "number")
    for match_id, name in sides.values_list("match_id", "name"):
        found.setdefault(match_id, []).append(name)
    return {match_id: (names[0], names[1]) for match_id, names in found.items()}


def _line(entry: LogEntry, names: Names | None) -> LogLine:
    return LogLine(
        id=entry.pk,
        at=entry.at,
        who=entry.actor_name,
        what=_sentence(entry, names),
        changes=_changes(entry, names),
        reason=entry.reason,
        event=entry.event,
        fixture_key=entry.fixture_key,
    )


def deed_words(entry: LogEntry) -> str:
    """What the deed that begins with this line is called. One query for a match."""
    return _deed(entry, entry.action, _names([entry.match_id or 0]).get(entry.match_id or 0))


def line_words(entry: LogEntry) -> str:
    """The line as the log tells it. One query for a match."""
    return _sentence(entry, _names([entry.match_id or 0]).get(entry.match_id or 0))


def _deed(entry: LogEntry, action: str, names: Names | None) -> str:
    words = str(DEEDS.get(action, action))
    round_ = {**_dict(entry.before), **_dict(entry.after)}.get("round", "")
    return words % {
        "subject": entry.subject, "match": _match_words(entry, names), "round": round_,
    }  # fmt: skip


def _match_words(entry: LogEntry, names: Names | None) -> str:
    pair = f"{names[0]} – {names[1]}" if names else ""
    return f"{entry.fixture_key} {pair}".strip()


def _sentence(entry: LogEntry, names: Names | None) -> str:
    template = SENTENCES.get(_case(entry, names))
    if template is None:
        return f"{entry.action} {entry.subject}".strip()
    facts = {**_dict(entry.before), **_dict(entry.after)}
    roles = dict(Staff.Role.choices)
    return str(template) % {
        "subject": _subject(entry),
        "match": _match_words(entry, names),
        "deed": _deed(entry, str(facts.get("action")), names),
        "result": result_words(entry.after, names),
        "draft": facts.get("draft", ""),
        "seed": facts.get("seed", ""),
        "table": facts.get("table", ""),
        "round": facts.get("round", ""),
        "rounds": facts.get("rounds", ""),
        "count": facts.get("count", ""),
        "amount": facts.get("amount", ""),
        "pool": facts.get("pool", ""),
        "opponent": facts.get("opponent", ""),
        "place": facts.get("place", ""),
        "buyer": facts.get("buyer", ""),
        "price": facts.get("price", ""),
        "role": roles.get(str(facts.get("role")), ""),
    }


def _subject(entry: LogEntry) -> str:
    """A deal is on a side pool, or on a bracket, which is logged by its letter."""
    if entry.event is None or not entry.action.startswith("money.deal."):
        return entry.subject
    return bracket_title(entry.event, entry.subject)


def _case(entry: LogEntry, names: Names | None) -> str:
    if entry.action == "result.disputed" and result_words(entry.after, names):
        return CLAIMED
    if entry.action == "match.voided" and not result_words(entry.before, names):
        return VOIDED_OPEN
    return entry.action


def _dict(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _changes(entry: LogEntry, names: Names | None) -> list[Change]:
    before, after = _dict(entry.before), _dict(entry.after)
    if entry.action.startswith(("result.", "match.voided")):
        was = result_words(before, names)
        return [Change(_("before"), was, result_words(after, names))] if was else []
    if not entry.action.endswith((".changed", ".moved", ".members")):
        return []
    return [
        Change(
            str(FIELDS.get(key, key)),
            _value(_named(key, before.get(key))),
            _value(_named(key, after.get(key))),
        )
        for key in after
        if before.get(key) != after.get(key)
    ]


CODES: Mapping[str, Sequence[tuple[str, Any]]] = {
    "split": Purse.Split.choices,
    "order": Auction.Order.choices,
    "ranking": Auction.Ranking.choices,
}


def _named(key: str, value: Any) -> Any:
    """Codes that have names in the reader's language."""
    if not isinstance(value, str):
        return value
    for name, choices in CODES.items():
        if key == name:
            return str(dict(choices).get(value, value))
    return preset_words(value) if key == "preset" else value


def _value(value: Any) -> str:
    match value:
        case None | "":
            return pgettext("no value", "none")
        case bool():
            return _("yes") if value else _("no")
        case list():
            return ", ".join(map(_value, value)) or _value("")
        case dict():
            return ", ".join(f"{key}: {_value(each)}" for key, each in value.items()) or _value("")
        case _:
            return str(value)
