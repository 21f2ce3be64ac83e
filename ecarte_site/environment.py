"""Helpers that read every setting from the environment and refuse invalid values."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import secrets
import socket
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, parse_qs, quote, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

PROJECT: Final = Path(__file__).resolve().parent.parent
FLAGS: Final[Mapping[str, bool]] = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}
LOG_FORMATS: Final = ("json", "text")
LOG_LEVELS: Final = ("INFO", "WARNING", "ERROR")
MAIL_SCHEMES: Final = ("smtp", "smtps", "console")
DATABASE_SCHEMES: Final = ("postgres", "postgresql", "sqlite")
BROKER_SCHEMES: Final = ("redis", "rediss")
SCHEMES_WITHOUT_ADDRESS: Final = ("console", "sqlite")
SCHEMES_OF_SOCKETS: Final = ("postgres", "postgresql")
"""URL schemes that may lack a host, which then means a server on the same machine."""


def env_text(name: str, default: str = "") -> str:
    """Return the environment variable ``name`` without white space around it; ``default`` if it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def env_secret(name: str) -> str:
    """Return the secret called `name`: the file that `NAME_FILE` names, else the variable `NAME`, else "".

    The variable is used if the file is missing or empty. Raises ImproperlyConfigured if the file can't be
    read, or if it is empty or missing and `NAME` is not set. The error's message never contains the secret.
    """
    value, file = env_text(name), env_text(f"{name}_FILE")
    if not file:
        return value
    try:
        value = (Path(file).read_text(encoding="utf-8").strip() if Path(file).is_file() else "") or value
    except (OSError, UnicodeDecodeError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or "it is not UTF-8 text"
        raise ImproperlyConfigured(f"{name}_FILE names {file}, which can't be read ({reason}).") from None
    if not value:
        raise ImproperlyConfigured(
            f"{name}_FILE names {file}, which is missing or empty: write the secret into that file, or set {name}."
        )
    return value


def env_flag(name: str, default: bool) -> bool:
    """Return the environment variable ``name`` as True or False, or ``default`` if it is empty or not set.

    Raises ``ImproperlyConfigured`` for a value that is not one of ``FLAGS``.
    """
    value = env_text(name)
    if not value:
        return default
    try:
        return FLAGS[value.lower()]
    except KeyError:
        known = ", ".join(FLAGS)
        raise ImproperlyConfigured(f"{name} is {value!r}; write one of {known}.") from None


def env_number(name: str, default: int) -> int:
    """Return the environment variable ``name`` as a whole number from 1. Raises ``ImproperlyConfigured`` for
    others.
    """
    value = env_text(name, str(default))
    if not (value.isascii() and value.isdecimal() and int(value)):
        raise ImproperlyConfigured(f"{name} is {value!r}; write a whole number from 1.")
    return int(value)


def env_choice(name: str, default: str, choices: Sequence[str]) -> str:
    """Return the environment variable ``name``. Raises ``ImproperlyConfigured`` if it is none of ``choices``."""
    value = env_text(name, default)
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is {value!r}; write one of {', '.join(choices)}.")
    return value


def env_port(name: str) -> int | None:
    """Return the TCP port in the variable ``name``, None if unset. Raises ``ImproperlyConfigured`` if invalid."""
    if not env_text(name):
        return None
    number = env_number(name, 1)
    if number > 65535:
        raise ImproperlyConfigured(f"{name} is {number}; write a port, from 1 to 65535.")
    return number


def log_format() -> str:
    """Return the format of log lines (``LOG_FORMAT``): by default JSON if a database is configured, else text."""
    return env_choice("LOG_FORMAT", "json" if env_secret("DATABASE_URL") else "text", LOG_FORMATS)


def log_level() -> str:
    """Return the lowest level that is logged (``LOG_LEVEL``), by default ``INFO``."""
    return env_choice("LOG_LEVEL", "INFO", LOG_LEVELS)


def env_list(name: str) -> list[str]:
    """Return the comma-separated parts of the environment variable ``name``, without empty ones."""
    return [part.strip() for part in env_text(name).split(",") if part.strip()]


def env_networks(name: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Return the comma-separated networks in the variable ``name``, such as ``10.20.0.0/16,fd00::/8``.

    Raises ``ImproperlyConfigured`` for an invalid network, and for one with host bits set.
    """
    try:
        return [ipaddress.ip_network(part) for part in env_list(name)]
    except ValueError as error:
        raise ImproperlyConfigured(
            f"{name} has a network that can't be read ({error}); an example is 10.20.0.0/16."
        ) from None


def env_url(name: str, default: str, schemes: tuple[str, ...]) -> SplitResult:
    """Return the parts of the URL in the secret called `name`, by default of the URL `default`.

    Raises ImproperlyConfigured for a scheme that is not in `schemes`, a missing host or a port that is not a
    number. The message contains nothing after the scheme, since a password may be there.
    """
    example = f"an example is {schemes[0]}://example.org"
    try:
        parts = urlsplit(env_secret(name) or default)
    except ValueError:
        raise ImproperlyConfigured(f"{name} is no address that can be read; {example}.") from None
    if parts.scheme not in schemes:
        raise ImproperlyConfigured(f"{name} starts with {parts.scheme!r}; it must be one of {schemes}.")
    if parts.scheme in SCHEMES_WITHOUT_ADDRESS:
        return parts
    if not parts.hostname and parts.scheme not in SCHEMES_OF_SOCKETS:
        raise ImproperlyConfigured(f"{name} names no host; {example}.")
    if not _has_port_or_none(parts):
        raise ImproperlyConfigured(
            f"{name} has no port that is a number up to 65535 behind its host; {example}:1234, and a / in a "
            "password is written %2F."
        )
    return parts


def _has_port_or_none(parts: SplitResult) -> bool:
    try:
        return parts.port is None or parts.port > 0
    except ValueError:
        return False


def service_url(name: str, schemes: tuple[str, ...], *, password: str) -> str:
    """Return the URL in the secret called `name`, "" if it is unset; `password` is added to a URL without
    one.

    Raises ImproperlyConfigured as `env_url` does.
    """
    value = env_secret(name)
    if not value:
        return ""
    parts = env_url(name, value, schemes)
    if not password or not parts.hostname or parts.password is not None:
        return value
    user, _, host = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"{user.removesuffix(':')}:{quote(password, safe='')}@{host}").geturl()


def mail_settings(name: str) -> dict[str, object]:
    """Return the mail settings for a URL in the secret called `name`, and MAIL_BACKEND, the class that sends mail.

    An example is ``smtp://user:password@host:587/?from=club@example.org``. ``smtp`` uses STARTTLS, ``smtps``
    uses TLS from the start. The result is empty if the secret is unset or ``console:``.
    """
    parts = env_url(name, "console:", MAIL_SCHEMES)
    if parts.scheme == "console":
        return {}
    sender = parse_qs(parts.query).get("from", [f"ecarte@{parts.hostname}"])[0]
    implicit_tls = parts.scheme == "smtps"
    return {
        "MAIL_BACKEND": "matches.mail.smtp.LimitedEmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if implicit_tls else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": implicit_tls,
        "EMAIL_USE_TLS": not implicit_tls,
        "EMAIL_TIMEOUT": 10,
        "DEFAULT_FROM_EMAIL": sender,
        "SERVER_EMAIL": sender,
    }


def is_embedded() -> bool:
    """Return whether web, worker and schedule share one process, because neither database nor broker is set."""
    return not env_secret("DATABASE_URL") and not env_secret("REDIS_URL")


def data_folder() -> Path:
    """Return the folder for the embedded service's database and key: ``ECARTE_DATA_DIR``, by default ``var/``."""
    return Path(env_text("ECARTE_DATA_DIR", str(PROJECT / "var"))).expanduser().resolve()


def read_or_create_secret(path: Path) -> str:
    """Return the secret stored in the file ``path``; the first call creates it, readable by its owner only.

    Two processes that start together get the same secret: a link never replaces a file, so the second reads
    what the first wrote. Raises ``ImproperlyConfigured`` if the file is empty.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as stream:
                stream.write(secrets.token_urlsafe(64) + "\n")
            with contextlib.suppress(FileExistsError):
                os.link(draft, path)
        finally:
            draft.unlink()
    path.chmod(0o600)
    secret = path.read_text(encoding="ascii").strip()
    if not secret:
        raise ImproperlyConfigured(
            f"{path} is empty. Delete it: a new key is made, and everyone signs in again."
        )
    return secret


def lan_addresses() -> list[str]:
    """Return this machine's IPv4 addresses in its local network, the most likely one first."""
    addresses: list[str] = []
    # Nothing is sent: connecting a datagram socket only makes the system choose a source address.
    for far_end in ("192.168.255.254", "10.255.255.254", "172.31.255.254", "203.0.113.1"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
            probe.connect((far_end, 9))
            addresses.append(str(probe.getsockname()[0]))
    with contextlib.suppress(OSError):
        addresses.extend(socket.gethostbyname_ex(socket.gethostname())[2])
    return [address for address in dict.fromkeys(addresses) if not ipaddress.ip_address(address).is_loopback]


def lan_hosts() -> list[str]:
    """Return the host names and addresses by which machines in the local network reach this one."""
    hostname = socket.gethostname().lower()
    names = ["localhost", "127.0.0.1", "[::1]", hostname, f"{hostname.partition('.')[0]}.local"]
    return list(dict.fromkeys([*names, *lan_addresses()]))
