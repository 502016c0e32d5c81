"""A backgammon board as SVG: any of the ten games, seen by one of the sides.

The own side is at the bottom and bears off at the right, or at the left where the set-up is
mirrored. Only strings are built here; colours are for `board.css`, and a page that can be played on
finds in `data-` attributes where each place is drawn, so that no script knows the board.

Places are told as their side counts them: 24 to 1, 25 the bar, 26 the hand, 0 off.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from django.utils.translation import gettext as _, ngettext

from matches.engine.notation import WrittenPlay
from matches.engine.position import BAR, HAND, OFF, POINTS, Position
from matches.engine.variant import Variant, opponent_point

WIDTH, HEIGHT = 1080, 840
_TRAY, _POINT, _FRAME, _DISC = 80, 70, 40, 66
_RIM = _DISC // 2
_LONG = 5 * _DISC  # of a point
_SHOWN = 5  # checkers of a stack that are drawn; more of them is a number
_MIDDLE = HEIGHT // 2
_MARK = 7  # how thick the mark of the newest play is
_FLAT = 21  # a checker that is off, seen from its edge
_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is drawn: `position` as side 1 sees it; `below` is the side at the bottom.

    `dice` lie on the right of whoever threw them (`thrower`); `cube` is its value with its owner (0
    in the middle), None where there is none; `offered` what it would show, with whoever is to take
    or drop; `newest` is the play to mark, with its side. `names` are those of side 1 and 2.
    """

    position: Position
    variant: Variant
    names: tuple[str, str]
    below: int = 1
    mirrored: bool = False
    dice: Sequence[int] = ()
    thrower: int = 0
    cube: tuple[int, int] | None = None
    offered: tuple[int, int] | None = None
    newest: tuple[int, WrittenPlay] | None = None


def board_svg(drawn: Drawn, *, playable: bool = False) -> str:
    """The whole board. A playable one is a group of places, any other one picture."""
    seen = drawn.position if drawn.below == 1 else drawn.position.mirrored()
    head = (
        f'<svg class="board" viewBox="0 0 {WIDTH} {HEIGHT}" role="{"group" if playable else "img"}"'
        f' aria-label="{escape(board_words(drawn))}" data-below="{drawn.below}"'
        f"{_words_data() if playable else ''}>"
    )
    parts = [
        head,
        f'<rect class="frame" width="{WIDTH}" height="{HEIGHT}" rx="18"/>',
        *_felt(drawn),
        *_newest(drawn),
        *(_place(spot, seen, drawn.below) for spot in _spots(drawn)),
        *_cube(drawn),
        *_dice(drawn),
        "</svg>",
    ]
    return "".join(parts)


def _words_data() -> str:
    """What a script that moves checkers calls a place with so many of them."""
    most = range(16)
    told = {
        "own": [_yours(n) for n in most],
        "other": [_theirs(n) for n in most],
        "goal": _("the checker may go here"),
    }
    return f' data-words="{escape(json.dumps(told, ensure_ascii=False))}"'


def board_words(drawn: Drawn) -> str:
    """Where everybody stands, for those who do not see it."""
    said = [_side_words(drawn, side) for side in (drawn.below, 3 - drawn.below)]
    return _("Board. %(one)s. %(other)s.") % {"one": said[0], "other": said[1]}


def _side_words(drawn: Drawn, side: int) -> str:
    names = {BAR: _("bar"), HAND: _("in hand"), OFF: _("off")}
    places = drawn.position.places(side).items()
    told = ", ".join(f"{names.get(place, str(place))}: {count}" for place, count in places)
    return f"{drawn.names[side - 1]} {told}"


# --- Places --------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Spot:
    """Where one place of the wood is drawn; `own` and `other` are what the sides call it, -1 for
    nothing. Checkers lie from `y` on in steps of `step`."""

    x: int
    y: int
    step: int
    own: int = -1
    other: int = -1
    flat: bool = False


def _spots(drawn: Drawn) -> Iterator[_Spot]:
    top, bottom = _FRAME + _RIM, HEIGHT - _FRAME - _RIM
    for point in POINTS:
        yield from _points(drawn, point, top, bottom)
    middle = WIDTH // 2
    yield _Spot(middle, _MIDDLE + _DISC + 10, _DISC - 20, own=BAR)
    yield _Spot(middle, _MIDDLE - _DISC - 10, 20 - _DISC, other=BAR)
    off = _flipped(drawn, WIDTH - _TRAY // 2)
    yield _Spot(off, HEIGHT - _FRAME - 10, -_FLAT, own=OFF, flat=True)
    yield _Spot(off, _FRAME + 10, _FLAT, other=OFF, flat=True)
    if drawn.variant.enters_from_hand:
        hand = _flipped(drawn, _TRAY // 2)
        yield _Spot(hand, bottom, -_DISC, own=HAND)
        yield _Spot(hand, top, _DISC, other=HAND)


def _points(drawn: Drawn, point: int, top: int, bottom: int) -> Iterator[_Spot]:
    """One point; in the game without a track six of each side, facing each other."""
    low = point <= 12
    column = 12 - point if low else point - 13
    x, y, step = _x(drawn, column), bottom if low else top, -_DISC if low else _DISC
    if drawn.variant.geometry != "none":
        yield _Spot(x, y, step, point, opponent_point(drawn.variant, point))
    elif point <= 6:
        yield _Spot(x, bottom, -_DISC, own=point)
        yield _Spot(x, top, _DISC, other=point)


def _x(drawn: Drawn, column: int) -> int:
    return _flipped(drawn, _TRAY + _POINT // 2 + _POINT * column + _TRAY * (column > 5))


def _flipped(drawn: Drawn, x: int) -> int:
    return WIDTH - x if drawn.mirrored else x


def _place(spot: _Spot, seen: Position, below: int) -> str:
    """A place with its checkers; whoever is pinned lies undermost."""
    own = seen.count(1, spot.own) if spot.own >= 0 else 0
    other = seen.count(2, spot.other) if spot.other >= 0 else 0
    discs = [below] * own + [3 - below] * other
    if own and other and spot.other in seen.pinned(2):
        discs.reverse()
    name = _place_name(spot)
    said = escape(", ".join(part for part in (name, _yours(own), _theirs(other)) if part))
    high = _LONG if spot.step < 0 else 0
    rim = 10 if spot.flat else _RIM
    box = f'x="{spot.x - 35}" y="{spot.y - high + (rim if spot.step < 0 else -rim)}"'
    flat = ' data-flat="1"' if spot.flat else ""
    return (
        f'<g class="spot" data-own="{spot.own}" data-other="{spot.other}" data-x="{spot.x}"'
        f' data-y="{spot.y}" data-step="{spot.step}"{flat}'
        f' data-name="{escape(name)}" aria-label="{said}">'
        f'<rect class="touch" {box} width="70" height="{_LONG}"/>'
        f'<g class="discs">{_discs(spot, discs)}</g></g>'
    )


def _place_name(spot: _Spot) -> str:
    names = {BAR: _("Bar"), HAND: _("Hand"), OFF: _("Off")}
    place = spot.own if spot.own >= 0 else spot.other
    return names.get(place) or _("Point %(n)s") % {"n": place}


def _yours(count: int) -> str:
    return ngettext("%(n)s of yours", "%(n)s of yours", count) % {"n": count} if count else ""


def _theirs(count: int) -> str:
    return ngettext("%(n)s of theirs", "%(n)s of theirs", count) % {"n": count} if count else ""


def _discs(spot: _Spot, discs: Sequence[int]) -> str:
    if spot.flat:
        return "".join(
            f'<rect class="disc s{side}" x="{spot.x - 30}" y="{spot.y + spot.step * n - 9}"'
            ' width="60" height="18" rx="5"/>'
            for n, side in enumerate(discs)
        )
    drawn = "".join(
        f'<circle class="disc s{side}" cx="{spot.x}" cy="{spot.y + spot.step * n}" r="{_RIM - 1}"/>'
        for n, side in enumerate(discs[:_SHOWN])
    )
    if len(discs) <= _SHOWN:
        return drawn
    y = spot.y + spot.step * (_SHOWN - 1)
    return f'{drawn}<text class="many s{discs[-1]}" x="{spot.x}" y="{y}">{len(discs)}</text>'


# --- The wood ------------------------------------------------------------------------------------
def _newest(drawn: Drawn) -> Iterator[str]:
    """A mark at the rim where checkers came to, and a paler one where they came from."""
    if drawn.newest is None:
        return
    side, play = drawn.newest
    starts, ends = {word.start for word in play.words}, {word.stops[-1] for word in play.words}
    for spot in _spots(drawn):
        place = spot.own if side == drawn.below else spot.other
        if place in starts | ends and place not in {BAR, HAND}:
            kind = "came" if place in ends else "left"
            rim = 10 if spot.flat else _RIM
            y = spot.y + rim if spot.step < 0 else spot.y - rim - _MARK
            yield f'<rect class="{kind}" x="{spot.x - 30}" y="{y}" width="60" height="{_MARK}"/>'


def _felt(drawn: Drawn) -> Iterator[str]:
    wide, high = 6 * _POINT, HEIGHT - 2 * _FRAME
    for left in (_TRAY, 2 * _TRAY + wide):
        yield f'<rect class="felt" x="{left}" y="{_FRAME}" width="{wide}" height="{high}"/>'
    if drawn.variant.geometry == "none":
        numbers = [(point, 12 - point, low) for point in range(1, 7) for low in (True, False)]
    else:
        numbers = [(p, 12 - p if p <= 12 else p - 13, p <= 12) for p in POINTS]
    for point, column, low in numbers:
        x = _x(drawn, column)
        base = HEIGHT - _FRAME if low else _FRAME
        tip = base - _LONG if low else base + _LONG
        dark = "dark" if (column + low) % 2 else "light"
        yield f'<path class="point {dark}" d="M{x - 35} {base}L{x} {tip}L{x + 35} {base}Z"/>'
        yield f'<text class="number" x="{x}" y="{HEIGHT - 14 if low else 28}">{point}</text>'


def _cube(drawn: Drawn) -> Iterator[str]:
    if drawn.cube is None:
        return
    value, owner = drawn.offered or drawn.cube
    x = _flipped(drawn, _TRAY // 2)
    y = {0: _MIDDLE, drawn.below: HEIGHT - _FRAME - 40}.get(owner, _FRAME + 40)
    if drawn.offered is not None:
        x, y = _half(drawn, owner), _MIDDLE
    yield f'<g class="cube"><rect x="{x - 30}" y="{y - 30}" width="60" height="60" rx="9"/>'
    yield f'<text x="{x}" y="{y}">{64 if value == 1 else value}</text></g>'


def _half(drawn: Drawn, side: int) -> int:
    """The middle of the right half for the one at the bottom, of the left half for the other."""
    return 2 * _TRAY + 9 * _POINT if side == drawn.below else _TRAY + 3 * _POINT


def _dice(drawn: Drawn) -> Iterator[str]:
    centre = _half(drawn, drawn.thrower)
    for n, number in enumerate(drawn.dice):
        x = centre - 45 + 90 * n
        yield f'<g class="die s{drawn.thrower}" data-number="{number}">'
        yield f'<rect x="{x - 33}" y="{_MIDDLE - 33}" width="66" height="66" rx="12"/>'
        for across, down in _PIPS[number]:
            yield f'<circle cx="{x + 18 * across}" cy="{_MIDDLE + 18 * down}" r="6.5"/>'
        yield "</g>"
