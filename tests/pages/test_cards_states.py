"""What a card says at each turn of an event, from before the draw to the last place."""

from datetime import UTC, datetime

import pytest

from matches.models import Deadline
from tests.builders import (
    Stage,
    by_director,
    enter,
    make_event,
    make_running_event,
    make_tournament,
)
from tests.pages.cast import Phone
from tests.pages.reading import text, words
from tournaments.models import Event
from tournaments.services.entries import entry_remove

pytestmark = pytest.mark.django_db(transaction=True)


def card(event: Event, name: str) -> str:
    phone = Phone(event, name)
    return text(phone.get(phone.home))


def test_before_the_draw_is_out_the_card_says_so() -> None:
    event = make_event()
    enter(event, "AB")
    assert "The draw is not out yet." in card(event, "A")


def test_without_a_free_table_one_stays_near() -> None:
    event = make_running_event("ABCD", tournament=make_tournament(tables=1))
    name = str(Stage(event).names("M1.2")[0])
    page = card(event, name)
    assert "Waiting for a table." in page
    assert "seat-number" not in page


def test_who_lost_the_first_match_reads_which_bracket_and_round_come_next(event: Event) -> None:
    loser = str(Stage(event).names("M1.1")[1])
    Stage(event).win("M1.1")
    page = words(card(event, loser))
    assert "Consolation · Final · to 5" in page
    assert "Your opponent: the loser of M1.2" in page


def test_where_no_tables_are_counted_one_takes_a_free_board() -> None:
    event = make_running_event("AB", tournament=make_tournament(tables=0))
    page = card(event, "A")
    assert "Find a free board and start." in page
    assert "Waiting for a table" not in page


def test_all_events_of_the_player_are_on_the_card() -> None:
    event = make_running_event("ABCD")
    enter(make_event(event.tournament, name="Jackpot"), "AX")
    page = card(event, "A")
    assert page.index(">Main</h2>") < page.index(">Jackpot</h2>")
    assert ">Main</h2>" not in card(event, "X")


def test_who_is_out_is_thanked_and_told_the_place(event: Event) -> None:
    stage = Stage(event)
    loser = str(stage.names("M1.1")[1])
    stage.play_out()
    page = card(event, loser)
    assert "Thank you for playing." in page
    assert "Main draw: place 3–4" in page
    assert "Consolation: place" in page


def test_the_winner_is_congratulated(event: Event) -> None:
    Stage(event).play_out()
    assert "You have won Main!" in card(event, str(Stage(event).names("M2.1")[0]))
    assert "You have won" not in card(event, str(Stage(event).names("M2.1")[1]))


def test_played_matches_stay_on_the_card_with_their_score(event: Event) -> None:
    Stage(event).win("M1.1", 2, 4)
    first, second = Stage(event).names("M1.1")
    assert f'<span class="score">4–7</span> {second} ' in card(event, str(first))
    assert f'<span class="score">7–4</span> {first} ' in card(event, str(second))
    assert f'href="/matches/{Stage(event).match("M1.1").pk}/records/?card=' in card(
        event, str(first)
    )


def test_the_moment_of_silence_is_that_of_the_deadline(
    event: Event, phones: tuple[Phone, Phone]
) -> None:
    phones[0].says("M1.1", "me", 3)
    Deadline.objects.update(due_at=datetime(2026, 12, 5, 17, 45, tzinfo=UTC))
    assert "It confirms itself at about 17:45." in text(phones[0].get(phones[0].home))
    Deadline.objects.all().delete()
    assert "It confirms itself" not in text(phones[0].get(phones[0].home))


def test_a_match_to_one_needs_no_points() -> None:
    event = make_running_event("AB", length=1)
    phone = Phone(event, "A")
    page = text(phone.get(phone.page("M1.1", "report")))
    assert page.count('name="loser_score"') == 1
    assert "checked" in page


def test_a_very_long_match_takes_a_number() -> None:
    event = make_running_event("AB", length=51)
    phone = Phone(event, "A")
    assert '<input type="number" name="loser_score" ' in text(
        phone.get(phone.page("M1.1", "report"))
    )
    assert phone.says("M1.1", "me", 50).status_code == 302


def test_a_name_is_text_whatever_it_contains() -> None:
    event = make_running_event(["<b>Bold</b>", "B"])
    page = card(event, "B")
    assert "&lt;b&gt;Bold&lt;/b&gt;" in page
    assert "<b>Bold" not in page


def test_a_player_taken_off_the_list_is_sent_to_the_desk() -> None:
    event = make_event()
    enter(event, "AB")
    phone = Phone(event, "A")
    entry = event.entries.get(name="A")
    entry_remove(event_id=event.pk, entry_id=entry.pk, act=by_director())
    assert "You are not on the list of any event." in text(phone.get(phone.home))


def test_the_fragment_is_fetched_again_only_after_a_change(
    event: Event, phones: tuple[Phone, Phone]
) -> None:
    mine, other = phones
    fragment = mine.home + "fragment/"
    first = mine.get(fragment)
    assert "<html" not in text(first)
    again = mine.get(fragment, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    headers = {"If-None-Match": first["ETag"], "Accept-Language": "uk"}
    assert mine.get(fragment, headers=headers).status_code == 200
    other.says("M1.1", "me", 3)
    changed = mine.get(fragment, headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert "Answer: right or not right" in text(changed)


def test_the_card_is_live_through_a_stream_that_opens_for_it_alone(
    event: Event, phones: tuple[Phone, Phone]
) -> None:
    page = text(phones[0].get(phones[0].home))
    pk = phones[0].card.pk
    assert f'data-live="/events/pass/{pk}/card?' in page
    assert "token=" in page
    assert f'data-poll="/me/{pk}/fragment/"' in page
