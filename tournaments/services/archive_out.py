"""One event as an archive: all of it in plain JSON values, readable by people and by `archive_in`.

An archive names things by what the event calls them: entrants by their number of entry, fixtures
by key, a match by the key of its fixture. Matches that no longer count are listed apart under
references such as `M2.1#1`, by which the log speaks of them. No primary keys, accounts or secrets
are in it. With money set up it tells who has paid, so then it is for the staff. Files are left to
the callers.
"""

import json
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from matches.models import Match, Report, Side
from players.actors import SYSTEM, Act
from players.models import Player
from tournaments.formats import Entrant, EntrantId
from tournaments.models import Entry, Event, Fixture, LogEntry, Round, Tournament
from tournaments.models_teams import Member
from tournaments.selectors.boards import decode_source, encode_source
from tournaments.services.advancing import advance, behind
from tournaments.services.archive_clock import clocks_out
from tournaments.services.archive_dates import dates_out, day_out, deadlines_out
from tournaments.services.archive_ladder import ladder_out
from tournaments.services.archive_late import beginning_out, penalties_out
from tournaments.services.archive_matches import report_out
from tournaments.services.archive_money import money_out
from tournaments.services.archive_places import maybe_moment_out as _moment
from tournaments.services.archive_records import records_out
from tournaments.services.archive_rulings import rulings_out
from tournaments.services.archive_watching import comments_out, watching_out
from tournaments.services.locking import lock_event

FORMAT = "crawford-event"
VERSION = 2  # 2 has the money of the event


@transaction.atomic
def event_export(*, event_id: int, at: datetime) -> dict[str, Any]:
    """The archive of an event, the same for the same state of things.

    The event and its matches are locked meanwhile, so that all of it is of one moment; results
    that the bracket has not taken note of yet are followed first.
    """
    event = lock_event(event_id)
    in_use = Fixture.places.filter(event=event, match__isnull=False).values("match_id")
    list(Match.objects.select_for_update(no_key=True).filter(pk__in=in_use).order_by("pk"))
    if behind().filter(event=event).exists():
        advance(event, Act(SYSTEM, at))
    return _Exporter(event).archive()


def archive_text(archive: dict[str, Any]) -> str:
    return json.dumps(archive, ensure_ascii=False, indent=2) + "\n"


class _Exporter:
    """Reads the rows of one event and knows how the archive calls them."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.entries = list(event.entries.select_related("player__club"))
        self.number = {entry.pk: entry.number for entry in self.entries}
        self.number_by_player = {entry.player_id: entry.number for entry in self.entries}
        self.of_singles = event.of_singles
        members = event.members.select_related("player__club", "entry")
        self.members = {} if self.of_singles else {one.pk: one for one in members}
        self.seat_by_player = {one.player_id: _seat(one) for one in self.members.values()}
        self.fixtures = list(event.fixtures.select_related("stage", "match", "table"))
        self.boards = _boards_by_tie(event) if event.of_teams else {}
        rounds = Round.objects.filter(stage__event=event).order_by("number")
        self.rounds = list(rounds.select_related("stage"))
        self.log = list(event.log.order_by("pk"))
        boards = (row for rows in self.boards.values() for row in rows)
        self.refs = {f.match_id: f.key for f in (*self.fixtures, *boards) if f.match_id is not None}
        self.void = self._void_matches()
        wanted = Q(match__fixture__event=event) | Q(match__in=self.void)
        self.sides = _by_match(Side.objects.filter(wanted).prefetch_related("players"))
        self.reports = _by_match(Report.objects.filter(wanted))
        self.clocks = clocks_out(wanted)
        self.penalties = penalties_out(wanted)
        self.records = records_out(wanted)
        self.comments = comments_out(wanted, self._who)

    def _void_matches(self) -> list[Match]:
        """Matches that only the log still speaks of; they get their references here."""
        keys = {
            entry.match_id: entry.fixture_key
            for entry in self.log
            if entry.match_id is not None and entry.match_id not in self.refs
        }
        void = list(Match.objects.filter(pk__in=keys).order_by("pk"))
        count: dict[str, int] = defaultdict(int)
        for match in void:
            key = keys[match.pk]
            count[key] += 1
            self.refs[match.pk] = f"{key}#{count[key]}"
        return void

    def archive(self) -> dict[str, Any]:
        stages = self.event.stages.all()
        return {
            "format": FORMAT,
            "version": VERSION,
            "tournament": _tournament(self.event.tournament),
            "event": _event(self.event),
            "draw": _in_order(_draw(self.event.draw)),
            "entries": [{**_entry(one), **self._members(one)} for one in self.entries],
            "stages": [{"bracket": stage.bracket, "kind": stage.kind} for stage in stages],
            "rounds": [_round(row) for row in self.rounds],
            "ladder": ladder_out(self.event, self.number),
            "fixtures": [self._fixture(row) for row in self.fixtures],
            "void_matches": [
                {"ref": self.refs[match.pk], "match": self._match(match)} for match in self.void
            ],
            "deadlines": deadlines_out(self.event, self.refs),
            "money": money_out(self.event, self.number),
            "rulings": rulings_out(self.event, self.refs, self.number, self._who),
            "log": [self._log_entry(entry) for entry in self.log],
        }

    def _fixture(self, row: Fixture) -> dict[str, Any]:
        table = getattr(row, "table", None)
        return {
            "key": row.key,
            "bracket": row.stage.bracket,
            "round": row.round,
            "number": row.number,
            "length": row.length,
            "sets_to_win": row.sets_to_win,
            "decider": row.decider,
            "source_1": self._source(row.source_1),
            "source_2": self._source(row.source_2),
            "status": row.status,
            "entry_1": self._entry_number(row.entry_1_id),
            "entry_2": self._entry_number(row.entry_2_id),
            "winner": self._entry_number(row.winner_id),
            "ready_at": _moment(row.ready_at),
            "table": table.number if table else None,
            **day_out(row),
            "match": self._match(row.match) if row.match else None,
            **self._boards(row),
        }

    def _boards(self, row: Fixture) -> dict[str, Any]:
        """Only where teams play."""
        if not self.event.of_teams:
            return {}
        won = None if row.boards_1 is None else [row.boards_1, row.boards_2]
        boards = [self._board(board) for board in self.boards.get(row.pk, ())]
        return {"boards_won": won, "boards": boards}

    def _board(self, row: Fixture) -> dict[str, Any]:
        table = getattr(row, "table", None)
        return {
            "board": row.board,
            "member_1": self.members[row.member_1_id or 0].place,
            "member_2": self.members[row.member_2_id or 0].place,
            "status": row.status,
            "winner": self._entry_number(row.winner_id),
            "ready_at": _moment(row.ready_at),
            "table": table.number if table else None,
            "match": self._match(row.match) if row.match else None,
        }

    def _members(self, entry: Entry) -> dict[str, Any]:
        """Only of teams and pairs."""
        if self.of_singles:
            return {}
        own = [one for one in self.members.values() if one.entry_id == entry.pk]
        return {"members": [{"name": one.name, "person": _person(one.player)} for one in own]}

    def _source(self, text: str) -> str:
        source = decode_source(text)
        if isinstance(source, Entrant):
            return encode_source(Entrant(EntrantId(self.number[source.id])))
        return text

    def _entry_number(self, entry_id: int | None) -> int | None:
        return None if entry_id is None else self.number[entry_id]

    def _match(self, match: Match) -> dict[str, Any]:
        return {
            "length": match.length,
            "sets_to_win": match.sets_to_win,
            "decider": match.decider,
            "rules": _in_order(match.rules),
            "state": match.state,
            "outcome": match.outcome,
            "winner": match.winner,
            "score_1": match.score_1,
            "score_2": match.score_2,
            "decided_at": _moment(match.decided_at),
            "version": match.version,
            "created_at": _moment(match.created_at),
            "sides": [self._side(side) for side in self.sides[match.pk]],
            "reports": [report_out(report) for report in self.reports[match.pk]],
            "clock": self.clocks.get(match.pk),
            "beginning": beginning_out(match),
            "penalties": self.penalties.get(match.pk, []),
            "records": self.records.get(match.pk, []),
            **watching_out(match),
            "comments": self.comments.get(match.pk, []),
        }

    def _side(self, side: Side) -> dict[str, Any]:
        """In a match that no longer counts those who left the list since are only a name."""
        numbers = sorted(
            self.number_by_player[player.pk]
            for player in side.players.all()
            if player.pk in self.number_by_player
        )
        said = {"name": side.name, "entries": numbers}
        if self.of_singles:
            return said
        players = [player.pk for player in side.players.all()]
        seats = sorted(self.seat_by_player[pk] for pk in players if pk in self.seat_by_player)
        return {**said, "members": [list(seat) for seat in seats]}

    def _acted(self, player_id: int | None) -> dict[str, Any]:
        """Which member of a team or pair it was; of single players the entry tells."""
        return {} if self.of_singles else {"member": self._who(player_id)}

    def _who(self, player_id: int | None) -> int | list[int] | None:
        """A player by the number of entry, a member by that and the place in it."""
        if self.of_singles:
            return self.number_by_player.get(player_id or 0)
        seat = self.seat_by_player.get(player_id or 0)
        return list(seat) if seat else None

    def _log_entry(self, entry: LogEntry) -> dict[str, Any]:
        is_player = entry.actor_kind == "player" and entry.actor_id is not None
        return {
            "at": _moment(entry.at),
            "by": {
                "kind": entry.actor_kind,
                "name": entry.actor_name,
                "entry": self.number_by_player.get(entry.actor_id or 0) if is_player else None,
                **self._acted(entry.actor_id if is_player else None),
            },
            "action": entry.action,
            "fixture": entry.fixture_key,
            "match": self.refs.get(entry.match_id) if entry.match_id is not None else None,
            "subject": entry.subject,
            "before": _in_order(entry.before),
            "after": _in_order(entry.after),
            "reason": entry.reason,
        }


def _seat(member: Member) -> tuple[int, int]:
    """How the archive calls a member: the number of the entry, and the place in it."""
    return member.entry.number, member.place


def _boards_by_tie(event: Event) -> dict[int, list[Fixture]]:
    found: dict[int, list[Fixture]] = defaultdict(list)
    rows = Fixture.places.filter(event=event, tie__isnull=False).select_related("match", "table")
    for row in rows.order_by("tie", "board"):
        found[row.tie_id or 0].append(row)
    return found


def _by_match(rows: Iterable[Any]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        found[row.match_id].append(row)
    return found


def _tournament(tournament: Tournament) -> dict[str, Any]:
    return {
        "name": tournament.name,
        "slug": tournament.slug,
        "starts_on": tournament.starts_on.isoformat(),
        "ends_on": tournament.ends_on.isoformat(),
        "venue": tournament.venue,
        "time_zone": tournament.time_zone,
        "tables": _table_count(tournament),
    }


def _table_count(tournament: Tournament) -> int:
    """Tables are numbered from 1; one that closes is only waiting for its match to end."""
    numbers = set(tournament.tables.filter(closing=False).values_list("number", flat=True))
    return next(n for n in range(len(numbers) + 1) if n + 1 not in numbers)


def _event(event: Event) -> dict[str, Any]:
    return {
        "name": event.name,
        "slug": event.slug,
        "format": event.format,
        "entrants": event.entrants,
        "team_rules": _in_order(event.team_rules),
        "round_rules": _in_order(event.round_rules),
        "apart": event.apart,
        "play_offs": event.play_offs,
        "next_round": _in_order(event.next_round),
        "length": event.length,
        "lengths_from_final": _in_order(event.lengths_from_final),
        "even_lengths": event.even_lengths,
        "sets": event.sets,
        "consolation_length": event.consolation_length,
        "bracket_rules": _in_order(event.bracket_rules),
        "ladder_rules": _in_order(event.ladder_rules),
        "qualifying": _in_order(event.qualifying),
        **dates_out(event),
        "rule_set": event.rule_set,
        "rules": _in_order(event.rules),
        "stage_rules": {key: _in_order(own) for key, own in sorted(event.stage_rules.items())},
        "state": event.state,
        "drafts": event.drafts,
        "shows_forecast": event.shows_forecast,
        **watching_out(event),
        "version": event.version,
        "created_at": _moment(event.created_at),
        "published_at": _moment(event.published_at),
        "finished_at": _moment(event.finished_at),
    }


def _draw(draw: dict[str, Any] | None) -> dict[str, Any] | None:
    """With what a draw before there were options leaves out."""
    return None if draw is None else {"options": {}, "altered": [], **draw}


def _entry(entry: Entry) -> dict[str, Any]:
    """What the list said on the day, and the person as known on this site."""
    return {
        "number": entry.number,
        "name": entry.name,
        "country": entry.country,
        "club": entry.club,
        "rating": entry.rating,
        "note": entry.note,
        "created_at": _moment(entry.created_at),
        "withdrawn_at": _moment(entry.withdrawn_at),
        "present_at": _moment(entry.present_at),
        "disqualified": entry.disqualified,
        "person": _person(entry.player),
        "first_round": entry.first_round,
        "late": entry.late,
        "last_round": entry.last_round,
        "away": entry.away,
        "came_group": entry.came_group,
        "came_place": entry.came_place,
    }


def _round(row: Round) -> dict[str, Any]:
    return {
        "bracket": row.stage.bracket,
        "number": row.number,
        "pairings": _in_order(row.pairings),
        "notices": _in_order(row.notices),
        "made_with": _in_order(row.made_with),
        "drafts": row.drafts,
        "drafted_at": _moment(row.drafted_at),
        "published_at": _moment(row.published_at),
    }


def _person(player: Player) -> dict[str, Any]:
    return {
        "name": player.name,
        "given": player.given,
        "family": player.family,
        "country": player.country,
        "club": player.club.name if player.club else "",
        "federation_no": player.federation_no,
        "rating": player.rating,
    }


def _in_order(data: Any) -> Any:
    """JSON columns with their keys sorted: PostgreSQL keeps them in an order of its own."""
    match data:
        case dict():
            return {key: _in_order(data[key]) for key in sorted(data)}
        case list():
            return [_in_order(item) for item in data]
        case _:
            return data
