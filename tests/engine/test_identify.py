"""Running matches as Position ID, Match ID and XGID."""

import pytest

from matches.engine.actions import (
    Action,
    AwardMatch,
    Beaver,
    Double,
    MakePlay,
    OpeningThrow,
    Resign,
    Roll,
    Take,
)
from matches.engine.dice import Dice
from matches.engine.errors import EngineError
from matches.engine.identify import match_id, position_id, situation, xgid
from matches.engine.match import MatchState, new_match, replay
from matches.engine.matchid import parse_match_id
from matches.engine.positionid import parse_position_id
from matches.engine.presets import EUREKA, GULBARA, LONG_NARDY, PLAKOTO
from matches.engine.rules import Rules
from matches.engine.situation import SituationError
from matches.engine.variant import Variant
from matches.engine.xgid import parse_xgid

OPENED: list[Action] = [OpeningThrow(1, 3), MakePlay(2, "8/5 6/5")]


def moments() -> list[MatchState]:
    seven, money = Rules(length=7), Rules(length=None, beavers=True)
    rolled = [*OPENED, Double(1), Take(2), Roll(1, Dice(6, 5))]
    return [
        new_match(seven),
        *(replay(seven, rolled[:count]) for count in range(1, 6)),
        replay(money, [*OPENED, Double(1), Beaver(2)]),
    ]


@pytest.mark.parametrize("match", moments(), ids=xgid)
def test_an_xgid_says_position_and_moment(match: MatchState) -> None:
    seen = match.game.seen_by(match.game.turn.side or 1)
    position, moment = parse_xgid(xgid(match))
    assert position == parse_position_id(position_id(match)) == seen
    written = situation(match)
    assert moment.cube_offer == written.cube_offer
    assert (moment.cube, moment.cube_owner, moment.score) == (
        written.cube,
        written.cube_owner,
        written.score,
    )


RESIGNED = replay(Rules(length=7), [*OPENED, Resign(2, 2)])


@pytest.mark.parametrize("match", [*moments()[:-1], RESIGNED], ids=match_id)
def test_a_match_id_says_who_decides_what(match: MatchState) -> None:
    moment = parse_match_id(match_id(match))
    assert (moment.on_roll, moment.to_decide) == (
        situation(match).on_roll,
        situation(match).to_decide,
    )
    assert (moment.match_length, moment.roll) == (7, situation(match).roll)


def test_a_resignation_is_in_the_match_id_and_cannot_be_in_an_xgid() -> None:
    assert parse_match_id(match_id(RESIGNED)).resignation == 2
    with pytest.raises(EngineError, match="no resignation"):
        xgid(RESIGNED)


def test_a_double_waits_with_the_cube_as_it_was() -> None:
    match = replay(Rules(length=7), [*OPENED, Double(1)])
    assert situation(match).cube_offer == "double"
    assert (situation(match).cube, situation(match).to_decide) == (1, 2)


@pytest.mark.parametrize("variant", [LONG_NARDY, GULBARA, PLAKOTO, EUREKA], ids=str)
def test_a_game_those_programs_do_not_know_cannot_be_written(variant: Variant) -> None:
    match = new_match(Rules(length=7, variant=variant))
    for write in (position_id, match_id, xgid, situation):
        with pytest.raises(SituationError) as refused:
            write(match)
        assert refused.value.code == "game_unwritable"


def test_a_match_that_the_director_gave_is_over() -> None:
    match = replay(Rules(length=7), [*OPENED, AwardMatch(1)])
    assert situation(match).state == parse_match_id(match_id(match)).state == "over"


def test_the_limit_of_the_cube_is_in_the_xgid() -> None:
    assert xgid(new_match(Rules(length=7, cube_max=64))).endswith(":6")
