"""Start and stop the one-process site."""

from __future__ import annotations

import errno
import os
import signal
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from ecarte_site.data_folder import FolderInUseError, hold_folder, keep_to_owner
from ecarte_site.embedded.memory import keep_little
from ecarte_site.embedded.options import EVERYWHERE, Options, OptionsError, apply_options, parse_options
from ecarte_site.environment import lan_addresses

if TYPE_CHECKING:
    from ecarte_site.embedded.server import Server
    from matches.clubs.accounts import NewOwner

WEB_THREADS = 8
UNWRITABLE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOTDIR})
"""The errors of a disk that is full, or of a folder in which this user may not write."""
SQLITE_UNWRITABLE = (
    "database or disk is full",
    "readonly database",
    "disk I/O error",
    "unable to open database file",
)


class StartError(Exception):
    """The site can't start; the message says why, and what to do."""


def main(arguments: Sequence[str]) -> int:
    """Run the one-process site until Ctrl-C or SIGTERM, and return the exit status."""
    # Before anything is imported or migrated, so that the site ends cleanly from its first second on.
    signal.signal(signal.SIGTERM, _interrupt)
    # A shell that starts a program in the background may have made it ignore this signal.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    options = parse_options(arguments)
    keep_little()
    addresses = lan_addresses() if options.host == EVERYWHERE else [options.host] * options.is_for_lan
    try:
        apply_options(options, os.environ, reached_at=next(iter(addresses), "localhost"))
        with hold_folder(_set_up()) as folder:
            _run(options, addresses, folder)
    except (StartError, OptionsError, FolderInUseError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0
    except Exception as error:
        problem = disk_problem(error)
        if not problem:
            raise
        print(problem, file=sys.stderr)
        return 1
    return 0


def disk_problem(error: Exception) -> str:
    """Return a sentence about what can't be written if that is why the start failed, else an empty text."""
    from django.db import OperationalError

    if isinstance(error, OSError) and error.errno in UNWRITABLE and error.filename:
        what, reason = error.filename, error.strerror
    elif isinstance(error, OSError) and error.errno in UNWRITABLE:
        what, reason = "A file", error.strerror
    elif isinstance(error, OperationalError) and any(text in str(error) for text in SQLITE_UNWRITABLE):
        what, reason = "The database", str(error)
    else:
        return ""
    return f"{what} can't be written ({reason}): make room on the disk, or choose another folder with --data-dir."


def _set_up() -> Path:
    """Configure Django and return the data folder."""
    import django
    from django.conf import settings

    # Each request and task at INFO would bury the messages of the start.
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    django.setup()
    # The static files come from the code; only a production build collects them.
    warnings.filterwarnings("ignore", message="No directory at", category=UserWarning)
    return Path(settings.DATA_DIR)


def _run(options: Options, addresses: Sequence[str], folder: Path) -> None:
    from ecarte_site.celery import app
    from ecarte_site.embedded.background import Background
    from ecarte_site.wsgi import application

    # The port comes first: if it is taken, fail at once and leave the data unchanged.
    server = _listen(options, application)
    owner = _prepare_data(options)
    background = Background(app)
    background.start()
    print(_format_welcome(options, addresses, folder, owner), flush=True)
    try:
        server.run()
    finally:
        print("\nStopping ...", flush=True)
        server.close()
        background.stop()
        print("Stopped. All results are saved.", flush=True)


def _listen(options: Options, application: object) -> Server:
    """Listen on the port. Raises StartError if it, or the address, is not available."""
    from ecarte_site.downloads import PATIENCE_SECONDS
    from ecarte_site.embedded.places import connections_allowed
    from ecarte_site.embedded.server import make_server

    most, warning = connections_allowed()
    if warning:
        print(warning, file=sys.stderr)
    try:
        return make_server(
            application,
            host=options.host,
            port=options.port,
            threads=WEB_THREADS,
            patience_seconds=PATIENCE_SECONDS,
            most_connections=most,
        )
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise StartError(
                f"Port {options.port} is taken: another program, or another start of this one, has it.\n"
                f"Stop that one, or take another port: python3.11 manage.py start --port {options.port + 1}"
            ) from error
        raise StartError(
            f"This machine can't listen on {options.host} port {options.port}: {error.strerror or error}.\n"
            "Leave --host out to listen on every address that it has."
        ) from error
    except ValueError as error:
        raise StartError(f"--host {options.host}: {error}") from error


def _prepare_data(options: Options) -> NewOwner | None:
    """Migrate the database. Return the owner if this is the first start, else None."""
    from django.conf import settings
    from django.core.management import call_command
    from django.db import transaction

    from matches.clubs.accounts import make_owner
    from matches.models import Club
    from matches.operations.demonstration import load_demonstration

    keep_to_owner(Path(settings.DATABASES["default"]["NAME"]))
    call_command("migrate", verbosity=0, interactive=False)
    # As a whole: if the first start is stopped here, the next one is the first.
    with transaction.atomic():
        owner = make_owner()
        # Only on the first start: a club that its owner has deleted stays deleted.
        if owner is not None and options.demo and not Club.objects.exists():
            print("Loading the demonstration club ...", flush=True)
            load_demonstration(owner.user)
    return owner


def _format_welcome(
    options: Options, addresses: Sequence[str], folder: Path, new_owner: NewOwner | None
) -> str:
    """Return the text to print once the site runs: its addresses, how the owner signs in, the data's folder."""
    local = f"http://localhost:{options.port}"
    lines = ["", "The club's site is running.", "", f"  on this machine       {local}/"]
    lines += [f"  on the local network  http://{address}:{options.port}/" for address in addresses]
    if not addresses and options.is_for_lan:
        lines.append("  on the local network  not reachable: this machine has no address there")
    if new_owner is not None:
        lines += [
            "",
            f"  Its owner signs in at {local}/accounts/login/",
            f"    e-mail    {new_owner.user.email}",
            f"    password  {new_owner.password}",
            "  The password is shown this once.",
        ]
    else:
        lines += [
            "",
            f"  Its owner signs in at {local}/accounts/login/ as before.",
            *_format_password_hint(options),
        ]
    lines += ["", f"  Its data is in {folder}", "", "Ctrl-C stops it."]
    return "\n".join(lines)


def _format_password_hint(options: Options) -> list[str]:
    from matches.models import User

    owner = User.objects.filter(is_superuser=True).order_by("pk").first()
    if owner is None:
        return []
    where = f"ECARTE_DATA_DIR={os.environ['ECARTE_DATA_DIR']} " if options.data_folder else ""
    return [f"  To set a new password: {where}python3.11 manage.py changepassword {owner.email}"]


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt
