"""Check which URLs messages may be sent to, to prevent server-side request forgery (SSRF).

A webhook makes the site send requests to a URL that a user chose, which could be a server that only the site
can reach: its database, its own pages, a cloud's metadata service. Therefore every IP address of a host is
checked when the webhook is created and again at each attempt, and the connection is made to one of the
checked addresses.
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

MAX_URL_LENGTH: Final = 2000
DEFAULT_PORT: Final = {"https": 443, "http": 80}
ALLOWED_PORTS: Final = (443, 8443)
"""The ports to which messages may be sent, except in the networks of ``WEBHOOK_ALLOWED_NETWORKS``."""
RESOLVE_SECONDS: Final = 5.0

_LABEL: Final = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_BRACKETED: Final = re.compile(r"\[[0-9A-Fa-f:.]+\](:[0-9]*)?")
_PRINTABLE: Final = re.compile(r"[\x21-\x7e]*")

SPECIAL_NETWORKS: Final = tuple(
    ipaddress.ip_network(network)
    for network in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"),
        *("192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
        *("224.0.0.0/4", "240.0.0.0/4", "2001::/23", "2001:db8::/32", "2002::/16"),
        *("2620:4f:8000::/48", "3fff::/20"),
    )
)
"""Networks to which no message is sent: IANA's special-purpose registries (RFC 6890), multicast, and the
tunnels 6to4 and Teredo, which may end in a private network.
"""
GLOBAL_UNICAST: Final = IPv6Network("2000::/3")
"""The part of IPv6 with all public addresses. Outside are local ones and those that embed IPv4 addresses."""
NAT64: Final = IPv6Network("64:ff9b::/96")  # RFC 6052: the last 32 bits are an IPv4 address
ISATAP: Final = frozenset({0x00005EFE, 0x02005EFE})  # RFC 5214: bits 64 to 95 of an address that embeds IPv4


class UnsafeAddressError(ValueError):
    """The URL of a webhook is malformed, or messages may not be sent to it. The message is translated."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A well-formed URL, perhaps forbidden, the Host header's ``authority``, and the ``path`` with its query."""

    url: str
    scheme: str
    host: str
    port: int
    authority: str
    path: str


def parse_endpoint(text: str) -> Endpoint:
    """Parse and normalize a URL. Raises UnsafeAddressError if two programs could parse it differently."""
    if len(text) > MAX_URL_LENGTH:
        raise UnsafeAddressError(
            _("An address can have at most %(most)s characters.") % {"most": MAX_URL_LENGTH}
        )
    if any(ord(letter) < 0x21 or letter in "\\\x7f" or 0xD800 <= ord(letter) < 0xE000 for letter in text):
        raise UnsafeAddressError(_("An address can’t contain spaces, backslashes or control characters."))
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise UnsafeAddressError(_("This address can’t be read.")) from None
    if parts.scheme not in DEFAULT_PORT:
        raise UnsafeAddressError(_("Write the whole address, starting with https://."))
    if "@" in parts.netloc:
        raise UnsafeAddressError(
            _("Leave out the user name and password: the signature proves who sent the message.")
        )
    if "#" in text:
        raise UnsafeAddressError(_("Leave out # and what follows it: that part is never sent."))
    if not _PRINTABLE.fullmatch(parts.path + parts.query):
        raise UnsafeAddressError(_("After the host name, percent-encode characters outside ASCII."))
    if "[" in parts.netloc and not _BRACKETED.fullmatch(parts.netloc):
        raise UnsafeAddressError(_("The host name in this address is not valid."))
    host = _normalize_host(parts.hostname or "", is_bracketed="[" in parts.netloc)
    port = DEFAULT_PORT[parts.scheme] if port is None else port
    if not 0 < port < 65536:
        raise UnsafeAddressError(_("The port is not valid."))
    authority = f"[{host}]" if ":" in host else host
    if port != DEFAULT_PORT[parts.scheme]:
        authority += f":{port}"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Endpoint(f"{parts.scheme}://{authority}{path}", parts.scheme, host, port, authority, path)


def _normalize_host(written: str, *, is_bracketed: bool) -> str:
    """Return a name in ASCII, or an IP address in its canonical notation."""
    no_host = UnsafeAddressError(_("The host name in this address is not valid."))
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
        # Some systems read 127.1, 0x7f.1 and 2130706433 as IPv4 addresses. Accept the dotted notation alone.
        try:
            return str(IPv4Address(host))
        except ValueError:
            raise UnsafeAddressError(_("Write an IP address as four decimal numbers.")) from None
    return host


def resolve_safely(endpoint: Endpoint) -> list[Address]:
    """Return all IP addresses of an endpoint's host, after checking that messages may be sent to each.

    Raises UnsafeAddressError if the host has none or is this site itself, or if an address, the scheme or the
    port is forbidden.
    """
    addresses = _look_up(endpoint.host, endpoint.port)
    if all(_is_allowed(address) for address in addresses):
        return addresses
    if endpoint.scheme != "https":
        raise UnsafeAddressError(_("Webhooks need an https address."))
    if endpoint.port not in ALLOWED_PORTS:
        ports = ", ".join(str(port) for port in ALLOWED_PORTS)
        raise UnsafeAddressError(_("Webhooks can use only these ports: %(ports)s.") % {"ports": ports})
    if _is_own_host(endpoint.host):
        raise UnsafeAddressError(_("This is the address of this site itself."))
    for address in addresses:
        if not _is_allowed(address) and is_forbidden(address):
            raise UnsafeAddressError(
                _("This host is in a private or reserved network, where webhooks are not sent.")
            )
    return addresses


def is_forbidden(address: Address) -> bool:
    """Return whether an address is local or special, or embeds a forbidden IPv4 address."""
    if isinstance(address, IPv4Address):
        return any(address in network for network in SPECIAL_NETWORKS)
    if address.ipv4_mapped is not None:
        return is_forbidden(address.ipv4_mapped)
    if address in NAT64:
        return is_forbidden(IPv4Address(int(address) & 0xFFFFFFFF))
    if address not in GLOBAL_UNICAST or (int(address) >> 32) & 0xFFFFFFFF in ISATAP:
        return True
    return any(address in network for network in SPECIAL_NETWORKS)


def _is_allowed(address: Address) -> bool:
    """Return whether the site's operator opened the address's network with ``WEBHOOK_ALLOWED_NETWORKS``."""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    networks: Iterable[IPv4Network | IPv6Network] = settings.WEBHOOK_ALLOWED_NETWORKS
    return any(address in network for network in networks)


def _is_own_host(host: str) -> bool:
    names = [str(settings.SITE.hostname), *settings.ALLOWED_HOSTS]
    for name in (each.lower().strip("[]") for each in names if each != "*"):
        if host == name.removeprefix(".") or (name.startswith(".") and host.endswith(name)):
            return True
    return False


def _look_up(host: str, port: int) -> list[Address]:
    """Look a host up in a thread, since getaddrinfo() has no timeout. Raises UnsafeAddressError without address."""
    addresses: list[Address] = []

    def look_up() -> None:
        try:
            rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            resolved = [ipaddress.ip_address(str(row[4][0])) for row in rows]
        except (OSError, UnicodeError, ValueError):
            return
        addresses.extend(dict.fromkeys(resolved))

    thread = threading.Thread(target=look_up, name="look-up", daemon=True)
    thread.start()
    thread.join(RESOLVE_SECONDS)
    if thread.is_alive() or not addresses:
        raise UnsafeAddressError(_("This host name was not found."))
    return list(addresses)
