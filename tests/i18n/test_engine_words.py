"""What the rules of the game forbid is said in the reader's language, with its facts."""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache

import pytest
from django.utils.translation import gettext, override

from config.errors import InvalidError, in_words
from matches import engine
from matches.engine import (
    BACKGAMMON,
    Dice,
    EngineError,
    IllegalAction,
    Position,
    Roll,
    Rules,
    legal_plays,
    new_game,
)
from matches.engine.errors import Remark, together
from matches.engine.status import check_position
from matches.records import CATALOGUE
from matches.records.findings import finding
from matches.selectors.recorded import finding_data, finding_from
from tests.i18n.extract import messages
from tournaments.management.commands.makemessages import WORDED

# Mistakes of a program that calls the engine; nobody who plays can make them.
FOR_PROGRAMS = {"AuditError", "SignificanceError", "TeamError", "EngineError"}
START = BACKGAMMON.starting_position


def errors() -> Iterator[type[EngineError]]:
    for module in pkgutil.iter_modules(engine.__path__):
        for found in vars(importlib.import_module(f"matches.engine.{module.name}")).values():
            if isinstance(found, type) and issubclass(found, EngineError):
                yield found


@cache
def collected() -> frozenset[str]:
    return frozenset(message.text for message in messages())


def templates(said: EngineError | Remark) -> set[str]:
    """Its own, and those of what it says by the way."""
    inner = [templates(fact) for fact in said.detail.values() if isinstance(fact, Remark)]
    return {said.template}.union(*inner)


def refused(*, text: str = "", dice: tuple[int, int] = (6, 5)) -> EngineError:
    with pytest.raises(EngineError) as caught:
        legal_plays(START, Dice(*dice)).check(text)
    return caught.value


def test_every_kind_of_refusal_is_collected() -> None:
    assert {error.__name__ for error in errors()} == FOR_PROGRAMS | {
        name for name in WORDED if name.startswith("Illegal") or name.endswith("Error")
    } - {"FormatError", "RuleError"}


@pytest.mark.parametrize("text", ["24/18 24/19", "8/2", "13/7 13/8 6/5", "13/x", "6/off", ""])
def test_what_is_said_of_an_illegal_play_is_collected(text: str) -> None:
    assert templates(refused(text=text)) <= collected()


def test_what_comes_first_is_collected() -> None:
    with pytest.raises(IllegalAction) as caught:
        new_game(Rules(length=3)).apply(Roll(1, Dice(3, 1)))
    assert templates(caught.value) <= collected()


def test_every_finding_is_collected() -> None:
    assert {kind.template for kind in CATALOGUE.values()} <= collected()


def test_what_is_said_within_is_in_the_language_of_the_whole() -> None:
    said = together([Remark("one", "Gammon", {}), Remark("two", "Backgammon", {})])
    with override("ru"):
        assert gettext("Gammon") != "Gammon"
        assert in_words(said) == f"{gettext('Gammon')} {gettext('Backgammon')}"


def test_the_facts_that_a_program_gets_are_texts() -> None:
    detail = InvalidError.of(refused(text="24/18 24/19")).detail
    assert detail["why"] == "24/19 is blocked: the opponent holds 19."
    assert detail["example"] in legal_plays(START, Dice(6, 5))


def test_several_faults_of_a_board_are_told_together() -> None:
    with pytest.raises(EngineError) as caught:
        check_position(Position.of({6: 2, 25: 1}, {19: 3, 25: 1}), BACKGAMMON)
    assert in_words(caught.value) == caught.value.message


def test_a_finding_is_kept_with_the_reason_in_it() -> None:
    found = finding("illegal_play", text="'24/18 24/19'", dice="65", why=refused(text="8/2").remark)
    kept = finding_from(finding_data(found))
    assert kept.message == found.message
    assert templates(kept.detail["why"]) == templates(found.detail["why"])  # type: ignore[arg-type]
