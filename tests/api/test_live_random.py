"""Whatever two players send, legal or not: what the site shows is the replay of what it kept."""

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


class Room(RuleBasedStateMachine):
    """Two players at one board; every example is rolled back."""

    match_id: int
    players: tuple[Talker, Talker]

    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)

    def send(self, side: int, deed: dict[str, Any], behind: int = 0) -> Any:
        path = f"/me/matches/{self.match_id}/live/"
        version = Record.objects.get().version - behind
        sent = self.players[side].post(f"{path}actions/", deed, if_match=f'"{version}"')
        assert sent.status_code < 500
        return sent

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
        """A way through the moments of the board, whoever may go it, is accepted."""
        for side in (0, 1):
            board = self.players[side].get(f"/me/matches/{self.match_id}/live/").data
            if "play" in board["can"]:
                sent = self.send(side, {"do": "play", "play": walked(board["routes"], pick)})
                assert sent.status_code == 200, sent.data
            elif "roll" in board["can"]:
                assert self.send(side, {"do": "roll"}).status_code == 200
            else:
                continue
            return

    @invariant()
    def shown_is_what_the_rows_say(self) -> None:
        record = Record.objects.get()
        rows = list(record.actions.values_list("number", "data"))
        assert [number for number, _data in rows] == list(range(1, len(rows) + 1))
        state = replay(rules_of(record), [from_data(data) for _number, data in rows])
        board = self.players[0].get(f"/me/matches/{self.match_id}/live/").data
        assert board["position"] == position_data(state.game.position)
        assert board["score"] == list(state.shown_score)
        assert board["decider"] == state.game.decider
        assert board["phase"] == state.game.turn.phase.value
        assert (board["state"] == "decided") == state.is_over


def walked(routes: list[Any], pick: int) -> str:
    """One of the ways through, as text."""
    at, said = 0, []
    while not routes[at][0]:
        hops = routes[at][1]
        start, end, _number, _hit, at = hops[pick % len(hops)]
        said.append(f"{start}/{end}")
    return " ".join(said)


def test_what_is_shown_is_the_replay_of_what_was_kept() -> None:
    event = make_running_event("AB", length=3)
    names = [one.name for one in Stage(event).players(KEY)]
    pair = (player(names[0]), player(names[1]))
    match_id = Stage(event).match(KEY).pk
    assert pair[0].post(f"/me/matches/{match_id}/live/", {}).status_code == 200
    for one in pair:
        assert one.post(f"/me/matches/{match_id}/live/join/", {}).status_code == 200
    bounds = settings(
        max_examples=6,
        stateful_step_count=25,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    own = {"match_id": match_id, "players": pair}
    run_state_machine_as_test(type("Room", (Room,), own), settings=bounds)
