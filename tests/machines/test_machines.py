"""The service on several hosts, one of which is silently cut off: nothing is lost, and nothing is done twice.

The soak measures the same with the claims of a real site (``tests.bench.bench_machines``).
"""

from __future__ import annotations

import http.client
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

from tests.machines.conftest import RUBBERS, Running
from tests.machines.entering import Entering
from tests.machines.holding import holding_a_lock
from tests.machines.processes import PATIENCE_SECONDS, Answer, Machine, post, wait_until
from tests.machines.site import Site
from tests.support.once_more import inexcusable

pytestmark = pytest.mark.long


def test_work_is_shared_and_taken_over_from_a_host_that_is_cut_off(prepared: Running) -> None:
    site = prepared.site
    everything = f"{RUBBERS} rubbers are reviewed"
    with site.working(site.work_one, site.work_two):
        print(f"{site.network.words}; tasks of reviewing by host: {tasks_that_both_take(site)}")
        wait_until(lambda: site.reviewed() == RUBBERS, everything)
        assert site.reviewed_twice() == 0
        site.owe_reviews_again()
        site.sweep()
        wait_until(lambda: site.reviewed() and site.in_hand() == 2, "both have one in hand")
        site.work_two.host.cut()
        seconds = wait_until(lambda: site.reviewed() == RUBBERS, f"{everything}, by one host")
        print(f"{site.taken_over()} taken over, all done {seconds:.1f} s after the cut")
        site.work_two.host.mend()
        assert site.reviewed_twice() == 0
        site.wait_for_workers(site.work_one, site.work_two)
        tasks_that_both_take(site)
        wait_until(lambda: site.reviewed() == RUBBERS, everything)
        assert site.reviewed_twice() == 0


def tasks_that_both_take(site: Site) -> dict[str, int]:
    """Make reviews pending again until each working host has taken some; return how many tasks each took."""
    before, taken = site.tasks_done(), dict[str, int]()

    def both_took_some() -> bool:
        if site.reviewed() == RUBBERS:
            site.owe_reviews_again()
            site.sweep()
        taken.update({name: done - before.get(name, 0) for name, done in site.tasks_done().items()})
        return len(taken) == 2 and all(taken.values())

    wait_until(both_took_some, "both hosts take work")
    return taken


def test_host_cut_off_in_a_transaction_does_not_keep_its_locks(prepared: Running) -> None:
    """Without an end to its silence this test has none either."""
    site, machine = prepared.site, prepared.site.work_one
    with holding_a_lock(machine):
        machine.host.cut()
        try:
            site.wait_for_lock()
        finally:
            machine.host.mend()


def test_one_key_is_one_entry_whichever_web_hosts_it_comes_to(prepared: Running) -> None:
    site, opened = prepared.site, prepared.opened
    body = {
        "club": opened.club,
        "event": opened.event,
        "form": "result",
        "players": opened.players,
        "games": [[5, 3], [2, 5], [5, 0]],
        "table": "twice",
        "date": "2026.11.21",
    }

    def enter(machine: Machine) -> Answer:
        url = f"{machine.web_url}/api/v1/rubbers/"
        return post(url, body, token=opened.token, key="one key", patience_seconds=PATIENCE_SECONDS)

    with site.serving(), ThreadPoolExecutor() as both:
        first, second = both.map(enter, (site.web_one, site.web_two))
        assert (first.status, second.status) == (201, 201), f"{first.body} {second.body}"
        assert first.body == second.body
        replays = [answer.headers.get("Idempotency-Replayed") for answer in (first, second)]
        assert sorted(replays, key=str) == [None, "true"]
        assert site.number("SELECT count(*) FROM matches_rubber WHERE \"table\" = 'twice'") == 1
        assert_heard_across_hosts(prepared)
        assert_entries_survive_a_host(prepared)


def assert_heard_across_hosts(running: Running) -> None:
    """Check that a score entered at the second host reaches clients of the first, by event stream and by polling."""
    site, opened = running.site, running.opened
    wait_until(lambda: _status(site.web_one.live_url, "/healthz") == 200, "the streams hear Redis")
    parts = urlsplit(site.web_one.live_url)
    listening = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=PATIENCE_SECONDS)
    listening.request("GET", opened.stream)
    stream = listening.getresponse()
    assert stream.status == 200
    with Entering([site.web_two], opened) as entering:
        wait_until(lambda: entering.confirmed, "a result is entered")
    (rubber, *_) = entering.confirmed.values()
    line = b""
    while rubber.encode() not in line:
        line = stream.readline()
        assert line, "the stream ended"
    listening.close()
    assert rubber in _text(site.web_one, opened.poll)


def assert_entries_survive_a_host(running: Running) -> None:
    site, opened = running.site, running.opened
    with Entering([site.web_one, site.web_two], opened) as entering:
        wait_until(lambda: len(entering.confirmed) >= 4, "entries come in")
        site.web_two.host.cut()
        try:
            status, body = site.web_two.asked_there("/readyz")
            assert (status, body["database"], body["broker"]) == (503, "failed", "failed")
            assert site.web_one.asked_there("/readyz")[0] == 200
            wait_until(lambda: entering.repeated >= 2, "something was sent again")
        finally:
            site.web_two.host.mend()
        wait_until(site.web_two.is_serving, "the host serves again")
    assert entering.wrong == []
    with inexcusable("an entry was lost or counted twice"):
        assert site.lost_and_doubled(entering.confirmed) == (0, 0)


def _status(url: str, path: str) -> int:
    parts = urlsplit(url)
    asking = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=5)
    try:
        asking.request("GET", path)
        return asking.getresponse().status
    except OSError:
        return 0
    finally:
        asking.close()


def _text(machine: Machine, path: str) -> str:
    parts = urlsplit(machine.web_url)
    asking = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=PATIENCE_SECONDS)
    asking.request("GET", path)
    return asking.getresponse().read().decode()
