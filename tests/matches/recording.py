"""Matches that something is recorded of: files and score sheets beside M1.1 of A, B, C and D."""

from collections.abc import Sequence
from typing import Any

from config.errors import DomainError
from matches.engine import Rules
from matches.models import Match
from matches.models_record import Record
from matches.records import Scored, score_sheet, write_mat
from matches.selectors.recorded import Account, accounts_of, disagreements
from matches.services.record_import import Upload, record_import
from matches.services.record_sheet import sheet_write
from players.actors import Act
from tests.builders import Stage, by_director, make_running_event
from tournaments.models import LogEntry

KEY = "M1.1"
Game = tuple[int, int, int]

#: A game of throws that ends with a drop, then a gammon that was resigned.
THROWS = """5 point match

 Game 1
 {first} : 0                        {second} : 0
  1) 31: 8/5 6/5                 64: 24/18 13/9
  2) Doubles => 2                Drops
      Wins 1 point

 Game 2
 {first} : 1                        {second} : 0
  1)                             43: 24/20 13/10
  2) 65: 24/13                   Doubles => 2
  3) Takes                       61: 13/7 8/7
                                 Wins 4 points
"""


class Recorded:
    def __init__(
        self,
        names: Sequence[str] = ("Ann Kim", "Bo Lee", "C", "D"),
        *,
        stage: Stage | None = None,
        **spec: Any,
    ) -> None:
        self.stage = stage or Stage(make_running_event(names, **{"length": 5, **spec}))
        self.match_id = self.stage.match(KEY).pk
        sides = self.match.sides.order_by("number")
        self.names: tuple[str, str] = tuple(side.name for side in sides)  # type: ignore[assignment]

    @property
    def match(self) -> Match:
        return Match.objects.get(pk=self.match_id)

    @property
    def records(self) -> list[Record]:
        return list(Record.objects.filter(match=self.match_id).order_by("pk"))

    @property
    def accounts(self) -> list[Account]:
        return accounts_of(self.match)

    def text(self, *, crossed: bool = False) -> bytes:
        first, second = self.names[::-1] if crossed else self.names
        return THROWS.format(first=first, second=second).encode()

    def games(self, *games: Game, length: int = 5) -> bytes:
        """A match text that has the games alone."""
        scored = [Scored(*game) for game in games]
        return write_mat(score_sheet(self.names, Rules(length=length), scored)).encode()

    def upload(
        self,
        data: bytes,
        name: str = "match.mat",
        number: int | None = None,
        act: Act | None = None,
        set_number: int | None = None,
    ) -> Record:
        upload = Upload(data, name, number, set_number)
        return record_import(match_id=self.match_id, upload=upload, act=act or by_director(5))

    def refused(self, data: bytes, number: int | None = None) -> str:
        """The code of the refusal, or empty."""
        try:
            self.upload(data, number=number)
        except DomainError as error:
            return error.code
        return ""

    def sheet(self, *games: Game, seen: int | None = None, set_number: int = 1) -> Record | None:
        return sheet_write(
            match_id=self.match_id,
            games=games,
            act=by_director(6),
            seen_version=seen,
            set_number=set_number,
        )

    def disagreeing(self) -> list[tuple[str, int]]:
        found = disagreements(self.match, self.accounts)
        return [(one.code, one.game) for each in found for one in each.findings]

    def logged(self) -> list[str]:
        """What was done with it but call it to a table."""
        entries = LogEntry.objects.filter(match_id=self.match_id).order_by("pk")
        return [entry.action for entry in entries if entry.action != "match.called"]
