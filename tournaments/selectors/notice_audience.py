"""Whom the lines of the log concern: players by their matches and events, staff by tournament."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from matches.models import Match, Side
from tournaments.models import Entry, Fixture, LogEntry, Staff
from tournaments.models_rulings import Sanction
from tournaments.models_teams import Member
from tournaments.selectors.notice_kinds import PLAY_BY, Telling, Whom, telling_of
from tournaments.selectors.sanctions import people_of

Sides = Mapping[int, frozenset[int]]  # the players of each side, by its number
NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Concerned:
    """Ids of players, and of users who run the tournament."""

    players: frozenset[int] = NOBODY
    staff: frozenset[int] = NOBODY


class Audience:
    """The people around some lines of the log. At most five queries for any number of lines, and
    few more for each sanction that is about no match, or line about one entry."""

    def __init__(self, entries: Sequence[LogEntry]) -> None:
        found = [(entry, telling_of(entry.action, entry.after)) for entry in entries]
        self._tellings = {entry.pk: telling for entry, telling in found if telling}
        told = [entry for entry in entries if entry.pk in self._tellings]
        self._matches = _matches(told)
        self._sides = _sides({*self._matches.values()})
        self._entrants = _entrants({e.event_id for e in told if self._is_for(e, Whom.ENTRANTS)})
        everybody = {e.tournament_id for e in told if self._is_for(e, Whom.EVERYBODY)}
        self._everybody = _everybody(everybody)
        self._staff = _staff({e.tournament_id for e in told if self._is_for(e, Whom.STAFF)})

    def of(self, entry: LogEntry) -> Concerned:
        """Without the one who did it."""
        telling = self._tellings.get(entry.pk)
        if telling is None or not is_told(entry, telling):
            return Concerned()
        players: frozenset[int] = NOBODY
        for whom in telling.whom:
            players |= self._players(entry, telling, whom)
        staff = NOBODY
        if Whom.STAFF in telling.whom:
            staff = self._staff.get(entry.tournament_id, NOBODY)
        doer = frozenset([entry.actor_id] if entry.actor_id else [])
        return Concerned(
            players - doer if entry.actor_kind == "player" else players,
            staff - doer if entry.actor_kind == "staff" else staff,
        )

    def _players(self, entry: LogEntry, telling: Telling, whom: Whom) -> frozenset[int]:
        sides = self._sides.get(self._matches.get(entry.pk, 0), {})
        found = NOBODY
        match whom:
            case Whom.OPPONENT:
                sides = {n: side for n, side in sides.items() if entry.actor_id not in side}
                found = found.union(*sides.values())
            case Whom.PLAYERS:
                found = found.union(*sides.values())
            case Whom.PAIRED:
                found = _in_round(entry)
            case Whom.ENTRANTS if sides:
                found = found.union(*sides.values())
            case Whom.ENTRANTS if telling.kind == PLAY_BY:
                found = _still_to_play(entry)
            case Whom.ENTRANTS:
                found = self._entrants.get(entry.event_id or 0, NOBODY)
            case Whom.SANCTIONED | Whom.ENTRY if not sides:
                found = _sanctioned(entry) if whom is Whom.SANCTIONED else _entered(entry)
            case Whom.EVERYBODY:
                found = self._everybody.get(entry.tournament_id, NOBODY)
            case Whom.SANCTIONED | Whom.ENTRY | Whom.STAFF:
                pass
        return found

    def _is_for(self, entry: LogEntry, whom: Whom) -> bool:
        return whom in self._tellings[entry.pk].whom


def is_told(entry: LogEntry, telling: Telling) -> bool:
    """Whether one of the fields changed that matter, where only some do."""
    if not telling.fields:
        return True
    before, after = (x if isinstance(x, dict) else {} for x in (entry.before, entry.after))
    return any(before.get(name) != after.get(name) for name in telling.fields)


def _matches(entries: Iterable[LogEntry]) -> dict[int, int]:
    """The match of each line that is about one; of some the line has the place in the draw only."""
    found = {entry.pk: entry.match_id for entry in entries if entry.match_id is not None}
    rest = [entry for entry in entries if entry.match_id is None and entry.fixture_key]
    if rest:
        places = Fixture.places.filter(event__in={entry.event_id for entry in rest})
        places = places.filter(key__in={entry.fixture_key for entry in rest}, match__isnull=False)
        at: dict[tuple[int | None, str], int | None] = {
            (event_id, key): match_id
            for event_id, key, match_id in places.values_list("event_id", "key", "match_id")
        }
        known = {entry.pk: at.get((entry.event_id, entry.fixture_key)) for entry in rest}
        found |= {pk: match_id for pk, match_id in known.items() if match_id is not None}
    return found


def _sides(match_ids: Iterable[int]) -> dict[int, Sides]:
    found: dict[int, dict[int, frozenset[int]]] = {}
    rows = Side.objects.filter(match_id__in=list(match_ids), players__isnull=False)
    for match_id, number, player in rows.values_list("match_id", "number", "players"):
        sides = found.setdefault(match_id, {})
        sides[number] = sides.get(number, NOBODY) | {player}
    return dict(found)


def _still_to_play(entry: LogEntry) -> frozenset[int]:
    """Whose match of the round that the line names is not over; of all rounds if it names none."""
    after = entry.after if isinstance(entry.after, dict) else {}
    rows = Fixture.places.filter(event=entry.event_id, match__state=Match.State.OPEN)
    if isinstance(after.get("round"), int):
        rows = rows.filter(round=after["round"])
    sides = Side.objects.filter(match__in=rows.values("match"), players__isnull=False)
    return frozenset(sides.values_list("players", flat=True))


def _sanctioned(entry: LogEntry) -> frozenset[int]:
    """One player, or all of a pair or team."""
    after = entry.after if isinstance(entry.after, dict) else {}
    found = Sanction.objects.filter(event=entry.event_id, number=after.get("number") or 0)
    sanction = found.select_related("entry__event").first()
    if sanction is None:
        return NOBODY
    if sanction.player_id is not None:
        return frozenset([sanction.player_id])
    return frozenset(people_of(sanction.entry)) if sanction.entry else NOBODY


def _entered(entry: LogEntry) -> frozenset[int]:
    """One player, or all of a pair or team."""
    before = entry.before if isinstance(entry.before, dict) else {}
    found = Entry.objects.filter(event=entry.event_id, pk=before.get("entry") or 0)
    row = found.select_related("event").first()
    return NOBODY if row is None else frozenset(people_of(row))


def _in_round(entry: LogEntry) -> frozenset[int]:
    """Who is paired in the round that the line names, or has a bye in it."""
    after = entry.after if isinstance(entry.after, dict) else {}
    rows = Fixture.objects.filter(event=entry.event_id, round=after.get("round") or 0)
    pairs = list(rows.values_list("entry_1", "entry_2"))
    entries = [pk for pair in pairs for pk in pair if pk is not None]
    found = _people(Q(pk__in=entries), Q(entry__in=entries), "event_id")
    return found.get(entry.event_id or 0, NOBODY)


def _entrants(event_ids: Iterable[int | None]) -> dict[int, frozenset[int]]:
    """Who is entered in each event and has not left."""
    events = [pk for pk in event_ids if pk is not None]
    stays = Q(event__in=events, withdrawn_at=None, last_round=None)
    of_stays = Q(event__in=events, entry__withdrawn_at=None, entry__last_round=None)
    return _people(stays, of_stays, "event_id")


def _everybody(tournament_ids: Iterable[int]) -> dict[int, frozenset[int]]:
    here = Q(event__tournament__in=list(tournament_ids))
    return _people(here, here, "event__tournament_id")


def _people(entries: Q, members: Q, by: str) -> dict[int, frozenset[int]]:
    """Single players, and the members of pairs and teams."""
    found: dict[int, frozenset[int]] = {}
    for rows in (Entry.objects.filter(entries), Member.objects.filter(members)):
        for key, player in rows.order_by().values_list(by, "player_id"):
            found[key] = found.get(key, NOBODY) | {player}
    return found


def _staff(tournament_ids: Iterable[int]) -> dict[int, frozenset[int]]:
    found: dict[int, frozenset[int]] = {}
    rows = Staff.objects.filter(tournament__in=list(tournament_ids))
    for tournament_id, user in rows.values_list("tournament_id", "user_id"):
        found[tournament_id] = found.get(tournament_id, NOBODY) | {user}
    return found
