"""The documents of the package are true, and it needs no framework."""

import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest

from matches import analysis
from matches.analysis import REASONS, AnalysisError
from tests.records.fixtures import ROOT

MODULES = [f"matches.analysis.{module.name}" for module in pkgutil.iter_modules(analysis.__path__)]
ALONE = "import sys; sys.modules['django'] = None; import " + ", ".join(MODULES)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_it_is_imported_without_django() -> None:
    subprocess.run([sys.executable, "-c", ALONE], check=True, cwd=ROOT)


def test_each_reason_is_a_sentence_and_each_code_is_told_to_programs() -> None:
    api = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    for code in REASONS:
        assert str(AnalysisError(code, limit=1, game=1, move=1, minutes=1, times=1, why="so"))
        assert f"`{code}`" in api
