"""A tournament to look at: a bracket in its quarter-finals, one of them played on the site, a
Swiss, an event taking entries.

Everything is done by the services that people use, at moments of the last hours, so that what is
shown is what the product makes. The same seed gives the same people and results at any time.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil, log2

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.models import Match, Outcome
from matches.services.lateness import match_begun
from matches.services.reporting import match_confirm, match_report
from matches.services.steps import Verdict
from players.actors import Act, Actor
from players.models import Player, User
from tournaments.formats import MAIN, FormatError, Lots
from tournaments.models import Entry, Event, Fixture, LogEntry, Tournament
from tournaments.selectors.days import today_in
from tournaments.services.advancing import event_follow
from tournaments.services.demo_board import board_begin, board_play
from tournaments.services.demo_names import people
from tournaments.services.drawing import event_draft, event_publish
from tournaments.services.entries import NewEntry, entries_add
from tournaments.services.forgetting import event_forget
from tournaments.services.results import result_enter
from tournaments.services.rounds import round_draft, round_publish
from tournaments.services.setting_up import (
    EventSpec,
    TournamentSpec,
    event_create,
    tournament_create,
)
from tournaments.services.staffing import staff_actor

SLUG = "demo"
ZONE = "Europe/Kyiv"
LEAST, MOST = 16, 64  # with fewer the quarter-finals would be the first round
BEFORE = 110  # minutes from the opening of the desk to the first match of the main event
TO_TABLE = timedelta(minutes=3)  # from the call to the first roll
DESK = Actor("staff", None, "Ira Desk")


@transaction.atomic
def demo_load(*, seed: str, at: datetime, players: int = 32, again: bool = False) -> Tournament:
    """Make the demo as it stands at the moment `at`; `again` removes the one before first.

    Raises ConflictError `demo_exists`, InvalidError `demo_players` (16 to 64) or `seed_missing`.
    """
    if not LEAST <= players <= MOST:
        raise InvalidError(
            "demo_players",
            _("The demo takes %(least)s to %(most)s players.") % {"least": LEAST, "most": MOST},
        )
    try:
        lots = Lots(seed)
    except FormatError as error:
        raise InvalidError.of(error) from error
    _make_room(again=again)
    owner = User.objects.filter(is_superuser=True).order_by("pk").first()
    # `play_some` takes two minutes a result: the last one comes in about twenty before `at`.
    start = at - timedelta(minutes=24 + 3 * players)
    show = _Show(lots, staff_actor(owner) if owner else DESK, start - timedelta(minutes=BEFORE))
    tournament = show.open(owner.pk if owner else None, at)
    entrants = [NewEntry(person) for person in people(players, lots)]
    show.blitz(tournament, lots.shuffled(entrants)[: players // 3])
    show.swiss(tournament, lots.shuffled(entrants)[:8], seed)
    event = show.main_event(tournament, entrants, seed)
    show.play(event, players, start=start)
    shown = show.board(event, at - timedelta(minutes=15))
    show.unsettled(event, at, but=shown)
    board_play(shown, at - timedelta(minutes=14))
    return tournament


def _make_room(*, again: bool) -> None:
    old = Tournament.objects.filter(slug=SLUG).first()
    if old is None:
        return
    if not again:
        raise ConflictError(
            "demo_exists", _("There is a demo already: look at it, or ask to make it again.")
        )
    fixtures = Fixture.objects.filter(event__tournament=old)
    # Voided matches hang on the log alone, and those not called yet on their fixtures.
    rows: list[Fixture | LogEntry] = [*fixtures, *LogEntry.objects.filter(tournament=old)]
    matches = {row.match_id for row in rows if row.match_id is not None}
    for event in old.events.all():
        event_forget(event)
    fixtures.delete()
    Match.objects.filter(pk__in=matches).delete()
    old.delete()


class _Show:
    """The people at the desk, with chance and the hour at which they opened."""

    def __init__(self, lots: Lots, desk: Actor, opened: datetime) -> None:
        self.lots = lots
        self.desk = desk
        self.opened = opened

    def act(self, minutes: float, reason: str = "") -> Act:
        return Act(self.desk, self.opened + timedelta(minutes=minutes), reason)

    def open(self, owner_id: int | None, at: datetime) -> Tournament:
        today = today_in(ZONE, at)
        spec = TournamentSpec("Dnipro Open", today, today, "Hotel Parkovyi", ZONE, tables=16)
        return tournament_create(spec=spec, owner_id=owner_id, act=self.act(0), slug=SLUG)

    def main_event(self, tournament: Tournament, entrants: Sequence[NewEntry], seed: str) -> Event:
        spec = EventSpec(
            "Main", 7, lengths_from_final={1: 9}, consolation_length=5, confirm_minutes=30
        )
        event = event_create(tournament_id=tournament.pk, spec=spec, act=self.act(BEFORE - 30))
        entries_add(event_id=event.pk, entries=entrants, act=self.act(BEFORE - 20))
        event_draft(
            event_id=event.pk, seed=f"{seed} {tournament.starts_on}", act=self.act(BEFORE - 5)
        )
        return event_publish(event_id=event.pk, act=self.act(BEFORE - 1))

    def play(self, event: Event, players: int, *, start: datetime) -> None:
        """Main rounds up to the quarter-finals, whatever is played beside them included."""
        missing = open_fixtures(event)[0]
        begin_seated(event, self.opened, start + timedelta(minutes=5), but=missing.match_id)
        _walk_over(event, Act(self.desk, start + timedelta(minutes=15), _("Did not come")))
        before = event.fixtures.filter(
            stage__bracket=MAIN, round__lte=ceil(log2(players)) - 3
        ).exclude(status__in=[Fixture.Status.DECIDED, Fixture.Status.BYE])
        at = start + timedelta(minutes=15)
        while before.exists():
            at = play_some(event, 1, self.lots, at)
        begin_seated(event, at + timedelta(minutes=1), at + timedelta(minutes=5))

    def board(self, event: Event, at: datetime) -> Match:
        """The last match of the main draw that can be played is played on the site."""
        row = open_fixtures(event).filter(stage__bracket=MAIN).reverse()[0]
        assert row.match is not None
        players = _player(row, 1), _player(row, 2)
        board_begin(row.match, players, self.lots, Act(self.desk, at))
        return row.match

    def unsettled(self, event: Event, at: datetime, *, but: Match) -> None:
        """A score corrected, a report that waits for its answer, two claims that disagree."""
        row = event.fixtures.filter(
            stage__bracket=MAIN, match__outcome=Outcome.PLAYED, match__winner=1
        ).latest("match__decided_at")
        act = Act(self.desk, at - timedelta(minutes=14), _("Score misread"))
        begin_seated(event, at - timedelta(minutes=15), act.at)
        length = row.length
        other = 1 if row.match is not None and row.match.score_2 != 1 else 2
        verdict = Verdict(1, scores=(length, other))
        result_enter(event_id=event.pk, key=row.key, verdict=verdict, act=act)
        # When hardly anybody plays the first round (33 players, say) there is no consolation.
        others = open_fixtures(event).exclude(match=but)
        argued = others.order_by("-stage_id", "round", "number")[0]
        begin_seated(event, act.at, at - timedelta(minutes=11))
        _report(argued, 1, (argued.length, 3), at - timedelta(minutes=11))
        begin_seated(event, at - timedelta(minutes=11), at - timedelta(minutes=9))
        _report(argued, 2, (4, argued.length), at - timedelta(minutes=9))
        begin_seated(event, at - timedelta(minutes=9), at - timedelta(minutes=5))
        waiting = others.filter(stage__bracket=MAIN)[0]
        _report(waiting, 1, (waiting.length, 3), at - timedelta(minutes=5))
        event_follow(event.pk, at - timedelta(minutes=5))
        begin_seated(event, at - timedelta(minutes=5), at)

    def blitz(self, tournament: Tournament, entrants: Sequence[NewEntry]) -> None:
        event = event_create(
            tournament_id=tournament.pk, spec=EventSpec("Blitz", 3), act=self.act(2)
        )
        for n, entrant in enumerate(entrants):
            entries_add(event_id=event.pk, entries=[entrant], act=self.act(3 + n))

    def swiss(self, tournament: Tournament, entrants: Sequence[NewEntry], seed: str) -> Event:
        """Two rounds of four are over within the hour, and the third is paired in a draft."""
        spec = EventSpec("Swiss", 3, format="swiss", round_rules={"rounds": 4})
        event = event_create(tournament_id=tournament.pk, spec=spec, act=self.act(25))
        entries_add(event_id=event.pk, entries=entrants, act=self.act(26))
        event_draft(event_id=event.pk, seed=f"{seed} swiss", act=self.act(28))
        event = event_publish(event_id=event.pk, act=self.act(30))
        at = play_some(event, MOST, self.lots, self.opened + timedelta(minutes=31))
        at += timedelta(minutes=2)
        round_draft(event_id=event.pk, act=Act(self.desk, at))
        round_publish(event_id=event.pk, act=Act(self.desk, at))
        at = play_some(event, MOST, self.lots, at)
        round_draft(event_id=event.pk, act=Act(self.desk, at + timedelta(minutes=2)))
        return event


def play_some(event: Event, count: int, lots: Lots, start: datetime) -> datetime:
    """Play up to `count` open matches, those that wait longest first; returns when the last ended.

    Winners, scores and who tells the desk are drawn by lot. Results come in one after the other,
    none before `start`, and a match lasts about four minutes a point at least.
    """
    at = start
    for _turn in range(count):
        rows = list(open_fixtures(event)[:MOST])
        if not rows:
            break
        first = [row for row in rows if row.ready_at == rows[0].ready_at]
        row = first[lots.below(len(first))]
        assert row.ready_at is not None
        before = at + timedelta(minutes=1)  # when what came of the last result is done
        at += timedelta(seconds=60 + lots.below(120))
        at = max(at, row.ready_at + timedelta(minutes=4 * row.length))
        begin_seated(event, before, at)
        _play(row, lots, at)
    return at


def begin_seated(event: Event, since: datetime, until: datetime, *, but: int | None = None) -> None:
    """Whoever was called some minutes before `until` sits down and plays, none before `since`.

    `but`: a match to which somebody does not come.
    """
    awaited = Match.objects.filter(
        fixture__event=event,
        state=Match.State.OPEN,
        begun_at=None,
        called_at__lte=until - TO_TABLE,
    ).exclude(pk=but or 0)
    for match in awaited.order_by("called_at", "pk"):
        assert match.called_at is not None
        match_begun(match_id=match.pk, act=Act(DESK, max(match.called_at + TO_TABLE, since)))


def open_fixtures(event: Event) -> QuerySet[Fixture]:
    """Fixtures to be played now, longest waiting first."""
    return (
        event.fixtures.filter(status=Fixture.Status.READY, match__state=Match.State.OPEN)
        .select_related("match", "entry_1__player", "entry_2__player")
        .order_by("ready_at", "stage_id", "round", "number")
    )


def _play(row: Fixture, lots: Lots, at: datetime) -> None:
    """One result: by the winner's report and the loser's word, or one in four by the desk."""
    winner, loser_score = 1 + lots.below(2), lots.below(row.length)
    scores = (row.length, loser_score) if winner == 1 else (loser_score, row.length)
    if lots.below(4) == 0:
        verdict = Verdict(winner, scores=scores)
        result_enter(event_id=row.event_id, key=row.key, verdict=verdict, act=Act(DESK, at))
        return
    match = _report(row, winner, scores, at)
    loser = _player(row, 3 - winner)
    match_confirm(
        match_id=match.pk,
        player_id=loser.pk,
        report_id=match.reports.get(state="pending").pk,
        act=_by(loser, at + timedelta(seconds=20 + lots.below(40))),
    )
    event_follow(row.event_id, at + timedelta(seconds=60))


def _walk_over(event: Event, act: Act) -> None:
    row = open_fixtures(event)[0]
    verdict = Verdict(2, outcome=Outcome.WALKOVER)
    result_enter(event_id=event.pk, key=row.key, verdict=verdict, act=act)


def _report(row: Fixture, side: int, scores: tuple[int, int], at: datetime) -> Match:
    assert row.match_id is not None
    player = _player(row, side)
    return match_report(
        match_id=row.match_id, player_id=player.pk, scores=scores, act=_by(player, at)
    )


def _player(row: Fixture, side: int) -> Player:
    entry: Entry | None = row.entry_1 if side == 1 else row.entry_2
    assert entry is not None
    return entry.player


def _by(player: Player, at: datetime) -> Act:
    return Act(Actor("player", player.pk, player.name), at)
