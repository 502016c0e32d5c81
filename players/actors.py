"""Who does something, when and why: what every service is told and every log entry keeps."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, slots=True)
class Actor:
    """A member of staff, a player with a private link, or the system itself.

    `ident` is a User's pk for staff, a Player's for players.
    """

    kind: Literal["staff", "player", "system"]
    ident: int | None
    name: str


SYSTEM = Actor("system", None, "Crawford")


@dataclass(frozen=True, slots=True)
class Act:
    """One deed: by whom, at what moment, and the reason given for it."""

    by: Actor
    at: datetime
    reason: str = ""
