"""Two phones and one match: reporting, confirming, quarrelling."""

import pytest

from tests.builders import Stage
from tests.pages.cast import Phone
from tests.pages.reading import text
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_card_says_whom_one_plays_where_and_how_long(
    event: Event, phones: tuple[Phone, Phone]
) -> None:
    page = text(phones[0].get(phones[0].home))
    opponent = phones[1].card.player.name
    assert f'<span class="against">You play</span> {opponent}</h3>' in page
    assert '<span class="seat-number">1</span>' in page
    assert "Semi-finals · match to 7" in page


def test_a_report_waits_for_the_opponent_and_his_word_decides(
    event: Event, phones: tuple[Phone, Phone]
) -> None:
    mine, other = phones
    answer = mine.says("M1.1", "me", 3)
    assert (answer.status_code, answer["Location"]) == (302, mine.home)
    waiting = text(mine.get(mine.home))
    assert 'You reported: you won <b class="score">7–3</b>' in waiting
    assert f"Waiting for {other.card.player.name} to confirm." in waiting
    assert "It confirms itself at about" in waiting
    name = mine.card.player.name
    asked = f'{name} reported: {name} won <b class="score">7–3</b>'
    assert asked in text(other.get(other.home))
    assert Stage(event).match("M1.1").state == "reported"
    assert other.answers("M1.1", "confirm").status_code == 302
    match = Stage(event).match("M1.1")
    assert (match.state, match.score_1, match.score_2) == ("decided", 7, 3)
    assert "the winner of M1.2" in text(mine.get(mine.home))
    assert "the loser of M1.2" in text(other.get(other.home))


def test_the_second_side_reports_from_its_own_view(
    event: Event, phones: tuple[Phone, Phone]
) -> None:
    phones[1].says("M1.1", "me", 2)
    phones[0].says("M1.1", "other", 2)
    match = Stage(event).match("M1.1")
    assert (match.winner, match.score_1, match.score_2) == (2, 2, 7)


def test_not_right_brings_both_to_the_desk(event: Event, phones: tuple[Phone, Phone]) -> None:
    mine, other = phones
    mine.says("M1.1", "me", 3)
    other.answers("M1.1", "dispute")
    assert Stage(event).match("M1.1").state == "disputed"
    for phone in phones:
        assert "The director settles it: please go to the desk" in text(phone.get(phone.home))


def test_two_claims_are_both_shown_and_one_may_give_in(
    event: Event, phones: tuple[Phone, Phone]
) -> None:
    mine, other = phones
    mine.says("M1.1", "me", 3)
    other.says("M1.1", "me", 5)
    page = text(mine.get(mine.home))
    assert 'You reported: you won <b class="score">7–3</b>' in page
    assert 'won <b class="score">7–5</b>' in page
    mine.answers("M1.1", "confirm")
    match = Stage(event).match("M1.1")
    assert (match.state, match.score_1, match.score_2) == ("decided", 5, 7)


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({"loser_score": 3}, "Say who won."),
        ({"winner": "me"}, "the loser has 0 to 6 points"),
        ({"winner": "me", "loser_score": 7}, "the loser has 0 to 6 points"),
        ({"winner": "me", "loser_score": -1}, "the loser has 0 to 6 points"),
        ({"winner": "me", "loser_score": "three"}, "the loser has 0 to 6 points"),
    ],
)
def test_an_impossible_report_is_explained_at_the_form(
    event: Event, phones: tuple[Phone, Phone], form: dict[str, object], message: str
) -> None:
    answer = phones[0].post(phones[0].page("M1.1", "report"), {"seen": 1, **form})
    assert answer.status_code == 400
    assert message in text(answer)
    assert Stage(event).match("M1.1").state == "open"


def test_nobody_touches_the_match_of_others(event: Event, phones: tuple[Phone, Phone]) -> None:
    stranger = Phone(event, str(Stage(event).names("M1.2")[0]))
    assert stranger.get(stranger.page("M1.1", "report")).status_code == 403
    assert stranger.says("M1.1", "me", 0).status_code == 403
    phones[0].says("M1.1", "me", 3)
    refused = stranger.answers("M1.1", "confirm")
    assert refused.status_code == 403
    assert "not_your_match" in text(refused)
    assert Stage(event).match("M1.1").state == "reported"


def test_nobody_confirms_his_own_report(event: Event, phones: tuple[Phone, Phone]) -> None:
    phones[0].says("M1.1", "me", 3)
    assert phones[0].answers("M1.1", "confirm").status_code == 403
    assert Stage(event).match("M1.1").state == "reported"
