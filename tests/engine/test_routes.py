"""Plays made one checker at a time lead to the legal plays, and to nothing else."""

from hypothesis import given, settings

from matches.engine.boards import parse_board
from matches.engine.dice import Dice
from matches.engine.plays import LegalPlays, legal_plays
from matches.engine.position import Position
from matches.engine.presets import BACKGAMMON, LONG_NARDY, TAVLA
from matches.engine.routes import Hop, Node, routes
from matches.engine.steps import steps
from matches.engine.variant import Variant
from tests.engine.strategies import turns


def all_texts(nodes: tuple[Node, ...], at: int = 0, said: str = "") -> set[str]:
    """Every way through, as text of hops."""
    found = {said.strip()} if nodes[at].ends else set()
    for hop in nodes[at].hops:
        found |= all_texts(nodes, hop.to, f"{said} {hop.start}/{hop.end}")
    return found


def ends(plays: LegalPlays) -> set[int]:
    return {plays.check(text).after.bits for text in all_texts(routes(plays))}


def legal_after(board: Position, hop: Hop) -> bool:
    """Whether the other of 6 and 5 can be played after it."""
    left = {5: 6, 6: 5}[hop.number]
    after = next(step.after for step in steps(board.bits, hop.number, BACKGAMMON)
                 if step.move[:2] == (hop.start, hop.end))  # fmt: skip
    return any(True for _ in steps(after, left, BACKGAMMON))


def test_every_way_through_is_a_legal_play_and_every_legal_play_has_one() -> None:
    for roll in (Dice(3, 1), Dice(6, 5), Dice(4, 4)):
        plays = legal_plays(BACKGAMMON.starting_position, roll)
        assert ends(plays) == set(plays.packed_results)


def test_a_hop_after_which_the_other_number_could_not_be_played_is_not_there() -> None:
    # 8/2 with the 6 leaves no 5; 13/8 with the 5 leaves the 6.
    board = parse_board("X{13:1 8:1} O{14:2 18:2 22:2}")
    plays = legal_plays(board, Dice(6, 5))
    assert plays.numbers_used == 2
    assert ends(plays) == set(plays.packed_results)
    first = routes(plays)[0]
    dead = {(hop.start, hop.end) for hop in first.hops if not legal_after(board, hop)}
    assert dead == set()


def test_who_cannot_move_passes() -> None:
    shut = parse_board("X{6:14}[bar1] O{1:2 2:2 3:2 4:2 5:2 6:2}")
    assert routes(legal_plays(shut, Dice(6, 5))) == (Node(ends=True, hops=()),)


def test_no_more_checkers_leave_the_head_than_may() -> None:
    start = LONG_NARDY.starting_position
    plays = legal_plays(start, Dice(5, 2), LONG_NARDY)
    assert {text.count("24/") for text in all_texts(routes(plays))} == {1}
    assert ends(plays) == set(plays.packed_results)


def test_tavla_bears_off_from_where_it_must() -> None:
    plays = legal_plays(parse_board("X{6:1 2:2} O{24:2}"), Dice(6, 2), TAVLA)
    assert ends(plays) == set(plays.packed_results)


@settings(max_examples=60, deadline=None)
@given(turns())
def test_in_every_game_the_ways_through_are_the_legal_plays(
    turn: tuple[Variant, Position, Dice, bool],
) -> None:
    variant, position, roll, first = turn
    plays = legal_plays(position, roll, variant, first_turn=first)
    nodes = routes(plays)
    assert all(node.ends or node.hops for node in nodes)
    if len(nodes) < 60:
        assert ends(plays) == set(plays.packed_results)
