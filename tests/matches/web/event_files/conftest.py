from __future__ import annotations

import pytest
from django.test import Client

from matches.models import Club
from tests.matches.web.desk.club import staffed_club, user


@pytest.fixture
def club(db: None) -> Club:
    """The Portland, with somebody of every role."""
    return staffed_club()


@pytest.fixture
def director(client: Client, club: Club) -> Client:
    """The director's browser."""
    client.force_login(user("director"))
    return client
