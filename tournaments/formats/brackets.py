"""All brackets of an event over given lines: the one place that knows every shape.

Who stands on which line is decided before (`draw`, `seeding`). A consolation that would have one
entrant only is not drawn, and a notice says so.
"""

from collections.abc import Sequence

from tournaments.formats.consolation import first_match_losers, first_round_losers, last_chance
from tournaments.formats.double import grand_final, playoff
from tournaments.formats.elimination import knockout, winners
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import CONSOLATION, MAIN, Bye, Graph, Node, Source
from tournaments.formats.progressive import Lower, is_played, lower_bracket
from tournaments.formats.rematches import expected_rematches
from tournaments.formats.shapes import DrawConfig, Notice, Shape

Built = tuple[tuple[Node, ...], tuple[Notice, ...]]


def brackets(
    lines: Sequence[Source], config: DrawConfig, preliminary: Sequence[Node] = ()
) -> tuple[Graph, tuple[Notice, ...]]:
    """The graph over these lines, and what the director should know about it.

    `preliminary` are matches before round 1; their winners are on lines. Raises FormatError:
    `lines_uneven`, `drop_rounds_out_of_range` (fewer than 2, or last chance rounds fewer than 1),
    `qualifiers_uneven`, `playoff_too_large`, and whatever `Graph` finds.
    """
    check_config(config)
    if config.shape is Shape.PLAYOFF:
        nodes, notices = _with_playoff(lines, config)
    else:
        main = knockout(MAIN, lines, config.lengths)
        below, notices = _below(main, config, preliminary)
        nodes = main + below
    nodes = (*preliminary, *nodes)
    if preliminary and config.shape is not Shape.FIRST_ROUND:
        notices += (Notice("preliminary_losers_out", {"matches": len(preliminary)}),)
    if config.last_chance is not None:
        further = last_chance(nodes, config.last_chance, rounds=config.last_chance_rounds)
        nodes += further
        if not further:
            notices += (Notice("last_chance_too_small", {}),)
    return Graph(nodes), notices


def check_config(config: DrawConfig) -> None:
    """What is impossible whatever the field is."""
    if config.rounds < 2 or config.last_chance_rounds < 1:
        raise FormatError(
            "drop_rounds_out_of_range",
            "Losers of rounds 1 to 2 at least drop here, and of consolation round 1 at least.",
            rounds=config.rounds,
            last_chance_rounds=config.last_chance_rounds,
        )
    if config.qualifiers < 1 or config.qualifiers.bit_count() != 1:
        raise FormatError(
            "qualifiers_uneven",
            "1, 2, 4, 8, ... of either bracket can go to the playoff, not %(qualifiers)s.",
            qualifiers=config.qualifiers,
        )


def _below(main: Sequence[Node], config: DrawConfig, preliminary: Sequence[Node]) -> Built:
    if config.shape is Shape.DOUBLE:
        return _double(main, config)
    if config.consolation is None:
        return (), ()
    rounds = by_round(main)
    match config.shape:
        case Shape.FIRST_ROUND:
            nodes = first_round_losers([*preliminary, *main], config.consolation)
            return _or_notice(nodes, sum(map(is_played, rounds[0])))
        case Shape.FIRST_MATCH:
            nodes = first_match_losers(rounds, config.consolation)
            return _or_notice(nodes, sum(map(is_played, rounds[0])))
        case _:
            return _progressive(rounds, config)


def _progressive(rounds: Sequence[Sequence[Node]], config: DrawConfig) -> Built:
    dropping = len(rounds) - 1
    if config.shape is Shape.ROUNDS:
        dropping = min(dropping, config.rounds)
    if dropping < 1:
        return _or_notice((), len(rounds[0]))
    lower = lower_bracket(
        CONSOLATION,
        rounds,
        config.lower_lengths,
        groups=dropping,
        shifted=config.shape is Shape.SHIFTED,
    )
    if dropping == 1 and not all(map(is_played, rounds[0])):
        return _or_notice((), sum(map(is_played, rounds[0])))
    return lower.nodes, _double_byes(lower)


def _double(main: Sequence[Node], config: DrawConfig) -> Built:
    rounds = by_round(main)
    lower = lower_bracket(CONSOLATION, rounds, config.lower_lengths, groups=len(rounds))
    (upper,) = winners(rounds[-1])
    finals = grand_final(
        upper, lower.survivors[0], config.final_lengths, second=config.second_final
    )
    return lower.nodes + finals, _double_byes(lower)


def _with_playoff(lines: Sequence[Source], config: DrawConfig) -> Built:
    """Main and lower bracket, both only until so many are left, and their knockout."""
    wanted = config.qualifiers
    entrants = len(lines) - list(lines).count(Bye())
    if entrants < 2 * wanted:
        raise FormatError(
            "playoff_too_large",
            "A playoff of %(playoff)s needs as many entrants, and there are %(entrants)s.",
            playoff=2 * wanted,
            entrants=entrants,
        )
    dropping = len(lines).bit_length() - wanted.bit_length()
    main = knockout(MAIN, lines, config.lengths, rounds=dropping)
    rounds = by_round(main)
    lower = lower_bracket(CONSOLATION, rounds, config.lower_lengths, groups=dropping, until=wanted)
    before = main + lower.nodes
    uppers, lengths = winners(rounds[-1]), config.final_lengths

    def finals(mask: int) -> tuple[Node, ...]:
        return playoff(uppers, lower.survivors, lengths, mask=mask)

    def again(mask: int) -> float:
        return expected_rematches(Graph(before + finals(mask)))

    # In a large event every order is good, and looking for the best would take long.
    mask = wanted // 2 if len(lines) > 256 else min(range(min(wanted, 8)), key=again)
    return before + finals(mask), _double_byes(lower)


def by_round(nodes: Sequence[Node]) -> list[list[Node]]:
    rounds: list[list[Node]] = []
    for node in nodes:
        if node.round > len(rounds):
            rounds.append([])
        rounds[node.round - 1].append(node)
    return rounds


def _or_notice(nodes: tuple[Node, ...], matches: int) -> Built:
    return (nodes, ()) if nodes else ((), (Notice("consolation_too_small", {"matches": matches}),))


def _double_byes(lower: Lower) -> tuple[Notice, ...]:
    if not lower.double_byes:
        return ()
    return (Notice("double_byes", {"byes": lower.double_byes}),)
