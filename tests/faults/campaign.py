"""Faults at random under load, one after the other, and what became of it all."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tests.faults.kinds import Fault
from tests.faults.ledger import Ledger
from tests.faults.reckoning import Reckoning, left_owed, reckon
from tests.faults.site import Load, Site

CATCH_UP_SECONDS: Final = 100.0
"""The time in seconds without any progress after which catching up is given up."""


@dataclass(frozen=True)
class Strike:
    """Faults that strike together. ``seconds`` passed from their end until the site was well and had
    confirmed an entry.
    """

    kinds: tuple[str, ...]
    seconds: float


@dataclass(frozen=True)
class Outcome:
    """The outcome of a campaign.

    ``owed`` is the work still pending after all patience, by kind; ``caught_up_seconds`` is the time until none was
    pending.
    """

    strikes: Sequence[Strike]
    ledger: Ledger
    reckoning: Reckoning
    owed: Mapping[str, int]
    caught_up_seconds: float

    def complaints(self) -> list[str]:
        """Return every broken promise; empty if nothing was lost, duplicated, left undone or reported wrongly."""
        return [*self.broken_promises(), *(f"owed: {number} {kind}" for kind, number in self.owed.items())]

    def broken_promises(self) -> list[str]:
        """Return the complaints that no patience would have helped."""
        return [
            *(f"lost: {each}" for each in self.reckoning.lost),
            *(f"doubled: {each}" for each in self.reckoning.doubled),
            *(f"gap: {each}" for each in self.reckoning.gaps),
            *(f"said: {each}" for each in self.ledger.wrong),
        ]


def drawn(kinds: Mapping[str, Fault], number: int, seed: int, at_once: int) -> list[tuple[str, ...]]:
    """Return ``number`` faults in groups of one to ``at_once`` that strike together, in an order fixed by ``seed``.

    Every kind occurs equally often, as far as the number allows.
    """
    chance = random.Random(seed)
    names: list[str] = []
    while len(names) < number:
        names += chance.sample(list(kinds), len(kinds))
    names = names[:number]
    strikes: list[tuple[str, ...]] = []
    while names:
        size = chance.randint(1, at_once)
        strikes.append(tuple(names[:size]))
        names = names[size:]
    return strikes


def run_campaign(
    site: Site,
    load: Load,
    kinds: Mapping[str, Fault],
    order: Sequence[tuple[str, ...]],
    *,
    seed: int,
    until: float,
) -> Outcome:
    """Strike by ``order`` while clients work, up to ``until`` by the monotonic clock; then wait and compare."""
    chance = random.Random(seed)
    strikes: list[Strike] = []
    reported = faults = 0
    load.start()
    load.wait_for_entry()
    for together in order:
        if time.monotonic() > until:
            break
        for kind in together:
            kinds[kind](site, chance)
        over = time.monotonic()
        site.settle()
        load.wait_for_entry()
        strikes.append(Strike(together, time.monotonic() - over))
        faults += len(together)
        print(f"{faults:4} {', '.join(together)}: {strikes[-1].seconds:.2f} s", file=sys.stderr, flush=True)
        reported = _complained(load.ledger, reported)
        time.sleep(chance.uniform(0.0, 0.5))
    site.settle()
    ledger = load.end()
    _complained(ledger, reported)
    began = time.monotonic()
    owed = left_owed(site.environment, CATCH_UP_SECONDS)
    caught_up = time.monotonic() - began
    return Outcome(strikes, ledger, reckon(site.database.url, ledger), owed, caught_up)


def _complained(ledger: Ledger, reported: int) -> int:
    for each in ledger.wrong[reported:]:
        print(f"     {each}", file=sys.stderr, flush=True)
    return len(ledger.wrong)
