"""Run one of the commands of this package as `manage.py` would: `python -m tests.bench.simulation COMMAND ...`."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Final

COMMANDS: Final = ("simulate_event", "tune_ratings")


def main(arguments: Sequence[str]) -> None:
    """Run the command that comes first in ``arguments`` with the others. Raises ``SystemExit`` for any other name."""
    if not arguments or arguments[0] not in COMMANDS:
        sys.exit(f"usage: python -m tests.bench.simulation {{{','.join(COMMANDS)}}} ...")
    import django

    django.setup()
    command = importlib.import_module(f"tests.bench.simulation.{arguments[0]}").Command()
    command.run_from_argv(["python -m tests.bench.simulation", *arguments])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecarte_site.settings")
    # Finished tasks are no news for a developer who waits for the command's own output.
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    main(sys.argv[1:])
