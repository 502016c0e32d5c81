"""Whole records: whatever is submitted, a match stays sound, and a record replays to its state."""

from typing import Any

from hypothesis import given, settings, strategies as st

from matches.engine.actions import (
    AcceptResignation,
    Action,
    Award,
    AwardMatch,
    Beaver,
    Correct,
    Double,
    DrawGame,
    Drop,
    MakePlay,
    Misplay,
    NameDouble,
    OpeningThrow,
    Raccoon,
    RefuseResignation,
    Resign,
    Roll,
    Stand,
    Take,
    TimeOut,
    VoidRoll,
    from_data,
    to_data,
)
from matches.engine.dice import Dice
from matches.engine.errors import EngineError
from matches.engine.match import MatchState, new_match, replay
from matches.engine.position import CHECKERS, PLACES
from matches.engine.presets import VARIANTS
from matches.engine.rules import Rules
from matches.engine.turn import Phase
from matches.engine.variant import Variant

sides = st.sampled_from([1, 2])
faces = st.integers(1, 6)
kinds = st.integers(-1, 4)
words = st.sampled_from(["", "24/18 13/8", "bar/20", "8/5 6/5", "1/off", "hand/20", "x/y", "6/5*"])

anything: st.SearchStrategy[Action] = st.one_of(
    st.builds(OpeningThrow, faces, faces),
    st.builds(Roll, sides, st.builds(Dice, faces, faces)),
    st.builds(MakePlay, sides, words),
    st.builds(NameDouble, sides, faces),
    *(st.builds(kind, sides) for kind in (Double, Take, Drop, Beaver, Raccoon, Stand)),
    st.builds(Resign, sides, kinds),
    st.builds(AcceptResignation, sides),
    st.builds(RefuseResignation, sides),
    st.builds(Correct, sides, words),
    st.builds(VoidRoll, sides),
    st.builds(Award, sides, kinds),
    st.builds(TimeOut, sides),
    st.builds(AwardMatch, sides),
    st.just(DrawGame()),
)


@st.composite
def rules_of(draw: st.DrawFn) -> Rules:
    variant: Variant = draw(st.sampled_from(list(VARIANTS.values())))
    money: dict[str, Any] = {}
    length = draw(st.sampled_from([None, 1, 2, 3, 5]))
    if length is None and variant.cube != "never":
        money = {"beavers": True, "raccoons": True, "auto_doubles": 1, "cube": True}
    return Rules(length=length, variant=variant, **money)


def is_sound(match: MatchState) -> bool:
    position = match.game.position
    counts = [sum(position.count(side, place) for place in PLACES) for side in (1, 2)]
    return counts == [CHECKERS, CHECKERS] and min(match.score) >= 0


def chosen(match: MatchState, pick: int) -> Action:
    """One of the actions that are possible, plays and rolls rather than giving up."""
    actions = [a for a in match.legal_actions() if not isinstance(a, Resign | Drop)]
    action = actions[pick % len(actions)]
    if isinstance(action, MakePlay) and match.game.turn.phase is Phase.PLAY and pick % 7 == 0:
        return Misplay(action.side, match.game.position)
    return action


@settings(max_examples=150)
@given(rules_of(), st.lists(st.tuples(st.integers(0, 10_000), anything), min_size=5, max_size=80))
def test_any_actions_leave_a_sound_match_or_an_error_of_the_engine(
    rules: Rules, steps: list[tuple[int, Action]]
) -> None:
    match, record, refusals = new_match(rules), [], []
    for pick, junk in steps:
        for action in (junk, chosen(match, pick) if not match.is_over else DrawGame()):
            if isinstance(action, AwardMatch | TimeOut | DrawGame | Award) and pick % 5:
                continue
            try:
                match = match.apply(action)
            except EngineError as error:
                refusals.append(error)
            else:
                record.append(action)
            assert is_sound(match)
    assert all(error.code and error.message for error in refusals)
    assert replay(rules, record) == match
    assert replay(rules, [from_data(to_data(action)) for action in record]) == match


@settings(max_examples=80)
@given(rules_of(), st.lists(st.integers(0, 10_000), min_size=1, max_size=80))
def test_every_listed_action_is_accepted_at_any_moment(rules: Rules, picks: list[int]) -> None:
    match = new_match(rules)
    for pick in picks:
        if match.is_over:
            return
        actions = list(match.legal_actions())
        match = match.apply(actions[pick % len(actions)])
        assert is_sound(match)
