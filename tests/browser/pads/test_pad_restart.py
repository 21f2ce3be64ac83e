"""The score pad before a site that is killed and started again: a real process, as production has it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from playwright.sync_api import Browser, expect

from ecarte_site.setup.environment import PROJECT
from matches.pads.table_links import make_link
from tests.browser.pads.tapping import FOUR_DEALS, SCORES, PadOnPage, is_stored, outcomes
from tests.factories.clubs import make_club
from tests.matches.pages.rubbers.entry.people import make_people, opened
from tests.support import postgres
from tests.support.processes import free_port, wait_for_port

# A second process can't share the tests' SQLite, which is in memory.
pytestmark = [pytest.mark.e2e, pytest.mark.postgres]


class Site:
    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        name = str(connection.settings_dict["NAME"])
        database = postgres.with_database(os.environ["DATABASE_URL"], name)
        self.environment = {
            **os.environ,
            "DATABASE_URL": database,
            "SECRET_KEY": "for tests alone",
            "ALLOWED_HOSTS": "localhost",
            "SITE_URL": self.url,
            "DJANGO_SETTINGS_MODULE": "ecarte_site.settings",
        }
        self.log = folder / "gunicorn.log"
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "gunicorn", "ecarte_site.wsgi", f"--bind=localhost:{self.port}"]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [*command, "--worker-class=gthread", "--threads=4"],
                cwd=PROJECT,
                env=self.environment,
                stdout=log,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        wait_for_port(self.port, self.process)

    def kill(self) -> None:
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


@pytest.fixture
def site(transactional_db: None, tmp_path: Path) -> Iterator[Site]:
    if connection.vendor != "postgresql":
        pytest.skip("a second process can't share a database in memory")
    site = Site(tmp_path)
    yield site
    site.kill()


def test_site_that_is_killed_twice_has_one_right_record(browser: Browser, site: Site) -> None:
    people = make_people(make_club(time_zone="Europe/London"))
    rubber = opened(people, reckoning="treble")
    site.start()
    context = browser.new_context(viewport={"width": 390, "height": 844}, base_url=site.url)
    pad = PadOnPage.by_link(context, make_link(rubber, by=people.users["Owner"]).token)
    pad.cut([("CJ", "D9")])
    pad.write(FOUR_DEALS[0])
    # The deal may or may not have arrived by now.
    site.kill()
    pad.write(FOUR_DEALS[1])
    pad.has_score(*SCORES[1])
    expect(pad.page.locator('[data-net="away"]')).to_be_visible()
    site.start()
    pad.page.evaluate("dispatchEvent(new Event('online'))")
    pad.is_sent()
    pad.write(FOUR_DEALS[2])
    site.kill()
    pad.page.reload()
    pad.write(FOUR_DEALS[3])
    site.start()
    pad.page.evaluate("dispatchEvent(new Event('online'))")
    pad.is_sent()
    pad.has_score(*SCORES[3])
    context.close()
    is_stored(rubber, SCORES)
    assert outcomes(rubber) == ["done"] * 5
