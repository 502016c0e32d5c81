"""What spectators see and say goes out into the archive of the event and comes back."""

import copy
from typing import Any

import pytest

from config.errors import InvalidError
from matches.models_comments import Comment
from matches.services.comments import Said, comment_add, comment_remove
from matches.services.live_begin import Table, live_begin
from matches.services.watching import Watching
from players.models import Player
from tests.builders import Stage, by_director, by_player, make_ties
from tests.matches.boards import BOARD
from tests.matches.clocking import by_staff
from tests.matches.watching import Watched, two_sets
from tests.tournaments.archives import comparable, exported, imported
from tournaments.services.archive_in import event_import
from tournaments.services.archive_out import archive_text
from tournaments.services.watching import event_watching_set

pytestmark = pytest.mark.django_db(transaction=True)


def talked() -> Watched:
    """One comment by a player, one by staff that was removed."""
    live = Watched()
    event_watching_set(
        event_id=live.stage.event.pk, watching=Watching(60, comments=True), act=by_director(1)
    )
    live.opened()
    live.says("A <b>five</b> point", n=403)
    live.says("Rude", by=by_staff(404), sees_all=True)
    rude = Comment.objects.get(text="Rude")
    comment_remove(match_id=live.match_id, comment_id=rude.pk, act=by_director(8, "Rude"))
    return live


def comments_in(archive: dict[str, Any]) -> list[dict[str, Any]]:
    found = next(one for one in archive["fixtures"] if one["key"] == "M1.1")
    comments: list[dict[str, Any]] = found["match"]["comments"]
    return comments


def test_what_comes_back_is_what_went_out_with_its_author() -> None:
    live = talked()
    archive = exported(live.stage.event)
    copied = imported(archive)
    assert comparable(exported(copied)) == comparable(archive)
    assert (copied.watch_delay, copied.watch_comments) == (60, True)
    said = Comment.objects.filter(match__fixture__event=copied, removed_at=None).get()
    author = live.stage.players("M1.2")[0]
    assert (said.by_id, said.by_name, said.number) == (author.pk, author.name, 2)


def test_a_comment_comes_back_at_its_set_which_an_older_archive_does_not_name() -> None:
    live = two_sets()
    live.says("Now the second", n=525)
    archive = exported(live.stage.event)
    copied = imported(archive)
    assert comparable(exported(copied)) == comparable(archive)
    del comments_in(archive)[0]["set"]
    older = imported(archive, into="older")
    read = [
        Comment.objects.get(match__fixture__event=event).set_number for event in (copied, older)
    ]
    assert read == [2, 1]


def test_a_member_of_a_team_is_the_same_person_in_the_copy() -> None:
    event = make_ties(["Kyiv", "Lviv"])
    act = by_director(1)
    event_watching_set(event_id=event.pk, watching=Watching(0, comments=True), act=act)
    match_id = Stage(event).match("M1.1.1").pk
    live_begin(match_id=match_id, table=Table(bytes(32), dice=BOARD), act=act)
    speaker = Player.objects.get(name="Kyiv 2")
    comment_add(match_id=match_id, said=Said("Go, Kyiv"), act=by_player(speaker, 2))
    archive = exported(event)
    copied = imported(archive)
    assert comparable(exported(copied)) == comparable(archive)
    assert set(Comment.objects.values_list("by_id", "by_name")) == {(speaker.pk, speaker.name)}


def test_an_archive_from_before_there_were_spectators_comes_in() -> None:
    archive = exported(talked().stage.event)
    del archive["event"]["watching"]
    for one in archive["fixtures"]:
        if one["match"]:
            del one["match"]["watching"], one["match"]["comments"]
    copied = imported(archive)
    assert (copied.watch_delay, copied.watch_comments) == (0, False)
    assert not Comment.objects.filter(match__fixture__event=copied).exists()


FAULTS: dict[str, Any] = {
    "number": 99,
    "text": "x" * 501,
    "by": {"kind": "system", "name": "Crawford", "player": None},
    "removed_by": "Dana",
    "removed_for": "Rude",
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_comment_that_cannot_be_is_refused(name: str) -> None:
    broken = copy.deepcopy(exported(talked().stage.event))
    comments_in(broken)[0][name] = FAULTS[name]
    with pytest.raises(InvalidError) as caught:
        event_import(content=archive_text(broken).encode(), act=by_director())
    assert caught.value.code == "archive_unreadable"
