"""A POST that is sent again with its key changes nothing and gets the first answer."""

import pytest

from matches.models import RequestKey
from tests.api.talking import member, player
from tests.builders import Stage, make_event, make_running_event
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db

KEY = "5f0c7a52-1c1f-4b1e-9d55-0d2d4a1d4f6e"


def test_a_result_sent_again_is_answered_again_and_logged_once() -> None:
    event = make_running_event("ABCD")
    director = member(event.tournament, "director")
    path = f"/events/{event.pk}/fixtures/M1.1/result/"
    seen = director.get(f"/events/{event.pk}/fixtures/M1.1/")["ETag"]
    body = {"winner": 1, "scores": [7, 3]}
    first = director.post(path, body, if_match=seen, idempotency_key=KEY)
    again = director.post(path, body, if_match=seen, idempotency_key=KEY)
    assert (first.status_code, "Idempotent-Replayed" in first) == (200, False)
    assert (again.status_code, again["Idempotent-Replayed"]) == (200, "true")
    assert again.json() == first.json()
    assert again["ETag"] == first["ETag"]
    assert LogEntry.objects.filter(action="result.entered").count() == 1


def test_a_scorer_who_retries_gets_the_answer_though_the_match_is_decided_by_now() -> None:
    event = make_running_event("AB")
    scorer = member(event.tournament, "scorer")
    path = f"/events/{event.pk}/fixtures/M1.1/result/"
    answers = [
        scorer.post(path, {"winner": 1}, if_match="*", idempotency_key=KEY) for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [200, 200]


def test_entries_sent_again_are_not_entered_twice() -> None:
    event = make_event()
    director = member(event.tournament, "director")
    for _ in range(2):
        sent = director.post(
            f"/events/{event.pk}/entries/",
            {"rows": [{"name": "Ada"}, {"name": "Bob"}]},
            if_match='"1"',
            idempotency_key=KEY,
        )
        assert sent.status_code == 201
    assert event.entries.count() == 2


def test_a_draw_sent_again_has_the_same_seed_of_the_same_draft() -> None:
    event = make_event()
    director = member(event.tournament, "director")
    path = f"/events/{event.pk}"
    director.post(f"{path}/entries/", {"rows": [{"name": n} for n in "ABC"]}, if_match="*")
    seeds = []
    for _ in range(2):
        drafted = director.post(f"{path}/draft/", {}, if_match="*", idempotency_key=KEY)
        seeds.append((director.get(f"{path}/draw/").data["seed"], drafted.data["drafts"]))
    assert seeds[0] == seeds[1]
    assert seeds[0][1] == 1


def test_a_key_used_for_something_else_is_refused() -> None:
    event = make_running_event("ABCD")
    director = member(event.tournament, "director")
    path = f"/events/{event.pk}/fixtures"
    director.post(f"{path}/M1.1/result/", {"winner": 1}, if_match="*", idempotency_key=KEY)
    for address, body in (("M1.2", {"winner": 1}), ("M1.1", {"winner": 2, "reason": "typo"})):
        reused = director.post(f"{path}/{address}/result/", body, if_match="*", idempotency_key=KEY)
        assert (reused.status_code, reused.data["code"]) == (409, "key_reused")
    assert Stage(event).match("M1.2").state == "open"


def test_a_request_that_failed_leaves_its_key_free() -> None:
    event = make_running_event("AB")
    director = member(event.tournament, "director")
    path = f"/events/{event.pk}/fixtures/M1.1/result/"
    wrong = {"winner": 1, "scores": [3, 7]}
    assert director.post(path, wrong, if_match="*", idempotency_key=KEY).status_code == 400
    assert not RequestKey.objects.exists()
    right = {"winner": 1, "scores": [7, 3]}
    assert director.post(path, right, if_match="*", idempotency_key=KEY).status_code == 200


def test_the_same_key_from_two_people_is_two_deeds() -> None:
    event = make_running_event("AB")
    report = f"/me/matches/{Stage(event).match('M1.1').pk}/report/"
    states = [
        player(name).post(report, {"scores": [7, 2]}, idempotency_key=KEY).data["state"]
        for name in "AB"
    ]
    assert states == ["reported", "decided"]


@pytest.mark.parametrize("key", ["", " ", "x" * 101, "ключ", "two words"])
def test_a_key_that_cannot_be_kept_is_refused(key: str) -> None:
    event = make_running_event("AB")
    director = member(event.tournament, "director")
    sent = director.post(
        f"/events/{event.pk}/fixtures/M1.1/result/",
        {"winner": 1},
        if_match="*",
        idempotency_key=key,
    )
    assert (sent.status_code, sent.data["code"]) == (400, "idempotency_key_unreadable")
