from __future__ import annotations

from copy import deepcopy

import pytest

from matches.models import Club, Player
from tests.factories.clubs import make_club
from tests.factories.once import made_once
from tests.matches.files import SEASON
from tests.matches.files import import_text as import_files
from tests.matches.pages.figures.reading import dated
from tests.matches.pages.records import import_text, text

__all__ = ["made_once"]

RECORD_START = '[EGN "1"]\n'


@pytest.fixture
def garrick(db: None) -> Club:
    """Return the club with its 40 rubbers of the sample season."""
    records = SEASON.read_text().split(RECORD_START)[1:]
    import_files(*(RECORD_START + record for record in records if '[Club "Garrick"]' in record))
    return Club.objects.get(name="Garrick")


@pytest.fixture(scope="module")
def made_boiteau(made_once: None) -> Player:
    club = make_club()
    import_text(
        club,
        dated("Walker", "2026.01.10"),
        dated("Clay", "2026.01.20", "Spring Cup"),
        dated("Walker", "2026.03.01"),
    )
    return Player.objects.select_related("club").get(name="Boiteau")


@pytest.fixture
def boiteau(db: None, made_boiteau: Player) -> Player:
    """Return Boiteau with three rubbers: two in January against Walker and Clay, one in March against Walker."""
    return deepcopy(made_boiteau)


@pytest.fixture
def walker(boiteau: Player) -> Player:
    return Player.objects.get(name="Walker")


@pytest.fixture
def garrick_too(boiteau: Player) -> Club:
    """Return another club, in which Boiteau played Pole outside any named event."""
    there = make_club("garrick")
    lines = text("Boiteau", "Pole").split("\n[B ", 1)
    import_text(there, f'{lines[0]}\n[AId "{boiteau.public_id}"]\n[B {lines[1]}')
    return there
