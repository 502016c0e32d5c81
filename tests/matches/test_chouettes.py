"""A chouette on the site: who may do what, what it costs, and that nothing is done twice."""

from typing import Any

import pytest

from config.errors import ConflictError, DomainError, InvalidError, NotAllowedError
from matches.engine.fairdice import FairDice
from matches.models_chouette import Chouette, ChouetteSeat
from matches.selectors.chouettes import chouette_reveal, chouette_verified
from matches.services.chouette_links import seat_open, seat_token
from matches.services.chouettes import (
    chouette_close,
    chouette_join,
    chouette_leave,
    chouette_new_link,
    chouette_sit,
    chouette_void_roll,
)
from tests.matches.boards import SECRET
from tests.matches.chouettes import BOARD, SITE, Evening, by_host, make_chouette

pytestmark = pytest.mark.django_db


def test_the_box_throws_and_moves_and_then_the_captain() -> None:
    evening = Evening()
    evening.first_turn()
    assert evening.do(3, "roll", dice=[6, 4]) == "not_your_move"
    assert evening.do(1, "roll", dice=[6, 4]) == "not_your_turn"
    assert evening.do(2, "roll", dice=[6, 4]) == ""
    assert evening.do(2, "play", play="24/20 24/18") == "blocked"
    assert evening.do(2, "play", play="24/14") == ""
    assert evening.table == evening.replayed()


def test_each_member_answers_for_himself_and_pays_or_wins_for_himself() -> None:
    evening = Evening()
    evening.opens(1, 3)
    evening.do(2, "play", play="8/5 6/5")
    assert evening.do(1, "double") == ""
    assert evening.do(3, "take") == "answer_in_order"
    assert evening.do(1, "roll", dice=[6, 4]) == "exchange_open"
    for seat, answer in ((2, "drop"), (3, "take"), (4, "drop")):
        assert evening.do(seat, answer) == ""
    assert evening.state()["captain"] == 3
    evening.do(1, "resign", kind=2)
    assert evening.do(3, "accept") == ""
    assert evening.points() == [-2, -1, 4, -1]
    assert evening.state()["order"] == [3, 2, 4, 1]
    assert evening.table == evening.replayed()


def test_with_a_cube_each_the_box_answers_one_by_one() -> None:
    evening = Evening(cube="multi", beaver=True)
    evening.first_turn()
    assert evening.do(3, "double") == ""
    assert evening.do(4, "double") == ""
    asked = evening.state(1)["cubes"]
    assert {"do": "drop", "member": 4} in asked
    assert {"do": "beaver", "member": 3} in asked
    assert evening.do(1, "take", member=3) == ""
    assert evening.do(1, "drop", member=4) == ""
    shown = {one["seat"]: one for one in evening.state()["players"]}
    assert (shown[3]["cube"]["value"], shown[3]["cube"]["owner"]) == (2, 1)
    assert (shown[2]["cube"]["value"], shown[4]["cube"], shown[4]["out"]) == (1, None, True)


def test_nobody_turns_a_cube_out_of_turn() -> None:
    evening = Evening()
    evening.first_turn()
    assert evening.do(1, "double") == "cube_before_throw"
    assert evening.do(3, "double") == "only_captain_doubles"
    assert evening.do(2, "raccoon") == "nothing_to_answer"
    assert evening.do(2, "start") == "deed_unknown"
    assert evening.do(2, "take", by=1) == "nothing_to_answer"


def test_what_is_sent_again_is_done_once_and_what_was_seen_must_be_what_is() -> None:
    evening = Evening()
    seen = evening.row.version
    for _ in range(2):
        assert evening.do(1, "roll", dice=[3, 1], seen=seen, ident="a") == ""
    assert evening.do(1, "play", play="8/5 6/5", seen=seen) == "version_conflict"
    assert evening.do(1, "play", play="8/5 6/5", ident="a") == "key_reused"
    assert evening.row.actions.count() == 1


def test_what_others_answer_to_the_same_double_makes_no_answer_stale() -> None:
    evening = Evening(cube="multi", beaver=True)
    evening.opens(1, 3)
    evening.do(2, "play", play="8/5 6/5")
    before = evening.row.version
    evening.do(1, "double")
    seen = evening.row.version
    assert evening.do(2, "take", seen=before) == "version_conflict"
    assert evening.do(2, "take", seen=seen) == ""
    assert evening.do(3, "drop", seen=seen) == ""
    assert evening.do(1, "roll", dice=[6, 4], seen=seen) == "version_conflict"
    assert evening.do(4, "beaver", seen=seen) == "version_conflict"
    assert evening.do(4, "take", seen=seen) == ""


def test_after_a_beaver_who_answers_has_to_look_again() -> None:
    evening = Evening(beaver=True)
    evening.opens(1, 3)
    evening.do(2, "play", play="8/5 6/5")
    evening.do(1, "double")
    seen = evening.row.version
    assert evening.do(2, "beaver", seen=seen) == ""
    assert evening.do(3, "take", seen=seen) == "version_conflict"


def test_the_dice_of_the_site_follow_from_what_the_players_typed() -> None:
    evening = Evening(dice=SITE, sitting=False)
    assert evening.state(1)["can"] == []
    assert evening.do(1, "roll") == "not_joined"
    evening.sit(1)
    evening.sit(3)
    for _ in range(12):
        evening.any_move()
    evening.sit(4)
    dice = FairDice(SECRET, ("s1", "s3"), evening.row.context)
    thrown = [one.data.get("dice") for one in evening.row.actions.all() if "dice" in one.data]
    opening = sum(one.data["do"] == "opening" for one in evening.row.actions.all())
    assert thrown == [list(dice.roll(n)) for n in range(opening, opening + len(thrown))]
    assert evening.do(1, "roll", dice=[6, 6]) in {"dice_by_site", "not_your_turn"}


def test_the_secret_is_told_when_the_table_is_closed_and_not_before() -> None:
    evening = Evening(dice=SITE)
    evening.any_move()
    evening.any_move()
    loser = evening.table.mover(evening.table.game.decider)
    other = next(seat for seat in (1, 2) if seat != loser)
    assert chouette_reveal(evening.row) is None
    with pytest.raises(ConflictError) as caught:
        chouette_close(chouette_id=evening.pk, act=by_host(9))
    assert caught.value.code == "game_on"
    assert isinstance(loser, int)
    evening.do(loser, "resign", kind=1)
    evening.do(other, "accept")
    chouette_close(chouette_id=evening.pk, act=by_host(9))
    found = chouette_verified(evening.row)
    assert found is not None
    assert found.holds
    assert evening.do(1, "roll") == "chouette_over"


def test_what_is_kept_between_games_is_what_the_replay_gives() -> None:
    evening = Evening(dice=SITE, cube="multi", jacoby=False)
    for _ in range(4):
        for _ in range(5):
            evening.any_move()
        loser = evening.table.mover(evening.table.game.turn.side)
        assert isinstance(loser, int)
        winner = evening.table.mover(3 - evening.table.game.turn.side)
        assert isinstance(winner, int)
        assert evening.do(loser, "resign", kind=2) == ""
        assert evening.do(winner, "accept") == ""
        assert evening.table == evening.replayed()
    assert evening.row.folded["games"] == 4
    assert sum(evening.points()) == 0


def test_the_host_voids_a_throw_and_the_site_throws_another() -> None:
    evening = Evening(dice=SITE)
    evening.any_move()
    chouette_void_roll(chouette_id=evening.pk, act=by_host(1))
    assert (evening.row.folded, evening.view.games) == ({}, 0)
    assert evening.state(1)["can"] == ["roll"]
    evening.any_move()
    dice = FairDice(SECRET, ("s1", "s2 s3 s4"), evening.row.context)
    thrown = [each.data for each in evening.row.actions.all() if each.data["do"] == "opening"]
    assert [(one["first"], one["second"]) for one in thrown] == [
        dice.roll(n) for n in range(len(thrown))
    ]
    evening.any_move()
    with pytest.raises(InvalidError) as caught:
        chouette_void_roll(chouette_id=evening.pk, act=by_host(2))
    assert caught.value.code == "no_roll_to_void"
    assert evening.table == evening.replayed()


def test_newcomers_sit_last_between_games_and_who_leaves_keeps_the_account() -> None:
    evening = Evening()
    seat = chouette_join(chouette_id=evening.pk, name="Emil", act=by_host(1))
    assert (seat.number, evening.state()["order"]) == (5, [1, 2, 3, 4, 5])
    evening.first_turn()
    evening.do(2, "double")
    with pytest.raises(InvalidError) as caught:
        chouette_leave(chouette_id=evening.pk, seat=5, act=by_host(2))
    assert caught.value.code == "game_on"
    evening.do(1, "drop")
    chouette_leave(chouette_id=evening.pk, seat=5, act=by_host(3))
    shown = {one["seat"]: one for one in evening.state()["players"]}
    assert (shown[5]["place"], shown[5]["points"]) == (None, 1)
    again = chouette_join(chouette_id=evening.pk, name=" emil ", ahead=1, act=by_host(4))
    assert (again.number, evening.state()["order"][1]) == (5, 5)
    assert evening.table == evening.replayed()


def test_a_name_that_sits_already_does_not_sit_twice() -> None:
    evening = Evening()
    for name, code in (("Anna", "already_here"), ("  ", "name_missing")):
        with pytest.raises(InvalidError) as caught:
            chouette_join(chouette_id=evening.pk, name=name, act=by_host(1))
        assert caught.value.code == code


@pytest.mark.parametrize(
    ("names", "rules", "code"),
    [
        (("A", "B"), {}, "too_few_players"),
        (("A", "B", "a"), {}, "name_twice"),
        (("A", "B", " "), {}, "name_missing"),
        (("A", "B", "C"), {"raccoon": True}, "raccoon_without_beaver"),
        (("A", "B", "C"), {"loaded": True}, "rules_unreadable"),
    ],
)
def test_a_table_is_set_up_only_as_the_rules_allow(
    names: tuple[str, ...], rules: dict[str, Any], code: str
) -> None:
    with pytest.raises(InvalidError) as caught:
        make_chouette(names, dice=BOARD, **rules)
    assert caught.value.code == code
    assert not Chouette.objects.exists()


def test_a_link_opens_its_seat_until_another_is_made() -> None:
    row = make_chouette()
    seat = row.seats.get(number=3)
    token = seat_token(seat)
    assert seat_open(token).seat == seat
    chouette_new_link(chouette_id=row.pk, seat=3, act=by_host(5))
    for wrong in (token, f"{row.pk}-1-{token.rpartition('-')[2]}", "", "1-2", "x-y-z", "9" * 400):
        with pytest.raises(NotAllowedError) as caught:
            seat_open(wrong)
        assert caught.value.code == "unknown_seat_link"
    assert seat_open(seat_token(ChouetteSeat.objects.get(pk=seat.pk))).seat.name == "Carla"


def test_a_seed_is_given_once_and_not_too_long() -> None:
    evening = Evening(sitting=False)
    evening.sit(1)
    chouette_sit(chouette_id=evening.pk, seat=1, seed="other", act=evening.by(1))
    assert ChouetteSeat.objects.get(number=1).seed == "s1"
    for seat, code in ((2, "seed_too_long"), (9, "no_such_seat")):
        with pytest.raises(DomainError) as caught:
            chouette_sit(chouette_id=evening.pk, seat=seat, seed="x" * 61, act=by_host())
        assert caught.value.code == code
