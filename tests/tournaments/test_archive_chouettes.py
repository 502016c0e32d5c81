"""A chouette goes into a file whole, and comes in again only as the rules and dice allow it."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from config.errors import InvalidError
from matches.models_chouette import Chouette
from matches.selectors.chouette_books import books, chouette_log
from matches.services.chouettes import (
    chouette_close,
    chouette_draw_order,
    chouette_join,
    chouette_leave,
    chouette_new_link,
    chouette_sit,
)
from tests.builders import make_user
from tests.matches.chouettes import NAMES, SITE, Evening, by_host
from tournaments.services.archive_chouettes import chouette_export, chouette_import

pytestmark = pytest.mark.django_db


def loses(evening: Evening) -> None:
    """A few moves, and whoever is on turn resigns."""
    for _ in range(4):
        evening.any_move()
    side = evening.table.game.turn.side
    loser, winner = evening.table.mover(side), evening.table.mover(3 - side)
    assert isinstance(loser, int)
    assert isinstance(winner, int)
    assert evening.do(loser, "resign", kind=1, ident="given up") in {"", "key_reused"}
    assert evening.do(winner, "accept") == ""


def busy() -> Evening:
    """An evening at which everything happens that can."""
    evening = Evening(dice=SITE, cube="multi", beaver=True, stake=3)
    chouette_draw_order(chouette_id=evening.pk, act=by_host(1))
    chouette_new_link(chouette_id=evening.pk, seat=2, act=by_host(2))
    loses(evening)
    chouette_join(chouette_id=evening.pk, name="Emil", act=by_host(3), ahead=2)
    chouette_leave(chouette_id=evening.pk, seat=4, act=by_host(4))
    return evening


def exported(code: str = "evening") -> dict[str, Any]:
    return chouette_export(chouette_id=Chouette.objects.get(code=code).pk)


def taken_in(told: dict[str, Any], code: str = "copy") -> Chouette:
    told = {**told, "table": {**told["table"], "code": code}}
    return chouette_import(content=json.dumps(told).encode(), host_id=None, act=by_host(99))


def test_a_closed_evening_comes_in_as_it_was() -> None:
    evening = busy()
    chouette_close(chouette_id=evening.pk, act=by_host(5))
    told = exported()
    copy = taken_in(told)
    again = exported("copy")
    assert again["steps"].pop()["kind"] == "imported"
    assert {**again, "table": {**again["table"], "code": "evening"}} == told
    assert copy.folded == evening.row.folded
    assert books(copy).points == books(evening.row).points
    assert len(chouette_log(copy)) == len(chouette_log(evening.row)) + 1


def test_the_secret_leaves_no_open_table() -> None:
    busy()
    told = exported()
    assert told["table"]["secret"] == ""
    with pytest.raises(InvalidError, match=r"table\.secret: .* close it"):
        taken_in(told)


def test_a_table_with_dice_of_the_board_goes_on_elsewhere() -> None:
    evening = Evening()
    evening.first_turn()
    copy = taken_in(exported())
    evening.pk = copy.pk
    assert evening.do(2, "double") == ""
    assert evening.do(1, "drop") == ""
    assert evening.points() == [-3, 1, 1, 1]
    assert evening.table == evening.replayed()


def changed(told: dict[str, Any], n: int, change: Callable[[Any], None]) -> dict[str, Any]:
    """With a change of the values of an action."""
    values = json.loads(told["actions"][n])
    change(values)
    return {
        **told,
        "actions": [*told["actions"][:n], json.dumps(values), *told["actions"][n + 1 :]],
    }


def test_what_was_tampered_with_is_refused_by_its_place() -> None:
    evening = busy()
    chouette_close(chouette_id=evening.pk, act=by_host(5))
    told = exported()
    table, last = told["table"], len(told["actions"]) - 1

    wrong: list[tuple[dict[str, Any], str]] = [
        ({**told, "format": "crawford-event"}, "not the archive of a chouette"),
        ({**told, "version": 2}, "newer Crawford"),
        ({**told, "more": 1}, "more: "),
        ({**told, "seats": told["seats"][:3]}, r"table\.order\[3\]"),
        ({**told, "table": {**table, "secret": "0" * 64}}, r"table\.commitment"),
        ({**told, "table": {**table, "game": "chess"}}, r"table\.game"),
        ({**told, "table": {**table, "rules": {"raccoon": True}}}, "table: A raccoon"),
        ({**told, "actions": told["actions"][:-4]}, "actions: A game is on"),
        ({**told, "actions": told["actions"][1:]}, r"actions"),
        (changed(told, 0, lambda values: values[0].update(dice="66")), r"actions\[0\]"),
        (
            changed(told, 0, lambda values: values[0].update(dice="65432")),
            r"actions\[0\].* in pairs",
        ),
        (
            changed(told, last - 1, lambda values: values[0].update(player=9)),
            rf"actions\[{last - 1}\]",
        ),
        (changed(told, last, lambda values: values[0].update(player=9)), rf"actions\[{last}\]: 9"),
        (changed(told, last, lambda values: values[0].update(do="fly")), rf"actions\[{last}\]"),
        ({**told, "table": {**table, "seed_1": "another"}}, "actions: Roll 0 "),
        ({**told, "steps": [{**told["steps"][0], "after": 999}]}, r"steps\[0\]\.after"),
    ]
    for archive, said in wrong:
        with pytest.raises(InvalidError, match=said):
            taken_in(archive)
    assert Chouette.objects.count() == 1


def drawn(told: dict[str, Any], dice: object) -> dict[str, Any]:
    """With an order that was drawn before anything else."""
    line = [{"do": "draw_order", "dice": dice}, "2026-12-05T12:00:00+00:00", None, "Dana", ""]
    return {**told, "actions": [json.dumps(line), *told["actions"]]}


def test_what_no_table_would_have_kept_is_refused_by_its_place_as_well() -> None:
    evening = Evening()
    evening.opens()
    told = exported()
    assert taken_in(drawn(told, "6532")).order == [1, 2, 3, 4]
    for dice, said in (("65321", "in pairs"), ([6, 5, 3, 2], "a text"), ("65", "missing")):
        with pytest.raises(InvalidError, match=rf"actions\[0\].*: .*{said}"):
            taken_in(drawn(told, dice), "another")
    unknown: tuple[Any, ...] = ([], {}, None, 3)
    for do in unknown:
        values = [{"do": do}, "2026-12-05T12:00:00+00:00", None, "Dana", ""]
        with pytest.raises(InvalidError, match=r"actions\[0\]: "):
            taken_in({**told, "actions": [json.dumps(values)]}, "another")


def test_dice_of_the_site_follow_from_something() -> None:
    evening = busy()
    chouette_close(chouette_id=evening.pk, act=by_host(5))
    told = exported()
    for name, value in (("seed_1", ""), ("seed_2", " "), ("context", " ")):
        with pytest.raises(InvalidError, match=r"blank|empty"):
            taken_in({**told, "table": {**told["table"], name: value}})


def test_seeds_come_in_letter_by_letter() -> None:
    """Those of all but the first are cut where they are too long, be it within a picture."""
    evening = Evening(dice=SITE, sitting=False, names=(*NAMES, "Eva"))
    astronaut = "5" * 15 + "\U0001f469\u200d\U0001f680"
    for seat, seed in enumerate(("one", "2" * 60, "3" * 60, "4" * 60, astronaut), start=1):
        chouette_sit(chouette_id=evening.pk, seat=seat, seed=seed, act=by_host())
    loses(evening)
    chouette_close(chouette_id=evening.pk, act=by_host(5))
    told = exported()
    assert told["table"]["seed_2"].endswith("\u200d")
    taken_in(told)
    assert exported("copy")["table"]["seed_2"] == told["table"]["seed_2"]


def test_two_commands_move_it_by_a_file(tmp_path: Path) -> None:
    file, dana = tmp_path / "evening.json", make_user()
    evening = busy()
    chouette_close(chouette_id=evening.pk, act=by_host(5))
    call_command("export_chouette", "evening", "-o", file)
    with pytest.raises(CommandError, match="here already"):
        call_command("import_chouette", file)
    Chouette.objects.all().delete()
    said = StringIO()
    call_command("import_chouette", file, "--host", "dana", stdout=said)
    assert said.getvalue() == "/matches/chouettes/evening/\n"
    assert Chouette.objects.get().host_id == dana.pk
    with pytest.raises(CommandError, match="no account"):
        call_command("import_chouette", file, "--host", "nobody")
