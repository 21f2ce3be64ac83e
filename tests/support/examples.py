"""The sizes of sweeps and properties: a few cases in the first run, more with all tests, many in `manage.py soak`."""

from __future__ import annotations

import os

import pytest

from tests.support.variables import LONG_RUN


def examples(few: int, *, many: int) -> int:
    """Return the ``max_examples`` of a property for which the profile's own numbers are not enough."""
    return many if os.environ.get(LONG_RUN) else few


def in_all(*values: object) -> list[pytest.ParameterSet]:
    """Values of one parameter for which the test runs in `--all`, and not in the first run."""
    return [pytest.param(value, marks=pytest.mark.long) for value in values]


def in_two_sizes(name: str, first: object, all_: object) -> pytest.MarkDecorator:
    """Run the test with ``first`` as its argument ``name``, and in `--all` with ``all_`` as well."""
    return pytest.mark.parametrize(name, [first, *in_all(all_)])
