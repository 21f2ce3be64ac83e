"""What a service with neither DATABASE_URL nor REDIS_URL keeps on this machine: folder, key and hosts.

Standard library only: the settings import this, and so does the set-up before anything is installed.
"""

from __future__ import annotations

import contextlib
import ipaddress
import os
import secrets
import socket
from collections.abc import Iterable, Mapping
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent


def is_embedded(environment: Mapping[str, str]) -> bool:
    """Whether web, worker and schedule share one process: true when no database and no broker is named."""
    return not environment.get("DATABASE_URL") and not environment.get("REDIS_URL")


def data_folder(environment: Mapping[str, str]) -> Path:
    """The folder of the database, the key and the caches: DATA_DIR, else `var` beside manage.py."""
    return Path(environment.get("DATA_DIR") or PROJECT / "var").expanduser().resolve()


def database_file(folder: Path) -> Path:
    """Where the embedded service keeps its SQLite database."""
    return folder / "ecarte.sqlite3"


def secret_key(folder: Path) -> str:
    """The key kept in `folder`, readable by its owner alone; made the first time it is asked for.

    Raises OSError where the folder can't be made or written.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    place = folder / "secret-key"
    if not place.exists():
        draft = folder / f".secret-key.{secrets.token_hex(8)}"
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(50) + "\n")
            # A link never replaces: of two processes that start together one makes the key, both read it.
            with contextlib.suppress(FileExistsError):
                os.link(draft, place)
        finally:
            draft.unlink()
    return place.read_text(encoding="ascii").strip()


def lan_addresses() -> list[str]:
    """The IPv4 addresses by which other machines of the local network may reach this one; empty off line."""
    found: list[str] = []
    # Connecting a datagram socket sends nothing: it makes the system pick the address to send from.
    for far_end in ("192.168.255.254", "10.255.255.254", "172.31.255.254", "203.0.113.1"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
            probe.connect((far_end, 9))
            found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found.extend(socket.gethostbyname_ex(socket.gethostname())[2])
    return [address for address in dict.fromkeys(found) if _is_on_lan(address)]


def local_hosts(addresses: Iterable[str] | None = None) -> list[str]:
    """The hosts that the embedded service answers to: this machine, by name and by each of its addresses."""
    name = socket.gethostname().lower()
    names = ["localhost", "127.0.0.1", "[::1]", name]
    if "." not in name:
        names.append(f"{name}.local")
    names.extend(lan_addresses() if addresses is None else addresses)
    return list(dict.fromkeys(names))


def _is_on_lan(address: str) -> bool:
    value = ipaddress.ip_address(address)
    return not (value.is_loopback or value.is_unspecified or value.is_multicast)
