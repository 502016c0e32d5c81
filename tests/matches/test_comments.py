"""What spectators say of a match: who may, what is refused, and when others read it."""

import pytest

from matches.models_comments import Comment
from matches.selectors.comments import comments_of
from matches.selectors.watched import watch_versions
from matches.selectors.watching import ALL, sight
from matches.services.comments import comment_remove
from tests.builders import by_director
from tests.matches.clocking import by_staff, second
from tests.matches.watching import Watched
from tournaments.models import LogEntry
from tournaments.selectors.log import log_page

pytestmark = pytest.mark.django_db


def read(live: Watched, n: float) -> list[str]:
    """What a spectator reads so many seconds after noon."""
    return [one.text for one in comments_of(live.match_id, sight(live.match_id, second(n)))]


def test_a_comment_stands_at_the_action_that_was_shown() -> None:
    live = Watched(delay=0)
    live.opened()
    assert live.says("Good start", number=2) == ""
    assert live.says("And now?") == ""
    assert live.says("From the future", number=99) == ""
    assert [(one.number, one.text) for one in comments_of(live.match_id)] == [
        (2, "Good start"),
        (4, "And now?"),
        (4, "From the future"),
    ]


def test_what_is_said_is_kept_as_text_whatever_is_in_it() -> None:
    live = Watched(delay=0)
    assert live.says("  <b>bold</b> & 😀 ") == ""
    assert live.says("turned \u202eround \U0001f469\u200d\U0001f680") == ""
    assert live.comments == ["<b>bold</b> & 😀", "turned round \U0001f469\u200d\U0001f680"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "comment_empty"),
        (" \u200b ", "comment_empty"),
        ("x" * 501, "comment_too_long"),
        ("a\x07b", "comment_unreadable"),
        ("two\nlines", "comment_unreadable"),
        ("two\u2028lines", "comment_unreadable"),
        ("\u3164\u2066", "comment_empty"),
    ],
)
def test_what_is_no_line_of_text_is_refused(text: str, code: str) -> None:
    live = Watched(delay=0)
    assert live.says(text) == code
    assert live.comments == []
    assert live.says("x" * 500) == ""


def test_a_player_of_the_match_says_nothing() -> None:
    live = Watched(delay=0)
    assert live.says("I am winning", by=live.by(1)) == "plays_here"


def test_comments_are_off_until_the_director_wants_them() -> None:
    live = Watched(delay=0, comments=False)
    assert live.says("Hello") == "comments_off"
    live.watched(0)
    assert live.says("Hello") == ""


def test_of_a_match_that_is_over_or_not_played_here_nothing_is_said() -> None:
    live = Watched(delay=0)
    live.stage.win("M1.1")
    assert live.says("Well played") == "match_over"
    live.record.delete()
    assert live.says("Well played") == "not_played_here"


def test_one_person_says_ten_things_a_minute_and_the_others_are_not_held_up() -> None:
    live = Watched(delay=0)
    who, other = live.stage.players("M1.2")
    said = [live.says(f"{n}", n=n, who=who.name) for n in range(11)]
    assert said == [""] * 10 + ["too_many_comments"]
    assert live.says("me too", n=11, who=other.name) == ""
    assert live.says("again", n=60, who=who.name) == ""


def test_the_same_again_at_once_is_said_once() -> None:
    live = Watched(delay=0)
    for n in (0, 1, 61):
        assert live.says("Ooh", n=n) == ""
    assert live.comments == ["Ooh", "Ooh"]


def test_what_was_said_by_who_knew_more_is_read_when_that_is_seen() -> None:
    live = Watched()
    live.opened()
    assert live.says("He runs!", n=402, by=by_staff(402), sees_all=True, number=1) == ""
    assert live.says("A five point", n=403) == ""
    assert read(live, 404) == ["A five point"]
    assert read(live, 700) == ["A five point"]
    assert read(live, 701) == ["He runs!", "A five point"]
    assert [one.number for one in comments_of(live.match_id, ALL)] == [1, 2]


def test_the_pages_are_told_of_each_comment_that_may_be_read_and_no_other() -> None:
    live = Watched()
    live.opened()

    def version() -> str:
        return watch_versions([live.match_id], second(405))[live.match_id]

    before = version()
    live.says("He runs!", by=by_staff(402), sees_all=True)
    assert version() == before
    live.says("A five point", n=403)
    assert version() != before


def test_what_is_removed_is_gone_and_the_log_says_who_did_it_and_why() -> None:
    live = Watched(delay=0)
    live.says("Rude")
    comment = Comment.objects.get()
    for _ in range(2):
        act = by_director(1, "Rude to the players")
        comment_remove(match_id=live.match_id, comment_id=comment.pk, act=act)
    assert (live.comments, comments_of(live.match_id)) == ([], [])
    (entry,) = LogEntry.objects.filter(action="comment.removed")
    assert (entry.actor_name, entry.reason) == ("Dana Director", "Rude to the players")
    line = log_page(live.stage.event.tournament).lines[0].what
    assert "removed a comment by" in line
    assert "“Rude”" in line
