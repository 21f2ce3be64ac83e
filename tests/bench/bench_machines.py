"""The service on four hosts over one PostgreSQL and one Redis: two serve pages, two work, and one of each is
cut off.

Claims, sweeps and silences are those of a real site. All hosts share the machine's cores with PostgreSQL,
Redis and the benchmark: of two worker hosts the second has no processor of its own.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Final

from ecarte_site.connections import SILENT_SECONDS
from tests.bench import Figure, show
from tests.machines.entering import Entering
from tests.machines.holding import holding_a_lock
from tests.machines.opening import Opened
from tests.machines.processes import wait_until
from tests.machines.site import Site, site
from worker.review import warm

RUBBERS: Final = 40
CUT_FOR_SECONDS: Final = 20.0


def main() -> list[Figure]:
    # Kernels are compiled before anything is measured.
    warm()
    with (
        tempfile.TemporaryDirectory() as folder,
        site(Path(folder), settings="ecarte_site.settings", silent_seconds=SILENT_SECONDS) as hosts,
    ):
        opened = hosts.prepare(RUBBERS)
        figures: list[Figure] = []
        # Shown as they come: all of it takes minutes.
        for measured in (_throughput, _worker_cut_off, _web_cut_off, _locks):
            rows = measured(hosts, opened)
            show(rows)
            figures += rows
    return figures


def _throughput(hosts: Site, opened: Opened) -> list[Figure]:
    with hosts.working(hosts.work_one):
        alone = _seconds_of_reviews(hosts)
    with hosts.working(hosts.work_one, hosts.work_two):
        together = _seconds_of_reviews(hosts)
        done = hosts.tasks_done()
    share = 100 * done[hosts.work_one.worker_name] / sum(done.values())
    return [
        Figure("rubbers reviewed by one worker host of one process", RUBBERS / alone, "rubbers/s"),
        Figure("by two worker hosts", RUBBERS / together, "rubbers/s"),
        Figure("two over one", alone / together, "times as fast"),
        Figure("share of the first of the two", share, "%"),
    ]


def _seconds_of_reviews(hosts: Site) -> float:
    hosts.owe_reviews_again()
    hosts.sweep()
    return wait_until(lambda: hosts.reviewed() == RUBBERS, "all is reviewed")


def _worker_cut_off(hosts: Site, opened: Opened) -> list[Figure]:
    how = hosts.network.words
    with hosts.working(hosts.work_one, hosts.work_two):
        hosts.owe_reviews_again()
        hosts.sweep()
        wait_until(lambda: hosts.reviewed() >= 2 and hosts.in_hand() == 2, "both have one in hand")
        hosts.work_two.host.cut()
        cut_at = time.time()
        wait_until(lambda: hosts.reviewed() == RUBBERS, "the other host has done all")
        last = hosts.number("SELECT extract(epoch FROM max(done_at)) FROM matches_review")
        taken_over, again_at = hosts.query(
            "SELECT count(*), extract(epoch FROM max(done_at)) FROM matches_review WHERE attempts > 1"
        )[0]
        hosts.work_two.host.mend()
        again = hosts.wait_for_workers(hosts.work_one, hosts.work_two)
    return [
        Figure(f"a worker host cut off ({how}), until the other had done all", last - cut_at, "s"),
        Figure("reviews that were in its hands and taken over", taken_over, "reviews"),
        *([Figure("until the last of these was done", float(again_at) - cut_at, "s")] if taken_over else []),
        Figure("reviews lost", RUBBERS - hosts.reviewed(), "reviews"),
        Figure("reviews done twice", hosts.reviewed_twice(), "reviews"),
        Figure("until it worked again, once it was back", again, "s"),
    ]


def _web_cut_off(hosts: Site, opened: Opened) -> list[Figure]:
    with hosts.serving(), Entering([hosts.web_one, hosts.web_two], opened) as entering:
        wait_until(lambda: len(entering.confirmed) >= 10, "entries come in")
        hosts.web_two.host.cut()
        began = time.monotonic()
        wait_until(lambda: hosts.web_two.asked_there("/readyz")[0] == 503, "it says that it can't")
        refused = time.monotonic() - began
        time.sleep(max(0.0, began + CUT_FOR_SECONDS - time.monotonic()))
        hosts.web_two.host.mend()
        ready = wait_until(hosts.web_two.is_serving, "it serves again")
        before = len(entering.confirmed)
        wait_until(lambda: len(entering.confirmed) >= before + 10, "entries come in")
    lost, doubled = hosts.lost_and_doubled(entering.confirmed)
    return [
        Figure(
            f"results entered at two web hosts, one cut off for {CUT_FOR_SECONDS:.0f} s",
            len(entering.confirmed),
            "results",
        ),
        Figure("sent again for want of an answer", entering.repeated, "results"),
        Figure("refused wrongly", len(entering.wrong), "results"),
        Figure("results lost", lost, "results"),
        Figure("results entered twice", doubled, "results"),
        Figure("until the web host that was cut off said 503", refused, "s"),
        Figure("until it was ready, once it was back", ready, "s"),
    ]


def _locks(hosts: Site, opened: Opened) -> list[Figure]:
    with holding_a_lock(hosts.work_one):
        hosts.work_one.host.cut()
        began = time.monotonic()
        hosts.wait_for_lock()
        seconds = time.monotonic() - began
        hosts.work_one.host.mend()
    return [Figure("until the locks of a host cut off in a transaction were free", seconds, "s")]


if __name__ == "__main__":
    main()
