"""Whatever two players send, legal or not: what the site shows is the replay of what it kept."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from matches.engine.actions import from_data
from matches.engine.match import replay
from matches.models_record import Record
from matches.selectors.live_data import position_data
from matches.selectors.records import rules_of
from tests.api.talking import Talker, player
from tests.builders import Stage, make_running_event
from tests.matches.boards import walked

pytestmark = pytest.mark.django_db

KEY = "M1.1"
sides = st.sampled_from([0, 1])
picks = st.integers(0, 999)
DEEDS: list[dict[str, Any]] = [
    {"do": "double"},
    {"do": "take"},
    {"do": "drop"},
    {"do": "beaver"},
    {"do": "accept"},
    {"do": "refuse"},
    {"do": "resign", "kind": 1},
    {"do": "resign", "kind": 4},
    {"do": "roll"},
    {"do": "roll", "dice": [6, 6]},
    {"do": "name_double", "number": 3},
    {"do": "play", "play": ""},
    {"do": "play", "play": "24/18 13/11"},
    {"do": "play", "play": "13/0"},
    {"do": "play", "play": "8/5*/x"},
]


NO_PLAYS = ["24/0", "13/13", "8/5*/x", "6/off 6/off", "1/24"]
#: What has to happen, so that the test says something about each of them.
MET = {
    *("roll", "play", "double", "take", "drop", "resign", "accept", "refuse"),
    *("version_conflict", "key_reused", "sent again", "not_your_turn", "dice_by_site"),
    *("no_double", "word_unreadable", "wrong_number"),
}


class Room(RuleBasedStateMachine):
    """Two players at one board; every example is rolled back. `met` counts what was done, and the
    codes of what was refused."""

    match_id: int
    players: tuple[Talker, Talker]
    met: Counter[str]

    def __init__(self) -> None:
        super().__init__()
        self.last: tuple[int, dict[str, Any], str] | None = None
        self.sent = 0
        self.atomic = transaction.atomic()
        self.atomic.__enter__()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)

    def send(self, side: int, deed: dict[str, Any], behind: int = 0) -> Any:
        self.sent += 1
        version, key = Record.objects.get().version - behind, f"deed-{self.sent}"
        got = self.post(side, deed, key, version)
        if got.status_code == 200:
            self.last = side, deed, key
        return got

    def post(self, side: int, deed: dict[str, Any], key: str, version: int) -> Any:
        path, headers = f"/me/matches/{self.match_id}/live/actions/", {"idempotency_key": key}
        got = self.players[side].post(path, deed, if_match=f'"{version}"', **headers)
        assert got.status_code in {200, 400, 409}, got.data
        self.met[deed["do"] if got.status_code == 200 else got.data["code"]] += 1
        return got

    def board(self, side: int) -> Any:
        return self.players[side].get(f"/me/matches/{self.match_id}/live/").data

    @rule(side=sides, deed=st.sampled_from(DEEDS), behind=st.sampled_from([0, 0, 0, 1]))
    def anything(self, side: int, deed: dict[str, Any], behind: int) -> None:
        rows = Record.objects.get().actions.count()
        sent = self.send(side, deed, behind)
        kept = Record.objects.get().actions.count() - rows
        assert (kept > 0) == (sent.status_code == 200)
        if behind:
            assert sent.status_code == 409

    @rule(pick=picks)
    def what_the_board_offers(self, pick: int) -> None:
        """Whatever a side may do is accepted: of a play any way through the moments of the board;
        resigning is tried now and then."""
        for side in (0, 1):
            board = self.board(side)
            words = [word for word in board["can"] if word != "resign"]
            if words and (pick % 8 or "resign" not in board["can"]):
                deed: dict[str, Any] = {"do": words[pick % len(words)]}
                if deed["do"] == "play":
                    deed["play"] = walked(board["routes"], pick)
            elif words:
                deed = {"do": "resign", "kind": 1 + pick % 3}
            else:
                continue
            sent = self.send(side, deed)
            assert sent.status_code == 200, sent.data
            return

    @rule(text=st.sampled_from(NO_PLAYS))
    def a_play_that_is_none(self, text: str) -> None:
        for side in (0, 1):
            if "play" in self.board(side)["can"]:
                assert self.send(side, {"do": "play", "play": text}).status_code == 400

    @rule()
    def the_same_again(self) -> None:
        """What was done is not done twice, and gets its answer whatever came meanwhile."""
        if self.last is None:
            return
        side, deed, key = self.last
        rows, version = Record.objects.get().actions.count(), Record.objects.get().version
        again = self.post(side, deed, key, version)
        assert again.status_code == 200
        assert again["Idempotent-Replayed"] == "true"
        self.met["sent again"] += 1
        other = {"do": "refuse"} if deed["do"] != "refuse" else {"do": "accept"}
        assert self.post(side, other, key, version).data["code"] == "key_reused"
        assert Record.objects.get().actions.count() == rows

    @invariant()
    def shown_is_what_the_rows_say(self) -> None:
        record = Record.objects.get()
        rows = list(record.actions.values_list("number", "data"))
        assert [number for number, _data in rows] == list(range(1, len(rows) + 1))
        state = replay(rules_of(record), [from_data(data) for _number, data in rows])
        board = self.board(0)
        assert board["position"] == position_data(state.game.position)
        assert board["score"] == list(state.shown_score)
        assert board["decider"] == state.game.decider
        assert board["phase"] == state.game.turn.phase.value
        game, resigned = state.game, state.game.resigned
        assert (board["cube"]["value"], board["cube"]["owner"]) == (
            game.cube.value,
            game.cube.owner,
        )
        assert (board["crawford"], board["resigned"]) == (game.crawford, resigned and [*resigned])
        assert (board["state"] == "decided") == state.is_over


@pytest.fixture
def room() -> type[Room]:
    """A match at whose board both players sit."""
    event = make_running_event("AB", length=5)
    names = [one.name for one in Stage(event).players(KEY)]
    pair = (player(names[0]), player(names[1]))
    match_id = Stage(event).match(KEY).pk
    assert pair[0].post(f"/me/matches/{match_id}/live/", {}).status_code == 200
    for one in pair:
        assert one.post(f"/me/matches/{match_id}/live/join/", {}).status_code == 200
    own: dict[str, Any] = {"match_id": match_id, "players": pair, "met": Counter[str]()}
    return type("Room", (Room,), own)


def test_what_is_shown_is_the_replay_of_what_was_kept(room: type[Room]) -> None:
    bounds = settings(
        max_examples=5,
        stateful_step_count=25,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(room, settings=bounds)


def test_whatever_can_happen_at_a_board_happens_and_is_kept(room: type[Room]) -> None:
    """The same by chance alone, until everything has been met: cube, resignations, refusals."""
    chance, table = Random("dice"), room()
    try:
        for _deed in range(1_000):
            if set(room.met) >= MET:
                break
            by_chance(table, chance)
            if table.board(0)["state"] == "decided":
                table.teardown()
                table = room()
    finally:
        table.teardown()
    assert set(room.met) >= MET


def by_chance(table: Room, chance: Random) -> None:
    what, side, pick = chance.randrange(10), chance.randrange(2), chance.randrange(1_000)
    if what < 6:
        table.what_the_board_offers(pick=pick)
    elif what == 6:
        table.a_play_that_is_none(text=NO_PLAYS[pick % len(NO_PLAYS)])
    elif what == 7:
        table.the_same_again()
    else:
        table.anything(side=side, deed=DEEDS[pick % len(DEEDS)], behind=pick % 4 == 0)
    table.shown_is_what_the_rows_say()
