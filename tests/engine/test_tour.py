"""The engine as a library: its examples are true, and it needs no framework."""

import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest

from matches import engine

MODULES = [f"matches.engine.{module.name}" for module in pkgutil.iter_modules(engine.__path__)]
ALONE = "import sys; sys.modules['django'] = None; import " + ", ".join(MODULES)


@pytest.mark.parametrize("name", ["matches.engine", *MODULES])
def test_the_examples_of_a_module_are_true(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert tried.failed == 0


def test_the_examples_are_many() -> None:
    finder = doctest.DocTestFinder(recurse=False)
    modules = [importlib.import_module(name) for name in MODULES]
    examples = [test.examples for module in modules for test in finder.find(module)]
    assert sum(map(len, examples)) > 100


def test_the_engine_is_imported_without_django() -> None:
    subprocess.run([sys.executable, "-c", ALONE], check=True)


def test_every_public_name_exists() -> None:
    assert all(hasattr(engine, name) for name in engine.__all__)
