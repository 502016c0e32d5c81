"""A board of pairs who consult through the API: each partner with an own card."""

import pytest

from tests.api.talking import player
from tests.matches.pairs import Pairs

pytestmark = pytest.mark.django_db


def test_a_partner_who_polls_is_told_what_is_suggested_and_agrees_with_the_version_seen() -> None:
    pair = Pairs()
    pair.opens()
    path, play = f"/me/matches/{pair.match_id}/live/", "8/5 6/5"
    partner, rival = player("Boris"), player("Clara")
    seen = partner.get(path)["ETag"]
    assert partner.get(path, if_none_match=seen).status_code == 304
    pair.play("Anna", play, suggest=True)
    told = partner.get(path, if_none_match=seen)
    assert told.status_code == 200
    assert [(one["by"], one["deed"]["play"]) for one in told.data["suggestions"]] == [
        ("Anna", play)
    ]
    assert rival.get(path, if_none_match=seen).status_code == 304
    body = {"do": "play", "play": play}
    done = partner.post(f"{path}actions/", body, if_match=told["ETag"])
    assert (done.status_code, done.data["suggestions"]) == (200, [])
