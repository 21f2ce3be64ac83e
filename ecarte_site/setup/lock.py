"""Resolve requirements/*.in into lock files with a hash for every package.

Pins stay as they are unless the .in file says otherwise; `--upgrade` looks for newer versions of packages
that are not pinned there.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

from ecarte_site.setup.environment import PROJECT, REQUIREMENTS

# Each set is constrained by what the one before it resolved, so that production runs what was tested.
SETS = (
    ("dev", ()),
    ("run", ("dev",)),
    ("tools", ("dev",)),
    ("services", ()),
    ("pdf", ("dev",)),
    ("peers", ("dev",)),
)


def main(arguments: Sequence[str]) -> int:
    """Write every lock file, and return the exit status. `arguments` are passed on to the resolver."""
    for name, held_to in SETS:
        command = [
            *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal"),
            *("--python-version", "3.11", "--generate-hashes"),
            # uv writes no index URL by default: where packages come from is each machine's own business.
            "--no-header",
            *(f"--constraint=requirements/{other}.txt" for other in held_to),
            *arguments,
            *(f"requirements/{name}.in", "--output-file", f"requirements/{name}.txt"),
        ]
        status = subprocess.run(command, cwd=PROJECT, env=os.environ, check=False).returncode
        if status:
            return status
        count = sum("==" in line for line in (REQUIREMENTS / f"{name}.txt").read_text().splitlines())
        print(f"requirements/{name}.txt: {count} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
