"""Checks of imports that Import Linter (``pyproject.toml``) cannot make.

They cover the modules that a fresh interpreter loads, and the third-party packages that are needed.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ecarte_site.setup.environment import PROJECT

STANDARD = sys.stdlib_module_names | {"__future__"}


def imported_modules(source: Path) -> Iterator[str]:
    """Yield the top-level names that a file's import statements name, those inside functions too."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield str(node.module).partition(".")[0]


def foreign_imports(folder: str, allowed: frozenset[str]) -> list[str]:
    sources = sorted((PROJECT / folder).rglob("*.py"))
    assert sources, f"{folder} holds no module"
    return [
        f"{source.relative_to(PROJECT)}: {name}"
        for source in sources
        for name in imported_modules(source)
        if name not in STANDARD | allowed
    ]


PURE = ("scoring", "worker.solver", "worker.review", "worker.ratings", "matches.rules")


ASKING = """
import importlib, pkgutil, sys
for name in sys.argv[1:]:
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, f"{name}."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    loaded = {"django", "celery"} & set(sys.modules)
    if loaded:
        sys.exit(f"{name} loads {sorted(loaded)}")
"""


def test_pure_packages_load_neither_django_nor_celery() -> None:
    # A fresh interpreter, since this one has loaded both; one for all packages, as most of it loads numba.
    command = [sys.executable, "-c", ASKING, *PURE]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=PROJECT)
    assert (result.returncode, result.stderr) == (0, "")


def test_scoring_needs_the_standard_library_alone() -> None:
    assert foreign_imports("scoring", frozenset({"scoring"})) == []


@pytest.mark.parametrize("module", ["ecarte_site.setup", "ecarte_site.setup.lock", "scoring"])
def test_imports_where_nothing_is_installed(module: str) -> None:
    asking = (
        f"import sys; sys.path.insert(0, {str(PROJECT)!r}); import {module}; print('django' in sys.modules)"
    )
    command = [sys.executable, "-I", "-S", "-c", asking]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == "False"


@pytest.mark.parametrize("package", ["worker", "matches"])
def test_packages_around_the_pure_parts_import_nothing_themselves(package: str) -> None:
    assert list(imported_modules(PROJECT / package / "__init__.py")) == []


def test_solver_and_reviews_need_numpy_and_numba_alone() -> None:
    allowed = frozenset({"scoring", "worker", "numpy", "numba"})
    assert foreign_imports("worker/solver", allowed) + foreign_imports("worker/review", allowed) == []
