"""The examples in the docstrings of reader and writer show what really happens."""

from __future__ import annotations

import doctest

import scoring.notation
import scoring.notation.reader


def test_the_examples_of_the_docstrings_hold() -> None:
    for module in (scoring.notation, scoring.notation.reader):
        outcome = doctest.testmod(module)
        assert outcome.attempted > 0, module.__name__
        assert outcome.failed == 0, module.__name__
