"""Webhook addresses are checked as written, as resolved and as connected to."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from matches.webhooks.addresses import UnsafeAddressError, is_forbidden, parse_endpoint, resolve_safely
from matches.webhooks.http import post
from tests.support.certificates import certificate
from tests.support.receiver import Receiver, receiving

pytestmark = [pytest.mark.core]

OPEN = (
    *("1.1.1.1", "8.8.8.8", "93.184.216.34", "2606:4700:4700::1111", "2a00:1450:4001::200e"),
    "64:ff9b::808:808",
)
CLOSED = (
    *("0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1"),  # noqa: S104
    *("127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.170", "192.0.2.1"),
    *("192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.7", "203.0.113.7", "224.0.0.1"),
    *("239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "::7f00:1", "::ffff:127.0.0.1"),
    *("::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe"),
    *("64:ff9b:1::1", "100::1", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1"),
    *("2002:7f00:1::1", "2002:808:808::1", "2606:4700::5efe:10.0.0.1", "3fff::1", "5f00::1", "fc00::1"),
    *("fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1"),
)


@pytest.mark.parametrize("address", OPEN)
def test_open_addresses(address: str) -> None:
    assert not is_forbidden(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", CLOSED)
def test_closed_addresses(address: str) -> None:
    assert is_forbidden(ipaddress.ip_address(address))
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(UnsafeAddressError):
        resolve_safely(parse_endpoint(f"https://{host}/"))


ODD = (
    *("", "https://", "https:///news", "//bot.example/news", "bot.example/news", "ftp://bot.example/"),
    *("file:///etc/passwd", "gopher://bot.example/", "javascript:alert(1)"),
    *("https://ann:secret@bot.example/", "https://@bot.example/", "https://bot.example@127.0.0.1/"),
    *("https://bot.example/#part", "https://bot.example\\@127.0.0.1/", "https://bot example/"),
    *(" https://bot.example/", "https://bot.example/\n", "https://bot.example/a\x00b"),
    *("https://bot.example/\ud800", "https://bot.example./", "https://.bot.example/"),
    *("https://bot..example/", "https://-bot.example/", "https://%62ot.example/", "https://bot.example:0/"),
    *("https://bot.example:65536/", "https://bot.example:-1/", "https://bot.example:port/"),
    *("https://127.1/", "https://127.0.1/", "https://2130706433/", "https://0x7f.1/", "https://0x7f000001/"),
    *("https://0177.0.0.1/", "https://127.0.0.0x1/", "https://127.0.0.1./", "https://1.2.3.4.5/"),
    *("https://256.1.1.1/", "https://[::1", "https://[::1%25eth0]/", "https://[fe80::1%eth0]/"),
    *("https://[127.0.0.1]/", "https://[v1.x]/", "https://[::1]bot.example/"),
    *("https://bot[2606:4700::1111]/", "https://[2606:4700::1111]:٤٤٣/", "https://bot.example:４４３/"),
    *("https://bot.example＠127.0.0.1/", "https://bot.example/é", "https://" + "a" * 64 + ".example/"),
    *("https://" + "a." * 130 + "example/", "https://bot.example/" + "a" * 2000),
)


@pytest.mark.parametrize("text", ODD, ids=repr)
def test_odd_addresses_are_refused_as_they_are_written(text: str) -> None:
    with pytest.raises(UnsafeAddressError):
        parse_endpoint(text)


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://bot.example", "https://bot.example/"),
        ("HTTPS://Bot.Example:443/News?a=1&b", "https://bot.example/News?a=1&b"),
        ("https://bot.example:8443/", "https://bot.example:8443/"),
        ("https://zoë.example/", "https://xn--zo-ija.example/"),
        ("https://[2606:4700:0:0::1111]/", "https://[2606:4700::1111]/"),
        ("https://1.1.1.1/", "https://1.1.1.1/"),
        ("https://１２７.0.0.1/", "https://127.0.0.1/"),
        ("https://１２７。0。0。1/", "https://127.0.0.1/"),
        ("https://bot.example/a;b=1/c;d?e;f", "https://bot.example/a;b=1/c;d?e;f"),
        ("https://[2606:4700::1111]:8443", "https://[2606:4700::1111]:8443/"),
    ],
)
def test_addresses_are_kept_in_one_notation(text: str, url: str) -> None:
    assert parse_endpoint(text).url == url


Resolver = Callable[..., None]


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Resolver:
    """Replace DNS: return a function that sets a name's results, one per lookup. The last one repeats."""
    known: dict[str, list[Sequence[str]]] = {}
    real = socket.getaddrinfo

    def look_up(host: Any, port: Any, *args: Any, **more: Any) -> Any:
        if host not in known:
            return real(host, port, *args, **more)
        addresses = known[host]
        now = addresses.pop(0) if len(addresses) > 1 else addresses[0]
        return [
            (socket.AF_INET6 if ":" in each else socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port))
            for each in now
        ]

    def lead(host: str, *answers: Sequence[str]) -> None:
        known[host] = list(answers)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return lead


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["1.1.1.1", "10.0.0.1"],
        [*(f"1.1.1.{number}" for number in range(1, 100)), "192.168.0.1"],
        ["2606:4700::1111", "::1"],
        ["2606:4700::1111", "fe80::1%eth0"],
        ["::ffff:169.254.169.254"],
        [],
    ],
)
def test_every_address_behind_a_name_is_looked_at(names: Resolver, addresses: list[str]) -> None:
    names("bot.example", addresses)
    with pytest.raises(UnsafeAddressError):
        resolve_safely(parse_endpoint("https://bot.example/"))


def test_open_name(names: Resolver) -> None:
    names("bot.example", ["1.1.1.1", "2606:4700::1111"])
    addresses = [str(address) for address in resolve_safely(parse_endpoint("https://bot.example/"))]
    assert addresses == ["1.1.1.1", "2606:4700::1111"]


@pytest.mark.parametrize(
    "url", ["http://bot.example/", "https://bot.example:22/", "https://bot.example:6379/"]
)
def test_other_schemes_and_ports_are_refused(names: Resolver, url: str) -> None:
    names("bot.example", ["1.1.1.1"])
    with pytest.raises(UnsafeAddressError):
        resolve_safely(parse_endpoint(url))


@pytest.mark.parametrize("host", ["club.example", "CLUB.example", "www.clubs.example"])
def test_the_sites_own_names_are_refused(names: Resolver, settings: Settings, host: str) -> None:
    settings.ALLOWED_HOSTS = ["club.example", ".clubs.example"]
    names(host.lower(), ["1.1.1.1"])
    with pytest.raises(UnsafeAddressError, match="this site"):
        resolve_safely(parse_endpoint(f"https://{host}/"))


def test_networks_that_the_host_opens(names: Resolver, settings: Settings) -> None:
    settings.WEBHOOK_ALLOWED_NETWORKS = list(map(ipaddress.ip_network, ("10.20.0.0/16", "fd00::/8")))
    names("bot.lan", ["10.20.0.7", "fd00::7"])
    names("half.lan", ["10.20.0.7", "10.21.0.7"])
    names("mapped.lan", ["::ffff:10.20.0.7"])
    assert resolve_safely(parse_endpoint("http://bot.lan:9000/"))
    assert resolve_safely(parse_endpoint("http://mapped.lan:9000/"))
    with pytest.raises(UnsafeAddressError):
        resolve_safely(parse_endpoint("https://half.lan/"))


def test_name_that_leads_elsewhere_once_it_was_looked_at_is_never_followed(
    names: Resolver, settings: Settings
) -> None:
    """DNS may change between creation and delivery: the lookup used for the connection is the one checked."""
    with receiving() as receiver:
        names("bot.example", ["1.1.1.1"], ["127.0.0.1"])
        url = "https://bot.example:8443/"
        resolve_safely(parse_endpoint(url))
        answer = post(url, b"{}", {})
    assert (answer.status, receiver.requests) == (None, [])
    assert "private or reserved network" in answer.problem


def test_connection_goes_to_the_very_address_that_was_looked_at(names: Resolver, settings: Settings) -> None:
    """A resolver whose answers change is queried once per delivery, and that answer is used."""
    settings.WEBHOOK_ALLOWED_NETWORKS = [ipaddress.ip_network("127.0.0.1/32")]
    with receiving() as receiver:
        names("bot.example", ["127.0.0.1"], ["127.0.0.2"])
        answer = post(f"http://bot.example:{receiver.port}/news", b"{}", {})
        assert (answer.status, len(receiver.requests)) == (204, 1)
        assert receiver.requests[0].headers["Host"] == f"bot.example:{receiver.port}"
        again = post(f"http://bot.example:{receiver.port}/news", b"{}", {})
        assert (again.status, len(receiver.requests)) == (None, 1)


def test_certificate_is_that_of_the_host_in_the_address(
    names: Resolver, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WEBHOOK_ALLOWED_NETWORKS = [ipaddress.ip_network("127.0.0.0/8")]
    kept = certificate(tmp_path / "bot.pem", "bot.example")
    names("bot.example", ["127.0.0.1"])
    names("other.example", ["127.0.0.1"])
    with receiving(kept) as receiver:
        attempt = post(receiver.url(host="bot.example"), b"{}", {})
        assert (attempt.status, receiver.requests) == (None, [])
        monkeypatch.setenv("SSL_CERT_FILE", str(kept))
        assert post(receiver.url(host="bot.example"), b"{}", {}).status == 204
        assert post(receiver.url(host="other.example"), b"{}", {}).status is None
        assert len(receiver.requests) == 1


def test_proxies_of_the_environment_are_not_asked(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    assert post(receiver.url(), b"{}", {}).status == 204
