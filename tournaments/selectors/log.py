"""The log in words: sentences from action codes, with before and after, who and when.

Names of the two sides come from the match a line is about, as they were when it was made.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _, pgettext

from matches.models import Side
from matches.services.reopening import LATE
from tournaments.formats import FormatError
from tournaments.models import Event, LogEntry, Staff, Tournament
from tournaments.models_auction import Auction
from tournaments.models_money import Purse
from tournaments.rulesets.errors import RuleError
from tournaments.selectors.final_places import bracket_title
from tournaments.selectors.late_words import late_facts
from tournaments.selectors.log_facts import (
    clock_words,
    counts,
    date_words,
    facts_of,
    found_words,
    moment_words,
    score_words,
    why_words,
)
from tournaments.selectors.log_sentences import (
    BY_SITE,
    CLAIMED,
    DEEDS,
    FIELDS,
    REOPENED_LATE,
    SENTENCES,
    VOIDED_OPEN,
)
from tournaments.selectors.money_words import preset_words
from tournaments.selectors.overdue_words import overdue_words
from tournaments.selectors.result_words import Names, result_words
from tournaments.selectors.rule_words import rule_label, rule_value
from tournaments.selectors.ruling_ends import end_words, ruling_ends
from tournaments.selectors.ruling_words import ruling_facts
from tournaments.selectors.stage_rules import part_name

PAGE = 100
MONEY = "money."  # how actions begin that only directors read of


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
    ended: str = ""  # what became of a ruling since, if it does not stand any more


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
    """One more query: the names of the matches; another one where rulings are told."""
    listed = list(entries)
    names = match_names({entry.match_id for entry in listed if entry.match_id is not None})
    ends = ruling_ends(listed)
    return [
        _line(entry, names.get(entry.match_id or 0), end_words(ends.get(entry.pk, "")))
        for entry in listed
    ]


def match_names(match_ids: Iterable[int]) -> dict[int, Names]:
    """Both names of each match, as they were when it was made. One query."""
    found: dict[int, list[str]] = {}
    sides = Side.objects.filter(match_id__in=list(match_ids)).order_by("match_id", "number")
    for match_id, name in sides.values_list("match_id", "name"):
        found.setdefault(match_id, []).append(name)
    return {match_id: (names[0], names[1]) for match_id, names in found.items()}


def _line(entry: LogEntry, names: Names | None, ended: str) -> LogLine:
    return LogLine(
        id=entry.pk,
        at=entry.at,
        who=entry.actor_name,
        what=_sentence(entry, names),
        changes=_changes(entry, names),
        reason=entry.reason,
        event=entry.event,
        fixture_key=entry.fixture_key,
        ended=ended,
    )


def deed_words(entry: LogEntry) -> str:
    """What the deed that begins with this line is called. One query for a match."""
    return _deed(entry, entry.action, match_names([entry.match_id or 0]).get(entry.match_id or 0))


def line_words(entry: LogEntry) -> str:
    """The line as the log tells it. One query for a match."""
    return line_of(entry, match_names([entry.match_id or 0]).get(entry.match_id or 0))


def line_of(entry: LogEntry, names: Names | None) -> str:
    """The same for whoever has the names already."""
    return _sentence(entry, names)


def _deed(entry: LogEntry, action: str, names: Names | None) -> str:
    words = str({**DEEDS, **BY_SITE}.get(action, action))
    round_ = {**facts_of(entry.before), **facts_of(entry.after)}.get("round", "")
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
    facts = {**facts_of(entry.before), **facts_of(entry.after)}
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
        "missing": facts.get("missing", ""),
        **date_words(entry, facts),
        "file": facts.get("file", ""),
        "author": facts.get("author", ""),
        "text": facts.get("text", ""),
        "score": score_words(facts),
        "found": found_words(facts.get("findings")),
        "rates": facts.get("rates", ""),
        "why": why_words(facts.get("failure")),
        "set": facts.get("set", ""),
        "sets": counts(facts.get("sets")),
        **clock_words(facts, names),
        **late_facts(facts),
        **ruling_facts(facts),
    }


def _subject(entry: LogEntry) -> str:
    """Brackets are logged by their letters: a deal may be on one, and one may have own rules."""
    if entry.event is not None and entry.action == "stage.rules.changed":
        try:
            return part_name(entry.event, entry.subject)
        except RuleError:  # of an archive
            return entry.subject
    if entry.event is None or not entry.action.startswith("money.deal."):
        return entry.subject
    return bracket_title(entry.event, entry.subject)


def _case(entry: LogEntry, names: Names | None) -> str:
    if entry.action == "result.disputed" and result_words(entry.after, names):
        return CLAIMED
    if entry.action == "match.voided" and not result_words(entry.before, names):
        return VOIDED_OPEN
    if entry.action == "result.reopened" and facts_of(entry.before).get(LATE):
        return REOPENED_LATE
    return entry.action


def _changes(entry: LogEntry, names: Names | None) -> list[Change]:
    before, after = facts_of(entry.before), facts_of(entry.after)
    if entry.action.startswith(("result.", "match.voided")):
        was = result_words(before, names)
        return [Change(_("before"), was, result_words(after, names))] if was else []
    if entry.action.endswith("rules.changed"):
        usual = _("as in the event") if entry.action.startswith("stage.") else ""
        return _rules_changed(before, after, usual)
    if not entry.action.endswith((".changed", ".moved", ".members")):
        return []
    changed = [key for key in after if before.get(key) != after.get(key)]
    return [
        Change(
            str(FIELDS.get(key, key)),
            _value(_named(entry, key, before.get(key))),
            _value(_named(entry, key, after.get(key))),
        )
        for key in changed
        if key not in ("rules", "rule_set")  # told rule by rule
    ] + _rules_changed(facts_of(before.get("rules")), facts_of(after.get("rules")))


def _rules_changed(
    before: Mapping[str, Any], after: Mapping[str, Any], usual: str = ""
) -> list[Change]:
    """A rule that is not kept is as usual, by which the rule set is meant."""
    usual = usual or _("as the rule set says")
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return [
        Change(rule_label(name), *(_rule_value(name, rules, usual) for rules in (before, after)))
        for name in names
    ]


def _rule_value(name: str, rules: Mapping[str, Any], usual: str) -> str:
    return rule_value(name, rules[name]) if name in rules else usual


CODES: Mapping[str, Sequence[tuple[str, Any]]] = {
    "split": Purse.Split.choices,
    "order": Auction.Order.choices,
    "ranking": Auction.Ranking.choices,
}


def _named(entry: LogEntry, key: str, value: Any) -> Any:
    """Codes that have names in the reader's language, and moments."""
    if key == "overdue_rules":
        return _overdue(value)
    if not isinstance(value, str):
        return value
    if key.endswith("_at"):
        return moment_words(entry, value)
    for name, choices in CODES.items():
        if key == name:
            return str(dict(choices).get(value, value))
    return preset_words(value) if key == "preset" else value


def _overdue(rules: Any) -> Any:
    try:
        return overdue_words(facts_of(rules))
    except FormatError:  # of an archive
        return rules


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
