"""`make audit`: look for known vulnerabilities in the packages that the service runs with.

    python -m ecarte_site.setup.audit [OPTION ...]

Options are passed on to pip-audit. Its own status is 0 even if it could reach no service: here packages that
were not audited are named, and never called clean.
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
"""The exit status if some packages could not be looked up, so that they are not known to be clean."""


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of looking up the ``listed`` packages among known vulnerabilities.

    ``faults`` has the ids of vulnerabilities by package, such as ``django 4.2``. ``unknown`` has, by package, why it
    could not be looked up.
    """

    listed: int
    faults: Mapping[str, Sequence[str]]
    unknown: Mapping[str, str]

    @property
    def status(self) -> int:
        if self.faults:
            return FAULTS
        return NOT_AUDITED if self.unknown or not self.listed else CLEAN


def main(arguments: Sequence[str]) -> int:
    """Run the audit. Return 0 if clean, 1 if vulnerabilities are known, 3 if some packages could not be looked up."""
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
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    audit = read_audit(result.stdout)
    if audit is None:
        last = (result.stderr.strip().splitlines() or ["no word of why"])[-1]
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
    """Return a summary on one line: how many packages were looked up, and how many have known vulnerabilities."""
    looked_up = audit.listed - len(audit.unknown)
    line = f"{looked_up} of {audit.listed} packages looked up, faults known of {len(audit.faults)}."
    return f"{line} This is not a clean audit." if audit.status == NOT_AUDITED else line


def read_audit(text: str) -> Audit | None:
    """Parse the JSON output of pip-audit; return None if it contains no result."""
    try:
        packages: list[dict[str, Any]] = json.loads(text)["dependencies"]
    except (ValueError, LookupError, TypeError):
        return None
    unknown = {
        each["name"]: each["skip_reason"].partition(":")[0] for each in packages if "skip_reason" in each
    }
    faults = {
        f"{each['name']} {each['version']}": [fault["id"] for fault in each["vulns"]]
        for each in packages
        if each.get("vulns")
    }
    return Audit(listed=len(packages), faults=faults, unknown=unknown)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
