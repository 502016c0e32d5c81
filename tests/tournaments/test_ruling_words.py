"""What is read of rulings: words for each kind and penalty, and that one stands no more."""

from typing import Any

import pytest
from django.core import mail

from matches.services.steps import Verdict
from tests.api.talking import member, player
from tests.builders import make_running_event, undo_last
from tests.pages.cast import Phone
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text, words
from tests.tournaments.rulings import KEY, Scene
from tests.tournaments.telling import card, mails_are_on, reach, tell
from tournaments.models import LogEntry
from tournaments.models_rulings import Call, Ruling
from tournaments.selectors.log import fixture_log
from tournaments.selectors.notices import CardNotice, card_notices

pytestmark = pytest.mark.django_db(transaction=True)

Selected = dict[str, str]


@pytest.fixture
def scene() -> Scene:
    return Scene(make_running_event("ABCDEFGH", tournament=make_cast()))


def notices(scene: Scene) -> list[CardNotice]:
    return card_notices(card(scene.players[0].name), [scene.event.pk], 20)


def logged(scene: Scene) -> list[str]:
    return [line.what for line in fixture_log(scene.event, KEY)]


def chosen(scene: Scene) -> Selected:
    """What the form to rule has chosen beforehand."""
    page: Any = Desk(scene.event).get("fixture_rulings", KEY)
    form = page.context["form"]
    return {name: form[name].value() or "" for name in ("kind", "rule")}


@pytest.mark.parametrize("kind", ["illegal", "dice", "other"])
def test_nothing_is_chosen_for_the_director_where_the_call_leaves_it_open(
    scene: Scene, kind: str
) -> None:
    assert chosen(scene) == {"kind": "", "rule": ""}
    scene.call(kind=kind)
    assert chosen(scene) == {"kind": "", "rule": ""}
    desk = Desk(scene.event)
    said = {"step": "rule", "decision": "Roll again", "reason": "Touched"}
    answer = desk.post("fixture_rulings", KEY, **said)
    assert answer.status_code == 400
    assert "Choose what the ruling is about." in words(text(answer))


@pytest.mark.parametrize(
    ("kind", "about"),
    [
        ("clock", {"kind": "clock", "rule": ""}),
        ("score", {"kind": "score", "rule": ""}),
        ("conduct", {"kind": "conduct", "rule": ""}),
        ("equipment", {"kind": "equipment", "rule": ""}),
        ("break", {"kind": "clock", "rule": "breaks"}),
    ],
)
def test_what_the_call_says_it_is_about_is_chosen(scene: Scene, kind: str, about: Selected) -> None:
    scene.call(kind=kind)
    assert chosen(scene) == about


def test_every_kind_of_call_leads_to_a_form(scene: Scene) -> None:
    for kind in Call.Kind.values:
        scene.call(kind=kind)
        assert Desk(scene.event).get("fixture_rulings", KEY).status_code == 200


@pytest.mark.parametrize("kind", Ruling.Kind.values)
def test_the_points_of_a_ruling_are_told_for_what_it_says_and_nothing_else(
    scene: Scene, kind: str
) -> None:
    scene.rule(5, kind=kind, penalty=(1, 2))
    name = scene.players[0].name
    about = " (conduct)" if kind == "conduct" else ""
    assert logged(scene)[0].endswith(f"penalty of 2 points against {name}{about}, it begins at 0–2")
    phone = Phone(scene.event, name)
    said = words(text(phone.get(phone.home)))
    for line in (*logged(scene), said):
        assert "something else" not in line  # the ruling itself may be on Something else
        assert "out of time" not in line


def test_a_warning_beside_points_is_told_with_them(scene: Scene) -> None:
    scene.rule(5, penalty=(1, 2), warning=1)
    told = notices(scene)[0].text
    assert f"{scene.players[0].name}: Warning" in told
    assert "penalty of 2 points" in told


@pytest.mark.parametrize(
    "done", [{}, {"penalty": (1, 2)}, {"warning": 2}, {"verdict": Verdict(2, "forfeit")}]
)
def test_what_is_told_after_undo_are_whole_sentences(scene: Scene, done: dict[str, Any]) -> None:
    scene.rule(5, **done)
    undo_last(scene.event, 8)
    for notice in notices(scene):
        assert not notice.text.endswith("undone")
        if "called to table" in notice.text:
            assert notice.text.endswith("Please go there and begin.")
    assert LogEntry.objects.get(action="event.undone").reason == ""


@pytest.mark.parametrize("end", ["withdrawn", "amended"])
def test_a_ruling_that_does_not_stand_is_nowhere_told_as_if_it_did(scene: Scene, end: str) -> None:
    ruling = scene.rule(5)
    if end == "withdrawn":
        scene.withdraw(ruling)
    else:
        scene.amend(ruling, decision="The roll counts")
    told = {notice.title: notice.ended for notice in notices(scene) if "ruling" in notice.title}
    assert [ended for title, ended in told.items() if "ruling 1. " in title] == [end]
    lines = {line.what: line.ended for line in fixture_log(scene.event, KEY)}
    assert [ended for what, ended in lines.items() if "ruling 1. " in what] == [end]
    phone = Phone(scene.event, scene.players[0].name)
    for html in (
        text(phone.get(phone.home)),
        text(Desk(scene.event).get("event_log")),
        text(Desk(scene.event).get("fixture", KEY)),
    ):
        assert "<s>" in html
        for piece in html.split("Cocked dice: Roll again")[1:]:
            assert piece.index("</s>") < 40
            assert f"{end}</span>" in piece[:90]


def test_a_ruling_that_stands_again_is_told_as_one_that_does(scene: Scene) -> None:
    ruling = scene.rule(5)
    scene.amend(ruling, decision="The roll counts")
    undo_last(scene.event, 8)
    told = {notice.title: notice.ended for notice in notices(scene) if "ruling" in notice.title}
    assert sorted(told.values()) == ["", "", "withdrawn"]
    assert [ended for title, ended in told.items() if "amended to ruling 2" in title] == [
        "withdrawn"
    ]


def test_programs_read_in_the_log_and_in_messages_that_it_does_not_stand(scene: Scene) -> None:
    scene.withdraw(scene.rule(5))
    sam = member(scene.event.tournament, "scorer")
    entries = sam.get(f"/events/{scene.event.pk}/log/").data["entries"]
    assert {one["action"]: one["ended"] for one in entries if "ruling." in one["action"]} == {
        "ruling.made": "withdrawn",
        "ruling.withdrawn": "",
    }
    messages = player(scene.players[0].name).get("/me/messages/").data["messages"]
    assert [one["ended"] for one in messages if "ruling 1. " in one["title"]] == ["withdrawn"]


def test_a_message_that_was_not_sent_when_the_ruling_was_withdrawn_is_not_sent(
    scene: Scene, settings: Any
) -> None:
    mails_are_on(settings)
    reach(scene.players[0].name)
    scene.withdraw(scene.rule(5))
    assert len(tell(8)) == 1
    assert "ruling 1 withdrawn" in mail.outbox[-1].subject
