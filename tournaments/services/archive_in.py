"""An archived event back into the database: all of it, or nothing and the reason.

People are found again as in any entry list; links, tables and times are those of the site that
takes the event in. What the file says is read by `archive_facts` and recomputed by
`archive_check` before the first row is written.
"""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.models import Match, Report, Side
from matches.services.deadlines import set_deadline
from players.actors import Act
from players.models import Player
from players.services.people import find_or_create_players
from tournaments.formats import Entrant, EntrantId, Source
from tournaments.models import Entry, Event, Fixture, LogEntry, Round, Stage, Table, Tournament
from tournaments.models_teams import Member
from tournaments.selectors.boards import encode_source
from tournaments.services.advancing import advance
from tournaments.services.archive_check import archive_differences
from tournaments.services.archive_clock import clocks_in
from tournaments.services.archive_dates import dates_in
from tournaments.services.archive_entries import EntryFacts
from tournaments.services.archive_facts import Archive, FixtureFacts, archive_read
from tournaments.services.archive_following import following_link
from tournaments.services.archive_ladder import ladder_in
from tournaments.services.archive_late import late_in
from tournaments.services.archive_matches import MatchFacts, SideFacts
from tournaments.services.archive_money import money_in
from tournaments.services.archive_records import records_in
from tournaments.services.archive_rulings import rulings_in
from tournaments.services.archive_teams import BoardFacts, MemberKey
from tournaments.services.archive_watching import comments_in
from tournaments.services.log import log
from tournaments.services.passes import give_passes
from tournaments.services.resting import rests_follow
from tournaments.services.setting_up import tournament_create

BATCH = 500


def event_import(*, content: bytes, act: Act, tournament_slug: str = "") -> Event:
    """Take an archived event in, into its tournament or the one named; returns it.

    A tournament that does not exist is made with the facts of the file, for the member of staff
    who acts. Raises InvalidError `archive_unreadable` (with `path`) or `archive_inconsistent`
    (with `differences`), ConflictError `event_exists`.
    """
    archive = archive_read(content)
    if differences := archive_differences(archive):
        raise InvalidError(
            "archive_inconsistent",
            _("The archive contradicts itself:") + "\n" + "\n".join(differences),
            differences=differences,
        )
    with transaction.atomic():
        tournament = _tournament(archive, tournament_slug or archive.slug, act)
        return _Importer(archive, tournament, act).run()


def _tournament(archive: Archive, slug: str, act: Act) -> Tournament:
    found = Tournament.objects.select_for_update(no_key=True).filter(slug=slug).first()
    if found is None:
        owner = act.by.ident if act.by.kind == "staff" else None
        return tournament_create(spec=archive.tournament, owner_id=owner, act=act, slug=slug)
    if found.events.filter(slug=archive.event.slug).exists():
        raise ConflictError(
            "event_exists",
            _(
                "The tournament %(tournament)s has an event %(event)s already, and an import never "
                "replaces one. Name another tournament to import into: it is made if need be."
            )
            % {"tournament": slug, "event": archive.event.slug},
            tournament=slug,
            event=archive.event.slug,
        )
    return found


class _Importer:
    """Writes the rows in the order in which they point to each other."""

    def __init__(self, archive: Archive, tournament: Tournament, act: Act) -> None:
        self.archive = archive
        self.tournament = tournament
        self.act = act
        self.event = archive.event
        self.entries: dict[int, Entry] = {}
        self.members: dict[MemberKey, Member] = {}
        self.matches: dict[str, Match] = {}

    def run(self) -> Event:
        self.event.tournament = self.tournament
        self.event.save()
        self._write_entries()
        self._write_matches()
        self._write_fixtures()
        ladder_in(list(self.archive.ladder), self.event, self.entries)
        unseated = self._write_tables()
        rests_follow(self.event, self.act.at)
        for kind, ref, due_at in self.archive.deadlines:
            set_deadline(kind, self.matches[ref].pk, due_at)
        if self.archive.money is not None:
            money_in(self.archive.money, self.event, self.entries)
        rulings_in(self.archive.rulings, self.event, self.matches, self.entries, self._player_of)
        following_link(self.event, self.entries)
        dates_in(self.event, self.act)
        self._write_log(unseated)
        if unseated:
            advance(self.event, self.act, whole=True)
        return self.event

    def _write_entries(self) -> None:
        facts = self.archive.entries
        players = find_or_create_players([one.person for one in facts], taken=(), at=self.act.at)
        for one, player in zip(facts, players, strict=True):
            one.row.event, one.row.player = self.event, player
        rows = Entry.objects.bulk_create([one.row for one in facts], batch_size=BATCH)
        if self.event.of_singles:
            give_passes(self.tournament.pk, players)
        self.entries = {row.number: row for row in rows}
        self._write_members(facts)

    def _write_members(self, facts: Sequence[EntryFacts]) -> None:
        wanted = [
            (one, place, name, person)
            for one in facts
            for place, (name, person) in enumerate(one.members, start=1)
        ]
        people = [person for *_rest, person in wanted]
        players = find_or_create_players(people, taken=(), at=self.act.at)
        rows = Member.objects.bulk_create(
            [
                Member(event=self.event, entry=one.row, place=place, name=name, player=player)
                for (one, place, name, _person), player in zip(wanted, players, strict=True)
            ],
            batch_size=BATCH,
        )
        self.members = {
            (one.row.number, row.place): row
            for (one, *_rest), row in zip(wanted, rows, strict=True)
        }
        give_passes(self.tournament.pk, players)

    def _write_matches(self) -> None:
        facts = self.archive.matches()
        Match.objects.bulk_create([one.row for one in facts], batch_size=BATCH)
        self.matches = {one.ref: one.row for one in facts}
        self._write_sides(facts)
        reports = [report for one in facts for report in one.reports]
        for one in facts:
            for report in one.reports:
                report.match = one.row
        Report.objects.bulk_create(reports, batch_size=BATCH)
        clocks_in(((one.clock, one.row) for one in facts), self.act.at)
        late_in(one.late for one in facts)
        records_in((one.records, one.row) for one in facts)
        comments_in(((one.comments, one.row) for one in facts), self._player_of)

    def _write_sides(self, facts: Sequence[MatchFacts]) -> None:
        wanted = [
            (Side(match=one.row, number=number, name=said.name), self._players(said))
            for one in facts
            for number, said in enumerate(one.sides, 1)
        ]
        Side.objects.bulk_create([side for side, _players in wanted], batch_size=BATCH)
        through = Side.players.through
        through.objects.bulk_create(
            [
                through(side_id=side.pk, player_id=player_id)
                for side, players in wanted
                for player_id in players
            ],
            batch_size=BATCH,
        )

    def _players(self, side: SideFacts) -> list[int]:
        alone = [self.entries[number].player_id for number in side.entries]
        return alone + [self.members[key].player_id for key in side.members]

    def _player_of(self, who: int | MemberKey) -> int:
        """A single player by the number of entry, a member by that and the place in it."""
        if isinstance(who, int):
            return self.entries[who].player_id
        return self.members[who].player_id

    def _write_fixtures(self) -> None:
        stages = self.archive.stages
        for stage in stages:
            stage.event = self.event
        Stage.objects.bulk_create(stages)
        by_bracket = {stage.bracket: stage for stage in stages}
        for one in self.archive.rounds:
            one.row.stage = by_bracket[one.bracket]
        Round.objects.bulk_create([one.row for one in self.archive.rounds])
        for facts in self.archive.fixtures:
            self._tie(facts, by_bracket)
        Fixture.objects.bulk_create([f.row for f in self.archive.fixtures], batch_size=BATCH)
        for facts in self.archive.fixtures:
            for board in facts.boards:
                self._seat(facts, board)
        Fixture.places.bulk_create([b.row for b in self.archive.boards()], batch_size=BATCH)

    def _seat(self, facts: FixtureFacts, board: BoardFacts) -> None:
        row, tie = board.row, facts.row
        row.tie, row.event, row.stage = tie, tie.event, tie.stage
        row.entry_1, row.entry_2 = tie.entry_1, tie.entry_2
        row.source_1, row.source_2 = (f"entrant:{pk}" for pk in (tie.entry_1_id, tie.entry_2_id))
        first, second = zip(facts.slots, board.places, strict=True)
        row.member_1 = self.members[first[0] or 0, first[1]]
        row.member_2 = self.members[second[0] or 0, second[1]]
        row.winner = self._entry(board.winner)
        if board.match is not None:
            row.match, row.match_version = board.match.row, board.match.row.version

    def _tie(self, facts: FixtureFacts, stages: Mapping[str, Stage]) -> None:
        row = facts.row
        row.event, row.stage = self.event, stages[facts.node.bracket]
        row.source_1 = self._source(facts.node.first)
        row.source_2 = self._source(facts.node.second)
        row.entry_1, row.entry_2 = (self._entry(number) for number in facts.slots)
        row.winner = self._entry(facts.winner)
        if facts.match is not None:
            row.match, row.match_version = facts.match.row, facts.match.row.version

    def _source(self, source: Source) -> str:
        if isinstance(source, Entrant):
            source = Entrant(EntrantId(self.entries[source.id].pk))
        return encode_source(source)

    def _entry(self, number: int | None) -> Entry | None:
        return None if number is None else self.entries[number]

    def _write_tables(self) -> list[str]:
        """Seat the matches where they were; returns the keys whose table another event has."""
        seated = dict(self.archive.seats())
        have = set(self.tournament.tables.values_list("number", flat=True))
        Table.objects.bulk_create(
            [
                # Not one of the tournament's: it goes with the match that is played there.
                Table(tournament=self.tournament, number=n, closing=True)
                for n in sorted(seated.keys() - have)
            ]
        )
        tables = self.tournament.tables.filter(fixture=None)
        return [
            row.key
            for number, row in seated.items()
            if not tables.filter(number=number).update(fixture=row, called_at=None)
        ]

    def _write_log(self, unseated: Sequence[str]) -> None:
        players = {number: entry.player for number, entry in self.entries.items()}
        for facts in self.archive.log:
            row = facts.row
            row.tournament, row.event = self.tournament, self.event
            row.actor_id = _ident(players, facts.player)
            if facts.member is not None:
                row.actor_id = self.members[facts.member].player_id
            row.match_id = self.matches[facts.match].pk if facts.match else None
        LogEntry.objects.bulk_create([f.row for f in self.archive.log], batch_size=BATCH)
        after = {"entries": len(self.entries), "matches": len(self.matches)}
        log(
            self.tournament,
            "event.imported",
            self.act,
            event=self.event,
            subject=self.event.name,
            after={**after, "unseated": list(unseated)} if unseated else after,
        )


def _ident(players: Mapping[int, Player], number: int | None) -> int | None:
    return None if number is None else players[number].pk
