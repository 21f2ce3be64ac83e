"""The score pad as production sends it stays light; how fast it is is not asserted. In the soak, which measures it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bench.bench_pad_page import authorize_pad, load, served, tap_rubber
from tests.browser.looking import KILOBYTES_COLD

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.e2e, pytest.mark.soak]


def test_pad_is_light_and_every_tap_is_drawn_without_network(
    service_environment: dict[str, str], browser: Browser
) -> None:
    with served(service_environment) as site:
        cookies = authorize_pad(browser, site)
        cold = load(browser, f"{site.url}/pad/{site.rubber}/", cookies)
        assert 10 < cold.bytes / 1000 < KILOBYTES_COLD
        tapping = tap_rubber(browser, site, cookies, slowdown=1, deals=2)
    assert len(tapping.taps_a_deal) == 2
    assert len(tapping.delays_ms) >= sum(tapping.taps_a_deal)
