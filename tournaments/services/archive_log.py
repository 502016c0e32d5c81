"""The log of an archive, and what is due, as they are read. See `archive_facts`."""

from dataclasses import dataclass
from datetime import datetime

from matches.services.steps import OF_REPORTS
from tournaments.models import LogEntry
from tournaments.services.archive_places import Place, member_read


@dataclass(frozen=True, slots=True)
class LogFacts:
    row: LogEntry
    player: int | None  # the entry of the player who did it
    member: tuple[int, int] | None  # or which member of a team did
    match: str | None


def deadline_read(place: Place, refs: set[str]) -> tuple[str, str, datetime]:
    part = place.record("kind", "match", "due_at")
    return part["kind"].choice(OF_REPORTS), part["match"].match_ref(refs), part["due_at"].moment()


def log_read(place: Place, numbers: set[int], refs: set[str]) -> LogFacts:
    part = place.record(
        "at", "by", "action", "fixture", "match", "subject", "before", "after", "reason"
    )
    by = part["by"].record("kind", "name", "entry", newer={"member": None})
    row = LogEntry(
        at=part["at"].moment(),
        actor_kind=by["kind"].choice(["staff", "player", "system"]),
        actor_name=by["name"].column(LogEntry, "actor_name"),
        action=part["action"].column(LogEntry, "action"),
        fixture_key=part["fixture"].column(LogEntry, "fixture_key"),
        subject=part["subject"].column(LogEntry, "subject"),
        before=part["before"].data(),
        after=part["after"].data(),
        reason=part["reason"].column(LogEntry, "reason"),
    )
    return LogFacts(
        row=row,
        player=by["entry"].maybe(lambda entry: entry.known(numbers)),
        member=by["member"].maybe(lambda member: member_read(member, numbers)),
        match=part["match"].maybe(lambda match: match.match_ref(refs)),
    )
