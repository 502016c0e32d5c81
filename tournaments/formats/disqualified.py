"""Places without those who are disqualified: they take none, and everybody below moves up.

Their results stay, for the others as well: whoever lost to one of them has lost, and a tie-break
that counts opponents counts them as they stood. This is for directors to announce beforehand; no
federation text that was found says otherwise.
"""

from collections.abc import Collection, Mapping
from typing import TypeAlias

from tournaments.formats.graph import EntrantId

Span: TypeAlias = tuple[int, int]  # the first and the last place that are shared, or can still come


def places_without(
    spans: Mapping[EntrantId, Span], out: Collection[EntrantId]
) -> dict[EntrantId, Span]:
    """The places of all others, in the order given."""
    gone = [span for entrant, span in spans.items() if entrant in out]
    return {
        entrant: _closed_up(span, gone) for entrant, span in spans.items() if entrant not in out
    }


def _closed_up(span: Span, gone: Collection[Span]) -> Span:
    first, last = span
    return (
        first - sum(other_last < first for _, other_last in gone),
        last - sum(other_first <= last for other_first, _ in gone),
    )
