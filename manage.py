#!/usr/bin/env python3.11
"""One door: `start`, `test`, `soak`, `bench` and `lock` set the environment up by themselves; all else is Django's."""

import sys

if sys.version_info[:2] != (3, 11):
    sys.exit(
        f"This service runs on Python 3.11, and this is Python {sys.version_info[0]}.{sys.version_info[1]}.\n"
        f"Run it as: python3.11 {' '.join(sys.argv)}"
    )

# After the check: other Pythons may not even be able to read it.
from ecarte_site import setup

if __name__ == "__main__":
    sys.exit(setup.main(sys.argv))
