"""Who does something: a member of staff, a player with a private link, or the system itself."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Actor:
    """Names the doer in the log. `ident` is a User's pk for staff, a Player's for players."""

    kind: Literal["staff", "player", "system"]
    ident: int | None
    name: str


SYSTEM = Actor("system", None, "Crawford")
