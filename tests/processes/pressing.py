"""Players who press their clocks over HTTP, whatever becomes of the server meanwhile.

A phone sends what was pressed until it is answered, by the moment at which it was pressed and under
a name of its own.
"""

import http.client
import json
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from random import Random
from typing import NamedTuple

AGAIN_SECONDS = 0.1  # after an answer that did not come
LIMIT_SECONDS = 60.0


class Press(NamedTuple):
    """To be made so many seconds after the beginning."""

    after: float
    match_id: int
    side: int
    ident: str


class Told(NamedTuple):
    """What became of a press: the code of the refusal, or empty, and how long the answer took."""

    press: Press
    code: str
    seconds: float


def game(match_id: int, *, begins: float, turns: Sequence[float]) -> list[Press]:
    """The opening press of side 2, then turns of both that take so many seconds each."""
    presses, after = [Press(begins, match_id, 2, f"{match_id}-0")], begins
    for number, seconds in enumerate(turns, 1):
        after += seconds
        presses.append(Press(after, match_id, 2 - number % 2, f"{match_id}-{number}"))
    return presses


def games(match_ids: Sequence[int], random: Random, *, within: float, most: int) -> list[Press]:
    """One for each, of up to `most` turns, after which the side on turn presses no more."""
    presses: list[Press] = []
    for match_id in match_ids:
        turns = [random.uniform(0.2, 1.5) for _ in range(random.randint(0, most))]
        presses += game(match_id, begins=random.uniform(0, within), turns=turns)
    return sorted(presses)


class Phones:
    """All phones in one thread: they press one after the other, each as soon as it is time."""

    def __init__(self, port: int, tokens: Mapping[int, str]) -> None:
        self._tokens = tokens
        self._connection = http.client.HTTPConnection("localhost", port, timeout=5)
        self._pause = threading.Event()

    def play(self, presses: Sequence[Press], begun: float) -> list[Told]:
        """`begun` is the moment, in seconds since 1970, from which they count."""
        with closing(self._connection):
            return [self._press(press, begun + press.after) for press in presses]

    def _press(self, press: Press, moment: float) -> Told:
        self._pause.wait(max(0.0, moment - time.time()))
        asked = time.perf_counter()
        one = {"id": press.ident, "side": press.side, "at": int(1000 * moment)}
        body = json.dumps({"presses": [one]})
        headers = {
            "Authorization": f"Clock {self._tokens[press.match_id]}",
            "Content-Type": "application/json",
        }
        while True:
            assert time.perf_counter() < asked + LIMIT_SECONDS, f"nobody answered {press}"
            try:
                self._connection.request("POST", "/api/v1/clock/presses/", body, headers)
                answer = self._connection.getresponse()
                told = json.loads(answer.read())
            except (OSError, http.client.HTTPException, json.JSONDecodeError):
                self._connection.close()
                self._pause.wait(AGAIN_SECONDS)
                continue
            assert answer.status == 200, told
            return Told(press, told["presses"][0]["code"], time.perf_counter() - asked)
