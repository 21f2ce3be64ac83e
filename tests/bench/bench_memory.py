"""The memory of the one process after hostile files of 32 MiB: what it takes at the peak, and what it keeps.

The system (Linux alone) is asked for it half a minute after the last file.
"""

from __future__ import annotations

import re
import tempfile
import time
from pathlib import Path
from typing import Final

import httpx

from tests.bench import Figure, MissingServiceError, mib_of, show
from tests.support.site import StartedSite, start_site

FILE_BYTES: Final = 32 << 20
WAIT_SECONDS: Final = 600.0
QUIET_SECONDS: Final = 30.0
HEAD: Final = '[EGN "1"]\n[A "Ann"]\n[B "Bob"]\n[BestOf "1"]\n\n'


def filled(start: str, piece: str) -> bytes:
    """Return ``start``, and ``piece`` repeated up to the size of the largest file that is accepted."""
    return (start + piece * ((FILE_BYTES - len(start)) // len(piece))).encode()


def hostile_files() -> dict[str, bytes]:
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
        before = mib_of(site.process.pid)
        for name, content in hostile_files().items():
            bring_in(client, name, content)
        time.sleep(QUIET_SECONDS)
        figures = [
            Figure("memory of the one process before", before, "MiB"),
            Figure("at the peak of four hostile files of 32 MiB", mib_of(site.process.pid, "VmHWM"), "MiB"),
            Figure("half a minute after them", mib_of(site.process.pid), "MiB"),
        ]
    return show(figures)


def signed_in(site: StartedSite) -> httpx.Client:
    """Return a client with a session of the owner, which names itself in the API as a page does."""
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
    clubs = client.get("/api/v1/clubs/").json()["results"]
    answer = client.post(
        f"/api/v1/clubs/{clubs[0]['id']}/imports/",
        params={"source": f"{name}.egn"},
        content=content,
        headers={"Content-Type": "text/vnd.ecarte.egn"},
    )
    deadline = time.monotonic() + WAIT_SECONDS
    report = answer.json()
    while report.get("state") in ("waiting", "reading") and time.monotonic() < deadline:
        time.sleep(1)
        report = client.get(f"/api/v1/imports/{report['id']}/").json()
    print(
        f"{name}: {answer.status_code} {report.get('state') or report.get('code')} {report.get('rubbers', '')}",
        flush=True,
    )


if __name__ == "__main__":
    main()
