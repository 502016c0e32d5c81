"""What a rule set says; see `presets` for the sets themselves.

A rule set is data. An event copies it when it is created and each match copies it from the event,
so that a later edit never changes a match that is being played.
"""

from dataclasses import asdict, dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of an event that the software acts on.

    `confirm_minutes`: after so many minutes an unanswered report becomes the result; 0 means never.
    """

    code: str
    confirm_minutes: int

    def __post_init__(self) -> None:
        """Raises ValueError when a value cannot be meant."""
        if not 0 <= self.confirm_minutes <= MAX_CONFIRM_MINUTES:
            raise ValueError(f"confirm_minutes is 0 to {MAX_CONFIRM_MINUTES}")

    def changed(self, **changes: Any) -> "RuleSet":
        """The same set with some values of the director's own."""
        return replace(self, **changes)

    def as_data(self) -> dict[str, Any]:
        """A JSON object, for the copies in events and matches."""
        return asdict(self)


MAX_CONFIRM_MINUTES = 14 * 24 * 60
