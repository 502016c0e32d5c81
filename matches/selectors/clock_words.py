"""A clock in words: how it is set, and what a game that is lost on time is called."""

from django.utils.translation import gettext as _, gettext_lazy, pgettext

from matches.engine.clock import ClockState
from matches.engine.clock_face import shown_time
from matches.engine.clock_game import BACKGAMMON, GAMMON, SINGLE, GameSaid
from matches.engine.clock_settings import SECOND
from matches.selectors.time_words import seconds_words

# What the delay of a turn is, by the kind of clock.
_EACH = {
    "simple_delay": gettext_lazy("%(reserve)s each, %(delay)s delay a move"),
    "bronstein": gettext_lazy("%(reserve)s each, up to %(delay)s given back a move"),
    "increment": gettext_lazy("%(reserve)s each, %(delay)s added a move"),
}


def settings_words(state: ClockState) -> str:
    """How a clock is set that has not run yet: what both agree on."""
    return set_to_words(max(state.reserves), state.settings.delay, state.settings.kind)


def set_to_words(reserve: int, delay: int, kind: str) -> str:
    """`14:00 each, 12 s delay a move`, from milliseconds: what each has for a match, a set or a
    game, and for a move."""
    told = {"reserve": shown_time(reserve), "delay": seconds_words(delay // SECOND)}
    words = _EACH.get(kind, "%(reserve)s, %(delay)s")
    return str(words if delay else _("%(reserve)s each, no delay")) % told


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
