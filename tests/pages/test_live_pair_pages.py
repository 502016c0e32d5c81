"""The pages of pairs who consult: each partner at an own phone."""

from typing import Any

import pytest
from django.test import Client

from tests.matches.pairs import Pairs, make_pairs
from tests.pages.cast import Phone
from tests.pages.reading import text, words

pytestmark = pytest.mark.django_db


def board(pair: Pairs, name: str) -> str:
    return text(Phone(pair.event, name).get(f"/matches/{pair.match_id}/play/"))


def sent(pair: Pairs, name: str, do: str, **what: Any) -> str:
    phone = Phone(pair.event, name)
    data = {"do": do, "seen": pair.record.version, **what}
    headers = {"X-Requested-With": "board"}
    return text(phone.post(f"/matches/{pair.match_id}/play/", data, headers=headers))


def test_a_board_says_who_is_with_whom() -> None:
    pair = Pairs()
    pair.opens()
    for page in (board(pair, "Anna"), text(Client().get(f"/matches/{pair.match_id}/"))):
        assert "North Anna, Boris" in words(page)
        assert "South Clara, David" in words(page)


def test_what_one_suggests_the_partner_does_with_one_press() -> None:
    pair = Pairs()
    pair.opens()
    assert "You suggest: 8/5 6/5" in words(sent(pair, "Anna", "play", play="8/5 6/5", suggest="1"))
    page = board(pair, "Boris")
    assert "Anna suggests: 8/5 6/5" in words(page)
    assert '<input type="hidden" name="play" value="8/5 6/5">' in page
    for name in ("Clara", "David"):
        assert "suggests" not in board(pair, name)
    assert "suggests" not in text(Client().get(f"/matches/{pair.match_id}/"))
    sent(pair, "Boris", "play", play="8/5 6/5")
    assert pair.who() == ["Anna", "Boris"]
    assert "31: 8/5 6/5 Boris" in words(board(pair, "Clara"))


def test_where_partners_agree_the_page_says_who_is_waited_for() -> None:
    pair = Pairs(by_agreement=True)
    pair.opens()
    page = words(sent(pair, "Anna", "play", play="8/5 6/5"))
    assert "You suggest: 8/5 6/5 It is done when Boris agrees." in page
    assert "Suggest it" not in page


def test_a_pair_says_whether_both_must_agree_when_the_board_is_set_up() -> None:
    event = make_pairs()
    match_id = event.fixtures.get(key="M1.1").match_id
    phone = Phone(event, "Anna")
    page = text(phone.get(f"/matches/{match_id}/play/"))
    assert 'name="by_agreement"' in page
    data = {"do": "begin", "dice_by": "board", "by_agreement": "1"}
    again = text(phone.post(f"/matches/{match_id}/play/", data, follow=True))
    assert 'name="by_agreement" value="1" checked' in again


def test_a_board_of_pairs_is_a_few_queries(django_assert_max_num_queries: Any) -> None:
    pair = Pairs()
    pair.opens()
    pair.play("Anna", "8/5 6/5", suggest=True)
    phone = Phone(pair.event, "Boris")
    with django_assert_max_num_queries(13):
        phone.get(f"/matches/{pair.match_id}/play/")
