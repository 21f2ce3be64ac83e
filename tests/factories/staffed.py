"""A club with a member in every role, created once for a file of tests, and browsers of two of them."""

from __future__ import annotations

from copy import deepcopy

import pytest
from django.test import Client

from matches.models import Club
from tests.factories.once import made_once
from tests.matches.pages.exchange.club import staffed_club, user

__all__ = ["club", "director", "made_once", "owner", "staffed"]


@pytest.fixture(scope="module")
def staffed(made_once: None) -> Club:
    return staffed_club()


@pytest.fixture
def club(db: None, staffed: Club) -> Club:
    """The Portland club, with a member in every role."""
    return deepcopy(staffed)


@pytest.fixture
def director(client: Client, club: Club) -> Client:
    client.force_login(user("director"))
    return client


@pytest.fixture
def owner(client: Client, club: Club) -> Client:
    client.force_login(user("owner"))
    return client
