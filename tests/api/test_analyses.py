"""Analyses of records through the API."""

from typing import Any

import pytest

from tests.api.talking import member, player, visitor
from tests.matches.analyses import Analysed
from tests.matches.recording import KEY

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _installed(settings: Any) -> None:
    settings.GNUBG = "/bin/true"


@pytest.fixture
def made() -> Analysed:
    return Analysed()


def shown(made: Analysed) -> str:
    return f"/events/{made.stage.event.pk}/fixtures/{KEY}/records/{made.file.pk}/analysis/"


def mine(made: Analysed) -> str:
    return f"/me/matches/{made.match_id}/records/{made.file.pk}/analysis/"


def test_staff_and_players_ask_and_everybody_sees_how_far_it_is(made: Analysed) -> None:
    assert visitor().get(shown(made)).data["state"] is None
    told = player(made.names[0]).post(mine(made))
    assert (told.status_code, told.data["state"], told.data["current"]) == (200, "waiting", True)
    again = member(made.stage.event.tournament, "scorer").post(shown(made))
    assert (again.status_code, again.data["state"]) == (200, "waiting")
    assert made.logged().count("record.analysis_asked") == 1


def test_what_was_found_is_told_decision_by_decision(made: Analysed) -> None:
    made.done()
    told = visitor().get(shown(made)).data
    assert (told["state"], told["plies"]) == ("done", 2)
    first, second = told["sides"]
    assert first["rate"] == pytest.approx(20.0)
    assert second["rating"] == pytest.approx(31.0)
    assert told["judged"][2] == {
        "at": 5, "game": 1, "move": 3, "side": 2, "choice": "answer", "chosen": "drop",
        "best": "take", "loss": 0.31, "dice": "", "luck": 0.0,
    }  # fmt: skip


def test_whoever_is_not_of_the_match_does_not_ask(made: Analysed) -> None:
    assert visitor().post(shown(made)).status_code == 401
    stranger = player(made.stage.players("M1.2")[0].name)
    refused = stranger.post(mine(made))
    assert (refused.status_code, refused.data["code"]) == (403, "not_your_match")


def test_refusals_have_their_codes(made: Analysed, settings: Any) -> None:
    scorer = member(made.stage.event.tournament, "scorer")
    made.file, file = made.upload(made.games((1, 1, 1))), made.file
    refused = scorer.post(shown(made))
    assert (refused.status_code, refused.data["code"]) == (400, "no_throws")
    settings.GNUBG = "/no/such/program"
    made.file = file
    refused = scorer.post(shown(made))
    assert (refused.status_code, refused.data["code"]) == (409, "gnubg_missing")
