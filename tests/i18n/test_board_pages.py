"""The pages of a match on the site, and of what is recorded of one, in every language."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.analysis import AnalysisError
from matches.services.analyses import analysis_keep
from matches.services.chouette_links import seat_token
from players.models import User
from tests.builders import by_director
from tests.i18n.test_pages import latin, read
from tests.i18n.test_translations import LANGUAGES
from tests.matches.analyses import Analysed
from tests.matches.boards import SITE, Live
from tests.matches.chouettes import Evening
from tests.matches.clocking import now
from tests.matches.recording import KEY, Recorded
from tests.matches.watching import Watched
from tests.pages.cast import Phone
from tests.pages.desk import login, make_cast

pytestmark = [pytest.mark.django_db, pytest.mark.parametrize("language", LANGUAGES)]


def test_the_pages_of_a_board_are_in_the_language(language: str) -> None:
    live = Live(length=1, dice=SITE, tournament=make_cast())
    where = [live.stage.event.tournament.slug, live.stage.event.slug, KEY]
    phones = [Phone(live.stage.event, actor.name) for actor in live.actors]
    desk = login("dana")
    for _deed in range(6):
        live.any_deed()
        for phone in phones:
            url = f"{reverse('live_play', args=[live.match_id])}?card={phone.card.pk}"
            assert latin(read(phone, url, language)) == [], url
    assert latin(read(desk, reverse("fixture_board", args=where), language)) == []
    loser = live.state.game.decider
    live.do(loser, "resign", kind=1)
    assert latin(read(Client(), reverse("match", args=[live.match_id]), language)) == []
    live.do(3 - loser, "accept")
    for name in ("match", "match_dice"):
        assert latin(read(Client(), reverse(name, args=[live.match_id]), language)) == [], name


def test_what_spectators_see_and_say_is_in_the_language(language: str) -> None:
    live = Watched(length=1, tournament=make_cast())
    live.opened_just_now()
    live.says("Dora", n=now())
    where = [live.stage.event.tournament.slug, live.stage.event.slug]
    seats = [Phone(live.stage.event, live.stage.players(key)[0].name) for key in (KEY, "M1.2")]
    url = reverse("match", args=[live.match_id])
    for client in (Client(), *seats, login("dana")):
        assert latin(read(client, url, language)) == []
    desk = login("dana")
    url = reverse("fixture_board", args=[*where, KEY])
    said = {"do": "watching", "delay_minutes": 1}
    desk.post(url, said, headers={"accept-language": language})
    for name in ("event_settings", "event_log"):
        assert latin(read(desk, reverse(name, args=where), language)) == [], name
    assert latin(read(desk, url, language)) == []


def test_the_pages_of_records_are_in_the_language(language: str) -> None:
    made = Recorded(("Anna", "Berta", "Carla", "Dora"), tournament=make_cast())
    made.upload(made.games((1, 2, 2), (2, 1, 1), (1, 1, 1)), name="1.mat")
    where = [made.stage.event.tournament.slug, made.stage.event.slug]
    urls = [reverse(name, args=[made.match_id]) for name in ("match", "match_records")]
    urls += [reverse("fixture", args=[*where, KEY]), reverse("event_log", args=where)]
    for url in urls:
        assert latin(read(login("dana"), url, language)) == [], url


def strange(html: str) -> list[str]:
    """The Latin words but for the name of the program."""
    return latin(html.replace("GNU Backgammon", ""))


def test_the_page_of_an_analysis_is_in_the_language(language: str, settings: Any) -> None:
    settings.GNUBG = "/bin/true"
    made = Analysed(names=("Anna", "Berta", "Carla", "Dora"), tournament=make_cast())
    url = reverse("match_analysis", args=[made.match_id, made.file.pk])
    log = reverse("event_log", args=[made.stage.event.tournament.slug, made.stage.event.slug])
    desk = login("dana")
    assert strange(read(desk, url, language)) == []
    made.ask()
    assert strange(read(desk, url, language)) == []
    job = made.take()
    assert job is not None
    assert strange(read(desk, url, language)) == []
    slow = AnalysisError("gnubg_slow", minutes=15)
    analysis_keep(job=job, found=slow, at=by_director(12).at)
    assert strange(read(desk, url, language)) == []
    made.done()
    html = read(desk, url, language)
    assert strange(html) == []
    assert strange("".join(re.findall(r"<(?:text|title|desc)[^>]*>[^<]*", html))) == []
    assert strange(read(desk, log, language)) == []


def test_the_pages_of_a_chouette_are_in_the_language(language: str) -> None:
    make_cast()
    desk, host = login("dana"), User.objects.get(username="dana")
    evening = Evening(dice=SITE, host_id=host.pk, cube="multi", beaver=True)
    seats = [reverse("chouette_seat", args=[seat_token(one)]) for one in evening.row.seats.all()]
    urls = [reverse("chouettes"), reverse("chouette_new")]
    urls += [reverse(name, args=["evening"]) for name in ("chouette", "chouette_dice")]
    urls += [reverse("chouette_host", args=["evening"]), *seats]
    urls += [reverse(name, args=["evening"]) for name in ("chouette_log", "chouette_score")]
    for _deed in range(4):
        for url in urls:
            html = read(desk, url, language)
            assert latin(re.sub(r'<a class="link-text".*?</a>', "", html)) == [], url
        evening.any_move()
