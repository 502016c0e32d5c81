"""A draw as plain data, and the same draw again from it.

`said` is what a draw is stored and published as: `{"seed", "field", "options", "altered"}`.
Entrants are called by their number of entry throughout, so that anybody can repeat it from the
public list. All facts that options go by (ratings, clubs, byes had before) are in them as they were
on the day: who corrects a club later changes no draw.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from tournaments.formats.alterations import Alteration, Altering
from tournaments.formats.drafting import altered
from tournaments.formats.draw import Draw, draw
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import EntrantId
from tournaments.formats.grouping import Groups, grouped, swapped
from tournaments.formats.seeding import Byes, DrawOptions
from tournaments.formats.separation import Pair, Separation
from tournaments.formats.shapes import DrawConfig

Said = Mapping[str, Any]
T = TypeVar("T")


def redrawn(said: Said, config: DrawConfig) -> Draw:
    """The draw that this data tells of, with all that was changed by hand.

    Raises FormatError as `draw` and `alter` do, and `draw_unreadable`.
    """
    field = [EntrantId(number) for number in said["field"]]
    drawn = draw(field, config, seed=said["seed"], options=options_of(said.get("options", {})))
    return altered(drawn, config, alterations_of(said.get("altered", ())))


def regrouped(said: Said, groups: int) -> Groups:
    """The groups that this data tells of, with all that was changed by hand.

    Raises FormatError as `grouped` and `swapped` do, and `draw_unreadable`.
    """
    field = [EntrantId(number) for number in said["field"]]
    options = options_of(said.get("options", {}))
    dealt = grouped(field, groups, seed=said["seed"], options=options)
    return swapped(dealt, alterations_of(said.get("altered", ())))


def draw_said(drawn: Draw, reasons: Sequence[str] = ()) -> dict[str, Any]:
    """The inverse of `redrawn`; `reasons` are names for what keeps entrants apart."""
    late = {one for alteration in drawn.altered for one in late_ones(alteration)}
    return {
        "algorithm": drawn.algorithm,
        "seed": drawn.seed,
        "field": [one for one in drawn.field if one not in late],
        "notices": [notice.code for notice in drawn.notices],
        "options": options_data(drawn.options, reasons),
        "altered": [alteration_data(each) for each in drawn.altered],
    }


def late_ones(alteration: Alteration) -> tuple[EntrantId, ...]:
    """Who came by this change."""
    match alteration.change:
        case Altering.FILL_BYE | Altering.PRELIMINARY:
            return alteration.entrants[:1]
        case Altering.GROW:
            return alteration.entrants
        case _:
            return ()


def options_data(options: DrawOptions, reasons: Sequence[str] = ()) -> dict[str, Any]:
    """Empty for a blind draw."""
    if options.is_blind:
        return {}
    names = [*reasons, *("" for _ in options.apart[len(reasons) :])]
    return {
        "seeds": list(options.seeds),
        "byes": options.byes.value,
        "ratings": _by_text(options.ratings),
        "byes_before": _by_text(options.byes_before),
        "in_order": options.in_order,
        "apart": [
            {
                "by": name,
                "weight": one.weight,
                "groups": _by_text(one.groups),
                **({"met": sorted(map(sorted, one.met))} if one.met else {}),
            }
            for name, one in zip(names, options.apart, strict=True)
        ],
    }


def options_of(data: Said) -> DrawOptions:
    if not data:
        return DrawOptions()
    try:
        return DrawOptions(
            seeds=tuple(EntrantId(_a(int, number)) for number in data["seeds"]),
            byes=Byes(data["byes"]),
            ratings=_by_number(data["ratings"], int),
            byes_before=_by_number(data["byes_before"], int),
            apart=tuple(
                Separation(
                    weight=_a(int, one["weight"]),
                    groups=_by_number(one["groups"], str),
                    met=frozenset(_pair(pair) for pair in one.get("met", ())),
                )
                for one in data["apart"]
            ),
            in_order=_a(bool, data.get("in_order", False)),
        )
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise _unreadable() from error


def alteration_data(alteration: Alteration) -> dict[str, Any]:
    return {"change": alteration.change.value, "entrants": list(alteration.entrants)}


def alterations_of(data: Sequence[Said]) -> list[Alteration]:
    try:
        return [
            Alteration(
                Altering(one["change"]), tuple(EntrantId(_a(int, n)) for n in one["entrants"])
            )
            for one in data
        ]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise _unreadable() from error


def _pair(pair: Sequence[object]) -> Pair:
    one, other = pair
    return Pair((EntrantId(_a(int, one)), EntrantId(_a(int, other))))


def _by_text(facts: Mapping[EntrantId, Any]) -> dict[str, Any]:
    return {str(number): facts[number] for number in sorted(facts)}


def _by_number(facts: Mapping[str, Any], kind: type[T]) -> dict[EntrantId, T]:
    return {EntrantId(int(number)): _a(kind, value) for number, value in facts.items()}


def _a(kind: type[T], value: Any) -> T:
    if type(value) is not kind:
        raise TypeError
    return value


def _unreadable() -> FormatError:
    return FormatError("draw_unreadable", "The options or changes of this draw cannot be read.")
