import asyncio
import logging

import pytest
from pytest_django.fixtures import Settings

from matches.live.hub import Hub, UnavailableError
from matches.live.topics import Topic
from tests.live.board import Board, polls, run, running_hub, score, soon, subscribed, taken

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_change_reaches_every_reader_with_one_rendering_per_language() -> None:
    board = Board()

    async def work(hub: Hub) -> None:
        readers = [await subscribed(hub, score(language=lang), "0-0") for lang in ("en", "uk") * 5]
        board.renders.clear()
        board.scores[1] = "1-0"
        assert [await taken(reader) for reader in readers] == ["1-0"] * 10

    run(work)
    assert sorted(board.renders) == [(1, "score", "en"), (1, "score", "uk")]


def test_one_query_asks_for_everything_that_is_watched() -> None:
    board = Board()
    board.scores |= {2: "a", 3: "b"}

    async def work(hub: Hub) -> None:
        for pk in (1, 2, 3):
            await subscribed(hub, score(pk))
        board.polls.clear()
        board.scores[3] = "c"
        reader = await subscribed(hub, score(3), "b")
        assert await taken(reader) == "c"

    run(work)
    assert set(map(frozenset, board.polls)) == {frozenset({1, 2, 3})}


def test_a_page_that_shows_the_current_version_gets_nothing_and_an_older_one_gets_it() -> None:
    board = Board()

    async def work(hub: Hub) -> None:
        current = await subscribed(hub, score(), "0-0")
        behind = await subscribed(hub, score(), "older")
        assert await taken(behind) == "0-0"
        board.scores[1] = "1-0"
        assert await taken(current) == "1-0"

    run(work)


def test_a_slow_reader_keeps_the_newest() -> None:
    board = Board()

    async def work(hub: Hub) -> None:
        slow, quick = [await subscribed(hub, score(), "0-0") for _ in range(2)]
        for number in range(1, 8):
            board.scores[1] = f"{number}-0"
            hub.nudge()
            assert await taken(quick) == f"{number}-0"
        assert [await taken(slow) for _ in range(4)] == ["4-0", "5-0", "6-0", "7-0"]

    run(work)


def test_changes_during_a_rendering_end_with_the_newest() -> None:
    board = Board()

    async def work(hub: Hub) -> None:
        reader = await subscribed(hub, score(), "0-0")
        board.may_render.clear()
        for version in ("1-0", "2-0", "3-0"):
            board.scores[1] = version
            await polls(board, 3)
        board.may_render.set()
        assert [await taken(reader), await taken(reader)] == ["1-0", "3-0"]

    run(work)
    assert len(board.renders) == 3  # on subscribing, and for the first and the last change


def test_the_hub_survives_a_database_that_goes_away(caplog: pytest.LogCaptureFixture) -> None:
    board = Board()

    async def work(hub: Hub) -> None:
        reader = await subscribed(hub, score(), "0-0")
        board.broken = True
        await polls(board, 4)
        with pytest.raises(UnavailableError):
            await soon(hub.version(Topic("board", 7)))
        board.scores[1] = "1-0"
        board.broken = False
        assert await taken(reader) == "1-0"

    with caplog.at_level(logging.ERROR):
        run(work)
    assert len(caplog.records) == 1  # said once, not four times a second


def test_a_failed_rendering_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("matches.live.channels.RETRY_SECONDS", 0.0)
    board = Board()

    async def work(hub: Hub) -> None:
        reader = await subscribed(hub, score(), "0-0")
        board.cannot_render = True
        board.scores[1] = "1-0"
        await polls(board, 4)
        board.cannot_render = False
        assert await taken(reader) == "1-0"

    run(work)
    assert "cannot render" in caplog.text


def test_what_is_not_there_cannot_be_watched_and_what_goes_ends_its_streams() -> None:
    board = Board()

    async def work(hub: Hub) -> None:
        assert await soon(hub.subscribe(score(99), "")) is None
        assert await soon(hub.subscribe(score()._replace(fragment="nothing"), "")) is None
        reader = await subscribed(hub, score(), "0-0")
        del board.scores[1]
        assert await taken(reader) is None

    run(work)


def test_closing_ends_every_stream_and_the_hub_can_start_again() -> None:
    Board()

    async def work() -> None:
        hub = Hub()
        for _ in range(2):
            hub.start()
            readers = [await subscribed(hub, score(), "0-0") for _ in range(3)]
            hub.end_streams()
            assert [await taken(reader) for reader in readers] == [None] * 3
            with pytest.raises(UnavailableError):
                await hub.subscribe(score(), "")
            await soon(hub.close())

    asyncio.run(work())


def test_made_up_addresses_do_not_stay_in_the_queries() -> None:
    board = Board()

    async def work(hub: Hub) -> None:
        await subscribed(hub, score())
        for pk in range(100, 110):
            assert await soon(hub.version(Topic("board", pk))) is None
        board.polls.clear()
        await polls(board)
        assert board.polls[-1] == {1}

    run(work)


def test_a_nudge_is_heard_from_another_thread_long_before_the_poll(
    settings: Settings,
) -> None:
    settings.LIVE_POLL_MS = 60_000
    board = Board()

    async def work(hub: Hub) -> None:
        reader = await subscribed(hub, score(), "0-0")
        board.scores[1] = "1-0"
        await asyncio.to_thread(hub.nudge)
        assert await taken(reader) == "1-0"

    run(work)


def test_a_nudge_without_a_hub_does_nothing() -> None:
    Hub().nudge()


def test_a_closed_hub_leaves_no_task_behind() -> None:
    Board()

    async def work() -> None:
        async with running_hub() as hub:
            await subscribed(hub, score())
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(work())
