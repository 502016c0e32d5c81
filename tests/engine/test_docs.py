"""The engine's documents are true: their examples run, and their tables are those of the code."""

import dataclasses
import doctest
import re
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from matches.engine import (
    GAMES,
    VARIANTS,
    AcceptResignation,
    Dice,
    Double,
    IllegalPlay,
    MakePlay,
    OpeningThrow,
    Resign,
    Roll,
    Rules,
    Take,
    TimeOut,
    Variant,
    check_play,
    new_game,
    parse_board,
)
from matches.engine.chouette_rules import ChouetteRules
from matches.engine.position import HAND
from tests.engine.playing import ended, make_game, played

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs/rules.md").read_text(encoding="utf-8")


class Fenced(doctest.DocTestParser):
    """Reads examples between fences, whose lines would else be taken for output."""

    def parse(self, string: str, name: str = "<string>") -> list[Any]:
        return super().parse(re.sub(r"^```.*$", "", string, flags=re.MULTILINE), name)


def table(section: str) -> list[list[str]]:
    """The cells of the first table of a section, without its head."""
    text = RULES.split(f"## {section}\n", 1)[1]
    lines = re.search(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert lines is not None
    return [[cell.strip() for cell in row.split("|")[1:-1]] for row in lines[0].splitlines()[2:]]


def codes(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@pytest.mark.parametrize(("page", "examples"), [("docs/engine.md", 80), ("README.md", 3)])
def test_the_examples_of_a_page_are_true(page: str, examples: int) -> None:
    tried = doctest.testfile(
        str(ROOT / page), module_relative=False, encoding="utf-8", parser=Fenced()
    )
    assert tried.failed == 0
    assert tried.attempted >= examples


def test_the_table_of_the_ten_games_is_that_of_the_code() -> None:
    written = {
        codes(row[0])[0]: [row[1], *(codes(cell)[0] for cell in row[2:6])]
        for row in table("The ten games")
    }
    assert written == {
        name: [start_text(game), game.geometry, game.contact, game.opening, game.cube]
        for name, game in GAMES.items()
    }


def start_text(game: Variant) -> str:
    places = game.starting_position.places(1)
    return " ".join(f"{'hand' if p == HAND else p}:{count}" for p, count in places.items())


@pytest.mark.parametrize(
    ("section", "kind"),
    [
        ("Options of a game", Variant),
        ("Matches and money play", Rules),
        ("Chouette", ChouetteRules),
    ],
)
def test_the_options_their_values_and_defaults_are_those_of_the_code(
    section: str, kind: type[Any]
) -> None:
    hints = get_type_hints(kind)
    fields = {
        f.name: f for f in dataclasses.fields(kind) if f.init and f.name not in {"name", "start"}
    }
    rows = table(section)
    assert [codes(row[0])[0] for row in rows] == list(fields)
    for name, values, default, *_ in rows:
        field = fields[codes(name)[0]]
        if field.name not in {"variant", "length"}:
            assert codes(default) == [str(field.default)], field.name
        assert choices(hints[field.name]) <= set(codes(values)), field.name
        if get_origin(hints[field.name]) is Literal:
            assert choices(hints[field.name]) == set(codes(values)), field.name


def choices(hint: Any) -> set[str]:
    """The values that a hint spells out, as the tables write them."""
    if get_origin(hint) is Literal:
        return {str(value) for value in get_args(hint)}
    if hint is bool:
        return {"True", "False"}
    if hint is type(None):
        return {"None"}
    return {value for part in get_args(hint) for value in choices(part)}


def test_the_house_forms_are_those_of_the_code() -> None:
    rows = {codes(row[0])[0]: codes(row[1]) for row in table("House forms")}
    assert list(rows) == [name for name in VARIANTS if name not in GAMES]
    for name, options in rows.items():
        base = next(game for game in GAMES if game.split("_")[0] == name.split("_")[0])
        changes = dict(option.split("=") for option in options)
        read = {key: value.strip('"') for key, value in changes.items()}
        assert {key: str(getattr(VARIANTS[name], key)) for key in read} == read
        typed = {key: getattr(VARIANTS[name], key) for key in read}
        assert GAMES[base].replace(name=name, **typed) == VARIANTS[name]


def test_every_game_has_a_section() -> None:
    for game in GAMES:
        assert f"\n`{game}`" in RULES


# What the page says of corner cases, as far as no other test does.


def test_a_die_to_spare_is_played_if_it_hits_on_the_way() -> None:
    bare, blot = (
        parse_board("X{2:1}[off14] O{12:1 6:14}"),
        parse_board("X{2:1}[off14] O{24:1 6:14}"),
    )
    assert (
        check_play(bare, Dice(6, 1), "2/off").after == check_play(bare, Dice(6, 1), "2/1/off").after
    )
    assert check_play(blot, Dice(6, 1), "2/1*/off").after.off(1) == 15
    with pytest.raises(IllegalPlay):
        check_play(blot, Dice(6, 1), "2/off")


def test_time_lost_at_an_offer_costs_the_old_value() -> None:
    game = played(make_game("X{1:2}[off13] O{6:14}[off1]", side=2), Double(2), Take(1))
    game = played(game, Roll(2, Dice(3, 1)), MakePlay(2, "6/3 6/5"), Double(1), TimeOut(2))
    assert (ended(game).winner, ended(game).points) == (1, 2)


def test_jacoby_holds_for_a_game_that_is_resigned() -> None:
    game = new_game(Rules(length=None, jacoby=True), starter=1)
    assert ended(played(game, Resign(2, 3), AcceptResignation(1))).points == 1
    doubled = played(game, Double(1), Take(2), Resign(2, 3), AcceptResignation(1))
    assert ended(doubled).points == 6


def test_who_begins_with_a_roll_of_his_own_may_double_first() -> None:
    tavla = Rules(length=7, variant=VARIANTS["tavla_traditional"], cube=True)
    assert Double(1) in new_game(tavla).apply(OpeningThrow(6, 1)).legal_actions()
    assert Double(1) not in new_game(Rules(length=7)).apply(OpeningThrow(6, 1)).legal_actions()
