"""The browser of the tests: one that is on the machine, else Debian's headless shell."""

from __future__ import annotations

import os
import shutil

from tests.support import packages
from tests.support.packages import MissingServiceError

# The headless shell opens contexts several times faster than the full browser.
PROGRAMS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


def find(*, may_install: bool) -> str:
    """Return the path of a Chromium: TEST_CHROMIUM, else one on the path, else, with `may_install`, Debian's.

    Raises MissingServiceError if none is available.
    """
    configured = os.environ.get("TEST_CHROMIUM", "")
    if configured:
        return configured
    program = _installed()
    wanted = "chromium-headless-shell"
    if program is None and may_install and packages.can_install() and packages.install(wanted):
        program = _installed()
    if program is None:
        raise MissingServiceError("no Chromium on this machine, and none could be installed")
    return program


def _installed() -> str | None:
    return next(filter(None, map(shutil.which, PROGRAMS)), None)
