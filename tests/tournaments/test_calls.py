"""Players call the director; both sides are heard, and there is one line in the queue for it."""

from collections.abc import Callable
from functools import partial

import pytest

from config.errors import ConflictError, DomainError, InvalidError, NotAllowedError
from matches.services.reporting import match_report
from players.actors import Act, Actor
from tests.builders import (
    NOON,
    Stage,
    by_director,
    by_player,
    make_running_event,
    make_ties,
    undo_last,
)
from tests.matches.clocking import Table
from tests.tournaments.rulings import KEY, Scene
from tests.tournaments.test_races import at_once
from tournaments.models import Event
from tournaments.models_rulings import Call
from tournaments.selectors.log import fixture_log
from tournaments.services.advancing import event_follow
from tournaments.services.calls import call_close, call_take
from tournaments.services.drawing import event_unpublish

pytestmark = pytest.mark.django_db(transaction=True)


def voices(call: Call) -> list[tuple[int | None, str, str]]:
    return list(call.voices.values_list("side", "kind", "words"))


def refused(code: str, deed: Callable[..., object], *args: object, **more: object) -> None:
    with pytest.raises(DomainError) as caught:
        deed(*args, **more)
    assert caught.value.code == code


def test_a_call_waits_with_what_was_said_and_the_pages_of_the_event_follow() -> None:
    scene = Scene()
    version = Event.objects.get(pk=scene.event.pk).version
    call = scene.call(kind="dice", words="One is cocked")
    assert (call.state, voices(call)) == ("waiting", [(1, "dice", "One is cocked")])
    assert Event.objects.get(pk=scene.event.pk).version > version
    assert fixture_log(scene.event, KEY)[0].what.endswith(
        "the director is called. The dice: “One is cocked”"
    )


def test_the_same_said_again_changes_nothing_and_something_else_is_added() -> None:
    scene = Scene()
    scene.call(words="Come")
    call = scene.call(words="Come")
    assert len(voices(call)) == 1
    scene.call(words="Please come")
    assert [words for *_rest, words in voices(call)] == ["Come", "Please come"]
    assert scene.log() == ["director.called"] * 2


def test_the_other_side_joins_the_call_and_keeps_the_own_words() -> None:
    scene = Scene()
    first = scene.call(1, words="He moved wrong")
    second = scene.call(2, words="I did not")
    assert first.pk == second.pk
    assert [(side, words) for side, _kind, words in voices(first)] == [
        (1, "He moved wrong"),
        (2, "I did not"),
    ]


def test_two_who_call_at_the_same_instant_make_one_call_with_two_voices() -> None:
    scene = Scene()
    at_once(lambda: scene.call(1, words="a"), lambda: scene.call(2, words="b"))
    call = Call.objects.get()
    assert sorted(side or 0 for side, *_rest in voices(call)) == [1, 2]


def test_a_call_stops_the_clock_until_the_director_says_so() -> None:
    table = Table()
    table.press(2, 0)
    scene = Scene(table=table)
    call = scene.call(minutes=1)
    assert (table.clock.running, table.clock.stopped_for) == (None, "director")
    call_close(event_id=scene.event.pk, call_id=call.pk, act=by_director(3))
    assert table.clock.running == 1
    # Twelve seconds of the minute were the delay; the two that he was waited for cost nothing.
    assert table.left(1, 180) == 14 * 60 - 48


def test_stopping_both_clocks_for_the_director_at_the_clock_is_a_call() -> None:
    table = Table()
    table.press(2, 0)
    assert table.stop("director", 30) == ""
    call = Call.objects.get()
    assert (call.match_id, voices(call)) == (table.match_id, [(None, "clock", "")])
    assert Scene(table=table).settles(2).state == "settled"


def test_a_clock_that_is_stopped_for_something_else_calls_nobody() -> None:
    table = Table()
    table.press(2, 0)
    table.stop("dice", 30)
    assert not Call.objects.exists()


def test_settled_among_us_ends_the_call_once_nobody_else_calls() -> None:
    scene = Scene()
    scene.call(1)
    scene.call(2)
    assert scene.settles(1).state == "waiting"
    assert scene.settles(2).state == "settled"
    refused("no_call", scene.settles, 2)
    assert scene.call(1, words="Again").pk != Call.objects.earliest("pk").pk


def test_only_those_of_the_match_call_or_settle() -> None:
    scene = Scene()
    scene.call(1)
    refused("no_call", scene.settles, 2)
    scene.players = Stage(scene.event).players("M1.2")
    for deed in (scene.call, scene.settles):
        with pytest.raises(NotAllowedError, match="You do not play"):
            deed()


def test_a_kind_that_nobody_knows_is_refused() -> None:
    with pytest.raises(InvalidError) as caught:
        Scene().call(kind="weather")
    assert caught.value.code == "call_kind_unknown"


def test_one_of_the_staff_takes_it_and_others_are_told_who() -> None:
    scene = Scene()
    call = scene.call()
    sam, dina = (Act(Actor("staff", n, name), NOON) for n, name in ((8, "Sam"), (9, "Dina")))
    take = {"event_id": scene.event.pk, "call_id": call.pk}
    assert call_take(**take, act=sam).taken_by == "Sam"
    assert call_take(**take, act=sam).taken_by == "Sam"
    with pytest.raises(ConflictError, match="Sam is on the way already"):
        call_take(**take, act=dina)
    assert scene.log() == ["director.called", "director.taken"]


def test_a_call_that_is_over_cannot_be_taken_nor_one_of_another_event() -> None:
    scene = Scene()
    call = scene.call()
    scene.settles()
    take = partial(call_take, call_id=call.pk, act=by_director(3))
    refused("call_closed", take, event_id=scene.event.pk)
    elsewhere = make_running_event("AB", name="Side", tournament=scene.event.tournament)
    refused("no_such_call", take, event_id=elsewhere.pk)


def test_a_pair_that_changed_waits_for_nobody() -> None:
    scene = Scene()
    scene.call()
    event_unpublish(event_id=scene.event.pk, act=by_director(3))
    assert Call.objects.get().state == "closed"


def test_who_sits_at_a_board_of_a_team_calls_there() -> None:
    event = make_ties(["Kyiv", "Lviv"])
    stage = Stage(event)
    scene = Scene.__new__(Scene)
    scene.table, scene.stage, scene.event = None, stage, event
    board = stage.fixture("M1.1.2")
    assert board.match is not None
    assert board.member_1 is not None
    assert board.member_2 is not None
    scene.match_id = board.match.pk
    scene.players = (board.member_1.player, board.member_2.player)
    scene.call(2, words="Here")
    event_follow(event.pk, by_director(2).at)
    assert fixture_log(event, "M1.1.2")[0].what.endswith("“Here”")


def won(scene: Scene, minutes: float = 5, side: int = 1) -> None:
    scene.stage.win(KEY, side, act=by_director(minutes, "As told"))


def test_a_call_ends_with_the_match_it_is_about_and_the_log_says_so() -> None:
    scene = Scene()
    scene.call()
    won(scene)
    assert Call.objects.get().state == "over"
    assert scene.log() == ["director.called", "director.over"]
    said = fixture_log(scene.event, KEY)[0].what
    assert said.endswith("the call for the director ends with the match")


def test_a_result_that_the_two_agree_on_ends_their_call_and_a_dispute_does_not() -> None:
    scene = Scene()
    scene.call()
    one, other = scene.players
    for player, scores, state in (
        (one, (7, 2), "waiting"),
        (other, (7, 3), "waiting"),
        (one, (7, 3), "over"),
    ):
        act = by_player(player, 3)
        match_report(match_id=scene.match_id, player_id=player.pk, scores=scores, act=act)
        assert Call.objects.get().state == state


def test_whoever_calls_about_a_match_that_is_over_waits() -> None:
    scene = Scene()
    won(scene, 1)
    call = scene.call(minutes=1, words="It was the other way")
    assert call.state == "waiting"
    won(scene, 6, 2)
    assert Call.objects.get().state == "over"


def test_an_undone_result_opens_the_call_again_for_whoever_had_taken_it() -> None:
    scene = Scene()
    call = scene.call()
    call_take(event_id=scene.event.pk, call_id=call.pk, act=by_director(2))
    won(scene)
    undo_last(scene.event)
    call.refresh_from_db()
    assert (call.state, call.closed_at) == ("taken", None)
    assert scene.log()[-1] == "director.reopened"


def test_an_undone_ruling_opens_the_call_again_unless_they_have_called_anew() -> None:
    scene = Scene()
    first = scene.call()
    scene.rule()
    second = scene.call(minutes=8, words="Again")
    undo_last(scene.event)
    for call in (first, second):
        call.refresh_from_db()
    assert (first.state, second.state) == ("ruled", "waiting")


def test_nobody_waits_for_a_ruling_undone_after_the_match_was_played_to_its_end() -> None:
    scene = Scene()
    scene.call()
    scene.rule()
    for player in scene.players:
        act = by_player(player, 8)
        match_report(match_id=scene.match_id, player_id=player.pk, scores=(7, 3), act=act)
    undo_last(scene.event)
    assert scene.stage.match(KEY).state == "decided"
    assert Call.objects.get().state == "ruled"


def test_a_call_that_was_settled_or_closed_stays_so_when_the_result_is_undone() -> None:
    scene = Scene()
    scene.call()
    scene.settles(1, 5)
    won(scene)
    undo_last(scene.event)
    assert Call.objects.get().state == "settled"


def test_undo_passes_over_a_call() -> None:
    scene = Scene()
    scene.stage.win("M1.2")
    scene.call(minutes=3)
    undo_last(scene.event)
    assert scene.stage.match("M1.2").state == "open"
    assert Call.objects.get().state == "waiting"
