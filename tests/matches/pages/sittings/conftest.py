"""Tables with a scorer's browser."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.matches.pages.sittings.table_page import sign_in
from tests.matches.sittings.sitting_hands import SittingHands, table


@pytest.fixture
def pool(client: Client) -> SittingHands:
    """Return a pool of three, with a scorer's browser."""
    pool = table()
    sign_in(client, pool)
    return pool


@pytest.fixture
def french(client: Client) -> SittingHands:
    """Return a French table of four, with a scorer's browser."""
    french = table("french", "Orford", "Baldwin", "Clay", "Pole")
    sign_in(client, french)
    return french
