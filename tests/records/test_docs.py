"""The documents of the package are true, and it needs no framework."""

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys

import pytest

from matches import records
from matches.records import CATALOGUE
from tests.engine.test_docs import Fenced
from tests.records.fixtures import ROOT

MODULES = [f"matches.records.{module.name}" for module in pkgutil.iter_modules(records.__path__)]
ALONE = "import sys; sys.modules['django'] = None; import " + ", ".join(MODULES)
PAGE = ROOT / "docs/records.md"


@pytest.mark.parametrize("name", ["matches.records", *MODULES])
def test_the_examples_of_a_module_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_examples_of_the_page_are_true() -> None:
    tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8", parser=Fenced())
    assert tried.failed == 0
    assert tried.attempted >= 9


def test_the_table_of_findings_is_that_of_the_code() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (.+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    written = {code: (severity, text) for code, severity, text in rows}
    assert written == {
        code: (kind.severity.value, kind.template) for code, kind in CATALOGUE.items()
    }


def test_it_is_imported_without_django() -> None:
    subprocess.run([sys.executable, "-c", ALONE], check=True, cwd=ROOT)


def test_every_public_name_exists() -> None:
    assert all(hasattr(records, name) for name in records.__all__)
