"""`make audit`: are there known faults in the packages that the service runs with?

    python -m ecarte_site.setup.audit [OPTION ...]

Options go on to pip-audit. Its own status is 0 as well where it could ask nobody: here what was not audited is named,
and is never called clean.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ecarte_site.setup.environment import PROJECT

LOCK: Final = PROJECT / "requirements" / "run.txt"
CLEAN: Final = 0
FAULTS: Final = 1
NOT_AUDITED: Final = 3
"""Some package, or all of them, could not be looked up: what is known of them is not known here."""


@dataclass(frozen=True, slots=True)
class Audit:
    """``faults``: each package, as ``name version``, with the ids of what is known of it; ``unknown``: each that could
    not be looked up, with the reason.
    """

    asked: int
    faults: Mapping[str, Sequence[str]]
    unknown: Mapping[str, str]

    @property
    def status(self) -> int:
        if self.faults:
            return FAULTS
        return NOT_AUDITED if self.unknown or not self.asked else CLEAN


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0 clean, 1 faults are known, 3 not all could be looked up and of the rest none are known."""
    command = [
        sys.executable,
        "-m",
        "pip_audit",
        "--requirement",
        str(LOCK),
        "--require-hashes",
        "--disable-pip",
    ]
    command += ["--format", "json", "--progress-spinner", "off", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    audit = read_audit(done.stdout)
    if audit is None:
        last = (done.stderr.strip().splitlines() or ["no word of why"])[-1]
        print(
            f"Nothing was audited: the service that knows of faults did not answer.\n  {last}",
            file=sys.stderr,
        )
        return NOT_AUDITED
    for package, ids in audit.faults.items():
        print(f"{package}: {', '.join(ids)}")
    for package, reason in audit.unknown.items():
        print(f"{package}: not audited ({reason})", file=sys.stderr)
    print(summary(audit))
    return audit.status


def summary(audit: Audit) -> str:
    """One line: how many were asked about, found faulty, and not looked up."""
    looked_up = audit.asked - len(audit.unknown)
    said = f"{looked_up} of {audit.asked} packages looked up, faults known of {len(audit.faults)}."
    return f"{said} This is not a clean audit." if audit.status == NOT_AUDITED else said


def read_audit(text: str) -> Audit | None:
    """What pip-audit printed; None where it printed no result."""
    try:
        found: list[dict[str, Any]] = json.loads(text)["dependencies"]
    except (ValueError, LookupError, TypeError):
        return None
    unknown = {each["name"]: each["skip_reason"].partition(":")[0] for each in found if "skip_reason" in each}
    faults = {
        f"{each['name']} {each['version']}": [fault["id"] for fault in each["vulns"]]
        for each in found
        if each.get("vulns")
    }
    return Audit(asked=len(found), faults=faults, unknown=unknown)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
