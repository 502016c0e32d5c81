"""Two players, each with a page of the site, play a match to its end; others watch it."""

import re
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from matches.engine.notation import format_play
from matches.engine.turn import PLAYING, Phase
from matches.models import Match
from matches.models_record import Record
from matches.selectors.records import played
from matches.services.live_acting import Deed, live_act
from matches.services.live_begin import Table, live_begin, live_join
from tests.browser.acting import Phone, follow, press, shows, strike
from tests.browser.conftest import Complaints, Hall
from tests.builders import Stage, by_player, make_running_event
from tests.waiting import until
from tournaments.models import Event

pytestmark = pytest.mark.browser

KEY = "M1.1"


@pytest.fixture
def event(transactional_db: None) -> Event:
    return make_running_event("AB", length=3)


def match_id(event: Event) -> int:
    return Stage(event).match(KEY).pk


def card(hall: Hall, event: Event, side: int, *, desk: bool = False) -> Page:
    """The page to play on, of the player of this side."""
    name = Stage(event).players(KEY)[side - 1].name
    player = Phone(hall.public().context) if desk else hall.phone()
    player.scans_card(name)
    follow(player.page, "Play here on the site")
    return player.page


def seated(event: Event, dice: str = "board", game: str = "") -> None:
    """Both sit at a board that is set up."""
    table = Table(bytes(range(32)), game, dice)
    for side, one in enumerate(Stage(event).players(KEY), start=1):
        live_begin(match_id=match_id(event), table=table, act=by_player(one))
        live_join(match_id=match_id(event), side=side, seed=f"s{side}", act=by_player(one))


def do(event: Event, side: int, do: str, **what: object) -> None:
    """Away from the pages."""
    who = Stage(event).players(KEY)[side - 1]
    live_act(match_id=match_id(event), deed=Deed(side, {"do": do, **what}), act=by_player(who))


def spot(page: Page, own: int) -> str:
    return f'.spot[data-own="{own}"]'


def click(page: Page, *places: int) -> None:
    for place in places:
        page.locator(spot(page, place)).locator(".touch").click()


def goes(page: Page) -> None:
    """Make any legal play: whatever may be touched, then wherever it may go; and confirm."""
    confirm = page.locator("[data-confirm]")
    while confirm.is_disabled():
        page.locator(".spot.may .touch").first.click()
        page.locator(".spot.goal .touch").first.click()
    confirm.click()


def all_in_sight(page: Page) -> None:
    """The board, with what is to be done, in the window as it opens."""
    for part in ("svg.board", "[data-confirm]", ".board-side >> nth=1"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)


def version(event: Event) -> int:
    return Record.objects.get(match=match_id(event)).version


def moved_on(event: Event, before: int) -> bool:
    return version(event) > before


def turn_of(pages: list[Page], event: Event) -> Page | None:
    """Who is on turn, once that page shows it; None when the match is over."""
    record = Record.objects.get(match=match_id(event))
    state = played(record).state
    if state.is_over:
        return None
    page = pages[(state.game.decider or 1) - 1]
    page.wait_for_function(
        "v => JSON.parse(document.querySelector('[data-board]').dataset.board).version >= v",
        arg=record.version,
    )
    return page


def test_two_players_play_a_match_to_its_end_and_somebody_watches(hall: Hall, event: Event) -> None:
    first = card(hall, event, 1)
    press(first, "Set up the board")
    press(first, "Sit down")
    shows(first, "Waiting for", "to sit down")
    second = card(hall, event, 2, desk=True)
    watcher = hall.public().context.new_page()
    watcher.goto(f"/matches/{match_id(event)}/")
    press(second, "Sit down")
    shows(first, "Throw for the first move")
    pages, deeds = [first, second], 0
    while (page := turn_of(pages, event)) is not None:
        before = version(event)
        if page.locator("[data-confirm]").count():
            goes(page)
        elif page.get_by_role("button", name="Pass").count():
            press(page, "Pass")
        elif deeds > 4 and page.get_by_role("button", name="Double").count():
            press(page, "Double")
        elif deeds > 20 and page.get_by_role("button", name="Accept").count():
            press(page, "Accept")
        elif deeds > 20 and page.get_by_text("Resign", exact=True).count():
            page.get_by_text("Resign", exact=True).click()
            press(page, "Offer a backgammon game")
        elif page.get_by_role("button", name="Drop").count():
            press(page, "Drop")
        else:
            press(page, "Throw the dice")
        went_on = partial(moved_on, event, before)
        until(went_on, seconds=30, what="the deed is done")
        deeds += 1
    match = Match.objects.get(pk=match_id(event))
    assert match.state == Match.State.DECIDED
    for page in (first, second, watcher):
        shows(page, "has won the match")
    follow(first, "Check the dice")
    shows(first, "Recomputed just now")


def test_an_illegal_drag_leaves_the_checker_where_it_lay_and_undo_takes_back(
    hall: Hall, event: Event
) -> None:
    seated(event)
    do(event, 1, "roll", dice=[6, 5])
    page = card(hall, event, 1, desk=True)

    def drag(start: int, end: int) -> None:
        page.locator(spot(page, start)).locator(".touch").hover()
        page.mouse.down()
        page.locator(spot(page, end)).locator(".touch").hover()
        page.mouse.up()

    drag(24, 19)  # the opponent holds it
    expect(page.locator(f"{spot(page, 24)} circle")).to_have_count(2)
    drag(24, 18)
    expect(page.locator(f"{spot(page, 18)} circle")).to_have_count(1)
    press(page, "Undo")
    expect(page.locator(f"{spot(page, 24)} circle")).to_have_count(2)
    click(page, 24, 13)
    page.reload()
    expect(page.locator(f"{spot(page, 13)} text")).to_have_text("6")
    press(page, "Confirm the play")
    shows(page, "is on turn", "65: 24/13")


def test_a_finger_drags_a_checker_or_taps_it(hall: Hall, event: Event) -> None:
    seated(event)
    do(event, 1, "roll", dice=[6, 5])
    page = card(hall, event, 1)
    all_in_sight(page)
    finger = page.context.new_cdp_session(page)
    page.locator("svg.board").scroll_into_view_if_needed()
    boxes = [page.locator(spot(page, n)).locator(".touch").bounding_box() for n in (24, 18)]
    ways = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    (x, y), (to_x, to_y) = ways
    steps = [("touchStart", x, y)]
    steps += [("touchMove", x + (to_x - x) * n / 5, y + (to_y - y) * n / 5) for n in range(1, 6)]
    for kind, at_x, at_y in steps:
        points = [{"x": at_x, "y": at_y}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(f"{spot(page, 18)} circle")).to_have_count(1)
    expect(page.locator(f"{spot(page, 24)} circle")).to_have_count(1)
    for place in (18, 13):
        page.locator(spot(page, place)).locator(".touch").tap()
    press(page, "Confirm the play")
    shows(page, "is on turn", "65: 24/13")


def test_a_typed_play_that_is_illegal_is_refused_in_words(
    hall: Hall, event: Event, complaints: Complaints
) -> None:
    complaints.expect("400 (Bad Request)")
    seated(event)
    do(event, 1, "roll", dice=[6, 5])
    page = card(hall, event, 1)
    page.get_by_label("Type the play").fill("24/18 24/19")
    press(page, "Play it")
    shows(page, "24/19 is blocked")
    page.get_by_label("Type the play").fill("24/13")
    press(page, "Play it")
    shows(page, "is on turn")


def test_without_network_a_deed_waits_and_is_done_once(
    hall: Hall, event: Event, complaints: Complaints
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    seated(event)
    do(event, 1, "roll", dice=[6, 5])
    page, other = card(hall, event, 1), card(hall, event, 2)
    click(page, 24, 13)
    page.context.set_offline(True)
    press(page, "Confirm the play")
    shows(page, "No network")
    page.context.set_offline(False)
    shows(page, "is on turn")
    shows(other, "Your turn: throw, or double.")
    assert Record.objects.get().actions.count() == 2


def test_a_double_is_offered_and_dropped(hall: Hall, event: Event) -> None:
    seated(event)
    do(event, 1, "roll", dice=[3, 1])
    do(event, 1, "play", play="8/5 6/5")
    first, second = card(hall, event, 1), card(hall, event, 2)
    press(second, "Double")
    shows(first, "You are offered the cube at 2: take or drop?")
    press(first, "Drop")
    shows(second, "Throw for the first move", "won the game: 1 point.")


def test_the_replay_goes_by_the_arrow_keys_and_each_position_has_an_address(
    hall: Hall, event: Event
) -> None:
    seated(event)
    do(event, 1, "roll", dice=[3, 1])
    do(event, 1, "play", play="8/5 6/5")
    page = hall.public().context.new_page()
    page.goto(f"/matches/{match_id(event)}/?at=2")
    expect(page.locator(".move-list .now")).to_contain_text("31: 8/5 6/5")
    strike(page, "ArrowLeft")
    expect(page).to_have_url(re.compile(r"at=1$"))
    expect(page.locator(f"{spot(page, 5)} circle")).to_have_count(0)
    strike(page, "End")
    expect(page.locator(f"{spot(page, 5)} circle")).to_have_count(2)


def test_without_its_script_a_play_is_typed(hall: Hall, event: Event) -> None:
    seated(event)
    do(event, 1, "roll", dice=[3, 1])
    player = hall.phone(java_script_enabled=False)
    player.scans_card(Stage(event).players(KEY)[0].name)
    follow(player.page, "Play here on the site")
    player.page.get_by_label("Type the play").fill("8/5 6/5")
    press(player.page, "Play it")
    shows(player.page, "is on turn", "31: 8/5 6/5")


def test_a_turn_is_played_with_the_keyboard_alone(hall: Hall, event: Event) -> None:
    seated(event)
    do(event, 1, "roll", dice=[3, 1])
    page = card(hall, event, 1, desk=True)
    all_in_sight(page)
    for start, end in ((8, 5), (6, 5)):
        expect(page.locator(spot(page, start))).to_have_role("button")  # the script is there
        page.locator(spot(page, start)).focus()
        page.keyboard.press("Enter")
        expect(page.locator(spot(page, end))).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator("[data-confirm]")).to_be_focused()
    page.keyboard.press("Enter")
    shows(page, "is on turn", "31: 8/5 6/5")


def drawn(page: Page) -> list[list[object]]:
    """The checkers of every place as they are seen, by sides."""
    found: list[list[object]] = page.locator(".spot").evaluate_all(
        """spots => spots.map((spot) => [
            spot.dataset.own, spot.dataset.other,
            ...["s1", "s2"].map((side) => spot.querySelectorAll(`.disc.${side}`).length),
            spot.querySelector("text")?.textContent ?? ""])"""
    )
    return found


def done_elsewhere(event: Event) -> None:
    """One deed of whoever has to act, away from the pages."""
    game = played(Record.objects.get(match=match_id(event))).state.game
    side = game.decider or 1
    if game.turn.phase in {Phase.OPENING, Phase.ROLL}:
        do(event, side, "roll")
    elif game.turn.phase is Phase.NAME:
        do(event, side, "name_double", number=6)
    else:
        play = max(game.legal_plays(), key=lambda one: sum(move.hit for move in one.moves))
        do(event, side, "play", play="" if play.is_pass else format_play(play))


def plays(event: Event, side: int) -> bool:
    """Whether that side is to move, and can."""
    game = played(Record.objects.get(match=match_id(event))).state.game
    is_its = game.decider == side and game.turn.phase in PLAYING
    return is_its and not game.legal_plays().must_pass


@pytest.mark.parametrize("game", ["backgammon", "plakoto", "long_nardy", "acey_deucey", "eureka"])
def test_what_the_page_shows_before_the_play_is_confirmed_is_what_comes_of_it(
    hall: Hall, event: Event, game: str
) -> None:
    seated(event, "site", game)
    page = card(hall, event, 1)
    for _ in range(6):
        while not plays(event, 1):
            done_elsewhere(event)
        turn_of([page, page], event)
        before = version(event)
        while page.locator("[data-confirm]").is_disabled():
            page.locator(".spot.may .touch").last.click()
            page.locator(".spot.goal .touch").last.click()
        shown = drawn(page)
        page.locator("[data-confirm]").click()
        until(partial(moved_on, event, before), seconds=30, what="the play is made")
        turn_of([page, page], event)
        assert drawn(page) == shown
