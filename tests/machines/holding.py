"""A transaction that is begun on a host and not ended there: `python -m tests.machines.holding`."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

from tests.machines.processes import Machine, wait_until

LOCKED_LINE = "the club is locked"
FOR_EVER_SECONDS = 3600.0


@contextlib.contextmanager
def holding_a_lock(machine: Machine) -> Iterator[None]:
    with machine.running("holding", "-m", "tests.machines.holding"):
        wait_until(lambda: LOCKED_LINE in machine.output("holding"), LOCKED_LINE)
        yield


def main() -> None:
    import django

    django.setup()
    from django.db import transaction

    from matches.models import Club

    with transaction.atomic():
        Club.objects.select_for_update().get()
        print(LOCKED_LINE, flush=True)
        time.sleep(FOR_EVER_SECONDS)


if __name__ == "__main__":
    main()
