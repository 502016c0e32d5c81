"""A whole event under each rule set, with whatever can happen in one evening.

Eight players, and somebody who looks at the deadlines every minute and never in between. Somebody
does not come, time is up, a report is disputed, the director rules, an appeal is decided, silence
confirms: each thing happens once and at its moment, and at the end nothing is left to ring.
"""

from collections.abc import Mapping, Sequence

import pytest

from config.errors import InvalidError
from matches.models import Deadline, Match, Report
from matches.services.clock_running import Sent, clock_do
from matches.services.clocks import clock_confirm, clock_set_up
from matches.services.deadlines import fire_due
from matches.services.lateness import match_here
from matches.services.reporting import match_report
from matches.services.steps import Verdict
from tests.builders import NOON, Stage, by_director, by_player, make_running_event
from tests.tournaments.archives import comparable, exported, imported
from tournaments.models import Event, Fixture, LogEntry
from tournaments.models_rulings import Ruling
from tournaments.rulesets.presets import PRESETS
from tournaments.services.appeals import Candidate, appeal_decide, appeal_make, committee_draw_up
from tournaments.services.calls import call_make
from tournaments.services.results import result_enter
from tournaments.services.ruling_effects import Effects
from tournaments.services.rulings import RulingSpec, ruling_make

pytestmark = pytest.mark.django_db(transaction=True)

LENGTH = 5
LATE, TIMED, DISPUTED, QUIET = "M1.1", "M1.2", "M1.3", "M1.4"

# By the rule sets, read: at which minutes after the call each thing happens.
POINTS = {"late.point": [5, 10, 15], "late.forfeit": [15]}
COMING_LATE: Mapping[str, Mapping[str, Sequence[int]]] = {
    "club": POINTS,
    "usbgf": POINTS,
    "ukbgf": POINTS,
    "wbgf": {"late.point": [15, 20, 25], "late.forfeit": [25]},
    "online": {"late.forfeit": [20]},
    "fnr": {"late.noted": [5]},
}
SILENCE = {"club": [17], "ukbgf": [17]}  # ten minutes after the report; elsewhere never
NO_APPEAL = {"club", "online", "fnr"}


class Evening:
    """The first round was called at noon, from which minutes are counted."""

    def __init__(self, preset: str) -> None:
        self.preset, self.now = preset, 0
        event = make_running_event("ABCDEFGH", length=LENGTH, rule_set=preset)
        self.event, self.stage = event, Stage(event)

    def until(self, minute: int) -> None:
        """Every minute somebody looks."""
        while self.now < minute:
            self.now += 1
            fire_due(by_director(self.now).at)

    def match(self, key: str) -> Match:
        return self.stage.match(key)

    def here(self, key: str, *sides: int) -> None:
        match_here(match_id=self.match(key).pk, sides=sides, act=by_director(self.now))

    def report(self, key: str, side: int, scores: tuple[int, int]) -> None:
        player = self.stage.players(key)[side - 1]
        act = by_player(player, self.now)
        match_report(match_id=self.match(key).pk, player_id=player.pk, scores=scores, act=act)

    def enter(self, key: str, outcome: str = "played") -> None:
        scores = (LENGTH, 1) if outcome == "played" else None
        result_enter(
            event_id=self.event.pk,
            key=key,
            verdict=Verdict(1, outcome, scores),
            act=by_director(self.now),
        )

    def rule(self, effects: Effects) -> Ruling:
        spec = RulingSpec(kind="conduct", decision="As written", side=2, effects=effects)
        act = by_director(self.now, "It is on the sheet")
        return ruling_make(event_id=self.event.pk, key=DISPUTED, spec=spec, act=act)

    def at(self, action: str, key: str = "") -> list[int]:
        """The minutes at which it was logged."""
        lines = LogEntry.objects.filter(event=self.event, action=action).order_by("pk")
        lines = lines.filter(fixture_key=key) if key else lines
        return [int((line.at - NOON).total_seconds() // 60) for line in lines]

    # --- What happens ----------------------------------------------------------------------------
    def begin(self) -> None:
        """At M1.1 one has come; at M1.2 side 1 is on turn and never presses."""
        for key in (TIMED, DISPUTED, QUIET):
            self.here(key, 1, 2)
        match_id = self.match(TIMED).pk
        if not hasattr(self.match(TIMED), "clock"):
            clock_set_up(match_id=match_id, act=by_director())
        clock_confirm(match_id=match_id, sides=(1, 2), act=by_director())
        press = Sent("press", 2)
        assert clock_do(match_id=match_id, sent=press, sides=(2,), act=by_director()).accepted
        self.until(1)
        self.here(LATE, 1)

    def quarrel(self) -> None:
        """Both say at M1.3 that they have won; at M1.4 one reports."""
        self.until(7)
        self.report(QUIET, 1, (LENGTH, 0))
        self.report(DISPUTED, 1, (LENGTH, 3))
        self.report(DISPUTED, 2, (3, LENGTH))
        one = self.stage.players(DISPUTED)[0]
        act = by_player(one, self.now)
        call_make(match_id=self.match(DISPUTED).pk, player_id=one.pk, act=act)

    def judge(self) -> None:
        """Two rulings at 18: nobody appeals against the first. The committee needs a reminder."""
        self.until(18)
        self.rule(Effects(warning=2))
        second = self.rule(Effects(verdict=Verdict(1, scores=(LENGTH, 3))))
        player = self.stage.players(DISPUTED)[1]
        act = by_player(player, self.now)
        if self.preset in NO_APPEAL:
            with pytest.raises(InvalidError, match="final"):
                appeal_make(ruling_id=second.pk, player_id=player.pk, act=act)
            return
        appeal_make(ruling_id=second.pk, player_id=player.pk, act=act)
        strangers = [*self.stage.players(LATE), self.stage.players(QUIET)[0]]
        committee_draw_up(
            event_id=self.event.pk,
            number=second.number,
            members=[Candidate(player_id=one.pk) for one in strangers],
            act=by_director(self.now),
            minutes=20,
        )
        self.until(40)
        appeal_decide(
            event_id=self.event.pk,
            number=second.number,
            votes=dict.fromkeys((1, 2, 3), "uphold"),
            act=by_director(self.now),
        )

    def finish(self) -> None:
        """What nobody has decided the director enters, round by round."""
        self.until(50)
        if self.match(LATE).state == "open":
            self.enter(LATE, "walkover")
        if self.match(QUIET).state == "reported":
            self.report(QUIET, 2, (LENGTH, 0))
        for key in ("M2.1", "M2.2", "M3.1"):
            self.until(self.now + 2)
            self.here(key, 2)
            self.until(self.now + 1)
            self.enter(key)
        self.until(120)


@pytest.fixture(params=sorted(PRESETS))
def evening(request: pytest.FixtureRequest) -> Evening:
    return Evening(request.param)


def test_each_thing_happens_once_at_its_moment_and_nothing_is_left(evening: Evening) -> None:
    evening.begin()
    evening.quarrel()
    evening.judge()
    evening.finish()
    late = {action: evening.at(action, LATE) for action in ("late.point", "late.forfeit")}
    late["late.noted"] = evening.at("late.noted", LATE)
    assert {action: at for action, at in late.items() if at} == COMING_LATE[evening.preset]
    # Ten minutes for five points, and the delay of the move.
    assert evening.at("clock.lost") == [11]
    assert evening.at("dispute.unanswered") == [17]
    assert evening.at("result.confirmed_by_silence") == SILENCE.get(evening.preset, [])
    assert evening.at("result.settled") == [18]
    appeals = [33], [38], [40]  # final, reminded, decided
    said = evening.at("appeal.lapsed"), evening.at("appeal.overdue"), evening.at("appeal.decided")
    assert said == (([], [], []) if evening.preset in NO_APPEAL else appeals)
    assert not Deadline.objects.filter(done_at=None).exists()
    assert not Deadline.objects.exclude(last_error="").exists()
    assert not Report.objects.filter(state__in=Report.LIVE).exists()
    evening.event.refresh_from_db()
    assert evening.event.state == "finished"


def test_it_goes_on_elsewhere_in_the_middle_of_everything(evening: Evening) -> None:
    evening.begin()
    evening.quarrel()
    evening.until(8)
    archive = exported(evening.event)
    copy = imported(archive)
    assert comparable(exported(copy)) == comparable(archive)
    assert due_in(copy) == due_in(evening.event)


def due_in(event: Event) -> set[tuple[str, str, object]]:
    """What is to ring, where in the draw, and when."""
    keys = dict(Fixture.places.filter(event=event).values_list("match", "key"))
    rows = Deadline.objects.filter(subject_id__in=keys, done_at=None)
    return {(row.kind, keys[row.subject_id], row.due_at) for row in rows}
