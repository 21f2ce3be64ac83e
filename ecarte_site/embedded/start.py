"""Starting and stopping the site in one process."""

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

from ecarte_site.embedded.folder import FolderInUseError, hold_folder, keep_to_owner
from ecarte_site.embedded.memory import keep_little
from ecarte_site.embedded.options import EVERYWHERE, Options, OptionsError, apply_options, parse_options
from ecarte_site.environment import lan_addresses

if TYPE_CHECKING:
    from ecarte_site.embedded.server import Server
    from matches.clubs.create_owner import NewOwner

WEB_THREADS = 8


class StartError(Exception):
    """The site can't start; the text says why, and what to do."""


def main(arguments: Sequence[str]) -> int:
    """Run the site until Ctrl-C or SIGTERM; the exit status."""
    # Before anything is imported or migrated, so that it ends cleanly from its first second on.
    signal.signal(signal.SIGTERM, _leave)
    # A shell that starts a program in the background may have told it to ignore this one.
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
    return 0


def _set_up() -> Path:
    """Configure Django and return the data folder. Raises StartError where that can't be written."""
    import django
    from django.conf import settings

    # Each request and task at INFO would bury what the start has to say.
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    try:
        django.setup()
    except PermissionError as error:
        raise StartError(
            f"{error.filename} can't be written: choose a folder of your own with --data-dir."
        ) from error
    # The static files come from the code; only a production build collects them.
    warnings.filterwarnings("ignore", message="No directory at", category=UserWarning)
    return Path(settings.DATA_DIR)


def _run(options: Options, addresses: Sequence[str], folder: Path) -> None:
    from ecarte_site.celery import app
    from ecarte_site.embedded.background import Background
    from ecarte_site.wsgi import application

    # The port first: who can't have it should not wait for the rest, nor have his data changed by it.
    server = _listen(options, application)
    owner = _prepare_data(options)
    background = Background(app)
    background.start()
    print(_welcome(options, addresses, folder, owner), flush=True)
    try:
        server.run()
    finally:
        print("\nStopping ...", flush=True)
        server.close()
        background.stop()
        print("Stopped. All results are saved.", flush=True)


def _listen(options: Options, application: object) -> Server:
    """Take the port. Raises StartError where it, or the address, can't be had."""
    from ecarte_site.embedded.places import connections_allowed
    from ecarte_site.embedded.server import make_server
    from matches.exchange.exports.streaming import PATIENCE_SECONDS

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
    """Bring the database up to date; the owner, where this is the first start."""
    from django.conf import settings
    from django.core.management import call_command

    from matches.clubs.create_owner import make_owner
    from matches.models import Club
    from matches.operations.demonstration import load_demonstration

    keep_to_owner(Path(settings.DATABASES["default"]["NAME"]))
    call_command("migrate", verbosity=0, interactive=False)
    made = make_owner()
    # Once: a club that its owner has deleted stays deleted.
    if made is not None and options.demo and not Club.objects.exists():
        print("Loading the demonstration club ...", flush=True)
        load_demonstration(made.user)
    return made


def _welcome(options: Options, addresses: Sequence[str], folder: Path, made: NewOwner | None) -> str:
    local = f"http://localhost:{options.port}"
    lines = ["", "The club's site is running.", "", f"  on this machine       {local}/"]
    lines += [f"  on the local network  http://{address}:{options.port}/" for address in addresses]
    if not addresses and options.is_for_lan:
        lines.append("  on the local network  not reachable: this machine has no address there")
    if made is not None:
        lines += [
            "",
            f"  Its owner signs in at {local}/accounts/login/",
            f"    e-mail    {made.user.email}",
            f"    password  {made.password}",
            "  The password is shown this once.",
        ]
    else:
        lines += [
            "",
            f"  Its owner signs in at {local}/accounts/login/ as before.",
            *_new_password_hint(options),
        ]
    lines += ["", f"  Its data is in {folder}", "", "Ctrl-C stops it."]
    return "\n".join(lines)


def _new_password_hint(options: Options) -> list[str]:
    from matches.models import User

    owner = User.objects.filter(is_superuser=True).order_by("pk").first()
    if owner is None:
        return []
    where = f"ECARTE_DATA_DIR={os.environ['ECARTE_DATA_DIR']} " if options.data_folder else ""
    return [f"  To set a new password: {where}python3.11 manage.py changepassword {owner.email}"]


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt
