"""Places: losers of a round share them, byes take none, and the living come first."""

from tests.formats.cast import graph, letter
from tests.formats.playing import beats
from tournaments.formats.graph import Graph
from tournaments.formats.places import Place, places
from tournaments.formats.progress import Outcome, progress

SIX = graph(
    "M1.1 a bye",
    "M1.2 b c",
    "M1.3 d bye",
    "M1.4 e f",
    "M2.1 W-M1.1 W-M1.2",
    "M2.2 W-M1.3 W-M1.4",
    "M3.1 W-M2.1 W-M2.2",
    "C1.1 L-M1.2 L-M1.4",
)
PLAYED = {
    "M1.2": beats("cb"),
    "M1.4": beats("ef"),
    "M2.1": beats("ac"),
    "M2.2": beats("ed"),
    "M3.1": beats("ea"),
    "C1.1": beats("fb"),
}


def table(graph: Graph, outcomes: dict[str, Outcome], bracket: str) -> list[str]:
    """`a 3-4 1:1`, won:lost; a question mark for those still in."""
    return [row(place) for place in places(graph, progress(graph, outcomes), bracket)]


def row(place: Place) -> str:
    mark = "" if place.final else "?"
    span = f"{place.first}-{place.last}{mark}"
    return f"{letter(place.entrant)} {span} {place.wins}:{place.losses}"


def test_six_entrants_take_places_one_to_six() -> None:
    assert table(SIX, PLAYED, "M") == [
        "e 1-1 3:0",
        "a 2-2 1:1",
        "c 3-4 1:1",
        "d 3-4 0:1",
        "b 5-6 0:1",
        "f 5-6 0:1",
    ]


def test_consolation_has_places_of_its_own() -> None:
    assert table(SIX, PLAYED, "C") == ["f 1-1 1:0", "b 2-2 0:1"]


def test_before_the_first_result_everybody_is_in_and_those_with_a_bye_are_further() -> None:
    assert table(SIX, {}, "M") == [
        "a 1-4? 0:0",
        "d 1-4? 0:0",
        "b 1-6? 0:0",
        "c 1-6? 0:0",
        "e 1-6? 0:0",
        "f 1-6? 0:0",
    ]
    assert table(SIX, {}, "C") == []


def test_those_still_in_come_first_by_the_round_they_reached() -> None:
    so_far = {key: PLAYED[key] for key in ("M1.2", "M2.1")}
    assert table(SIX, so_far, "M") == [
        "a 1-2? 1:0",
        "d 1-4? 0:0",
        "e 1-6? 0:0",
        "f 1-6? 0:0",
        "c 3-4 1:1",
        "b 5-6 0:1",
    ]


def test_places_of_a_consolation_count_those_still_to_drop() -> None:
    eight = graph(
        "M1.1 a b",
        "M1.2 c d",
        "M1.3 e f",
        "M1.4 g h",
        "C1.1 L-M1.1 L-M1.2",
        "C1.2 L-M1.3 L-M1.4",
        "C2.1 W-C1.1 W-C1.2",
    )
    dropped = {"M1.1": beats("ab"), "M1.2": beats("cd"), "C1.1": beats("bd")}
    assert table(eight, dropped, "C") == ["b 1-2? 1:0", "d 3-4 0:1"]


def test_the_round_of_the_loss_is_told() -> None:
    lost = {
        letter(place.entrant): place.round_lost for place in places(SIX, progress(SIX, PLAYED), "M")
    }
    assert lost == {"e": None, "a": 3, "c": 2, "d": 2, "b": 1, "f": 1}


def test_a_bracket_that_was_not_drawn_has_no_places() -> None:
    assert table(SIX, PLAYED, "X") == []


def test_who_loses_the_first_final_is_still_in_for_the_second() -> None:
    finals = graph("M1.1 a b", "F1.1 W-M1.1 L-M1.1", "F2.1 W-F1.1 L1-F1.1")
    so_far = {"M1.1": beats("ab"), "F1.1": beats("ba")}
    assert table(finals, so_far, "F") == ["a 1-2? 0:1", "b 1-2? 1:0"]
    assert table(finals, so_far | {"F2.1": beats("ab")}, "F") == ["a 1-1 1:1", "b 2-2 1:1"]


def test_those_who_are_left_when_a_bracket_stops_share_its_first_places() -> None:
    two = graph("M1.1 a b", "M1.2 c d")
    assert table(two, {"M1.1": beats("ab")}, "M") == [
        "c 1-4? 0:0",
        "d 1-4? 0:0",
        "a 1-2 1:0",
        "b 3-4 0:1",
    ]
