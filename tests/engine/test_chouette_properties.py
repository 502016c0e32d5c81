"""Whatever is said at a chouette, in whatever order, its books balance."""

from contextlib import suppress
from functools import reduce
from typing import Any

from hypothesis import given, settings, strategies as st

from matches.engine.chouette import (
    BOX,
    TEAM,
    Action,
    Beaver,
    Chouette,
    ChouetteError,
    ChouetteRules,
    Double,
    DrawOrder,
    Drop,
    Finish,
    Join,
    Leave,
    Raccoon,
    Start,
    Take,
    open_chouette,
)

PLAYERS = st.sampled_from(["A", "B", "C", "D", "E"])
SPEAKERS: st.SearchStrategy[Any] = PLAYERS | st.sampled_from([None, True, 1, 2.5, "", [], {}])
WORDS = st.sampled_from([Double, Take, Drop, Beaver, Raccoon])


@st.composite
def house_rules(draw: st.DrawFn) -> ChouetteRules:
    multi, beaver = draw(st.booleans()), draw(st.booleans())
    return ChouetteRules(
        cube="multi" if multi else "single",
        beaver=beaver,
        raccoon=beaver and draw(st.booleans()),
        sole_taker_beavers=beaver and draw(st.booleans()),
        jacoby=draw(st.booleans()),
        auto_double_limit=draw(st.sampled_from([0, 1, None])),
        box_takes_captain=multi and draw(st.booleans()),
        box_takes_half=multi and draw(st.booleans()),
        max_players=draw(st.integers(3, 6)),
    )


def tables() -> st.SearchStrategy[Chouette]:
    return st.builds(open_chouette, st.just(["A", "B", "C"]), house_rules())


ANYTHING: st.SearchStrategy[Any] = st.one_of(
    st.builds(Start, st.integers(-1, 40)),
    st.builds(Finish, st.integers(0, 3), st.integers(0, 4)),
    st.builds(lambda word, by, member: word(by, member), WORDS, SPEAKERS, SPEAKERS),
    st.builds(Join, SPEAKERS, st.none() | st.integers(-1, 7)),
    st.builds(Leave, SPEAKERS),
    st.builds(DrawOrder, st.text("1234567", max_size=9)),
    st.none(),
)


def check(chouette: Chouette) -> None:
    running = dict(chouette.game.paid) if chouette.game else {}
    assert sum(chouette.accounts.values()) == 0
    assert len(set(chouette.order)) == len(chouette.order)
    assert set(chouette.order) <= set(chouette.accounts)
    if chouette.game:
        assert chouette.game.box == chouette.box
        assert {*chouette.game.members, *running} == set(chouette.order[1:])
        assert len(chouette.game.members) + len(running) == len(chouette.order) - 1
        assert list(chouette.game.members) == [
            player for player in chouette.order if player in chouette.game.members
        ]


@given(tables(), st.lists(ANYTHING, max_size=40))
def test_anything_is_done_or_refused_and_the_books_balance(
    chouette: Chouette, actions: list[Any]
) -> None:
    for action in actions:
        with suppress(ChouetteError):
            chouette = chouette.apply(action)
        check(chouette)


@settings(max_examples=60)
@given(house_rules(), st.data())
def test_an_evening_by_the_rules_never_gets_stuck_and_replays(
    rules: ChouetteRules, data: st.DataObject
) -> None:
    opened = open_chouette(["A", "B", "C", "D", "E"][: rules.max_players], rules)
    chouette, said = opened, list[Action]()
    for _ in range(25):
        offers = [action for action in chouette.legal_actions() if not isinstance(action, Leave)]
        assert offers
        said.append(data.draw(st.sampled_from(offers)))
        chouette = chouette.apply(said[-1])
        check(chouette)
        assert set(chouette.order) == set(opened.order)
    assert reduce(Chouette.apply, said, opened) == chouette


@given(tables(), st.sampled_from([BOX, TEAM]), st.integers(1, 3), WORDS, PLAYERS)
def test_a_finished_game_takes_no_more_words(
    chouette: Chouette, winner: int, kind: int, word: Any, by: str
) -> None:
    over = chouette.apply(Start()).apply(Finish(winner, kind))
    assert over.is_legal(Start())
    assert not over.is_legal(word(by))
    assert not over.is_legal(Finish(winner, kind))


@given(tables(), st.lists(st.sampled_from([BOX, TEAM]), max_size=12))
def test_the_result_of_a_game_is_what_the_accounts_moved_by(
    chouette: Chouette, winners: list[int]
) -> None:
    for winner in winners:
        before = chouette.accounts
        chouette = chouette.apply(Start()).apply(Finish(winner))
        assert chouette.last is not None
        moved = {player: points - before[player] for player, points in chouette.accounts.items()}
        assert moved == dict(chouette.last.scores)
        assert (moved[chouette.last.scores[0][0]] > 0) == (winner == BOX)


@settings(max_examples=60)
@given(tables(), st.lists(ANYTHING, max_size=25), WORDS, PLAYERS, st.none() | PLAYERS)
def test_what_is_accepted_is_listed_as_legal(
    chouette: Chouette, actions: list[Any], word: Any, by: str, member: str | None
) -> None:
    chouette = chouette.apply(Start())
    for action in actions:
        with suppress(ChouetteError):
            chouette = chouette.apply(action)
    action = word(by, None if member == by else member)
    assert chouette.is_legal(action) == (action in chouette.legal_actions())
