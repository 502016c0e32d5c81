"""Trees: what is read of them, and what is passed over."""

from matches.engine import Beaver, Double, Take
from matches.records import read_match
from matches.records.sgf import play_text
from matches.records.sgf_tree import escaped, read_trees
from tests.records.fixtures import codes, record_of

ROOT = "FF[4]GM[6]MI[length:{length}][game:{game}][ws:{ws}][bs:{bs}]PW[Ann]PB[Bo]RU[Crawford]"


def tree(nodes: str, *, game: int = 0, score: tuple[int, int] = (0, 0), length: int = 3) -> str:
    root = ROOT.format(length=length, game=game, ws=score[0], bs=score[1])
    return f"(;{root}{nodes})"


def test_letters_count_from_the_side_that_moves() -> None:
    assert play_text("xtmh", 1) == "24/20 13/8"
    assert play_text("aelq", 2) == "24/20 13/8"
    assert play_text("yuaz", 1) == "25/21 1/0"
    assert play_text("", 1) == "Cannot Move"
    assert play_text("x", 1) is None
    assert play_text("x?", 1) is None


def test_of_variations_the_first_is_what_was_played() -> None:
    source = tree(";W[31hefe](;B[42qusu];W[66xrxrmgmg])(;B[64aglq])")
    record = record_of(source.encode())
    assert len(record.games[0].events) == 6
    assert read_trees(source)[0][2] == {"B": ["42qusu"]}


def test_values_may_hold_anything_that_is_escaped() -> None:
    name = "A]n\\n; (x:y)"
    source = tree(";W[31hefe]").replace("PW[Ann]", f"PW[{escaped(name)}]")
    assert record_of(source.encode()).players[0] == name


def test_analysis_and_marks_are_passed_over() -> None:
    noise = "A[0][xtmh E ver 3 .5 .1 .0][xrmg E ver 3 .5]C[31 (; B[66\\]]GB[1]LU[+0.1]BM[2]"
    read = read_match(tree(f";W[31hefe]{noise};B[42qusu]DA[E ver 3]").encode())
    assert codes(read) == ["not_finished"]


def test_where_no_tree_names_the_crawford_game_the_score_does() -> None:
    first = tree("RE[W+2R];W[31hefe]")
    second = tree(";B[31qtst]", game=1, score=(2, 0))
    read = read_match((first + second).encode())
    assert read.record is not None
    assert [game.crawford for game in read.record.games] == [False, True]
    assert not read.faults


def test_a_double_at_a_double_is_a_beaver() -> None:
    source = tree(";W[31hefe];B[double];W[double];B[take]", length=0)
    rules = source.replace("RU[Crawford]", "XB[On]")
    assert record_of(rules.encode()).games[0].events[2:] == (Double(2), Beaver(1), Take(2))


def test_nodes_that_mean_nothing_are_told() -> None:
    read = read_match(tree(";W[31hefe];B[hello];B[9x];B[42qu?]").encode())
    assert codes(read).count("unknown_word") >= 2
