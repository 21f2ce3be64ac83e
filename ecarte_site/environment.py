"""The few strict helpers through which every setting is read from the environment."""

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
"""Without a host these speak to a server of the same machine."""


def env_text(name: str, default: str = "") -> str:
    """The variable without the white space around it; ``default`` where it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def env_secret(name: str) -> str:
    """Return the secret called `name`: what stands in the file that `NAME_FILE` names, else the variable itself.

    The variable counts where `NAME_FILE` names no file, or an empty one. Empty where neither is set. Raises
    ImproperlyConfigured where the file can't be read, and where it holds nothing and there is no variable either;
    the message never holds the secret.
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
    """Raises ``ImproperlyConfigured`` for a value that is neither yes nor no."""
    value = env_text(name)
    if not value:
        return default
    try:
        return FLAGS[value.lower()]
    except KeyError:
        known = ", ".join(FLAGS)
        raise ImproperlyConfigured(f"{name} is {value!r}; write one of {known}.") from None


def env_number(name: str, default: int) -> int:
    """Raises ``ImproperlyConfigured`` for anything but a whole number from 1."""
    value = env_text(name, str(default))
    if not (value.isascii() and value.isdecimal() and int(value)):
        raise ImproperlyConfigured(f"{name} is {value!r}; write a whole number from 1.")
    return int(value)


def env_choice(name: str, default: str, choices: Sequence[str]) -> str:
    """Raises ``ImproperlyConfigured`` for anything but one of ``choices``."""
    value = env_text(name, default)
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is {value!r}; write one of {', '.join(choices)}.")
    return value


def env_port(name: str) -> int | None:
    """None where it is unset. Raises ``ImproperlyConfigured`` for what is no port."""
    if not env_text(name):
        return None
    number = env_number(name, 1)
    if number > 65535:
        raise ImproperlyConfigured(f"{name} is {number}; write a port, from 1 to 65535.")
    return number


def log_format() -> str:
    """How a line of the log looks: for programs where several processes are the service, else for people."""
    return env_choice("LOG_FORMAT", "json" if env_secret("DATABASE_URL") else "text", LOG_FORMATS)


def log_level() -> str:
    """From which level on lines are told."""
    return env_choice("LOG_LEVEL", "INFO", LOG_LEVELS)


def env_list(name: str) -> list[str]:
    """A list parted by commas; empty parts are left out."""
    return [part.strip() for part in env_text(name).split(",") if part.strip()]


def env_networks(name: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Networks parted by commas, as ``10.20.0.0/16`` or ``fd00::/8``.

    Raises ``ImproperlyConfigured`` for what is none, and for an address within a network in the network's place.
    """
    try:
        return [ipaddress.ip_network(part) for part in env_list(name)]
    except ValueError as error:
        raise ImproperlyConfigured(
            f"{name} has a network that can't be read ({error}); an example is 10.20.0.0/16."
        ) from None


def env_url(name: str, default: str, schemes: tuple[str, ...]) -> SplitResult:
    """Return the secret called `name` as a URL, or `default` where it is unset.

    Raises ImproperlyConfigured for another scheme, a missing host and a port that is not a number. The message shows
    nothing after the scheme: a password may stand there.
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
    """Return the checked URL in the secret called `name`, or an empty string where it is unset.

    `password` is put into a URL that has none of its own.
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
    """Django's mail settings out of ``smtp://user:password@host:587/?from=club@example.org``.

    ``smtp`` asks for STARTTLS, ``smtps`` speaks TLS from the start; without the variable mail is printed
    on the console.
    """
    parts = env_url(name, "console:", MAIL_SCHEMES)
    if parts.scheme == "console":
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    sender = parse_qs(parts.query).get("from", [f"ecarte@{parts.hostname}"])[0]
    implicit_tls = parts.scheme == "smtps"
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
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
    """Whether web, worker and schedule share one process: no database and no broker is named."""
    return not env_secret("DATABASE_URL") and not env_secret("REDIS_URL")


def data_folder() -> Path:
    """Where an embedded service keeps its database and its key: ``ECARTE_DATA_DIR``, else ``var/``."""
    return Path(env_text("ECARTE_DATA_DIR", str(PROJECT / "var"))).expanduser().resolve()


def kept_secret(path: Path) -> str:
    """The secret in ``path``, made there at the first call and readable by its owner alone.

    Of two processes that start together both end with the same one: a link never replaces, so the second
    reads what the first wrote. Raises ``ImproperlyConfigured`` when the file is empty.
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
    """This machine's IPv4 addresses in its own network, the one it is best reached by first."""
    found: list[str] = []
    # Nothing is sent: connecting a datagram socket only makes the system pick the address it would send from.
    for far_end in ("192.168.255.254", "10.255.255.254", "172.31.255.254", "203.0.113.1"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
            probe.connect((far_end, 9))
            found.append(str(probe.getsockname()[0]))
    with contextlib.suppress(OSError):
        found.extend(socket.gethostbyname_ex(socket.gethostname())[2])
    return [address for address in dict.fromkeys(found) if not ipaddress.ip_address(address).is_loopback]


def lan_hosts() -> list[str]:
    """The names and addresses under which machines of the same network reach this one."""
    hostname = socket.gethostname().lower()
    names = ["localhost", "127.0.0.1", "[::1]", hostname, f"{hostname.partition('.')[0]}.local"]
    return list(dict.fromkeys([*names, *lan_addresses()]))
