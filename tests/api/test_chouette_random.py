"""Whatever is sent to a chouette, legal or not: what is shown is the replay of what was kept, all
accounts together are nothing, and after each game everybody sits where the rules say."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from matches.engine.chouette_table import ChouetteTable
from matches.models_chouette import Chouette
from matches.selectors.chouette_records import replayed
from matches.selectors.live_data import position_data
from matches.services.chouette_links import seat_token
from tests.api.talking import Talker, director
from tests.builders import make_user
from tests.matches.boards import walked

pytestmark = pytest.mark.django_db

SEATS = (1, 2, 3, 4)
HOUSES: list[dict[str, Any]] = [
    {},
    {"beaver": True, "raccoon": True, "jacoby": False, "auto_double_limit": 1},
    {"cube": "multi", "beaver": True, "stake": 5},
    {"cube": "multi", "beaver": True, "box_takes_half": True, "box_takes_captain": True},
]
seats, picks = st.sampled_from(SEATS), st.integers(0, 999)
DEEDS: list[dict[str, Any]] = [
    *({"do": do} for do in ("double", "take", "drop", "beaver", "raccoon", "roll")),
    {"do": "drop", "member": 3},
    {"do": "take", "member": 2},
    {"do": "double", "member": 99},
    {"do": "resign", "kind": 2},
    {"do": "resign", "kind": 4},
    {"do": "accept"},
    {"do": "refuse"},
    {"do": "roll", "dice": [6, 6]},
    {"do": "play", "play": "24/0"},
    {"do": "play", "play": ""},
    {"do": "start"},
    {"do": "finish", "winner": 1},
    {"do": "draw_order", "dice": "654321"},
]
#: What has to happen, so that the test says something about each of them.
MET = {
    *("roll", "play", "double", "take", "drop", "resign", "accept", "join", "leave", "game"),
    *("dice_by_site", "not_your_move", "version_conflict", "deed_unknown", "game_on"),
}


class Evening(RuleBasedStateMachine):
    """Four at a table; every example is rolled back. `met` counts what was done, and the codes of
    what was refused."""

    host: Talker
    met: Counter[str]

    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.sent, self.code = 0, ""
        self.set_up(0)

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)

    def set_up(self, house: int) -> None:
        spec = {"title": "Friday", "names": ["Ann", "Bo", "Cy", "Di"], "rules": HOUSES[house % 4]}
        self.code = self.host.post("/chouettes/", spec).data["code"]
        tokens = [seat_token(one) for one in self.row.seats.all()]
        self.talkers = dict(zip(SEATS, map(Talker, (f"Seat {one}" for one in tokens)), strict=True))
        for one in self.talkers.values():
            assert one.post("/seat/join/", {}).status_code == 200
        self.order, self.games, self.between = list(SEATS), 0, True

    @property
    def row(self) -> Chouette:
        return Chouette.objects.get(code=self.code)

    def send(self, seat: int, deed: dict[str, Any], behind: int = 0) -> Any:
        self.sent += 1
        before, version = self.row.actions.count(), self.row.version - behind
        body = {**deed, "id": f"deed-{self.sent}"}
        got = self.talkers[seat].post("/seat/actions/", body, if_match=f'"{version}"')
        if self.sent % 4 == 0:  # what is sent twice is done once
            got = self.talkers[seat].post("/seat/actions/", body, if_match=f'"{version}"')
        assert got.status_code in {200, 400, 409}, got.data
        self.met[deed["do"] if got.status_code == 200 else got.data["code"]] += 1
        kept = self.row.actions.count() - before
        assert (kept > 0) == (got.status_code == 200)
        assert kept < 2 or deed["do"] == "roll"
        return got

    @rule(house=picks)
    def another_table(self, house: int) -> None:
        if house % 10 == 0:
            self.set_up(house // 10)

    @rule(seat=seats, deed=st.sampled_from(DEEDS), behind=st.sampled_from([0, 0, 0, 1]))
    def anything(self, seat: int, deed: dict[str, Any], behind: int) -> None:
        self.send(seat, deed, behind)

    @rule(pick=picks)
    def what_is_offered(self, pick: int) -> None:
        """Whatever somebody may do is accepted; resigning is tried now and then."""
        for seat in SEATS[pick % 4 :] + SEATS[: pick % 4]:
            told = self.talkers[seat].get("/seat/").data
            offered = [do for do in told["can"] if do != "resign" or pick % 5 == 0]
            deeds = [*({"do": do} for do in offered), *told["cubes"]]
            if not deeds:
                continue
            deed = {name: what for name, what in deeds[pick % len(deeds)].items() if what}
            if deed["do"] == "play":
                deed["play"] = walked(told["routes"], pick)
            elif deed["do"] == "resign":
                deed["kind"] = 1 + pick % 3
            got = self.send(seat, deed)
            assert got.status_code == 200, (deed, got.data)
            return

    @rule(what=st.sampled_from(["join", "leave", "void-roll", "order"]), pick=picks)
    def the_host(self, what: str, pick: int) -> None:
        path = f"/chouettes/{self.code}/"
        if what == "leave":
            seat = 1 + pick % 4
            got = self.host.send("DELETE", f"{path}seats/{seat}/", if_match="*")
        elif what == "join":
            body = {"name": ["Ann", "Bo", "Cy", "Di"][pick % 4], "ahead": 1 + pick % 5}
            got = self.host.post(f"{path}seats/", body, if_match="*")
        else:
            got = self.host.post(f"{path}{what}/", if_match="*")
        self.met[what if got.status_code == 200 else got.data["code"]] += 1
        if got.status_code == 200 and what != "void-roll":
            assert sorted(got.data["order"]) == sorted(
                {*self.order, *([1 + pick % 4] if what == "join" else [])}
                - ({1 + pick % 4} if what == "leave" else set())
            )
            self.order = got.data["order"]

    @invariant()
    def shown_is_what_the_rows_say(self) -> None:
        shown = self.talkers[1 + self.sent % 4].get("/seat/").data
        rows = list(self.row.actions.all())
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
        table = replayed(self.row, rows)
        accounts = {one["seat"]: one["points"] for one in shown["players"]}
        assert accounts == table.chouette.accounts
        assert sum(accounts.values()) == sum(one["winnings"] for one in shown["players"]) == 0
        assert shown["position"] == position_data(table.game.position)
        assert (shown["phase"], shown["decider"]) == (table.game.turn.phase, table.game.decider)
        assert (shown["order"], shown["captain"]) == (
            list(table.chouette.order),
            table.chouette.captain,
        )
        self.everybody_moves_up(shown, table)
        self.between = table.is_between_games

    def everybody_moves_up(self, shown: dict[str, Any], table: ChouetteTable) -> None:
        """Who sits where after a game, by the book: from how its last action ended it."""
        if shown["games"] == self.games:
            assert shown["order"] == self.order
            return
        self.games += 1
        self.met["game"] += 1
        box, captain, *crew = self.order
        points = dict(shown["last"]["points"])
        assert sum(points.values()) == 0
        rows = [row.data for row in self.row.actions.all()]
        if rows[-1]["do"] == "drop":
            box_won = rows[-1]["by"] != box
        elif rows[-1]["do"] == "accept":
            box_won = next(row["side"] for row in reversed(rows) if row["do"] == "resign") == 2
        else:
            box_won = rows[-1]["side"] == 1
        if box_won:
            self.order = [box, *crew, captain]
        else:
            heir = next(seat for seat in (captain, *crew) if points[seat] > 0)
            rest = [seat for seat in (captain, *crew) if seat != heir]
            self.order = [heir, *rest, box]
        assert shown["order"] == self.order
        assert (shown["games"], table.is_between_games) == (self.games, True)


@pytest.fixture
def evening() -> type[Evening]:
    make_user()
    own: dict[str, Any] = {"host": director(), "met": Counter[str]()}
    return type("Evening", (Evening,), own)


def test_what_is_shown_is_the_replay_of_what_was_kept(evening: type[Evening]) -> None:
    bounds = settings(
        max_examples=4,
        stateful_step_count=20,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(evening, settings=bounds)


def test_whatever_can_happen_at_a_table_happens_and_is_kept(evening: type[Evening]) -> None:
    """The same by chance alone, until everything has been met."""
    chance, table = Random("a long night"), evening()
    try:
        for _deed in range(1_500):
            if set(table.met) >= MET and table.met["game"] > 4:
                break
            by_chance(table, chance)
    finally:
        table.teardown()
    assert set(table.met) >= MET


def by_chance(table: Evening, chance: Random) -> None:
    what, pick = chance.randrange(20), chance.randrange(1_000)
    if table.between and what < 8:
        table.the_host(what=chance.choice(["join", "leave"]), pick=pick)
    elif what < 14:
        table.what_is_offered(pick=pick)
    elif what < 16:
        table.the_host(what=chance.choice(["join", "void-roll", "order"]), pick=pick)
    elif what < 19:
        deed, behind = chance.choice(DEEDS), int(pick % 4 == 0)
        table.anything(seat=table.order[pick % len(table.order)], deed=deed, behind=behind)
    else:
        table.another_table(house=pick)
    table.shown_is_what_the_rows_say()
