"""An entry in the making: what a line has told so far.

The readers of lines and of tables fill a draft; `rows` turns it into a row.
"""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Draft:
    """The fields of a row, and the remarks (code of a finding, piece it is about) so far."""

    name: str = ""
    given: str = ""
    family: str = ""
    country: str = ""
    rating: int | None = None
    club: str = ""
    federation_no: str = ""
    paid: bool | None = None
    note: str = ""
    remarks: tuple[tuple[str, str], ...] = ()

    def remark(self, code: str, value: str = "") -> "Draft":
        return replace(self, remarks=(*self.remarks, (code, value)))

    def add_note(self, text: str, *, joined_by: str = "; ") -> "Draft":
        return replace(self, note=f"{self.note}{joined_by}{text}" if self.note else text)

    def add_club(self, text: str) -> "Draft":
        return replace(self, club=f"{self.club}, {text}" if self.club else text)
