"""How a match ended, in words: for the log, the desk, cards and the public pages."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, TypeGuard

from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from matches.models import Outcome

Names: TypeAlias = tuple[str, str]  # of both sides

UNPLAYED = {
    Outcome.WALKOVER.value: gettext_lazy("walkover for %(name)s"),
    Outcome.FORFEIT.value: gettext_lazy("%(name)s wins by forfeit"),
}
BOTH = {
    Outcome.DOUBLE_FORFEIT.value: gettext_lazy("double forfeit: neither came"),
    Outcome.DOUBLE_LOSS.value: gettext_lazy("both lose by ruling"),
    Outcome.DRAWN.value: gettext_lazy("drawn"),
}
# Where a score would stand.
SHORT = {
    Outcome.WALKOVER.value: pgettext_lazy("walkover, where a score would stand", "w/o"),
    Outcome.FORFEIT.value: pgettext_lazy("forfeit, where a score would stand", "forf."),
}


def result_words(result: Any, names: Names | None) -> str:
    """A result of the log in words: `Anna wins 7–3`; the score is the winner's first.

    A log that came with an archive may hold anything: what is no result has no words.
    """
    data: Mapping[str, Any] = result if isinstance(result, dict) else {}
    winner, outcome, scores = (data.get(name) for name in ("winner", "outcome", "scores"))
    if winner is None:
        return str(BOTH.get(outcome, "")) if isinstance(outcome, str) else ""
    if type(winner) is not int or winner not in {1, 2}:
        return ""
    name = names[winner - 1] if names else _("side %(n)s") % {"n": winner}
    if isinstance(outcome, str) and outcome in UNPLAYED:
        return str(UNPLAYED[outcome]) % {"name": name}
    if not _is_pair(scores):
        return _("%(name)s wins") % {"name": name}
    low, high = sorted(scores)
    return _("%(name)s wins %(score)s") % {"name": name, "score": f"{high}–{low}"}


def _is_pair(scores: Any) -> TypeGuard[Sequence[int]]:
    return (
        isinstance(scores, list | tuple)
        and len(scores) == 2
        and all(type(points) is int for points in scores)
    )
