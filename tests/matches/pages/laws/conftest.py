from __future__ import annotations

import pytest

from matches.models import Rubber
from tests.factories.once import Copy
from tests.matches.pages.records import import_text
from tests.matches.pages.rubbers.entry.conftest import club, made_once, made_people, own_copy, people
from tests.matches.pages.rubbers.entry.people import People

__all__ = ["club", "made_once", "made_people", "own_copy", "people"]

OPEN_RULING = """\
[EGN "1"]
[Event "Autumn Cup"]
[A "Orford"]
[B "Baldwin"]
[BestOf "1"]
[Termination "unfinished"]
[Result "*"]

Game 1
1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S CT SQ, CK C7, DQ DJ, HA C8, D8 S8 =B4 (0-2)
*
"""
"""A record in which Orford discards a spade on a trump, able to follow suit: a ruling under law 43."""


@pytest.fixture(scope="module")
def made_draft(made_people: People) -> Rubber:
    return import_text(made_people.club, OPEN_RULING)[0]


@pytest.fixture
def draft(people: People, own_copy: Copy, made_draft: Rubber) -> Rubber:
    """Return a rubber that waits for a ruling under law 43."""
    return own_copy(made_draft)
