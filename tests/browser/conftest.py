from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from pytest_django import DjangoDbBlocker
from pytest_django.live_server_helper import LiveServer

from matches.events.write_standings import write_standings
from matches.exchange.imports.import_rubbers import RubberImport
from matches.models import Club, Rubber, User
from matches.reviews.review_rubbers import review_rubbers
from tests.browser.looking import OpenPage, Watched, sign_in, watch
from tests.factories.clubs import make_club
from tests.matches.pages.exchange.club import staffed_club
from tests.matches.pages.rubbers.entry.people import People, make_people
from tests.samples import sample
from tests.support import django_database

expect.set_options(timeout=15_000)

LONG_NAMES = """\
[EGN "1"]
[Event "Long names"]
[Round "The semi-final that was put off to the evening after the evening before"]
[A "Wolfeschlegelsteinhausenbergerdorff the Younger of Ravensbourne"]
[B "Ó Súilleabháin"]
[Code "French"]
[Termination "unfinished"]
{Played in the card room, by candlelight.}

Game 1 !1(king):reshuffle cut A=DA B=H8
1. A ^C9 S =B (0-1) {only the turn-up was written down}
2. B 2-3 ^S8 A:ST.HQA.DJ.CK B:SKJ~ S ST Kb SK, SJ CK =B (0-4)
3. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S CT SQ !43a(SQ):replay CT?? C8 {a pity}, CK C7, DQ!? DJ, HA SQ, D8 S8 =A3
4. B !12(HK):fresh =void
5. B P G -5 -0 S =A3 (4-4) Kb (4-5)
#4-5
*
"""
"""A name of one long word and every odd thing that a deal's page has to place."""


@pytest.fixture(scope="module")
def evening(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Club]:
    """Create an evening's cup, reviewed, with its standings, and one record with each fault beside it.

    Created once for a file, whose tests read it and change nothing in it.
    """
    with django_db_blocker.unblock(), django_database.kept():
        yield make_evening()


def make_evening() -> Club:
    club = Club.objects.create(slug="portland", name="Portland", reviews_open=True, time_zone="Europe/London")
    for name in ("evening.egn", "faults.egn"):
        with sample(name).open("rb") as stream:
            list(RubberImport(stream, source=name, club=club).outcomes())
    list(RubberImport(io.BytesIO(LONG_NAMES.encode()), source="long.egn", club=club).outcomes())
    review_rubbers(list(Rubber.objects.values_list("pk", flat=True)))
    for event in club.events.all():
        write_standings(event.pk)
    return club


@pytest.fixture
def open_page(browser: Browser, live_server: LiveServer) -> Iterator[OpenPage]:
    contexts: list[BrowserContext] = []

    def open_page(
        user: User | None = None, *, width: int = 390, height: int = 844, **options: Any
    ) -> Watched:
        viewport: Any = {"width": width, "height": height}
        contexts.append(browser.new_context(viewport=viewport, base_url=live_server.url, **options))
        if user is not None:
            sign_in(contexts[-1], live_server, user)
        return watch(contexts[-1].new_page())

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def plain_context(browser: Browser, live_server: LiveServer) -> Iterator[BrowserContext]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, java_script_enabled=False, base_url=live_server.url
    )
    yield context
    context.close()


@pytest.fixture
def club(transactional_db: None, live_server: LiveServer) -> Club:
    return staffed_club()


@pytest.fixture
def people(transactional_db: None) -> People:
    return make_people(make_club(time_zone="Europe/London"))
