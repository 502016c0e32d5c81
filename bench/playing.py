"""Players of the site over HTTP: each board has a client, who acts for both of its sides."""

import asyncio
import json
from typing import Any

from bench.client import Client
from bench.facts import BoardFacts


class Room:
    """A match being played; `act` does the next thing and tells the seconds that it took."""

    def __init__(self, client: Client, board: BoardFacts) -> None:
        self._client = client
        self._board = board
        self._path = f"/api/v1/me/matches/{board['match']}/live/"
        self._state: dict[str, Any] = {}

    @classmethod
    async def entered(cls, port: int, board: BoardFacts) -> "Room":
        room = cls(await Client.connected(port), board)
        await room._look(1)
        return room

    async def _look(self, side: int) -> None:
        headers = {"Authorization": f"Pass {self._board['passes'][side - 1]}"}
        self._state = json.loads((await self._client.ask("GET", self._path, headers)).body)

    @property
    def is_open(self) -> bool:
        return bool(self._state["open"])

    async def act(self) -> float:
        side = self._state["decider"] or 1
        if self._state["phase"] == "play" and not self._state["routes"]:
            await self._look(side)  # what may be played is told to whoever may play it
        headers = {
            "Authorization": f"Pass {self._board['passes'][side - 1]}",
            "If-Match": f'"{self._state["version"]}"',
            "Idempotency-Key": f"{self._board['match']}-{self._state['version']}",
            "Content-Type": "application/json",
        }
        body = json.dumps(_deed(self._state)).encode()
        got = await self._client.ask("POST", f"{self._path}actions/", headers, body)
        if got.status != 200:
            raise RuntimeError(f"{body!r}: {got.status} {got.body[:300]!r}")
        self._state = json.loads(got.body)
        return got.seconds

    def close(self) -> None:
        self._client.close()


def _deed(state: dict[str, Any]) -> dict[str, str]:
    """Play, by the first way through what the board offers; else throw."""
    if state["phase"] != "play":
        return {"do": "roll"}
    at, words = 0, []
    while not state["routes"][at][0]:
        start, end, _number, _hit, at = state["routes"][at][1][0]
        words.append(f"{start}/{end}")
    return {"do": "play", "play": " ".join(words)}


async def played(
    port: int, boards: list[BoardFacts], actions: int, every: float = 0.0
) -> list[float]:
    """So many actions at each of the boards, all at once; the seconds that each took.

    One each `every` seconds, or without a pause; boards do not act in step.
    """

    async def at_one(number: int, board: BoardFacts) -> list[float]:
        room = await Room.entered(port, board)
        samples: list[float] = []
        await asyncio.sleep(every * number / len(boards))
        while room.is_open and len(samples) < actions:
            took = await room.act()
            samples.append(took)
            await asyncio.sleep(max(0.0, every - took))
        room.close()
        return samples

    work = [at_one(number, board) for number, board in enumerate(boards)]
    return [one for samples in await asyncio.gather(*work) for one in samples]
