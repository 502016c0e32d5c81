"""Actions in an archive: each is one line of text, a short JSON list, so that a file of thousands
can be read and compared line by line."""

import json
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.services.archive_places import Place

LONGEST = 2000  # characters of a line


def line_out(values: Sequence[Any]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def line_read(place: Place, names: Sequence[str]) -> dict[str, Place]:
    """The parts of a line by these names, each knowing its place. Raises what `place` does."""
    try:
        values = json.loads(place.text(LONGEST))
    except (ValueError, RecursionError) as error:
        raise place.fault(_("a list is expected here")) from error
    listed = Place(values, place.path).items()
    if len(listed) != len(names):
        raise place.fault(_("an action of a record has %(n)s parts") % {"n": len(names)})
    return dict(zip(names, listed, strict=True))
