"""Where a webhook may lead: out into the internet, and to no machine of the host's own network.

Who makes a webhook has the site send requests for him, so that an address may be one that only the site reaches: its
database, its own pages, the cloud's metadata. Names are looked up and every address behind them is looked at, when a
webhook is made and each time that something is sent, and the connection goes to the very address that was looked at.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Final, TypeAlias
from urllib.parse import urlsplit

import idna
from django.conf import settings
from django.utils.translation import gettext as _

Address: TypeAlias = IPv4Address | IPv6Address

PORTS: Final = (443, 8443)
"""Those that webhooks lead to, outside of networks that the host allows."""
DEFAULT_PORT: Final = {"https": 443, "http": 80}
MOST_CHARACTERS: Final = 2000
LOOK_UP_SECONDS: Final = 5.0
_LABEL: Final = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_BRACKETED: Final = re.compile(r"\[[0-9A-Fa-f:.]+\](:[0-9]*)?")
_PRINTABLE: Final = re.compile(r"[\x21-\x7e]*")

CLOSED_NETWORKS: Final = tuple(
    ipaddress.ip_network(network)
    for network in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
        "2001::/23",
        "2001:db8::/32",
        "2002::/16",
        "2620:4f:8000::/48",
        "3fff::/20",
    )
)
"""What IANA's registers of special addresses have and nobody's receiver stands in; tunnels (6to4, Teredo) with them."""
OPEN_IPV6: Final = IPv6Network("2000::/3")
"""All of IPv6 that is given out so far: what lies outside is local, or something else in disguise."""
NAT64: Final = IPv6Network("64:ff9b::/96")
ISATAP: Final = frozenset({0x00005EFE, 0x02005EFE})


class UnsafeAddressError(ValueError):
    """Nothing is sent there. The text says why, to whoever gave the address."""


@dataclass(frozen=True, slots=True)
class Target:
    """An address that is written as it should be; ``url`` is how it is kept. Whether it is safe is another question.

    ``authority`` and ``path`` are what a request's ``Host`` and first line say: host and port as they are written down,
    and all that stands behind them.
    """

    url: str
    scheme: str
    host: str
    port: int
    authority: str
    path: str


def target_of(text: str) -> Target:
    """The address that ``text`` writes down. Raises ``UnsafeAddressError`` for one that is odd in any way."""
    if len(text) > MOST_CHARACTERS:
        raise UnsafeAddressError(_("An address has %(most)s characters at most.") % {"most": MOST_CHARACTERS})
    if any(ord(letter) < 0x21 or letter in "\\\x7f" or 0xD800 <= ord(letter) < 0xE000 for letter in text):
        raise UnsafeAddressError(_("An address has no spaces in it, and no backslash."))
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise UnsafeAddressError(_("That is no address that can be read.")) from None
    if parts.scheme not in DEFAULT_PORT:
        raise UnsafeAddressError(_("Write the address in full, from https:// on."))
    if "@" in parts.netloc:
        raise UnsafeAddressError(_("Leave name and password out: the signature says who sends."))
    if "#" in text:
        raise UnsafeAddressError(_("Leave out what stands behind #: it is not sent."))
    rest = parts.path + parts.query
    if not _PRINTABLE.fullmatch(rest):
        raise UnsafeAddressError(_("Behind the host, write what is not ASCII with percent signs."))
    if "[" in parts.netloc and not _BRACKETED.fullmatch(parts.netloc):
        raise UnsafeAddressError(_("The address names no host that can be looked up."))
    host = _host_of(parts.hostname or "", is_bracketed="[" in parts.netloc)
    port = DEFAULT_PORT[parts.scheme] if port is None else port
    if not 0 < port < 65536:
        raise UnsafeAddressError(_("That is no port."))
    shown = f"[{host}]" if ":" in host else host
    authority = shown if port == DEFAULT_PORT[parts.scheme] else f"{shown}:{port}"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(f"{parts.scheme}://{authority}{path}", parts.scheme, host, port, authority, path)


def _host_of(written: str, *, is_bracketed: bool) -> str:
    """The host in ASCII: a name, or an address in its one plain notation."""
    no_host = UnsafeAddressError(_("The address names no host that can be looked up."))
    if is_bracketed:
        if "%" in written:
            raise no_host
        try:
            return str(IPv6Address(written))
        except ValueError:
            raise no_host from None
    try:
        host = written if written.isascii() else idna.encode(written, uts46=True).decode()
    except (idna.IDNAError, UnicodeError):
        raise no_host from None
    host = host.lower()
    labels = host.split(".")
    if len(host) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise no_host
    if labels[-1].isdecimal() or re.fullmatch(r"0x[0-9a-f]*", labels[-1]):
        # Systems read 127.1, 0x7f.1 and 2130706433 as addresses, each in its own way: the one plain way alone is let.
        try:
            return str(IPv4Address(host))
        except ValueError:
            raise UnsafeAddressError(_("Write an IP address as four decimal numbers.")) from None
    return host


def safe_addresses(target: Target, *, seconds: float = LOOK_UP_SECONDS) -> list[Address]:
    """The addresses behind ``target``, each of them one that may be sent to; looked up within ``seconds``.

    Raises ``UnsafeAddressError`` where there is none, or a single one of them is closed.
    """
    addresses = _looked_up(target.host, target.port, seconds)
    if all(_is_allowed(address) for address in addresses):
        return addresses
    if target.scheme != "https":
        raise UnsafeAddressError(_("News are sent to https addresses alone."))
    if target.port not in PORTS:
        ports = ", ".join(str(port) for port in PORTS)
        raise UnsafeAddressError(_("News are sent to these ports alone: %(ports)s.") % {"ports": ports})
    if _is_our_own(target.host):
        raise UnsafeAddressError(_("That is this site itself."))
    for address in addresses:
        if not _is_allowed(address) and is_closed(address):
            raise UnsafeAddressError(_("That host lies in a network that nothing is sent into."))
    return addresses


def is_closed(address: Address) -> bool:
    """Whether the address is local, special, or another one in disguise that is."""
    if isinstance(address, IPv4Address):
        return any(address in network for network in CLOSED_NETWORKS if isinstance(network, IPv4Network))
    if address.ipv4_mapped is not None:
        return is_closed(address.ipv4_mapped)
    if address in NAT64:
        return is_closed(IPv4Address(int(address) & 0xFFFFFFFF))
    if address not in OPEN_IPV6 or (int(address) >> 32) & 0xFFFFFFFF in ISATAP:
        return True
    return any(address in network for network in CLOSED_NETWORKS if isinstance(network, IPv6Network))


def _is_allowed(address: Address) -> bool:
    """Whether it lies in a network that whoever runs the site opened, as the address that it comes to."""
    plain: Address = address
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        plain = address.ipv4_mapped
    networks: Iterable[IPv4Network | IPv6Network] = settings.WEBHOOK_ALLOWED_NETWORKS
    return any(plain in network for network in networks)


def _is_our_own(host: str) -> bool:
    """Whether the site answers to that name itself."""
    names = [str(settings.SITE.hostname), *settings.ALLOWED_HOSTS]
    for name in (each.lower().strip("[]") for each in names if each != "*"):
        if host == name.removeprefix(".") or (name.startswith(".") and host.endswith(name)):
            return True
    return False


def _looked_up(host: str, port: int, seconds: float) -> list[Address]:
    """Every address of the host. A look-up can't be broken off: one that takes too long is left behind."""
    found: list[Address] = []

    def look_up() -> None:
        try:
            rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            addresses = [ipaddress.ip_address(str(row[4][0])) for row in rows]
        except (OSError, UnicodeError, ValueError):
            return
        found.extend(dict.fromkeys(addresses))

    looking = threading.Thread(target=look_up, name="look-up", daemon=True)
    looking.start()
    looking.join(max(seconds, 0.0))
    if looking.is_alive() or not found:
        raise UnsafeAddressError(_("No address is found under that host's name."))
    return list(found)
