"""Records of matches through the API: handed in, asked for, taken away, and score sheets."""

from typing import Any

import pytest

from matches.models_record import Record
from matches.records import read_match
from tests.api.talking import V1, Talker, director, member, player, visitor
from tests.matches.recording import KEY, Recorded

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> Recorded:
    return Recorded()


def shown(made: Recorded, more: str = "records/") -> str:
    return f"/events/{made.stage.event.pk}/fixtures/{KEY}/{more}"


def mine(made: Recorded, more: str = "records/") -> str:
    return f"/me/matches/{made.match_id}/{more}"


def hand_in(talker: Talker, path: str, data: bytes, **query: object) -> Any:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    return talker.client.post(
        f"{V1}{path}?{asked}", data=data, content_type="application/octet-stream"
    )


def scorer(made: Recorded) -> Talker:
    return member(made.stage.event.tournament, "scorer")


def test_a_file_is_handed_in_by_staff_and_by_a_player(made: Recorded) -> None:
    first = hand_in(scorer(made), shown(made), made.text(), filename="a.mat")
    assert first.status_code == 200
    again = hand_in(player(made.names[0]), mine(made), made.text())
    assert [one["filename"] for one in again.data["records"]] == ["a.mat"]
    record = visitor().get(shown(made)).data["records"][0]
    assert (record["depth"], record["score"], record["sides_known"]) == ("throws", [1, 4], True)
    assert record["games"][1] == {
        "winner": 2, "kind": 2, "cube": 2, "points": 4, "score": [1, 4], "crawford": False,
    }  # fmt: skip
    assert [one["code"] for one in record["check"]["findings"]] == ["not_finished"]
    assert record["check"]["current"] is True


def test_whoever_is_not_of_the_match_hands_in_nothing(made: Recorded) -> None:
    assert hand_in(visitor(), shown(made), made.text()).status_code == 401
    stranger = player(made.stage.players("M1.2")[0].name)
    refused = hand_in(stranger, mine(made), made.text())
    assert (refused.status_code, refused.data["code"]) == (403, "not_your_match")
    assert Record.objects.count() == 0


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "format_unknown"),
        (b"\x00" * 900, "not_text"),
        (b"7 point match\n", "no_games"),
        (b'{"format": "crawford-match", "version": 1}', "json_unreadable"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_its_code(
    made: Recorded, data: bytes, code: str
) -> None:
    refused = hand_in(scorer(made), shown(made), data)
    assert (refused.status_code, refused.data["code"]) == (400, code)
    assert Record.objects.count() == 0


def test_which_match_of_a_file_is_asked_for(made: Recorded) -> None:
    data = made.games((1, 1, 1)) + b"\n" + made.games((2, 1, 1))
    talker = scorer(made)
    assert hand_in(talker, shown(made), data, number=3).data["code"] == "no_such_match_in_file"
    told = hand_in(talker, shown(made), data, number=2).data["records"][0]
    assert told["score"] == [0, 1]
    assert hand_in(talker, shown(made), data, number=1).data["code"] == "file_known"


def test_sides_are_exchanged_and_a_file_is_removed(made: Recorded) -> None:
    record = made.upload(made.text())
    told = player(made.names[1]).post(mine(made, f"records/{record.pk}/sides/"), {"exchange": True})
    assert told.data["records"][0]["score"] == [4, 1]
    back = scorer(made).post(shown(made, f"records/{record.pk}/sides/"), {"exchange": True})
    assert back.data["records"][0]["score"] == [1, 4]
    path = shown(made, f"records/{record.pk}/")
    assert visitor().send("DELETE", path).status_code == 401
    assert director().send("DELETE", path).data["records"] == []
    assert director().send("DELETE", path).data["code"] == "no_such_record"


def test_a_record_is_taken_away(made: Recorded) -> None:
    record = made.upload(made.text())
    given = visitor().get(shown(made, f"records/{record.pk}/mat/"))
    read = read_match(given.content).record
    assert read is not None
    assert read.score == (1, 4)
    assert given["Content-Disposition"].endswith('.mat"')
    assert visitor().get(shown(made, f"records/{record.pk}/original/")).content == made.text()
    unknown = visitor().get(shown(made, f"records/{record.pk}/exe/"))
    assert (unknown.status_code, unknown.data["code"]) == (404, "no_such_form")


def test_a_sheet_is_written_and_nothing_is_overwritten_unseen(made: Recorded) -> None:
    one, path = player(made.names[0]), mine(made, "sheet/")
    assert one.get(path).data["version"] == 0
    games = [{"winner": 1, "kind": 2, "cube": 2}, {"winner": 2}]
    told = one.send("PUT", path, {"games": games}, if_match='"0"')
    assert (told.data["score"], told.data["over"], told["ETag"]) == ([4, 1], False, '"1"')
    assert [game["crawford"] for game in told.data["games"]] == [False, True]
    stale = director().send("PUT", shown(made, "sheet/"), {"games": []}, if_match='"0"')
    assert (stale.status_code, stale.data["detail"]["current"]["version"]) == (409, 1)
    doubled = [*games[:1], {"winner": 2, "cube": 2}]
    refused = one.send("PUT", path, {"games": doubled}, if_match="*")
    assert (refused.status_code, refused.data["code"]) == (400, "crawford_game")
    assert one.send("PUT", path, {"games": games}).status_code == 428
    assert visitor().get(shown(made, "sheet/")).data["score"] == [4, 1]


def test_a_sheet_that_is_sent_twice_under_one_key_is_written_once(made: Recorded) -> None:
    one, path = player(made.names[0]), mine(made, "sheet/")
    sent = {"games": [{"winner": 1}]}
    for _ in range(2):
        told = one.send("PUT", path, sent, if_match='"0"', idempotency_key="k")
        assert (told.status_code, told.data["version"]) == (200, 1)


def test_disagreements_are_told_with_their_codes(made: Recorded) -> None:
    file, sheet = made.upload(made.text()), made.sheet((1, 1, 1), (2, 1, 2))
    assert sheet is not None
    (told,) = visitor().get(shown(made)).data["disagreements"]
    assert (told["record"], told["other"]) == (file.pk, sheet.pk)
    assert [(one["code"], one["game"]) for one in told["findings"]] == [("sheet_score_differs", 2)]


def test_each_set_has_a_sheet_and_a_file_is_said_to_be_of_one() -> None:
    made = Recorded(length=3, sets={"to_win": 2})
    sam, games = scorer(made), {"games": [{"winner": 1, "kind": 2, "cube": 2}]}
    written = sam.send("PUT", f"{shown(made, 'sheet/')}?set=2", games, if_match='"0"')
    assert (written.data["set"], written.data["over"], written.data["version"]) == (2, True, 1)
    assert visitor().get(shown(made, "sheet/")).data["games"] == []
    refused = sam.send("PUT", f"{shown(made, 'sheet/')}?set=4", games, if_match="*")
    assert (refused.status_code, refused.data["code"]) == (400, "no_such_set")
    kept = hand_in(sam, shown(made), made.games((2, 1, 1), length=3))
    file = next(one for one in kept.data["records"] if one["kind"] == "file")
    assert (file["set"], kept.data["disagreements"]) == (0, [])
    path = mine(made, f"records/{file['id']}/set/")
    said = player(made.names[0]).post(path, {"set": 2})
    assert [one["findings"][0]["code"] for one in said.data["disagreements"]] == [
        "sheet_score_differs"
    ]
    assert visitor().post(shown(made, f"records/{file['id']}/set/"), {"set": 1}).status_code == 401
