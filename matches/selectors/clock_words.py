"""How a clock is set, and what a game that is lost on time is called."""

from django.utils.translation import gettext as _, pgettext

from matches.engine.clock import ClockState
from matches.engine.clock_face import shown_time
from matches.engine.clock_game import BACKGAMMON, GAMMON, SINGLE, GameSaid


def settings_words(state: ClockState) -> str:
    """`14:00 each, and 0:12 free in every turn`: what both agree on."""
    words = {
        "simple_delay": _("%(time)s each, and %(delay)s free in every turn"),
        "bronstein": _("%(time)s each, and up to %(delay)s back after every turn"),
        "increment": _("%(time)s each, and %(delay)s more for every turn"),
    }
    told = {"time": shown_time(max(state.reserves)), "delay": shown_time(state.settings.delay)}
    said = words[state.settings.kind] if state.settings.delay else _("%(time)s each")
    return said % told


def positions() -> list[tuple[str, str, str]]:
    """What is lost, by what stood on the board: code, name, and how to tell."""
    return [
        (SINGLE, pgettext("a game lost", "Single"), _("at least one checker is off")),
        (GAMMON, _("Gammon"), _("no checker is off")),
        (BACKGAMMON, _("Backgammon"), _("and one is on the bar or in the opponent’s home")),
    ]


def said_words(text: str) -> str:
    """`Gammon × 2, 3–1`, from what a clock keeps of it."""
    said = GameSaid.read(text)
    names = {code: name for code, name, _how in positions()}
    return f"{names[said.position]} × {said.cube}, {said.scores[0]}–{said.scores[1]}"
