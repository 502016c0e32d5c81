"""Run by `bench.live` as a process of its own: boards at which players of the site sit.

    python -m bench.boards open BOARDS     matches to 7 with the dice of the site; who plays them
    python -m bench.boards act ACTIONS     play by the service; the figures, and of least SQL

Each prints JSON.
"""

import json
import secrets
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from typing import Any

import django

django.setup()

from django.db import connection, transaction  # noqa: E402 (after the set-up)
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from bench.entering import LOCK, measured  # noqa: E402
from bench.facts import BoardFacts  # noqa: E402
from matches.engine.notation import format_play  # noqa: E402
from matches.engine.turn import Phase  # noqa: E402
from matches.fragments import BOARD, WATCH  # noqa: E402
from matches.live import Topic, View, stream_url  # noqa: E402
from matches.selectors.live import live_board  # noqa: E402
from matches.services.live_acting import Deed, live_act  # noqa: E402
from matches.services.live_begin import Table, live_begin, live_join  # noqa: E402
from players.actors import Act, Actor  # noqa: E402
from tests.builders import Stage, by_director, make_running_event  # noqa: E402
from tournaments.models import Pass  # noqa: E402
from tournaments.services.passes import pass_token  # noqa: E402

SIDES = (1, 2)
AT_THE_SERVICE = 8  # boards that are played in turn


def seated(boards: int) -> Iterator[BoardFacts]:
    """An event of as many first matches, all of them begun."""
    entrants = 1 << (2 * boards - 1).bit_length()  # no byes
    names = [f"Player {number}" for number in range(1, entrants + 1)]
    stage = Stage(make_running_event(names, length=7))
    for key in stage.open_keys()[:boards]:
        match_id = stage.match(key).pk
        act = by_director()
        live_begin(match_id=match_id, table=Table(secrets.token_bytes(32)), act=act)
        for side in SIDES:
            live_join(match_id=match_id, side=side, seed=f"seed {side}", act=act)
        held = [Pass.objects.get(player=one) for one in stage.players(key)]
        yield {
            "match": match_id,
            "passes": [pass_token(one) for one in held],
            "stream": stream_url(View(Topic(WATCH, match_id), BOARD, "en"), ""),
        }


def next_deed(match_id: int) -> Deed | None:
    """What can be done at a board: throw, or play what comes first; None after the match."""
    board = live_board(match_id)
    if not board.is_open:
        return None
    side, phase, ident = board.game.decider or 1, board.game.turn.phase, f"deed {board.last}"
    if phase in {Phase.OPENING, Phase.ROLL}:
        return Deed(side, {"do": "roll"}, ident)
    play = next(iter(board.game.legal_plays()))
    return Deed(side, {"do": "play", "play": "" if play.is_pass else format_play(play)}, ident)


def acting(boards: list[int], actions: int) -> Iterator[Callable[[], object]]:
    """Deeds at the boards in turn; what is to be done is looked up before it is measured."""
    open_boards = cycle(boards)
    for _ in range(actions):
        match_id = next(open_boards)
        deed = next_deed(match_id)
        if deed is not None:
            act = Act(Actor("player", None, f"Side {deed.side}"), timezone.now())
            yield partial(live_act, match_id=match_id, deed=deed, act=act)


def least_sql(boards: list[int], actions: int) -> Iterator[Callable[[], object]]:
    """The least that an action can be: four statements in one transaction."""
    numbers = dict.fromkeys(boards, 100_000)

    def deed(match_id: int) -> None:
        numbers[match_id] += 1
        lock = LOCK.get(connection.vendor, "")
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SELECT state FROM matches_match WHERE id = %s{lock}", [match_id])
            cursor.execute(
                "SELECT id, version FROM matches_record WHERE match_id = %s AND source = 'live'",
                [match_id],
            )
            record_id, version = cursor.fetchone()
            cursor.execute(
                "INSERT INTO matches_recordaction (record_id, number, data, at, side, by_name, "
                "sent_id) VALUES (%s, %s, '{}', %s, 1, 'Ann', '')",
                [record_id, numbers[match_id], timezone.now()],
            )
            cursor.execute(
                "UPDATE matches_record SET version = %s WHERE id = %s", [version + 1, record_id]
            )

    for number in range(actions):
        yield partial(deed, boards[number % len(boards)])


def act_at(actions: int) -> Any:
    boards = [board["match"] for board in seated(2 * AT_THE_SERVICE)]
    ours, other = boards[:AT_THE_SERVICE], boards[AT_THE_SERVICE:]
    for deed in acting(ours, 2 * AT_THE_SERVICE):
        deed()
    one = next(acting(ours[:1], 1))
    with CaptureQueriesContext(connection) as asked:
        one()
    told = [query["sql"].split(" ")[0] for query in asked.captured_queries]
    figures = {
        "ours": measured(acting(ours, actions)),
        "least": measured(least_sql(other, actions)),
    }
    return {**figures, "queries": told}


def main(what: str, number: int) -> None:
    print(json.dumps(list(seated(number)) if what == "open" else act_at(number)))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
