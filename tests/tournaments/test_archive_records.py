"""Records go out into the archive of their event and come back as they were."""

import copy
from typing import Any

import pytest

from config.errors import DomainError, InvalidError
from matches.models_record import Record
from matches.selectors.records import played
from matches.services.live_acting import Deed, live_act
from tests.builders import by_director
from tests.matches.boards import BOARD, SITE, Live
from tests.matches.recording import Recorded
from tests.tournaments.archives import comparable, exported, imported
from tournaments.services.archive_in import event_import
from tournaments.services.archive_out import archive_text

pytestmark = pytest.mark.django_db(transaction=True)


def played_out(dice: str = SITE) -> Live:
    """A game resigned, and another one begun."""
    live = Live(length=3, dice=dice)
    for _ in range(6):
        live.any_deed()
    loser = live.state.game.decider
    live.do(loser, "resign", kind=1)
    live.do(3 - loser, "accept")
    live.any_deed()
    return live


def records_in(archive: dict[str, Any]) -> list[dict[str, Any]]:
    found = next(one for one in archive["fixtures"] if one["key"] == "M1.1")
    records: list[dict[str, Any]] = found["match"]["records"]
    return records


def copied(event_id: int) -> Record:
    return Record.objects.exclude(match__fixture__event=event_id).get()


def test_what_comes_back_is_what_went_out_and_plays_on_from_there() -> None:
    live = Live(length=3, dice=BOARD)
    live.throw(1, 3, 1)
    archive = exported(live.stage.event)
    copy_ = imported(archive)
    assert comparable(exported(copy_)) == comparable(archive)
    record = copied(live.stage.event.pk)
    assert played(record).state == live.state
    deed = Deed(1, {"do": "play", "play": "8/5 6/5"})
    live_act(match_id=record.match_id, deed=deed, act=by_director())
    assert played(record).state.game.decider == 2


def test_games_before_are_kept_where_it_comes_in() -> None:
    live = played_out()
    imported(exported(live.stage.event))
    record = copied(live.stage.event.pk)
    assert (record.folded, played(record).state) == (live.record.folded, live.replayed())


def test_an_archive_does_not_tell_the_dice_to_come() -> None:
    live = played_out()
    archive = exported(live.stage.event)
    assert live.record.secret not in archive_text(archive)
    imported(archive)
    record = copied(live.stage.event.pk)
    with pytest.raises(DomainError) as caught:
        live_act(match_id=record.match_id, deed=Deed(1, {"do": "roll"}), act=by_director())
    assert caught.value.code == "record_closed"


def test_dice_that_were_revealed_can_be_checked_elsewhere() -> None:
    live = played_out()
    live.stage.win("M1.1")
    archive = exported(live.stage.event)
    assert records_in(archive)[0]["secret"] == live.record.secret
    assert comparable(exported(imported(archive))) == comparable(archive)


def test_an_archive_from_before_there_were_records_comes_in() -> None:
    archive = exported(Live().stage.event)
    for one in archive["fixtures"]:
        if one["match"]:
            del one["match"]["records"]
    imported(archive)
    assert Record.objects.count() == 1


def test_every_set_comes_back_and_the_next_one_goes_on() -> None:
    live = Live(length=3, sets={"to_win": 2}, dice=BOARD)
    live.lose(2, kind=3)
    live.begin()
    live.join()
    live.throw(1, 3, 1)
    archive = exported(live.stage.event)
    assert [one["set"] for one in records_in(archive)] == [1, 2]
    copy_ = imported(archive)
    assert comparable(exported(copy_)) == comparable(archive)
    first, second = Record.objects.filter(match__fixture__event=copy_).order_by("set_number")
    assert (first.winner, first.score_1, first.score_2) == (1, 3, 0)
    deed = Deed(1, {"do": "play", "play": "8/5 6/5"})
    live_act(match_id=second.match_id, deed=deed, act=by_director())
    assert played(second).length == 2


def test_sheets_and_files_come_back_with_the_set_that_they_are_of() -> None:
    made = Recorded(length=3, sets={"to_win": 2})
    made.sheet((1, 2, 2))
    made.sheet((2, 2, 2), set_number=2)
    made.upload(made.games((1, 1, 1), length=3))
    made.upload(made.games((2, 2, 2), length=3), set_number=2)
    event = made.stage.event
    copy_ = imported(exported(event))
    found = Record.objects.filter(match__fixture__event=copy_).order_by("pk")
    assert [(one.source, one.set_number) for one in found] == [
        ("scored", 1),
        ("scored", 2),
        ("file", 0),
        ("file", 2),
    ]
    assert comparable(exported(copy_)) == comparable(exported(event))


def test_a_set_is_in_an_archive_once() -> None:
    live = Live(length=3, sets={"to_win": 2}, dice=BOARD)
    broken = copy.deepcopy(exported(live.stage.event))
    records_in(broken).append(records_in(broken)[0])
    with pytest.raises(InvalidError):
        event_import(content=archive_text(broken).encode(), act=by_director())


FAULTS = {
    "rules": {"length": 3, "game": "chess"},
    "dice": "loaded",
    "secret": "not hexadecimal",
    "commitment": "",
    "source": "guessed",
    "actions[0]": '[{"do":"opening","first":7,"second":1},"2026-12-05T12:00:00+00:00",1,"A",""]',
    "actions[1]": '[{"do":"cheat"},"2026-12-05T12:00:00+00:00",1,"A",""]',
    "actions[2]": "[]",
}


@pytest.mark.parametrize("path", FAULTS)
def test_a_record_that_cannot_be_is_refused(path: str) -> None:
    archive = exported(played_out().stage.event)
    broken = copy.deepcopy(archive)
    record = records_in(broken)[0]
    name, _bracket, index = path.partition("[")
    if index:
        record[name][int(index.rstrip("]"))] = FAULTS[path]
    else:
        record[name] = FAULTS[path]
    with pytest.raises(InvalidError) as caught:
        event_import(content=archive_text(broken).encode(), act=by_director())
    assert caught.value.code == "archive_unreadable"
