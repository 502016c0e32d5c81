"""What an analysis found, drawn: what each side had lost by each turn, and who had the luck.

Two pictures over one axis, that of the turns. Only strings are built here; colours are for
`analysis.css`. The table beside it says the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate, groupby

from django.utils.translation import gettext as _

from matches.analysis import Analysis, Judged

WIDTH = 720
_LEFT, _RIGHT = 56, 12
_ABOVE, _BELOW, _BETWEEN = 22, 28, 34
_LOST, _LUCK = 190, 130  # how high the pictures are
HEIGHT = _ABOVE + _LOST + _BETWEEN + _LUCK + _BELOW
_NAMED = 'aria-labelledby="plot-title plot-words"'
_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)


@dataclass(frozen=True, slots=True)
class _Turn:
    """What either side lost in a turn, whoever's it was, and how much luck side 1 had more."""

    game: int
    lost: tuple[float, float]
    luck: float


@dataclass(frozen=True, slots=True)
class _Panel:
    """Where values from `low` to `high` are drawn; `step` is between two lines."""

    top: int
    height: int
    low: float
    high: float
    step: float

    def y(self, value: float) -> float:
        return self.top + self.height * (self.high - value) / (self.high - self.low)


def _turns(analysis: Analysis) -> list[_Turn]:
    return [
        _turn(game, list(told))
        for (game, _move), told in groupby(analysis.judged, lambda one: (one.game, one.move))
    ]


def _turn(game: int, told: Sequence[Judged]) -> _Turn:
    first, second = (sum(one.loss for one in told if one.side == side) for side in (1, 2))
    luck = sum(one.luck if one.side == 1 else -one.luck for one in told)
    return _Turn(game, (first, second), luck)


def plot_svg(analysis: Analysis, names: Sequence[str]) -> str:
    """Both pictures. What was lost rises from the left to the right; luck is that of side 1 less
    that of side 2."""
    turns = _turns(analysis)
    lost = [_sums(turn.lost[place] for turn in turns) for place in (0, 1)]
    luck = _sums(turn.luck for turn in turns)
    upper = _panel(_ABOVE, _LOST, [*lost[0], *lost[1]])
    lower = _panel(_ABOVE + _LOST + _BETWEEN, _LUCK, luck)
    title = _("Errors and luck, turn by turn")
    parts = [
        f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" {_NAMED}>',
        f'<title id="plot-title">{escape(title)}</title>',
        f'<desc id="plot-words">{escape(_words(names, lost, luck))}</desc>',
        *_games(turns),
        *_grid(upper, _("Lost so far (EMG)")),
        *_grid(lower, _("Luck of %(name)s (EMG)") % {"name": names[0]}),
        _line(upper, lost[0], "s1"),
        _line(upper, lost[1], "s2"),
        _line(lower, luck, "luck"),
        "</svg>",
    ]
    return "".join(parts)


def _sums(values: Iterable[float]) -> list[float]:
    """From 0 on, after each turn."""
    return list(accumulate(values, initial=0.0))


def _words(names: Sequence[str], lost: Sequence[Sequence[float]], luck: Sequence[float]) -> str:
    facts = {"one": names[0], "other": names[1], "luck": f"{luck[-1]:+.2f}"}
    facts |= {"lost_1": f"{lost[0][-1]:.2f}", "lost_2": f"{lost[1][-1]:.2f}"}
    return (
        _("At the end %(one)s had lost %(lost_1)s, %(other)s %(lost_2)s; luck stood at %(luck)s "
          "for %(one)s.") % facts
    )  # fmt: skip


def _panel(top: int, height: int, values: Sequence[float]) -> _Panel:
    """With about four lines, and at least one step to each side that has values."""
    low, high = min(values), max(values)
    step = next((one for one in _STEPS if one * 4 >= high - low), _STEPS[-1])
    lowest = -step * -(low // step) if low < 0 else 0.0
    highest = step * -(-high // step) if high > 0 else 0.0
    if highest == lowest:
        highest = lowest + step
    return _Panel(top, height, lowest, highest, step)


def _x(n: int, turns: int) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * n / max(turns, 1)


def _line(panel: _Panel, values: Sequence[float], kind: str) -> str:
    last = len(values) - 1
    points = " ".join(f"{_x(n, last):.1f},{panel.y(one):.1f}" for n, one in enumerate(values))
    return f'<polyline class="line {kind}" points="{points}"/>'


def _grid(panel: _Panel, title: str) -> Iterator[str]:
    count = round((panel.high - panel.low) / panel.step)
    for n in range(count + 1):
        value = panel.low + n * panel.step
        y = panel.y(value)
        zero = " zero" if abs(value) < panel.step / 2 else ""
        yield f'<path class="grid{zero}" d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}"/>'
        label = f"{value:g}" if panel.step >= 1 else f"{value:.2f}"
        yield f'<text class="scale" x="{_LEFT - 6}" y="{y + 4:.1f}">{label}</text>'
    yield f'<text class="panel" x="{_LEFT}" y="{panel.top - 8}">{escape(title)}</text>'


def _games(turns: Sequence[_Turn]) -> Iterator[str]:
    """Where each game begins."""
    bottom, known, free = HEIGHT - _BELOW, 0, 0.0
    for n, turn in enumerate(turns):
        if turn.game == known:
            continue
        known = turn.game
        x = _x(n, len(turns))
        yield f'<path class="game" d="M{x:.1f} {_ABOVE}V{bottom}"/>'
        if x >= free:
            yield f'<text class="number" x="{x + 3:.1f}" y="{bottom + 18}">{known}</text>'
            free = x + 22
