"""Pairs who consult at a board of the site: either acts, suggests, or must agree with the other."""

import pytest

from matches.models_pairs import Suggestion
from matches.selectors.live import live_board, live_versions
from matches.selectors.live_data import live_state
from matches.services.live_acting import Deed, live_act
from matches.services.reporting import match_report
from tests.builders import Stage, by_director
from tests.matches.boards import Live
from tests.matches.clocking import KEY
from tests.matches.pairs import Pairs

pytestmark = pytest.mark.django_db


def test_either_partner_acts_for_the_side_and_it_is_kept_who_did() -> None:
    pair = Pairs()
    pair.opens()
    assert pair.play("Boris", "8/5 6/5") == ""
    assert pair.do("David", "double") == ""
    assert pair.do("Anna", "take") == ""
    assert pair.who() == ["Anna", "Boris", "David", "Anna"]


def test_what_one_suggests_is_shown_to_the_own_side_alone() -> None:
    pair = Pairs()
    pair.opens()
    assert pair.play("Anna", "8/5 6/5", suggest=True) == ""
    for name in ("Anna", "Boris"):
        assert pair.shown(name) == [("Anna", "8/5 6/5")]
    for name in ("Clara", "David"):
        assert pair.shown(name) == []
    assert live_state(live_board(pair.match_id))["suggestions"] == []
    assert pair.who() == ["Anna"]


def test_a_second_thought_takes_the_place_of_the_first() -> None:
    pair = Pairs()
    pair.opens()
    pair.play("Anna", "24/20", suggest=True)
    pair.play("Anna", "8/5 6/5", suggest=True)
    pair.play("Boris", "13/10 6/5", suggest=True)
    assert pair.shown("Anna") == [("Anna", "8/5 6/5"), ("Boris", "13/10 6/5")]


def test_what_was_suggested_is_gone_with_the_next_action() -> None:
    pair = Pairs()
    pair.opens()
    pair.play("Anna", "24/20", suggest=True)
    pair.play("Boris", "8/5 6/5")
    assert not Suggestion.objects.exists()
    assert pair.who() == ["Anna", "Boris"]


def test_only_what_the_rules_allow_is_suggested_and_never_a_throw() -> None:
    pair = Pairs()
    assert pair.do("Anna", "roll", dice=[3, 1], suggest=True) == "deed_unknown"
    pair.opens()
    assert pair.play("Anna", "24/18", suggest=True) == "wrong_number"
    assert pair.play("Clara", "8/5 6/5", suggest=True) == "not_your_turn"
    assert pair.do("Anna", "take", suggest=True) != ""
    assert not Suggestion.objects.exists()


def test_who_plays_alone_has_nobody_to_suggest_to() -> None:
    live = Live()
    live.throw(1, 3, 1)
    deed = Deed(1, {"do": "play", "play": "8/5 6/5"}, suggest=True)
    assert live.do(1, "take") != ""
    with pytest.raises(Exception, match="nobody to suggest") as caught:
        live_act(match_id=live.match_id, deed=deed, act=live.by(1))
    assert getattr(caught.value, "code", "") == "no_partner"


def test_where_partners_agree_the_first_word_is_a_suggestion_and_the_second_does_it() -> None:
    pair = Pairs(by_agreement=True)
    pair.opens()
    assert pair.play("Anna", "8/5 6/5") == ""
    assert pair.play("Anna", "8/5 6/5") == ""
    assert pair.who() == ["Anna"]
    assert pair.play("Boris", "6/5 8/5") == ""
    assert pair.who() == ["Anna", "Anna, Boris"]


def test_where_partners_agree_another_play_is_another_suggestion() -> None:
    pair = Pairs(by_agreement=True)
    pair.opens()
    pair.play("Anna", "8/5 6/5")
    pair.play("Boris", "24/20")
    assert pair.who() == ["Anna"]
    pair.play("Anna", "24/20")
    assert pair.who() == ["Anna", "Boris, Anna"]


def test_where_partners_agree_the_cube_takes_both_and_a_throw_one() -> None:
    pair = Pairs(by_agreement=True)
    pair.opens()
    pair.play("Anna", "8/5 6/5")
    pair.play("Boris", "8/5 6/5")
    pair.do("Clara", "double")
    assert pair.state.game.cube.value == 1
    assert pair.do("David", "roll", dice=[6, 4]) == ""
    assert pair.shown("Clara") == []
    assert pair.play("Clara", "24/14") == ""
    assert pair.play("David", "24/14") == ""
    pair.do("Boris", "double")
    pair.do("Anna", "double")
    pair.do("Clara", "take")
    pair.do("David", "drop")
    assert pair.do("David", "take") == ""
    assert pair.state.game.cube.value == 2


def test_staff_act_for_a_side_without_asking_partners() -> None:
    pair = Pairs(by_agreement=True)
    pair.opens()
    side = pair.side("Anna")
    deed = Deed(side, {"do": "play", "play": "8/5 6/5"}, by_staff=True)
    live_act(match_id=pair.match_id, deed=deed, act=by_director())
    assert pair.who() == ["Anna", "Dana Director"]


def seen(pair: Pairs, side: int | None = None) -> str:
    """The version of the pages of a side, or of those for whoever watches."""
    return live_versions([pair.match_id], side)[pair.match_id]


def test_pages_of_the_side_look_again_after_each_suggestion_though_the_board_is_the_same() -> None:
    pair = Pairs()
    pair.opens()
    side, version = pair.side("Anna"), pair.record.version
    versions = [seen(pair, side)]
    for n, (name, text) in enumerate([("Anna", "8/5 6/5"), ("Boris", "24/20"), ("Anna", "24/20")]):
        assert pair.play(name, text, suggest=True, n=n) == ""
        versions.append(seen(pair, side))
    assert len(set(versions)) == 4
    assert pair.record.version == version


def test_no_version_tells_anybody_else_that_partners_consult() -> None:
    pair = Pairs()
    pair.opens()
    other = pair.side("Clara")
    before = seen(pair, other), seen(pair)
    assert pair.play("Anna", "8/5 6/5", suggest=True) == ""
    assert pair.play("Boris", "24/20", suggest=True) == ""
    assert (seen(pair, other), seen(pair)) == before
    assert pair.play("Boris", "8/5 6/5") == ""
    assert pair.do("Clara", "double", suggest=True) == ""
    assert seen(pair, other) != before[0]


def test_the_board_says_who_is_with_whom() -> None:
    told = live_state(live_board(Pairs().match_id))["players"]
    assert sorted(told) == [["Anna", "Boris"], ["Clara", "David"]]


def test_what_is_suggested_waits_as_long_as_a_report_does_and_goes_with_the_result() -> None:
    pair = Pairs()
    pair.opens()
    pair.play("Anna", "8/5 6/5", suggest=True)
    reporter = pair.act("Clara", 60)
    assert reporter.by.ident is not None
    match_report(match_id=pair.match_id, player_id=reporter.by.ident, scores=(3, 1), act=reporter)
    assert pair.shown("Boris") == []
    assert Suggestion.objects.exists()
    Stage(pair.event).win(KEY)
    assert not Suggestion.objects.exists()
