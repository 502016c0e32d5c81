"""Expecting a format to refuse, by the code of the refusal."""

import pytest

from tournaments.formats.errors import FormatError


def refused(code: str) -> pytest.RaisesExc[FormatError]:
    """Also makes sure that the message can be written from the detail."""
    return pytest.raises(FormatError, check=lambda error: error.code == code and bool(str(error)))
