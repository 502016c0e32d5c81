"""Appeals by the rules of each set: who may, until when, who judges, and what comes of it."""

from typing import Any

import pytest

from config.errors import DomainError
from matches.engine.clock_settings import MINUTE
from matches.models import Deadline
from matches.services.deadlines import fire_due
from matches.services.steps import Verdict
from tests.builders import Stage, by_director, make_ties
from tests.matches.clocking import Table
from tests.tournaments.rulings import KEY, Scene, by_user, spec
from tests.tournaments.test_races import at_once
from tournaments.models_rulings import APPEAL_WINDOW, COMMITTEE, Appeal, Ruling
from tournaments.rulesets.presets import PRESETS
from tournaments.rulesets.stored import as_data
from tournaments.selectors.deadlines import deadline_views
from tournaments.selectors.deeds import last_deed
from tournaments.selectors.log import fixture_log
from tournaments.selectors.rulings import ruling_view
from tournaments.services.results import result_enter
from tournaments.services.rulings import ruling_make

pytestmark = pytest.mark.django_db(transaction=True)


def code_of(deed: Any, *args: Any, **more: Any) -> str:
    with pytest.raises(DomainError) as caught:
        deed(*args, **more)
    return caught.value.code


def make(preset: str = "wbgf", **own: Any) -> Scene:
    scene = Scene()
    match = scene.match
    match.rules = {**as_data(PRESETS[preset].rules), **own}
    match.save()
    return scene


def rings(minutes: float) -> int:
    """How many deadlines of rulings and appeals are done then that were not."""
    done = Deadline.objects.filter(kind__in=[APPEAL_WINDOW, COMMITTEE], done_at__isnull=False)
    before = done.count()
    fire_due(by_director(minutes).at)
    return done.count() - before


def test_whoever_is_heard_of_after_a_ruling_became_final_is_late_whenever_he_wrote() -> None:
    scene = make("usbgf")
    ruling = scene.rule(minutes=5)
    assert rings(20) == 1
    assert code_of(scene.appeal, ruling, 19.9) == "appeal_late"


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_each_rule_set_has_its_own_time_and_whether_there_is_an_appeal_at_all(preset: str) -> None:
    rules = PRESETS[preset].rules.rulings
    scene = make(preset)
    ruling = scene.rule(minutes=5)
    if rules.appeals == "director":
        assert code_of(scene.appeal, ruling, 6) == "appeal_final"
        assert (ruling.appeal_until, Deadline.objects.filter(kind="appeal_window").count()) == (
            None,
            0,
        )
        return
    last = 5 + rules.appeal_minutes
    assert ruling.appeal_until == by_director(last).at
    assert code_of(scene.appeal, ruling, last) == "appeal_late"
    assert scene.appeal(ruling, last - 0.1).state == "open"


def test_without_an_appeal_the_ruling_is_final_when_its_time_is_over_once() -> None:
    scene = make()
    ruling = scene.rule(minutes=5)
    assert rings(19.9) == 0
    assert rings(20) == 1
    ruling.refresh_from_db()
    assert (ruling.state, ruling.final_at) == ("stands", by_director(20).at)
    Deadline.objects.filter(kind="appeal_window").update(done_at=None)
    rings(25)
    assert scene.log() == ["ruling.made", "appeal.lapsed"]
    assert code_of(scene.appeal, ruling, 21) == "appeal_late"


def test_where_the_time_is_the_match_an_appeal_is_possible_until_it_is_over() -> None:
    scene = make(appeal_minutes=0)
    ruling = scene.rule(minutes=5)
    assert not Deadline.objects.filter(kind="appeal_window").exists()
    second = scene.rule(minutes=6)
    assert scene.appeal(ruling, 500).state == "open"
    scene.stage.win(KEY)
    assert code_of(scene.appeal, second, 501) == "appeal_late"


def final(ruling: Ruling) -> bool:
    ruling.refresh_from_db()
    view = ruling_view(ruling.event, ruling.number)
    assert view.may_appeal is not view.is_final
    return view.is_final


def test_where_the_time_is_the_match_a_ruling_that_ends_it_is_final_at_once() -> None:
    scene = make(appeal_minutes=0)
    ruling = scene.rule(minutes=5, kind="score", decision="Won", verdict=Verdict(1))
    assert final(ruling)
    assert ruling.final_at == by_director(5).at
    assert scene.log() == ["ruling.made", "ruling.final"]
    assert code_of(scene.appeal, ruling, 6) == "appeal_late"
    # Nor does it matter that the match is opened again by itself.
    act = by_director(7, "To be played")
    result_enter(event_id=scene.event.pk, key=KEY, verdict=None, act=act)
    assert final(ruling)
    assert code_of(scene.appeal, ruling, 8) == "appeal_late"


def test_points_that_end_the_match_and_what_is_ruled_after_it_are_final_at_once_too() -> None:
    scene = make(appeal_minutes=0)
    assert final(scene.rule(minutes=5, kind="conduct", decision="Out", penalty=(2, 7)))
    after = scene.rule(minutes=6, kind="conduct", decision="Noted")
    assert final(after)
    assert after.final_at == by_director(6).at


def test_where_there_are_minutes_they_run_also_after_a_ruling_that_ends_the_match() -> None:
    scene = make()
    ruling = scene.rule(minutes=5, kind="score", decision="Won", verdict=Verdict(1))
    assert not final(ruling)
    assert (ruling.final_at, ruling.appeal_until) == (None, by_director(20).at)
    assert scene.appeal(ruling, 19).state == "open"


def test_where_the_word_of_the_director_is_final_it_is_so_at_once() -> None:
    scene = make(appeals="director")
    ruling = scene.rule(minutes=5)
    assert final(ruling)
    assert ruling.final_at == by_director(5).at
    assert scene.log() == ["ruling.made"]


def test_an_appeal_ends_the_time_to_appeal_and_there_is_one_only() -> None:
    scene = make()
    ruling = scene.rule()
    scene.appeal(ruling, words="It was not cocked")
    said = fixture_log(scene.event, KEY)[0].what
    assert said.endswith("ruling 1: “It was not cocked”")
    assert rings(60) == 0
    assert code_of(scene.appeal, ruling, 11) == "already_appealed"
    assert code_of(scene.appeal, ruling, 11, by=scene.players[0]) == "already_appealed"


def test_two_who_appeal_at_the_same_instant_make_one_appeal() -> None:
    scene = make()
    ruling = scene.rule()
    answers = at_once(*(lambda by=by: scene.appeal(ruling, by=by) for by in scene.players))
    assert sorted(getattr(answer, "code", "") for answer in answers) == ["", "already_appealed"]
    assert Appeal.objects.count() == 1


def test_only_the_players_of_the_match_appeal_and_only_against_what_stands() -> None:
    scene = make()
    ruling = scene.rule()
    assert code_of(scene.appeal, ruling, by=scene.strangers()[0]) == "not_your_match"
    scene.withdraw(ruling)
    assert code_of(scene.appeal, ruling) == "ruling_ended"


def test_a_ruling_after_the_match_can_be_appealed_within_the_minutes() -> None:
    scene = make()
    scene.stage.win(KEY)
    assert scene.appeal(scene.rule(), 10).state == "open"


def test_a_committee_has_the_size_of_the_rules_and_nobody_who_is_concerned() -> None:
    scene = make()
    dana = scene.event.tournament.staff.get().user
    dina, sam = scene.staff("dina", "director"), scene.staff("sam", "scorer")
    ruling = scene.rule(act=by_user(dana))
    assert code_of(scene.draw_up, ruling, scene.strangers()[:3]) == "no_appeal"
    scene.appeal(ruling)
    c, d, e, f, *_rest = scene.strangers()
    for members, code in [
        ([c, d], "committee_size"),
        ([c, d, e, f], "committee_size"),
        ([c, d, d], "committee_twice"),
        ([c, d, scene.players[0]], "committee_plays"),
        ([c, d, dana], "committee_ruled"),
        ([c, d, dina], "committee_directs"),
    ]:
        assert code_of(scene.draw_up, ruling, members) == code
    appeal = scene.draw_up(ruling, [c, d, sam])
    assert [seat.name for seat in appeal.seats.all()] == [c.name, d.name, "Dana Director"]


def test_a_director_who_plays_is_a_director_and_one_who_ruled_does_not_judge_as_a_player() -> None:
    scene = make()
    dina = scene.staff("dina", "director")
    c, d, e, *_rest = scene.strangers()
    e.user = dina
    e.save()
    first = scene.rule()
    scene.appeal(first)
    assert code_of(scene.draw_up, first, [c, d, e]) == "committee_directs"
    second = scene.rule(act=by_user(dina, 6))
    scene.appeal(second)
    assert code_of(scene.draw_up, second, [c, d, e]) == "committee_ruled"


def test_where_the_director_judges_with_players_other_directors_may_and_who_ruled_may_not() -> None:
    scene = make("ukbgf")
    dana = scene.event.tournament.staff.get().user
    dina = scene.staff("dina", "director")
    ruling = scene.rule(act=by_user(dana))
    scene.appeal(ruling)
    c, d, e, f, *_rest = scene.strangers()
    assert code_of(scene.draw_up, ruling, [dana, c, d]) == "committee_ruled"
    assert len(scene.draw_up(ruling, [dina, c, d, e, f]).seats.all()) == 5
    assert len(scene.draw_up(ruling, [dina, c, d]).seats.all()) == 3


def test_somebody_from_elsewhere_is_nobody_here() -> None:
    scene = make()
    ruling = scene.rule()
    scene.appeal(ruling)
    stranger = scene.strangers()[0]
    stranger.passes.all().delete()
    members = [stranger, *scene.strangers()[1:3]]
    assert code_of(scene.draw_up, ruling, members) == "member_unknown"


def judged(scene: Scene, *votes: str, **said: Any) -> Ruling:
    ruling = scene.rule(minutes=1, **said)
    scene.appeal(ruling, 2)
    scene.draw_up(ruling, scene.strangers()[:3], 3)
    scene.decide(ruling, *votes, minutes=4)
    return Ruling.objects.get(pk=ruling.pk)


def test_the_majority_upholds_and_the_ruling_is_final() -> None:
    scene = make()
    ruling = judged(scene, "uphold", "overturn", "uphold")
    assert (ruling.state, ruling.appeal.state) == ("stands", "upheld")
    assert ruling.final_at == by_director(4).at
    assert fixture_log(scene.event, KEY)[0].what.endswith("decided 2 – 1, the ruling stands")


def test_the_majority_overturns_and_time_and_warning_are_taken_back() -> None:
    scene = Scene(table=Table())
    assert scene.table is not None
    scene.set_rules(appeals="committee", committee=3)
    scene.table.press(2, 0)
    entrants = [entry.player for entry in scene.event.entries.all()]
    extra = [player for player in entrants if player not in scene.players]
    sam = scene.staff("sam", "scorer")
    ruling = scene.rule(minutes=1, credit={2: 2 * MINUTE}, warning=1)
    scene.appeal(ruling, 2)
    scene.draw_up(ruling, [*extra, sam], 3)
    scene.decide(ruling, "overturn", "uphold", "overturn", minutes=4)
    ruling.refresh_from_db()
    assert (ruling.state, sorted(ruling.taken_back)) == ("overturned", ["times", "warning"])
    assert scene.table.left(2, 240) == 14 * 60


def test_a_result_that_was_overturned_is_left_for_the_director_to_put_right() -> None:
    scene = make()
    ruling = judged(
        scene, *["overturn"] * 3, kind="score", decision="Won", verdict=Verdict(1, scores=(7, 3))
    )
    assert (ruling.state, ruling.taken_back) == ("overturned", [])
    assert scene.match.winner == 1


def test_each_member_votes_and_nobody_else() -> None:
    scene = make()
    ruling = scene.rule()
    scene.appeal(ruling)
    assert code_of(scene.decide, ruling, "uphold") == "no_committee"
    scene.draw_up(ruling, scene.strangers()[:3])
    for votes in (["uphold"] * 2, ["uphold"] * 4, ["uphold", "uphold", "perhaps"]):
        assert code_of(scene.decide, ruling, *votes) == "votes_missing"
    scene.decide(ruling, *["uphold"] * 3)
    assert code_of(scene.decide, ruling, *["overturn"] * 3) == "no_appeal"


def test_the_director_is_reminded_of_a_committee_that_does_not_decide_once() -> None:
    scene = make()
    ruling = scene.rule()
    scene.appeal(ruling)
    scene.draw_up(ruling, scene.strangers()[:3], 12, minutes=20)
    assert rings(31.9) == 0
    assert rings(32) == 1
    assert rings(90) == 0
    assert Appeal.objects.get().reminded_at == by_director(32).at
    assert scene.log()[-1] == "appeal.overdue"


@pytest.mark.parametrize("end", ["decided", "withdrawn", "no limit"])
def test_nobody_is_reminded_of_what_is_decided(end: str) -> None:
    scene = make()
    ruling = scene.rule()
    scene.appeal(ruling)
    scene.draw_up(ruling, scene.strangers()[:3], minutes=0 if end == "no limit" else 20)
    if end == "decided":
        scene.decide(ruling, *["uphold"] * 3)
    elif end == "withdrawn":
        scene.withdraw(ruling)
        assert Appeal.objects.get().state == "lapsed"
    assert rings(600) == 0


def test_another_committee_replaces_the_one_before() -> None:
    scene = make()
    ruling = scene.rule()
    scene.appeal(ruling)
    scene.draw_up(ruling, scene.strangers()[:3])
    scene.draw_up(ruling, scene.strangers()[1:4], 13)
    names = [player.name for player in scene.strangers()[1:4]]
    assert [seat.name for seat in Appeal.objects.get().seats.all()] == names


def test_a_team_mate_of_who_plays_does_not_judge() -> None:
    event = make_ties(["Kyiv", "Lviv", "Odesa", "Dnipro"])
    stage = Stage(event)
    row = stage.fixture("M1.1.1")
    scene = Scene.__new__(Scene)
    scene.event, scene.stage = event, stage
    assert row.match is not None
    assert row.entry_1 is not None
    assert row.entry_2 is not None
    scene.match_id = row.match.pk
    scene.set_rules(appeals="committee", committee=3)
    act = by_director(5, "So")
    ruling = ruling_make(event_id=event.pk, key="M1.1.1", spec=spec(), act=act)
    scene.appeal(ruling, by=row.match.sides.get(number=1).players.get())
    others = [
        member.player for member in event.members.exclude(entry__in=[row.entry_1, row.entry_2])
    ]
    mate = row.entry_1.members.get(place=2).player
    assert code_of(scene.draw_up, ruling, [mate, *others[:2]]) == "committee_plays"
    assert scene.draw_up(ruling, others[:3]).seats.count() == 3


def test_undo_of_an_overturned_ruling_is_nothing() -> None:
    scene = make()
    judged(scene, *["overturn"] * 3)
    deed = last_deed(scene.event)
    assert deed is not None
    assert deed.action == "draw.published"


def test_what_is_due_is_told_with_the_match_it_is_about() -> None:
    scene = make()
    first = scene.rule(minutes=1)
    scene.appeal(first, 2)
    scene.draw_up(first, scene.strangers()[:3], 3, minutes=30)
    scene.rule(minutes=4)
    pending = [
        one for one in deadline_views(by_director(5).at) if one.kind in {APPEAL_WINDOW, COMMITTEE}
    ]
    assert [(one.what, one.due_at) for one in pending] == [
        ("the ruling is final", by_director(19).at),
        ("the committee should have decided", by_director(33).at),
    ]
    assert all("M1.1" in one.subject for one in pending)
