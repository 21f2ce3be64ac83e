"""Make a few rubbers for the tests of the API's figures."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from matches.models import Club, Player, Rubber
from tests.factories.clubs import make_club
from tests.factories.once import made_once
from tests.matches.api.calling import Caller
from tests.matches.pages.records import import_text, text

__all__ = ["boiteau", "club", "made_boiteau", "made_once", "named", "played", "whole"]

A_WINS = "1. A S =A5 (2-0)\n2. B S =A5 (4-0)\n3. A S =A3 (5-0)"


def played(
    club: Club, b: str, day: str, event: str = "Autumn Cup", *, a: str = "Boiteau", is_won: bool = False
) -> Rubber:
    """Store a rubber that ``a`` loses to ``b``, with every card, or wins in three deals, by the marks alone."""
    tags = f'[Event "{event}"]\n' + (f'[Date "{day}"]\n' if day else "")
    how = {"deals": A_WINS, "final": "#5-0", "ending": "##1-0"} if is_won else {}
    return import_text(club, text(a, b, tags=tags, **how))[0]


@pytest.fixture(scope="module")
def made_boiteau(made_once: None) -> Player:
    club = make_club()
    played(club, "Walker", "2026.01.10")
    played(club, "Clay", "2026.01.20", "Spring Cup")
    played(club, "Walker", "2026.03.01", is_won=True)
    return Player.objects.select_related("club").get(name="Boiteau")


@pytest.fixture
def boiteau(db: None, made_boiteau: Player) -> Player:
    """Return Boiteau with three rubbers: lost in January to Walker and to Clay, won in March against Walker."""
    return deepcopy(made_boiteau)


@pytest.fixture
def club(boiteau: Player) -> Club:
    return boiteau.club


def named(name: str) -> Player:
    return Player.objects.get(name=name)


def whole(api: Caller, path: str) -> list[dict[str, Any]]:
    """Return all rows of a list, read two at a time, and check that reading backwards gives the same."""
    address = f"{path}{'&' if '?' in path else '?'}page_size=2"
    rows: list[dict[str, Any]] = []
    last = None
    while address:
        body = api.read(address)
        assert len(body["results"]) <= 2
        rows += body["results"]
        address, last = body["next"], body
    back: list[dict[str, Any]] = []
    while last is not None:
        back = [*last["results"], *back]
        last = api.get(last["previous"]).json() if last["previous"] else None
    assert back == rows
    return rows
