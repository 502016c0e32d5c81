"""Who is told of what: messages made from the log, by the wishes of each."""

from typing import Any

import pytest
from django.core import mail

from matches.services.live_begin import live_join
from matches.services.reporting import match_dispute, match_report
from players.actors import Act, Actor
from tests.builders import (
    NOON,
    Stage,
    by_director,
    by_player,
    make_rounds,
    make_running_event,
    make_ties,
    make_tournament,
    next_round,
)
from tests.matches.boards import Live
from tests.tournaments.telling import (
    card,
    give,
    mails_are_on,
    nothing_untold,
    reach,
    reach_staff,
    tell,
)
from tournaments.models import LogEntry
from tournaments.models_notices import Notice
from tournaments.selectors.notice_kinds import KINDS
from tournaments.services.contacts import contact_choose
from tournaments.services.log import log
from tournaments.services.setting_up import TournamentSpec, tournament_change
from tournaments.services.tables import table_assign

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _mails(settings: Any) -> None:
    mails_are_on(settings)


@pytest.fixture
def stage() -> Stage:
    return Stage(make_running_event("ABCD"))


def report(stage: Stage, key: str, side: int, scores: tuple[int, int] = (7, 3)) -> None:
    player = stage.players(key)[side - 1]
    match_report(
        match_id=stage.match(key).pk, player_id=player.pk, scores=scores, act=by_player(player, 1)
    )


def names(stage: Stage, key: str) -> tuple[str, str]:
    one, other = stage.names(key)
    assert one is not None
    assert other is not None
    return one, other


def test_a_call_to_a_table_tells_both_and_nobody_else(stage: Stage) -> None:
    for name in "ABCD":
        reach(name)
    one, other = names(stage, "M1.1")
    table_assign(event_id=stage.event.pk, key="M1.1", number=9, act=by_director(1))
    said = f"Table 9: {one} – {other}, Main, Semi-finals"
    assert sorted(tell()) == sorted(f"{name.lower()}@mail.example: {said}" for name in (one, other))


def test_taken_off_its_table_is_told_as_that(stage: Stage) -> None:
    one, _other = names(stage, "M1.1")
    reach(one)
    table_assign(event_id=stage.event.pk, key="M1.1", number=None, act=by_director(1))
    assert "Not at a table for now" in tell()[0]


def test_who_is_waited_for_at_the_board_on_the_site_is_told_while_that_is_so() -> None:
    live = Live(joined=False)
    one, other = names(live.stage, "M1.1")
    reach(one)
    reach(other)
    nothing_untold()
    live_join(match_id=live.match_id, side=1, seed="s", act=live.by(1))
    title = f"At the board on the site: {one} – {other}, Main"
    assert tell() == [f"{other.lower()}@mail.example: {title}"]
    assert f"{one} waits for you there" in str(mail.outbox[-1].body)


def test_a_report_asks_the_opponent_and_not_the_one_who_reported(stage: Stage) -> None:
    one, other = names(stage, "M1.1")
    reach(one)
    reach(other)
    report(stage, "M1.1", 1)
    assert tell() == [f"{other.lower()}@mail.example: Is this right? {one} wins 7–3, Main"]


def test_a_question_that_is_answered_by_now_is_not_sent(stage: Stage) -> None:
    _one, other = names(stage, "M1.1")
    reach(other)
    report(stage, "M1.1", 1)
    report(stage, "M1.1", 2)
    assert tell() == []
    assert Notice.objects.get().state == Notice.State.SKIPPED


def test_a_dispute_tells_the_other_player_and_the_staff(stage: Stage) -> None:
    one, other = names(stage, "M1.1")
    reach(one)
    reach(other)
    reach_staff()
    report(stage, "M1.1", 1)
    nothing_untold()
    match, player = stage.match("M1.1"), stage.players("M1.1")[1]
    match_dispute(
        match_id=match.pk,
        player_id=player.pk,
        report_id=match.reports.latest("pk").pk,
        act=by_player(player, 1),
    )
    assert sorted(tell()) == sorted(
        f"{address}: Disputed: {one} – {other}, Main"
        for address in (f"{one.lower()}@mail.example", "dana@staff.example")
    )


def test_a_correction_tells_both_what_the_log_says(stage: Stage) -> None:
    stage.win("M1.1", loser_score=3)
    one, other = names(stage, "M1.1")
    reach(other)
    stage.win("M1.1", 2, 5, act=by_director(1, "Read upside down"))
    assert tell() == [
        f"{other.lower()}@mail.example: The result was changed: {one} – {other}, Main"
    ]
    assert f"result corrected, {other} wins 7–5" in str(mail.outbox[0].body)
    assert "Read upside down" in str(mail.outbox[0].body)


def test_a_round_is_told_to_who_plays_in_it() -> None:
    event = make_rounds("ABCD", tournament=make_tournament(tables=0), rounds=3)
    stage = Stage(event)
    stage.play_out()
    for name in "AB":
        reach(name)
    next_round(event)
    assert sorted(tell(4)) == sorted(
        f"{name.lower()}@mail.example: Round 2: {' – '.join(names(stage, key))}, Main"
        for key in stage.open_keys()
        for name in names(stage, key)
        if name in "AB"
    )


def test_who_has_a_bye_hears_that_the_round_is_out() -> None:
    event = make_rounds("ABC", tournament=make_tournament(tables=0), rounds=3)
    Stage(event).play_out()
    for name in "ABC":
        reach(name)
    next_round(event)
    assert sum("Round 2 is out: Main" in line for line in tell(4)) == 1


def test_who_is_called_to_a_table_at_once_is_told_of_the_table_alone() -> None:
    event = make_rounds("ABCD", rounds=3)
    Stage(event).play_out()
    reach("A")
    next_round(event)
    assert [line.split(": ")[1][:5] for line in tell(4)] == ["Table"]


def test_everybody_hears_that_the_venue_has_changed_and_of_nothing_else(stage: Stage) -> None:
    reach("A")
    tournament = stage.event.tournament

    def change(**spec: Any) -> None:
        days = {"starts_on": tournament.starts_on, "ends_on": tournament.ends_on}
        spec = {**days, "tables": 16, **spec}
        tournament_change(
            tournament_id=tournament.pk,
            spec=TournamentSpec(tournament.name, **spec),
            act=by_director(1),
        )

    change(tables=20)
    assert tell() == []
    change(tables=20, venue="Hall 2")
    assert tell() == ["a@mail.example: Place or dates have changed: Kyiv Open"]


def test_at_a_board_of_a_tie_its_two_players_are_told() -> None:
    event = make_ties(["Kyiv", "Lviv"])
    reach("Kyiv 1")
    reach("Kyiv 2")
    table_assign(event_id=event.pk, key="M1.1.1", number=9, act=by_director(1))
    assert [line.split(": ")[0] for line in tell()] == ["kyiv1@mail.example"]


@pytest.mark.parametrize(
    "action",
    [
        *("late.point", "late.clock", "late.forfeit", "penalty.added", "ruling.made"),
        *("appeal.decided", "round.slot_assigned", "round.reminder", "round.overdue"),
    ],
)
def test_what_is_logged_of_a_match_tells_its_players(stage: Stage, action: str) -> None:
    one, _other = names(stage, "M1.1")
    reach(one)
    reach(names(stage, "M1.2")[0])
    log(
        stage.event.tournament,
        action,
        by_director(1),
        event=stage.event,
        fixture_key="M1.1",
        match_id=stage.match("M1.1").pk,
    )
    assert [line.split(":")[0] for line in tell()] == [f"{one.lower()}@mail.example"]


@pytest.mark.parametrize("action", ["director.called", "ruling.appealed", "dispute.unanswered"])
def test_what_needs_a_director_tells_the_staff(stage: Stage, action: str) -> None:
    reach_staff()
    player = stage.players("M1.1")[0]
    log(
        stage.event.tournament,
        action,
        by_player(player, 1),
        event=stage.event,
        fixture_key="M1.1",
        match_id=stage.match("M1.1").pk,
    )
    assert [line.split(":")[0] for line in tell()] == ["dana@staff.example"]


def test_who_did_it_is_not_told_of_it(stage: Stage) -> None:
    dana = reach_staff().user
    assert dana is not None
    log(
        stage.event.tournament,
        "director.called",
        Act(Actor("staff", dana.pk, "Dana"), NOON),
        event=stage.event,
    )
    assert tell() == []


def test_a_reminder_of_a_round_goes_to_whose_match_is_open(stage: Stage) -> None:
    for name in "ABCD":
        reach(name)
    stage.win("M1.1")
    nothing_untold()
    log(
        stage.event.tournament,
        "round.reminder",
        by_director(2),
        event=stage.event,
        after={"round": 1},
    )
    addresses = [line.split(":")[0] for line in tell(2)]
    assert sorted(addresses) == sorted(
        f"{name.lower()}@mail.example" for name in names(stage, "M1.2")
    )


def test_a_kind_that_is_not_wanted_is_not_sent(stage: Stage) -> None:
    one, other = names(stage, "M1.1")
    for name in (one, other):
        reach(name)
    contact_choose(
        holder=card(one),
        kinds=[code for code in KINDS if code != "call"],
        by_email=True,
        language="en",
        act=by_director(),
    )
    table_assign(event_id=stage.event.pk, key="M1.1", number=9, act=by_director(1))
    assert [line.split(":")[0] for line in tell()] == [f"{other.lower()}@mail.example"]


def test_staff_who_want_no_calls_get_none_of_any_kind(stage: Stage) -> None:
    dana = reach_staff().user
    assert dana is not None
    kinds = [code for code in KINDS if code != "desk"]
    contact_choose(holder=dana, kinds=kinds, by_email=True, language="en", act=by_director())
    for action in ("director.called", "result.disputed", "ruling.appealed"):
        log(
            stage.event.tournament,
            action,
            by_player(stage.players("M1.1")[0], 1),
            event=stage.event,
            match_id=stage.match("M1.1").pk,
        )
    assert tell() == []


def test_an_address_gets_the_question_only_until_it_is_confirmed(stage: Stage) -> None:
    one, _other = names(stage, "M1.1")
    give(card(one), "somebody@mail.example")
    table_assign(event_id=stage.event.pk, key="M1.1", number=9, act=by_director(1))
    assert tell() == ["somebody@mail.example: Do you want messages from Kyiv Open?"]


def test_a_message_that_is_too_late_to_be_of_use_is_not_sent(stage: Stage) -> None:
    one, _other = names(stage, "M1.1")
    reach(one)
    table_assign(event_id=stage.event.pk, key="M1.1", number=9, act=by_director(1))
    assert tell(90) == []
    assert not LogEntry.objects.filter(untold=True).exists()


def test_a_call_is_not_sent_when_the_match_is_elsewhere_by_now(stage: Stage) -> None:
    one, _other = names(stage, "M1.1")
    reach(one)
    for number in (9, 10):
        table_assign(event_id=stage.event.pk, key="M1.1", number=number, act=by_director(1))
    assert [line.split(": ")[1] for line in tell()] == ["Table 10"]


def test_where_no_mail_is_set_up_nothing_is_kept_for_it(stage: Stage, settings: Any) -> None:
    one, _other = names(stage, "M1.1")
    reach(one)
    settings.MAILS = False
    table_assign(event_id=stage.event.pk, key="M1.1", number=9, act=by_director(1))
    assert tell() == []
    assert not Notice.objects.exists()


def test_a_line_is_told_once_however_often_messages_are_made(stage: Stage) -> None:
    one, _other = names(stage, "M1.1")
    reach(one)
    table_assign(event_id=stage.event.pk, key="M1.1", number=9, act=by_director(1))
    tell()
    LogEntry.objects.filter(action="match.moved").update(untold=True)
    assert tell() == []


def test_each_is_told_in_the_language_in_which_the_address_was_given(stage: Stage) -> None:
    one, other = names(stage, "M1.1")
    reach(one, "uk")
    reach(other, "en")
    table_assign(event_id=stage.event.pk, key="M1.1", number=9, act=by_director(1))
    tell()
    said = {message.to[0]: f"{message.subject} {message.body}" for message in mail.outbox}
    assert "Півфінал" in said[f"{one.lower()}@mail.example"]
    assert "Semi-finals" in said[f"{other.lower()}@mail.example"]
