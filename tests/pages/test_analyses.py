"""The page of an analysis: asked for by those of the match, looked at by everybody."""

from html import escape
from typing import Any

import pytest
from django.test import Client

from matches.analysis import AnalysisError
from matches.services.analyses import analysis_keep
from matches.services.record_import import record_sides
from tests.builders import by_director, undo_last
from tests.matches.analyses import Analysed
from tests.matches.recording import Recorded
from tests.pages.cast import Phone
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text, words

pytestmark = pytest.mark.django_db

BUTTON = "Analyse the match"


@pytest.fixture(autouse=True)
def _installed(settings: Any) -> None:
    settings.GNUBG = "/bin/true"


@pytest.fixture
def made() -> Analysed:
    return Analysed(tournament=make_cast())


def page(made: Analysed) -> str:
    return f"/matches/{made.match_id}/records/{made.file.pk}/analysis/"


def shown(made: Analysed, client: Client | None = None) -> str:
    return text((client or Client()).get(page(made)))


def scorer(made: Recorded) -> Client:
    return Desk(made.stage.event, "sam").client


def test_the_page_of_the_records_leads_there_once_there_is_a_result(made: Analysed) -> None:
    records = f"/matches/{made.match_id}/records/"
    assert page(made) in text(Client().get(records))
    made.done()
    assert "analysed" in words(text(Client().get(records)))
    open_ = Recorded(stage=made.stage)
    open_.match_id = made.stage.match("M1.2").pk
    sides = open_.match.sides.order_by("number")
    open_.names = tuple(side.name for side in sides)  # type: ignore[assignment]
    open_.upload(open_.text())
    assert "/analysis/" not in text(Client().get(f"/matches/{open_.match_id}/records/"))


def test_a_player_asks_and_the_page_comes_again_until_it_is_done(made: Analysed) -> None:
    phone = Phone(made.stage.event, made.names[0])
    assert BUTTON in shown(made, phone)
    assert phone.post(page(made)).status_code == 302
    waiting = shown(made)
    assert "waits for its analysis" in words(waiting)
    assert 'http-equiv="refresh"' in waiting
    made.take()
    assert "is being analysed" in words(shown(made))
    assert 'http-equiv="refresh"' in shown(made)


def test_whoever_is_not_of_the_match_only_looks(made: Analysed) -> None:
    stranger = Phone(made.stage.event, made.stage.players("M1.2")[0].name)
    for client in (Client(), stranger, Desk(made.stage.event, "otto").client):
        assert BUTTON not in shown(made, client)
        assert client.post(page(made)).status_code == 403


def test_both_are_told_with_figures_errors_and_a_link_to_each_board(made: Analysed) -> None:
    made.done()
    html = shown(made)
    seen = words(html)
    assert 'http-equiv="refresh"' not in html
    assert "Error rate mEMG a decision 20.0 62.0" in seen
    assert "Performance rating PR, half of it 10.00 31.00" in seen
    assert "Snowie error rate mEMG a play 12.0 62.0" in seen
    assert f"?record={made.file.pk}&at=5" in html.replace("&amp;", "&")
    assert seen.index("−0.310") < seen.index("−0.060")
    assert "Made drop Best take" in seen
    assert "Made 8/5 6/5 Best 24/20" in seen
    assert html.count('<svg class="board"') == 2


def test_the_course_is_drawn_and_told_in_a_table(made: Analysed) -> None:
    made.done()
    html = shown(made)
    first, second = made.names
    assert f"At the end {first} had lost 0.06, {second} 0.31" in html
    assert html.count("<polyline") == 3
    assert "1 2 " + second + " 64: 24/18 13/9" in words(html)


def test_a_failure_is_said_in_words_and_can_be_tried_again(made: Analysed) -> None:
    made.ask()
    job = made.take()
    assert job is not None
    analysis_keep(job=job, found=AnalysisError("gnubg_slow", minutes=15), at=by_director(12).at)
    said = "GNU Backgammon needed more than 15 minutes and was stopped."
    assert said in words(shown(made))
    for client in (Client(), Phone(made.stage.event, made.names[0])):
        assert "Analyse again" not in words(shown(made, client))
    assert "Analyse again" in words(shown(made, scorer(made)))
    assert said in words(text(Desk(made.stage.event).get("event_log")))


def test_what_changed_since_is_not_shown_as_it_was(made: Analysed) -> None:
    made.done()
    ident = made.file.pk
    record_sides(match_id=made.match_id, record_id=ident, exchange=True, act=by_director(13))
    seen = words(shown(made, scorer(made)))
    assert "The record has changed since it was analysed." in seen
    assert "Error rate" not in seen
    assert "Analyse again" in seen


def test_without_the_program_staff_are_told_how_to_get_it(made: Analysed, settings: Any) -> None:
    settings.GNUBG = "/no/such/program"
    how = "apt-get install --no-install-recommends gnubg"
    assert how in shown(made, scorer(made))
    for client in (Client(), Phone(made.stage.event, made.names[0])):
        assert how not in shown(made, client)
        assert BUTTON not in shown(made, client)
    refused = scorer(made).post(page(made))
    assert (refused.status_code, "is not installed" in text(refused)) == (409, True)


def test_while_a_match_is_played_on_nothing_is_shown(made: Analysed) -> None:
    made.done()
    undo_last(made.stage.event)
    assert made.match.state == "open"
    for client in (Client(), scorer(made)):
        seen = words(shown(made, client))
        assert "come back when it is over" in seen
        assert "Error rate" not in seen
        assert "nalyse" not in seen.partition("over.")[2]


def test_what_is_done_is_shown_without_the_program(made: Analysed, settings: Any) -> None:
    made.done()
    settings.GNUBG = "/no/such/program"
    assert "Error rate" in shown(made)


def test_names_with_markup_are_shown_as_text() -> None:
    made = Analysed(names=("<b>Ann</b>", "Bo & Co", "C", "D"), tournament=make_cast())
    made.done()
    html = shown(made)
    assert "<b>Ann" not in html
    assert escape("Bo & Co") in html


def test_the_page_takes_a_few_queries(made: Analysed, django_assert_max_num_queries: Any) -> None:
    made.done()
    with django_assert_max_num_queries(8):
        shown(made)


def test_a_record_that_is_not_there_is_not_found(made: Analysed) -> None:
    for path in ("0/records/1", f"{made.match_id}/records/0"):
        assert Client().get(f"/matches/{path}/analysis/").status_code == 404
