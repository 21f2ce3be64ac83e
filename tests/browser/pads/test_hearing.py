"""A pad hears what the other phone did, and what the site says to what it asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.pads.scripted_site import Site, deal

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.e2e


def test_what_the_other_phone_writes_is_seen_without_asking(pad: Page, site: Site) -> None:
    site.write(deal())
    pad.wait_for_function("() => pad.state.version === 2")
    assert pad.evaluate("pad.shown().games") == site.state()["games"]


def test_a_conflict_of_the_other_phone_is_seen_though_it_makes_no_version(pad: Page, site: Site) -> None:
    site.conflicts = [{"id": "Conflict1"}]
    pad.wait_for_function("() => pad.state.conflicts.length === 1")
    assert pad.evaluate("pad.state.version") == 1


def test_live_news_go_on_when_their_ticket_has_run_out(pad: Page, site: Site) -> None:
    site.ticket = "y"
    with pad.expect_response("**/live/poll?ticket=y*"):
        pass
    site.write(deal())
    pad.wait_for_function("() => pad.state.version === 2")
    assert site.tickets_asked == 1


def test_pad_that_gets_no_ticket_looks_at_its_state_for_the_reason(pad: Page, site: Site) -> None:
    site.ticket, site.renews = "y", False
    pad.wait_for_function("() => pad.state.live.poll.includes('ticket=y')")
    site.write(deal())
    pad.wait_for_function("() => pad.state.version === 2")


def test_a_state_that_is_known_is_not_sent_again(pad: Page, site: Site) -> None:
    pad.evaluate("pad.catchingUp.run()")
    pad.wait_for_function("() => !pad.catchingUp.isRunning")
    assert set(site.states_told[1:]) == {304}
    assert pad.evaluate("[pad.online, pad.problem]") == [True, None]


def test_the_board_does_not_keep_anybody_waiting(pad: Page, site: Site) -> None:
    assert pad.evaluate("pad.board('A 3-2').then(({ phase }) => phase)") == "call"
    site.is_slow = True
    assert pad.evaluate("pad.board('A 3-2 ^S9')") is None
    assert site.asked == [{"line": "A 3-2"}, {"line": "A 3-2 ^S9"}]


def test_a_choice_says_which_version_it_was_made_upon(pad: Page, site: Site) -> None:
    site.conflicts = [{"id": "Conflict1"}]
    pad.evaluate("pad.catchingUp.run()")
    site.conflicts = []
    answer = pad.evaluate("pad.settle('Conflict1', 'taken')")
    assert answer == {"ok": True, "code": "", "message": ""}
    key = "settle-Conflict1-taken-1"
    assert site.asked == [{"key": key, "conflict": "Conflict1", "choice": "taken", "seen": 1}]
    assert pad.evaluate("pad.state.conflicts") == []
