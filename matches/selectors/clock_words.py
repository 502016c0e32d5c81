"""What a game that is lost on time is called."""

from django.utils.translation import gettext as _, pgettext

from matches.engine.clock_game import BACKGAMMON, GAMMON, SINGLE, GameSaid


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
