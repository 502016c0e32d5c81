"""What `bench.seeding` and `bench.boards` tell, for those who must not set Django up."""

from typing import TypedDict


class EventFacts(TypedDict):
    """`matches`: key and length, each after those that feed it."""

    id: int
    page: str
    matches: list[tuple[str, int]]


class Facts(TypedDict):
    token: str
    events: list[EventFacts]


class BoardFacts(TypedDict):
    """`passes` of both sides; `stream` is the address of what spectators watch."""

    match: int
    passes: list[str]
    stream: str
