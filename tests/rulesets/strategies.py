"""Random values of rules: possible ones, one by one, and whole sets that do not contradict."""

from typing import Any

from hypothesis import strategies as st

from tournaments.rulesets.meaning import Meaning
from tournaments.rulesets.presets import PRESETS
from tournaments.rulesets.ruleset import MEANINGS


def value_of(meaning: Meaning) -> st.SearchStrategy[Any]:
    match meaning.kind:
        case "whole":
            return st.integers(meaning.low, meaning.high) | st.just(meaning.low)
        case "choice":
            return st.sampled_from(sorted(meaning.options))
        case "flag":
            return st.booleans()


codes = st.sampled_from(sorted(PRESETS))
#: A few rules changed at once: of many changed at random some nearly always contradict.
changes = st.lists(st.sampled_from(sorted(MEANINGS)), unique=True, max_size=4).flatmap(
    lambda names: st.fixed_dictionaries({name: value_of(MEANINGS[name]) for name in names})
)
