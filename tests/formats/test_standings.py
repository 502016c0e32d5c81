"""One place for each entrant of an event, whatever brackets he was in."""

from tests.formats.cast import graph, letter, names
from tests.formats.playing import beats
from tournaments.formats.graph import Graph
from tournaments.formats.progress import Outcome, progress
from tournaments.formats.standings import standings

EIGHT = graph(
    "M1.1 a b",
    "M1.2 c d",
    "M1.3 e f",
    "M1.4 g h",
    "M2.1 W-M1.1 W-M1.2",
    "M2.2 W-M1.3 W-M1.4",
    "M3.1 W-M2.1 W-M2.2",
    "C1.1 L-M1.1 L-M1.2",
    "C1.2 L-M1.3 L-M1.4",
    "C2.1 W-C1.1 W-C1.2",
    "LC1.1 L-C1.1 L-C1.2",
)
MAIN = {
    "M1.1": beats("ab"),
    "M1.2": beats("cd"),
    "M1.3": beats("ef"),
    "M1.4": beats("gh"),
    "M2.1": beats("ac"),
    "M2.2": beats("eg"),
    "M3.1": beats("ea"),
}
CONSOLATION = {
    "C1.1": beats("bd"),
    "C1.2": beats("fh"),
    "C2.1": beats("bf"),
    "LC1.1": beats("hd"),
}
PROGRESSIVE = graph(
    "M1.1 a b",
    "M1.2 c d",
    "M2.1 W-M1.1 W-M1.2",
    "C1.1 L-M1.1 L-M1.2",
    "C2.1 L-M2.1 W-C1.1",
    "F1.1 W-M2.1 W-C2.1",
    "F2.1 W-F1.1 L1-F1.1",
)


def table(graph: Graph, outcomes: dict[str, Outcome]) -> list[str]:
    """`a 3-4 M2`, the places and where the last match was; a question mark if not final."""
    return [
        f"{letter(one.entrant)} {one.first}-{one.last}{'' if one.final else '?'} "
        f"{one.bracket}{one.round}"
        for one in standings(graph, progress(graph, outcomes))
    ]


def test_consolation_follows_the_main_bracket_and_the_last_chance_both() -> None:
    assert table(EIGHT, MAIN | CONSOLATION) == [
        "e 1-1 M3",
        "a 2-2 M3",
        "c 3-4 M2",
        "g 3-4 M2",
        "b 5-5 C2",
        "f 6-6 C2",
        "h 7-7 LC1",
        "d 8-8 LC1",
    ]


def test_before_the_first_result_everybody_may_come_anywhere() -> None:
    assert table(EIGHT, {}) == [f"{one} 1-8? M1" for one in "abcdefgh"]


def test_places_are_final_as_soon_as_nobody_can_come_between() -> None:
    assert table(EIGHT, MAIN) == [
        "e 1-1 M3",
        "a 2-2 M3",
        "c 3-4 M2",
        "g 3-4 M2",
        "b 5-8? C1",
        "d 5-8? C1",
        "f 5-8? C1",
        "h 5-8? C1",
    ]


def test_in_double_elimination_the_later_second_loss_is_better() -> None:
    outcomes = {
        "M1.1": beats("ab"),
        "M1.2": beats("cd"),
        "M2.1": beats("ac"),
        "C1.1": beats("bd"),
        "C2.1": beats("bc"),
        "F1.1": beats("ba"),
        "F2.1": beats("ab"),
    }
    assert table(PROGRESSIVE, outcomes) == ["a 1-1 F2", "b 2-2 F2", "c 3-3 C2", "d 4-4 C1"]


def test_who_needs_no_second_final_has_won() -> None:
    outcomes = {
        "M1.1": beats("ab"),
        "M1.2": beats("cd"),
        "M2.1": beats("ac"),
        "C1.1": beats("bd"),
        "C2.1": beats("bc"),
        "F1.1": beats("ab"),
    }
    assert table(PROGRESSIVE, outcomes)[:2] == ["a 1-1 F2", "b 2-2 F1"]


def test_after_a_double_forfeit_both_come_last_where_they_would_have_dropped() -> None:
    outcomes = {
        "M1.1": Outcome(*names("ab"), both_out=True),
        "M1.2": beats("cd"),
        "F1.1": beats("cd"),
    }
    assert table(PROGRESSIVE, outcomes) == ["c 1-1 F2", "d 2-2 F1", "a 3-4 M1", "b 3-4 M1"]


def test_who_withdraws_is_placed_by_the_walkovers_he_gives() -> None:
    state = progress(EIGHT, MAIN, withdrawn=dict.fromkeys(names("b"), 1))
    last = {letter(one.entrant): one for one in standings(EIGHT, state)}
    assert (last["b"].bracket, last["b"].first, last["b"].last) == ("LC", 6, 8)
