"""What the director rules: in words, for a reason, with what follows, and never lost."""

from typing import Any

import pytest

from config.errors import DomainError
from matches.engine.clock_settings import MINUTE
from matches.models import Deadline
from matches.services.steps import Verdict
from tests.builders import by_director, make_running_event, undo_last
from tests.matches.clocking import Table
from tests.tournaments.rulings import KEY, OTHER, Scene, spec
from tournaments.models_rulings import Call, Ruling, Sanction
from tournaments.selectors.log import fixture_log
from tournaments.services.rulings import ruling_make

pytestmark = pytest.mark.django_db(transaction=True)


def code_of(deed: Any, *args: Any, **more: Any) -> str:
    with pytest.raises(DomainError) as caught:
        deed(*args, **more)
    return caught.value.code


def make_timed() -> Scene:
    """Side 1 is on turn since noon."""
    table = Table()
    table.press(2, 0)
    return Scene(table=table)


def test_a_ruling_answers_the_call_and_stands_in_the_log_in_words() -> None:
    scene = Scene()
    call = scene.call(kind="dice")
    ruling = scene.rule(side=2, rule="die_on_checker")
    call.refresh_from_db()
    assert (call.state, ruling.call_id, ruling.number) == ("ruled", call.pk, 1)
    line = fixture_log(scene.event, KEY)[0]
    assert line.what.endswith("ruling 1. Cocked dice: Roll again")
    assert line.reason == "The dice touched"


@pytest.mark.parametrize(
    "kind",
    ["premature_roll", "cocked_dice", "set_up", "corrected", "condoned", "dice", "equipment"],
)
def test_what_happens_at_a_table_is_recorded_without_a_call(kind: str) -> None:
    scene = Scene()
    ruling = scene.rule(kind=kind, decision="As the rules say")
    assert (ruling.kind, ruling.call) == (kind, None)


def test_everybody_may_have_a_spectator_removed_without_a_reason() -> None:
    scene = Scene()
    assert scene.rule(kind="spectator", decision="One was sent away", reason="").number == 1
    assert code_of(scene.rule, reason="") == "reason_missing"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"kind": "weather"}, "ruling_kind_unknown"),
        ({"decision": "  "}, "decision_missing"),
        ({"rule": "weather"}, "rule_unknown"),
        ({"side": 3}, "side_unknown"),
        ({"credit": {1: MINUTE}}, "no_clock"),
    ],
)
def test_a_ruling_that_says_too_little_or_cannot_be_is_refused(
    said: dict[str, Any], code: str
) -> None:
    scene = Scene()
    assert code_of(scene.rule, **said) == code
    assert not Ruling.objects.exists()


def test_time_is_credited_and_the_clock_goes_on() -> None:
    scene = make_timed()
    assert scene.table is not None
    scene.call(minutes=1)
    ruling = scene.rule(minutes=3, credit={1: 2 * MINUTE})
    # 14 minutes, less the 48 seconds that were not the delay, and 2 more.
    assert scene.table.left(1, 180) == 16 * 60 - 48
    assert scene.table.clock.running == 1
    assert ruling.effects["times"] == {"1": {"before": 792_000, "after": 912_000}}


def test_a_clock_stays_stopped_when_the_director_says_so() -> None:
    scene = make_timed()
    assert scene.table is not None
    scene.call(minutes=1)
    scene.rule(minutes=3, resumes=False)
    assert (scene.table.clock.running, scene.table.clock.stopped_for) == (None, "director")


def test_a_result_is_ruled_and_the_winner_goes_on() -> None:
    scene = Scene()
    ruling = scene.rule(kind="score", decision="Won", verdict=Verdict(1, scores=(7, 3)))
    assert scene.match.winner == 1
    assert ruling.effects["result"]["after"]["scores"] == [7, 3]
    assert scene.players[0].name in scene.stage.names("M2.1")


def test_a_match_that_is_over_is_ruled_on_too_but_gets_no_time() -> None:
    scene = make_timed()
    scene.stage.win(KEY, 2)
    assert scene.rule(kind="conduct", decision="Noted").number == 1
    assert code_of(scene.rule, credit={1: MINUTE}) == "match_over"
    corrected = scene.rule(kind="score", decision="Other way", verdict=Verdict(1, scores=(7, 5)))
    assert scene.match.winner == 1
    assert corrected.effects["result"]["before"]["winner"] == 2


def test_whoever_saw_an_older_match_is_told() -> None:
    scene = Scene()
    seen = scene.match.version
    scene.call()
    act = by_director(5, "So")
    code = code_of(
        ruling_make, event_id=scene.event.pk, key=KEY, spec=spec(), act=act, seen_version=seen
    )
    assert code == "version_conflict"


def test_a_warning_is_on_the_record_of_who_got_it() -> None:
    scene = Scene()
    scene.rule(kind="conduct", decision="Do not talk", warning=2)
    sanction = Sanction.objects.get()
    assert (sanction.kind, sanction.player, sanction.name) == (
        "warning",
        scene.players[1],
        scene.players[1].name,
    )


def test_a_ruling_that_was_withdrawn_stays_with_its_reason_and_gives_the_time_back() -> None:
    scene = make_timed()
    assert scene.table is not None
    ruling = scene.rule(minutes=1, credit={2: 2 * MINUTE}, warning=1)
    scene.withdraw(ruling, minutes=2)
    ruling.refresh_from_db()
    assert (ruling.state, ruling.ended_reason) == ("withdrawn", "Wrong rule")
    assert scene.table.left(2, 120) == 14 * 60
    assert sorted(ruling.taken_back) == ["times", "warning"]
    assert not Sanction.objects.get().holds
    assert code_of(scene.withdraw, ruling) == "ruling_ended"


def test_a_withdrawal_says_why() -> None:
    scene = Scene()
    assert code_of(scene.withdraw, scene.rule(), reason=" ") == "reason_missing"


def test_an_amended_ruling_is_replaced_and_only_the_new_one_has_effects() -> None:
    scene = make_timed()
    assert scene.table is not None
    first = scene.rule(minutes=1, credit={2: 2 * MINUTE})
    second = scene.amend(first, minutes=2, credit={2: MINUTE}, decision="One minute")
    first.refresh_from_db()
    assert (first.state, second.replaces_id, second.number) == ("amended", first.pk, 2)
    assert scene.table.left(2, 120) == 15 * 60
    assert scene.log() == ["ruling.made", "ruling.amended"]


def test_a_ruling_that_was_withdrawn_is_nothing_to_undo_any_more() -> None:
    scene = Scene()
    scene.stage.win(OTHER)
    scene.withdraw(scene.rule())
    undo_last(scene.event)
    assert scene.stage.match(OTHER).state == "open"


def test_rulings_of_an_event_are_numbered_and_nobody_else_has_them() -> None:
    scene = Scene()
    scene.rule()
    assert scene.rule(minutes=6).number == 2
    other = make_running_event("AB", name="Side", tournament=scene.event.tournament)
    act = by_director(7, "So")
    assert ruling_make(event_id=other.pk, key=KEY, spec=spec(), act=act).number == 1


def test_an_effect_that_is_refused_leaves_nothing_behind() -> None:
    scene = Scene()
    for key in (KEY, OTHER, "M2.1"):
        scene.stage.win(key)
    scene.call(minutes=2)
    verdict = Verdict(2, scores=(0, 7))
    assert code_of(scene.rule, kind="score", decision="No", verdict=verdict) == "would_clear"
    assert not Ruling.objects.exists()
    assert Call.objects.get().state == "waiting"
    assert not Deadline.objects.filter(kind="appeal_window").exists()


@pytest.mark.parametrize(
    "effects", [{"warning": 1}, {"penalty": (1, 1)}, {"verdict": Verdict(1, "walkover")}]
)
def test_a_ruling_on_a_match_that_counts_no_more_is_amended_in_words_only(effects: Any) -> None:
    scene = Scene()
    scene.stage.win(KEY)
    scene.stage.win(OTHER)
    key = next(key for key in scene.stage.open_keys() if key.startswith("M2."))
    ruling = ruling_make(
        event_id=scene.event.pk, key=key, spec=spec(), act=by_director(3, "It was cocked")
    )
    scene.stage.win(KEY, 2, act=by_director(4, "Read upside down"), clear=True)
    assert code_of(scene.amend, ruling, **effects) == "match_void"
    assert scene.amend(ruling, decision="As it lay").decision == "As it lay"
