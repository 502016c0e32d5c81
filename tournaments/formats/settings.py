"""What the formats have in common in reading the settings of a director from plain data."""

from collections.abc import Iterable
from datetime import date, timedelta

from tournaments.formats.errors import FormatError

MAX_BRACKET_ROUNDS = 16  # more than any field needs: 65,536 entrants


def require_known(given: Iterable[str], known: Iterable[str]) -> None:
    """Whether the format has all these settings. Raises FormatError `setting_unknown`."""
    names = list(known)
    for name in given:
        if name not in names:
            raise FormatError(
                "setting_unknown",
                "This format has no setting called %(name)s. It has: %(names)s.",
                name=str(name)[:40],
                names=", ".join(names),
            )


def round_from_final(given: object) -> int:
    """A round counted from the final, which is 1; keys of JSON are text.

    Raises FormatError `round_unknown`.
    """
    if str(given) not in {str(number) for number in range(1, MAX_BRACKET_ROUNDS + 1)}:
        raise FormatError("round_unknown", "Rounds are counted from the final, which is 1.")
    return int(str(given))


def days_after(day: date, days: int) -> date:
    """Raises FormatError `season_too_long`: a date after the year 9999."""
    try:
        return day + timedelta(days=days)
    except OverflowError:
        raise FormatError(
            "season_too_long", "The season ends after the last year there is."
        ) from None
