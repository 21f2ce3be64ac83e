"""The options of `manage.py start`, and the settings that follow from them.

This module works without Django.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass
from pathlib import Path

DEFAULT_PORT = 8000
EVERYWHERE = "0.0.0.0"  # noqa: S104 (phones at the tables must reach it)


class OptionsError(Exception):
    """The options and the environment contradict each other; the message says how."""


@dataclass(frozen=True, slots=True)
class Options:
    host: str
    """The address to listen on; `EVERYWHERE` for all addresses of this machine."""
    port: int
    data_folder: Path | None
    """The folder of the database and the secret key; None for the default of the settings."""
    demo: bool
    """Whether a first start loads the demonstration club."""

    @property
    def is_for_lan(self) -> bool:
        return self.host not in ("127.0.0.1", "localhost", "::1")


def parse_options(arguments: Sequence[str]) -> Options:
    """Parse the command line. Raises SystemExit with a usage message for invalid arguments."""
    parser = argparse.ArgumentParser(
        prog="manage.py start",
        description="Start the club's site on this machine: one process, its data in one folder.",
    )
    parser.add_argument(
        "--port", type=_parse_port, default=DEFAULT_PORT, help=f"the port to serve on ({DEFAULT_PORT})"
    )
    parser.add_argument(
        "--host",
        default=EVERYWHERE,
        help="the address to listen on; 127.0.0.1 keeps other machines out (all addresses)",
    )
    parser.add_argument(
        "--data-dir", type=Path, help="the folder of database and key (var, beside manage.py)"
    )
    parser.add_argument(
        "--no-demo", action="store_true", help="start without the demonstration club on a first start"
    )
    parsed = parser.parse_args(arguments)
    return Options(host=parsed.host, port=parsed.port, data_folder=parsed.data_dir, demo=not parsed.no_demo)


def apply_options(options: Options, environment: MutableMapping[str, str], *, reached_at: str) -> None:
    """Set the environment variables that the options require. `reached_at` is the host name in links and QR
    codes.

    Raises OptionsError if the environment configures another kind of service.
    """
    names = ("DATABASE_URL", "DATABASE_URL_FILE", "REDIS_URL", "REDIS_URL_FILE")
    others = [name for name in names if environment.get(name)]
    if others:
        raise OptionsError(
            f"The environment sets {' and '.join(others)}, and `start` runs a site that keeps its data in a "
            f"file of its own.\nUnset {' and '.join(others)}, or run the service's parts by themselves, as "
            "docker-compose.yml does."
        )
    if options.data_folder is not None:
        environment["ECARTE_DATA_DIR"] = str(options.data_folder.expanduser().resolve())
    environment.setdefault("SITE_URL", f"http://{reached_at}:{options.port}")
    environment.setdefault("DJANGO_SETTINGS_MODULE", "ecarte_site.settings")


def _parse_port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; write a number from 1 to 65535")
    if int(text) < 1024 and os.name == "posix" and os.geteuid() != 0:
        raise argparse.ArgumentTypeError(f"port {text} is for the administrator alone; take one from 1024 up")
    return int(text)
