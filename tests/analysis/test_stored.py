"""An analysis is kept as JSON, and what an archive brings is read strictly."""

import copy
import json
from typing import Any

import pytest

from matches.analysis import Analysis, AnalysisError, Choice, Figures, Judged, from_data, to_data

ANALYSIS = Analysis(
    plies=2,
    sides=(
        Figures(40, 30, 10, 0.5, 0.25, 1.5),
        Figures(39, 25, 0, 0.125, 0.0, -1.25),
    ),
    judged=(
        Judged(1, 1, 1, 1, Choice.PLAY, "8/5 6/5", "8/5 6/5", 0.0, "31", 0.125),
        Judged(3, 1, 3, 2, Choice.DOUBLE, "no_double", "double", 0.25),
    ),
)


def test_what_is_kept_comes_back() -> None:
    assert from_data(json.loads(json.dumps(to_data(ANALYSIS)))) == ANALYSIS


FAULTS: list[tuple[list[Any], Any]] = [
    ([], None),
    (["version"], 2),
    (["plies"], True),
    (["sides"], []),
    (["sides", 0, "plays"], -1),
    (["sides", 0, "luck"], float("nan")),
    (["sides", 0, "luck"], 1e9),
    (["sides", 0, "more"], 1),
    (["judged"], {}),
    (["judged", 0], [1]),
    (["judged", 0, 0], "1"),
    (["judged", 0, 3], 3),
    (["judged", 0, 4], "guess"),
    (["judged", 0, 5], "x" * 61),
    (["judged", 0, 5], "8/5\n"),
    (["judged", 0, 7], -0.1),
    (["judged", 0, 8], "71"),
    (["judged", 0, 9], True),
]


@pytest.mark.parametrize(("path", "value"), FAULTS, ids=str)
def test_what_is_no_analysis_is_refused(path: list[Any], value: Any) -> None:
    data: Any = copy.deepcopy(to_data(ANALYSIS))
    at = data
    for step in path[:-1]:
        at = at[step]
    if path:
        at[path[-1]] = value
    else:
        data = value
    with pytest.raises(AnalysisError) as caught:
        from_data(data)
    assert caught.value.code == "analysis_unreadable"
