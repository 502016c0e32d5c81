"""The pages of what is recorded of a match: files, score sheets, disagreements, replays."""

from html import escape
from io import BytesIO
from typing import Any

import pytest
from django.test import Client

from matches.models import Match
from tests.matches.recording import KEY, Recorded
from tests.pages.cast import Phone
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text, words

pytestmark = pytest.mark.django_db

HTML = "<script>alert(1)</script>"


@pytest.fixture
def made() -> Recorded:
    return Recorded(tournament=make_cast())


def page(made: Recorded, more: str = "records/") -> str:
    return f"/matches/{made.match_id}/{more}"


def hand_in(client: Client, made: Recorded, data: bytes, name: str = "a.mat", **more: Any) -> Any:
    file = BytesIO(data)
    file.name = name
    return client.post(page(made), {"step": "upload", "file": file, **more})


def game(client: Client, made: Recorded, winner: int, cube: int = 1, **more: Any) -> Any:
    sheet = [one for one in made.records if one.source == "scored"]
    version = sheet[0].version if sheet else 0
    sent = {"step": "game", "winner": winner, "kind": 1, "cube": cube, "version": version}
    return client.post(page(made), {**sent, **more})


def phone(made: Recorded, side: int) -> Phone:
    return Phone(made.stage.event, made.names[side - 1])


def scorer(made: Recorded) -> Client:
    return Desk(made.stage.event, "sam").client


def test_the_card_and_the_desk_lead_to_the_page(made: Recorded) -> None:
    one = phone(made, 1)
    assert page(made) in text(one.get(one.home))
    assert page(made) in text(Desk(made.stage.event, "sam").get("fixture", KEY))


def test_points_beyond_the_length_are_worth_nothing_in_a_record_either() -> None:
    made = Recorded(tournament=make_cast(), length=3)
    assert hand_in(phone(made, 1), made, made.games((1, 2, 2), length=3)).status_code == 302
    made.stage.win(KEY)
    (record,) = made.records
    shown = words(text(Client().get(page(made))).split(f'id="record-{record.pk}"')[1])
    assert "3–0 · from" in shown
    assert "4–0 · from" not in shown


def test_a_player_hands_in_a_file_and_everybody_replays_it(made: Recorded) -> None:
    assert hand_in(phone(made, 1), made, made.text()).status_code == 302
    seen = Client()
    shown = text(seen.get(page(made)))
    assert "a.mat" in shown
    assert "checked by the rules" in shown
    record = made.records[0].pk
    board = text(seen.get(page(made, "")))
    assert 'class="board"' in board
    assert f"{made.names[1]} won the game: 4 points." in board
    step = text(seen.get(page(made, f"?record={record}&at=1")))
    assert f"?record={record}&at=2" in step.replace("&amp;", "&")
    assert "31" in words(step)


def test_whoever_is_not_of_the_match_only_looks(made: Recorded) -> None:
    stranger = Phone(made.stage.event, made.stage.players("M1.2")[0].name)
    for client in (Client(), stranger, Desk(made.stage.event, "otto").client):
        assert "Hand in a file" not in text(client.get(page(made)))
        assert hand_in(client, made, made.text()).status_code == 403
    assert made.records == []


def test_a_file_that_cannot_be_read_is_refused_on_the_page(made: Recorded) -> None:
    refused = hand_in(scorer(made), made, b"\x00" * 900)
    assert refused.status_code == 400
    assert "neither text nor a match file" in text(refused)
    assert scorer(made).post(page(made), {"step": "upload"}).status_code == 400
    assert scorer(made).post(page(made), {"step": "nonsense"}).status_code == 400
    assert made.records == []


def test_names_with_markup_are_shown_as_text(made: Recorded) -> None:
    data = made.text().replace(made.names[0].encode(), HTML.encode())
    hand_in(scorer(made), made, data, name=f"{HTML}.mat")
    for path in ("", "records/", f"?record={made.records[0].pk}&at=3"):
        shown = text(Client().get(page(made, path)))
        assert HTML not in shown
    assert escape(HTML) in text(Client().get(page(made)))


def test_who_is_who_is_asked_and_answered(made: Recorded) -> None:
    data = (
        made.text()
        .replace(made.names[0].encode(), b"shark")
        .replace(made.names[1].encode(), b"whale")
    )
    sam = scorer(made)
    hand_in(sam, made, data)
    assert "Who is who in this file?" in text(sam.get(page(made)))
    sam.post(page(made), {"step": "sides", "record": made.records[0].pk, "exchange": 1})
    shown = text(sam.get(page(made)))
    assert "Who is who in this file?" not in shown
    assert "whale – shark" in words(shown)


def test_a_sheet_is_kept_on_a_phone_and_becomes_the_result(made: Recorded) -> None:
    one = phone(made, 1)
    game(one, made, 1, cube=4)
    assert "This is the Crawford game" in words(text(one.get(page(made))))
    assert game(one, made, 2, cube=2).status_code == 400
    game(one, made, 2)
    after = words(text(one.get(page(made))))
    assert "This is the Crawford game" not in after
    assert f"{made.names[1]} Crawford single" in after
    game(one, made, 1)
    one.post(page(made), {"step": "undo", "version": 3})
    game(one, made, 1)
    assert "Report the result 5–1" in text(one.get(page(made)))
    one.post(page(made), {"step": "result"})
    assert made.match.state == Match.State.REPORTED
    sam = scorer(made)
    assert "Enter the result 5–1" in text(sam.get(page(made)))
    sam.post(page(made), {"step": "result", "match_version": made.match.version})
    assert (made.match.state, made.match.score_1, made.match.score_2) == ("decided", 5, 1)


def test_a_sheet_that_moved_on_is_not_overwritten(made: Recorded) -> None:
    game(scorer(made), made, 1)
    stale = game(phone(made, 2), made, 2, version=0)
    assert stale.status_code == 409
    assert made.accounts[0].told.score == (1, 0)


def test_a_result_before_the_end_of_the_sheet_is_refused(made: Recorded) -> None:
    game(scorer(made), made, 1)
    refused = scorer(made).post(page(made), {"step": "result", "match_version": 1})
    assert (refused.status_code, made.match.state) == (400, "open")


def test_disagreements_stand_on_the_page_and_in_the_log(made: Recorded) -> None:
    made.sheet((1, 1, 1), (2, 1, 2))
    made.upload(made.text())
    said = "Game 2: The record ends this game at 1-4, the score sheet says 1-2."
    assert said in words(text(Client().get(page(made))))
    desk = Desk(made.stage.event)
    assert said in words(text(desk.get("event_log")))
    at_the_desk = words(text(desk.get("fixture", KEY)))
    assert f"match.mat and Score sheet do not agree {said}" in at_the_desk


def test_a_finding_leads_to_its_position(made: Recorded) -> None:
    made.upload(made.text().replace(b"64: 24/18 13/9", b"64: 24/20 13/7 "))
    broken = made.text().replace(b"65: 24/13", b"65: 24/10")
    made.upload(broken)
    record = made.records[-1]
    shown = text(Client().get(page(made))).replace("&amp;", "&")
    at = next(one["at"] for one in record.check_made.findings if one["game"] == 2 and one["at"])
    assert f"?record={record.pk}&at={at}" in shown
    assert "Game 2" in words(text(Client().get(page(made, f"?record={record.pk}&at={at}"))))


def test_only_staff_remove_a_file(made: Recorded) -> None:
    hand_in(phone(made, 1), made, made.text())
    sent = {"step": "remove", "record": made.records[0].pk}
    assert phone(made, 1).post(page(made), sent).status_code == 403
    assert len(made.records) == 1
    scorer(made).post(page(made), sent)
    assert made.records == []


@pytest.mark.parametrize("form", ["mat", "sgf", "json", "txt", "original"])
def test_a_record_is_taken_away_under_a_safe_name(made: Recorded, form: str) -> None:
    record = made.upload(made.text(), f'{HTML}".mat')
    given = Client().get(page(made, f"records/{record.pk}/{form}/"))
    assert given.status_code == 200
    assert given["Content-Disposition"].startswith('attachment; filename="match-')
    assert "<" not in given["Content-Disposition"]
    assert given["X-Content-Type-Options"] == "nosniff"


def test_a_record_of_another_match_is_not_found_here(made: Recorded) -> None:
    record = made.upload(made.text())
    other = made.stage.match("M1.2").pk
    assert Client().get(f"/matches/{other}/records/{record.pk}/mat/").status_code == 404
    assert Client().get(page(made, f"records/{record.pk}/exe/")).status_code == 404
    assert Client().get("/matches/0/records/").status_code == 404


def test_the_page_takes_a_few_queries_however_much_there_is(
    made: Recorded, django_assert_max_num_queries: Any
) -> None:
    made.sheet((1, 1, 1))
    for n in range(5):
        made.upload(made.text() + b"\n" * n)
    with django_assert_max_num_queries(8):
        Client().get(page(made))
    with django_assert_max_num_queries(8):
        Client().get(page(made, ""))


def test_each_set_has_a_sheet_of_its_own_and_by_them_the_result_is_entered() -> None:
    made = Recorded(tournament=make_cast(), length=1, sets={"to_win": 2})
    desk = scorer(made)
    for number in (1, 2):
        assert f"Score sheet of set {number}" in text(desk.get(page(made)))
        desk.post(
            page(made),
            {"step": "game", "winner": 2, "kind": 1, "cube": 1, "version": 0, "set": number},
        )
    assert "Enter the result 0–2" in text(desk.get(page(made, "records/?set=2")))
    desk.post(page(made), {"step": "result", "match_version": made.match.version})
    match = made.match
    assert (match.state, match.score_1, match.score_2) == ("decided", 0, 2)
    assert [one.set_number for one in made.records] == [1, 2]


def test_a_file_of_a_match_of_sets_is_asked_of_which_set_it_is() -> None:
    made = Recorded(tournament=make_cast(), sets={"to_win": 2})
    one = phone(made, 1)
    hand_in(one, made, made.games((1, 2, 2)))
    asked = text(one.get(page(made))).split("Of which set is this file?")[1]
    assert '<select name="set" required><option value="">' in asked  # none is chosen beforehand
    (record,) = made.records
    one.post(page(made), {"step": "set", "record": record.pk, "set": 2})
    shown = text(Client().get(page(made)))
    assert "a.mat · Set 2" in shown
    assert "Of which set" not in shown
