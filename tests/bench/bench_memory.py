"""The memory of the one process after hostile files: what it takes at the peak, and what it keeps.

The site runs as `manage.py start` starts it, with the demonstration club; its owner brings in four files of 32 MiB by
the API, one after the other. What the process takes is read from the system (Linux alone), half a minute after the
last file.
"""

from __future__ import annotations

import re
import tempfile
import time
from pathlib import Path
from typing import Final

import httpx

from tests.bench import Figure, MissingServiceError, show
from tests.support.site import StartedSite, start_site

FILE_BYTES: Final = 32 << 20
WAIT_SECONDS: Final = 600.0
QUIET_SECONDS: Final = 30.0
HEAD: Final = '[EGN "1"]\n[A "Ann"]\n[B "Bob"]\n[BestOf "1"]\n\n'


def filled(start: str, piece: str) -> bytes:
    """``start``, and ``piece`` again and again up to the size of the largest file that is taken in."""
    return (start + piece * ((FILE_BYTES - len(start)) // len(piece))).encode()


def hostile_files() -> dict[str, bytes]:
    """Files that make a reader work: each is the largest that is taken in."""
    return {
        "rubbers that can't be read": filled("", f'[EGN "1"]\n{"1. ? ?" * 2_000}\n'),
        "rubbers without an end": filled("", f"{HEAD}Game 1\n{'1. A S =A' * 1_000}\n"),
        "one remark": filled(f"{HEAD}Game 1\n{{", "x "),
        "one rubber of deals": filled(f"{HEAD}Game 1\n", "1. A P G -1 -1 S =A {so}\n"),
    }


def main() -> list[Figure]:
    if not Path("/proc/self/status").exists():
        raise MissingServiceError("the system does not say how large a process is")
    with tempfile.TemporaryDirectory(prefix="bench-") as folder, start_site(Path(folder)) as site:
        client = signed_in(site)
        client.get("/").raise_for_status()
        before = megabytes(site, "VmRSS")
        for name, content in hostile_files().items():
            bring_in(client, name, content)
        time.sleep(QUIET_SECONDS)
        figures = [
            Figure("memory of the one process before", before, "MiB"),
            Figure("at the peak of four hostile files of 32 MiB", megabytes(site, "VmHWM"), "MiB"),
            Figure("half a minute after them", megabytes(site, "VmRSS"), "MiB"),
        ]
    show(figures)
    return figures


def signed_in(site: StartedSite) -> httpx.Client:
    """A client with a session of the owner, which names itself in the API as a page does."""
    client = httpx.Client(base_url=site.url, timeout=WAIT_SECONDS, follow_redirects=True)
    page = client.get("/accounts/login/").text
    proof = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert proof, "the page has no form to sign in"
    form = {"csrfmiddlewaretoken": proof[1], "login": site.email, "password": site.password}
    client.post("/accounts/login/", data=form).raise_for_status()
    client.headers["X-CSRFToken"] = client.cookies["csrftoken"]
    client.headers["Referer"] = site.url
    return client


def bring_in(client: httpx.Client, name: str, content: bytes) -> None:
    """Import a file, to the end of its reading, whatever becomes of it."""
    clubs = client.get("/api/v1/clubs/").json()["results"]
    answer = client.post(
        f"/api/v1/clubs/{clubs[0]['id']}/imports/",
        params={"source": f"{name}.egn"},
        content=content,
        headers={"Content-Type": "text/vnd.ecarte.egn"},
    )
    deadline = time.monotonic() + WAIT_SECONDS
    told = answer.json()
    while told.get("state") in ("waiting", "reading") and time.monotonic() < deadline:
        time.sleep(1)
        told = client.get(f"/api/v1/imports/{told['id']}/").json()
    print(
        f"{name}: {answer.status_code} {told.get('state') or told.get('code')} {told.get('rubbers', '')}",
        flush=True,
    )


def megabytes(site: StartedSite, name: str) -> float:
    """MiB of main memory that the site's process takes: ``VmRSS`` now, ``VmHWM`` at its peak (man 5 proc)."""
    status = Path(f"/proc/{site.process.pid}/status").read_text(encoding="utf-8")
    found = re.search(rf"^{name}:\s+(\d+) kB$", status, re.MULTILINE)
    assert found, f"the system does not say {name}"
    return int(found[1]) / 1024


if __name__ == "__main__":
    main()
