"""What the page of an analysis is told: how far it is, figures, the errors with their boards."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from matches.analysis import Analysis, Choice, Figures, Judged
from matches.analysis.values import DOUBLE, DROP, NO_DOUBLE, TAKE
from matches.analysis_svg import plot_svg
from matches.board_pages import drawing
from matches.board_svg import board_svg
from matches.models import Match
from matches.models_record import Record
from matches.record_pages import title
from matches.selectors.analyses import (
    ahead_of,
    analysis_of,
    failure_words,
    games_at,
    is_outdated,
    row_of,
)
from matches.selectors.recorded import names_of
from matches.services.gnubg import find

WORST = 10
_CUBE_WORDS = {
    DOUBLE: pgettext_lazy("the cube", "double"),
    NO_DOUBLE: pgettext_lazy("the cube", "no double"),
    TAKE: pgettext_lazy("the cube", "take"),
    DROP: pgettext_lazy("the cube", "drop"),
}
_ASKED = {
    Choice.DOUBLE: gettext_lazy("to double, or not"),
    Choice.ANSWER: gettext_lazy("to take, or to drop"),
}
Context = dict[str, Any]


def analysis_context(match: Match, record: Record) -> Context:
    names, row = names_of(match), row_of(record)
    found = analysis_of(match, record)
    return {
        "match": match,
        "record": record,
        "names": names,
        "title": title(record),
        "row": row,
        "outdated": is_outdated(record),
        "ahead": ahead_of(row) if row is not None and row.is_to_do else 0,
        "failure": failure_words(row.reason, row.detail) if row is not None and row.reason else "",
        "installed": find() is not None,
        "is_open": match.state == Match.State.OPEN,
        **({} if found is None else _found(record, found, names)),
    }


def _found(record: Record, found: Analysis, names: tuple[str, str]) -> Context:
    worst = found.worst(WORST)
    games = games_at(record, {one.at for one in worst})
    return {
        "found": found,
        "figures": figures(found),
        "plot": SafeString(plot_svg(found, names)),
        "errors": [
            {
                **judged_words(one, names),
                "svg": SafeString(
                    board_svg(drawing(games[one.at], names, one.side, dice=_thrown(one)))
                ),
            }
            for one in worst
            if one.at in games
        ],
        "judged": [judged_words(one, names) for one in found.judged],
    }


def _thrown(one: Judged) -> tuple[int, ...]:
    return tuple(int(number) for number in one.dice) if one.choice is Choice.PLAY else ()


# --- Figures -------------------------------------------------------------------------------------
def figures(found: Analysis) -> list[Context]:
    """The rows of the table: what it is, and that of either side."""
    rows: Sequence[tuple[str, str, Callable[[Figures], float | None], int]] = [
        (_("Error rate"), _("mEMG a decision"), lambda one: one.rate, 1),
        (_("Performance rating"), _("PR, half of it"), lambda one: one.rating, 2),
        (_("Lost in plays"), "EMG", lambda one: one.play_error, 3),
        (_("Lost about the cube"), "EMG", lambda one: one.cube_error, 3),
        (_("Plays with a choice"), "", lambda one: one.unforced, 0),
        (_("Decisions about the cube"), _("made, or close"), lambda one: one.cube, 0),
        (_("Luck"), "EMG", lambda one: one.luck, 3),
    ]
    told = [
        {"what": what, "unit": unit, "sides": [_number(get(one), n) for one in found.sides]}
        for what, unit, get, n in rows
    ]
    snowie = [_number(found.snowie(side), 1) for side in (1, 2)]
    told.insert(2, {"what": _("Snowie error rate"), "unit": _("mEMG a play"), "sides": snowie})
    return told


def _number(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f}".replace("-", "−")


def judged_words(one: Judged, names: Sequence[str]) -> Context:
    """A decision for a table: who, what, and what it cost."""
    return {
        "at": one.at,
        "game": one.game,
        "move": one.move,
        "side": one.side,
        "name": names[one.side - 1],
        "dice": one.dice if one.choice is Choice.PLAY else "",
        "asked": one.dice if one.choice is Choice.PLAY else str(_ASKED[one.choice]),
        "chosen": choice_words(one.chosen),
        "best": choice_words(one.best),
        "wrong": one.loss >= 0.001,
        "loss": f"{one.loss:.3f}",
        "luck": f"{one.luck:+.3f}".replace("-", "−") if one.choice is Choice.PLAY else "",
    }


def choice_words(text: str) -> str:
    """A play stays as it is; what is said about the cube is in the reader's language."""
    if text in _CUBE_WORDS:
        return str(_CUBE_WORDS[text])
    return text or _("cannot move")
