"""Who sits where by the dice of the site, which nobody chose and everybody can check."""

import pytest

from config.errors import DomainError
from matches.engine.chouette import opening_order
from matches.engine.fairdice import FairDice
from matches.selectors.chouettes import chouette_verified
from matches.services.chouettes import chouette_close, chouette_draw_order, chouette_join
from tests.matches.boards import SECRET
from tests.matches.chouettes import SITE, Evening, by_host

pytestmark = pytest.mark.django_db


def refusal(evening: Evening, seen: int | None = None) -> str:
    try:
        chouette_draw_order(chouette_id=evening.pk, act=by_host(1), seen=seen)
    except DomainError as error:
        return error.code
    return ""


def test_the_order_follows_from_the_first_throws_of_the_site() -> None:
    evening = Evening(dice=SITE)
    assert refusal(evening) == ""
    data = evening.row.actions.get().data
    dice = FairDice(SECRET, ("s1", "s2 s3 s4"), evening.row.context)
    thrown = [die for n in range(len(data["dice"]) // 2) for die in dice.roll(n)]
    assert data["dice"] == "".join(map(str, thrown))
    throws = {seat: [die] for seat, die in zip((1, 2, 3, 4), thrown, strict=False)}
    rest = thrown[4:]
    while tied := [seat for seat in throws if list(throws.values()).count(throws[seat]) > 1]:
        for seat in tied:
            throws[seat] = [*throws[seat], rest.pop(0)]
    assert evening.state()["order"] == list(opening_order(throws))
    assert len(rest) < 2


def test_the_throws_of_the_evening_go_on_after_it_and_all_can_be_checked() -> None:
    evening = Evening(dice=SITE)
    refusal(evening)
    for _ in range(4):
        evening.any_move()
    side = evening.table.game.turn.side
    loser, winner = evening.table.mover(side), evening.table.mover(3 - side)
    assert isinstance(loser, int)
    assert isinstance(winner, int)
    assert evening.do(loser, "resign", kind=1) == ""
    assert evening.do(winner, "accept") == ""
    assert evening.table == evening.replayed()
    chouette_close(chouette_id=evening.pk, act=by_host(9))
    found = chouette_verified(evening.row)
    assert found is not None
    assert found.holds
    later = sum(row.data["do"] in {"opening", "roll"} for row in evening.row.actions.all())
    assert found.checked > later


def test_it_is_drawn_once_and_before_anybody_has_thrown() -> None:
    evening = Evening(dice=SITE)
    assert refusal(evening, seen=1) == "version_conflict"
    chouette_join(chouette_id=evening.pk, name="Emil", act=by_host())
    assert refusal(evening) == ""
    assert sorted(evening.state()["order"]) == [1, 2, 3, 4, 5]
    assert refusal(evening) == "thrown_already"
    played = Evening(dice=SITE, code="second")
    played.any_move()
    assert refusal(played) == "thrown_already"


def test_it_needs_seeds_and_dice_of_the_site() -> None:
    assert refusal(Evening(dice=SITE, sitting=False)) == "not_joined"
    assert refusal(Evening(code="second")) == "dice_by_hand"
