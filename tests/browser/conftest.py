from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pytest_django.live_server_helper import LiveServer

from matches.models import Club, Rubber
from matches.services.import_rubbers import RubberImport
from matches.services.review_rubbers import review_rubbers
from matches.services.write_standings import write_standings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

SAMPLES = Path(__file__).parents[1] / "data" / "samples"


@pytest.fixture
def evening(transactional_db: None, live_server: LiveServer) -> Club:
    """An evening's cup, stored, reviewed and with its standings, and one record of each fault beside it."""
    club = Club.objects.create(slug="portland", name="Portland", reviews_open=True, time_zone="Europe/London")
    for name in ("evening.egn", "faults.egn"):
        with (SAMPLES / name).open("rb") as stream:
            list(RubberImport(stream, source=name, club=club).outcomes())
    review_rubbers(list(Rubber.objects.values_list("pk", flat=True)))
    for event in club.events.all():
        write_standings(event.pk)
    return club


@pytest.fixture
def plain_context(browser: Browser, live_server: LiveServer) -> Iterator[BrowserContext]:
    """A fresh session without JavaScript, on a phone, whose addresses start at the site's own."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, java_script_enabled=False, base_url=live_server.url
    )
    yield context
    context.close()
