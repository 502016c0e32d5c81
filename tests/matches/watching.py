"""A match on the site that spectators watch: how late, and what they say of it."""

from collections.abc import Mapping
from datetime import timedelta

from config.errors import DomainError
from matches.models_comments import Comment
from matches.models_record import Record
from matches.services.comments import Said, comment_add
from matches.services.watching import Watching, match_watching_set
from players.actors import Act
from tests.builders import by_player
from tests.matches.boards import BOARD, Live
from tests.matches.clocking import by_staff, now, second
from tournaments.models import Tournament

DELAY = 300  # seconds
OTHER = bytes(range(1, 33))  # the secret of the second set


class Watched(Live):
    """M1.1 of A, B, C and D, whose board and seats are there since noon."""

    def __init__(
        self,
        *,
        delay: int = DELAY,
        comments: bool = True,
        dice: str = BOARD,
        length: int = 3,
        tournament: Tournament | None = None,
        sets: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__(dice=dice, length=length, tournament=tournament, sets=sets)
        self.watched(delay, comments=comments)

    def watched(self, delay: int, *, comments: bool = True) -> None:
        watching = Watching(delay, comments)
        match_watching_set(match_id=self.match_id, watching=watching, act=by_staff(0))

    def opened(self, n: float = 0) -> None:
        """31 is thrown and, 60 seconds later, played; 64 after 400 and 401."""
        self.throw(1, 3, 1, n=n)
        self.play(1, "8/5 6/5", n=n + 60)
        self.throw(2, 6, 4, n=n + 400)
        self.play(2, "24/14", n=n + 401)

    def opened_just_now(self) -> None:
        """As pages see it, which read the clock on the wall: half of it is older than the delay."""
        self.opened()
        self.ages(410, 350, 10, 9)

    def ages(self, *seconds: float) -> None:
        """So many seconds ago each action was done; those who play sat down long before."""
        for row, ago in zip(self.record.actions.all(), seconds, strict=True):
            row.at = second(now() - ago)
            row.save(update_fields=["at"])
        there = second(now() - max(seconds) - 1)
        Record.objects.update(created_at=there, joined_1_at=there, joined_2_at=there)

    def it_is(self, n: float) -> None:
        """As pages see it: noon, when all of it began, was so many seconds ago."""
        self.put_off(now() - n)

    def put_off(self, seconds: float) -> None:
        """As if all of it had been done so much later."""
        later = timedelta(seconds=seconds)
        for record in Record.objects.filter(match=self.match_id):
            for name in ("created_at", "joined_1_at", "joined_2_at", "closed_at"):
                at = getattr(record, name)
                setattr(record, name, None if at is None else at + later)
            record.save()
            for row in record.actions.all():
                row.at += later
                row.save(update_fields=["at"])

    def says(
        self, text: str, *, n: float = 0, who: str = "", by: Act | None = None, **said: object
    ) -> str:
        """The code of the refusal, or empty. Somebody of M1.2 speaks unless it is another one."""
        pair = self.stage.players("M1.2")
        speaker = next((one for one in pair if one.name == who), pair[0])
        act = by or Act(by_player(speaker).by, second(n))
        try:
            comment_add(match_id=self.match_id, said=Said(text, **said), act=act)  # type: ignore[arg-type]
        except DomainError as error:
            return error.code
        return ""

    @property
    def comments(self) -> list[str]:
        return [one.text for one in Comment.objects.filter(match=self.match_id, removed_at=None)]


def two_sets(tournament: Tournament | None = None, *, dice: str = BOARD) -> Watched:
    """Best of three sets to 3 points: the first is over at 110 seconds; the board of the second is
    set up at 200, they sit there at 210, throw at 220 and play at 230."""
    live = Watched(sets={"to_win": 2}, dice=dice, tournament=tournament)
    if dice == BOARD:
        live.throw(1, 3, 1)
    else:
        live.any_deed()
    live.do(2, "resign", kind=3, n=100)
    live.do(1, "accept", n=110)
    live.begin(dice, secret=OTHER, n=200)
    live.join(210)
    if dice == BOARD:
        live.throw(1, 6, 4, n=220)
        live.play(1, "24/14", n=230)
    return live
