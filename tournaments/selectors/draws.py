"""The published draw as anybody can check it: the field, the seed, and the lines that came out."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats import MAIN
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Drawn:
    """One entrant of the field by number and name, or a bye, which has neither."""

    number: int | None
    name: str


BYE = Drawn(None, "")


@dataclass(frozen=True, slots=True)
class DrawView:
    """`field` in the order in which it went into the lots, `lines` from the top of the bracket."""

    algorithm: str
    seed: str
    drafts: int
    field: Sequence[Drawn]
    lines: Sequence[Drawn]

    @property
    def numbers(self) -> list[int | None]:
        return [one.number for one in self.field]

    @property
    def byes(self) -> int:
        return self.lines.count(BYE)

    @property
    def dropping(self) -> int:
        """How many lose a match played in the first round: the players of a consolation."""
        return len(self.lines) // 2 - self.byes

    @property
    def seed_literal(self) -> str:
        """The seed as Python source, for the program on the page."""
        return repr(self.seed)


def draw_view(event: Event) -> DrawView | None:
    """None before the draw is published. Two queries."""
    if event.published_at is None or event.draw is None:
        return None
    entries = {entry.pk: Drawn(entry.number, entry.name) for entry in event.entries.all()}
    by_number = {drawn.number: drawn for drawn in entries.values()}
    openings = event.fixtures.filter(stage__bracket=MAIN, round=1).order_by("number")
    lines = [
        entries.get(pk, BYE) for pair in openings.values_list("entry_1", "entry_2") for pk in pair
    ]
    return DrawView(
        algorithm=event.draw["algorithm"],
        seed=event.draw["seed"],
        drafts=event.drafts,
        field=[by_number[number] for number in event.draw["field"]],
        lines=lines,
    )
