"""No tracked file contains paths of one machine or the hosts that packages are downloaded from, and hosts in
examples reach nobody.
"""

from __future__ import annotations

import ipaddress
import json
import re
import subprocess
from collections.abc import Iterator
from typing import Final

import pytest

from ecarte_site.setup.environment import PROJECT
from matches.api.core.openapi import document_in

# Written in pieces, so that this file does not find itself.
MACHINE_PATHS = (
    "/wor" + "k/",
    "/ro" + "ot/",
    "/tm" + "p/",
    "/hom" + "e/",
    "/Use" + "rs/",
    "/opt/" + "pypi",
    "/opt/" + "wheels",
)
REGISTRY_HOSTS = (
    "pypi" + ".org",
    "python" + "hosted.org",
    "registry.npm" + "js.org",
    "deb.deb" + "ian.org",
    "ghcr" + ".io",
    "quay" + ".io",
)
# A path of a machine begins there; the project's own folders may have such names.
FORBIDDEN = re.compile(
    rf"(?<![\w-])(?:{'|'.join(map(re.escape, MACHINE_PATHS))})|{'|'.join(map(re.escape, REGISTRY_HOSTS))}"
)


def tracked_text_files() -> dict[str, str]:
    """Return every tracked file that is text, by its path."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=PROJECT, capture_output=True, check=True).stdout
    files: dict[str, str] = {}
    for name in filter(None, listed.decode().split("\0")):
        content = (PROJECT / name).read_bytes() if (PROJECT / name).exists() else b"\0"
        if b"\0" not in content:
            files[name] = content.decode("utf-8", errors="replace")
    return files


def test_no_tracked_file_names_a_machine_or_a_registry() -> None:
    files = tracked_text_files()
    assert "README.md" in files
    mentions = [
        f"{name}:{number}: {match[0]}"
        for name, text in files.items()
        for number, line in enumerate(text.splitlines(), start=1)
        for match in FORBIDDEN.finditer(line)
    ]
    assert mentions == []


def test_lock_files_carry_a_hash_for_every_package() -> None:
    for lock in sorted((PROJECT / "requirements").glob("*.txt")):
        text = lock.read_text(encoding="utf-8")
        packages = re.findall(r"^[a-z0-9][^\n]*(?:\n[ ]+--hash=[^\n]+)*", text, re.MULTILINE)
        assert packages, lock.name
        for package in packages:
            assert re.search(r"^[a-z0-9._\[\],-]+==\S+", package), f"{lock.name}: {package.splitlines()[0]}"
            assert "--hash=sha256:" in package, f"{lock.name}: {package.splitlines()[0]}"
        assert "://" not in text, lock.name


RESERVED_NAMES: Final = re.compile(
    r"(?:[a-z0-9-]+\.)*(?:example\.(?:com|net|org)|example|test|invalid|localhost)", re.IGNORECASE
)
"""RFC 2606 and RFC 6761."""


RESERVED_NETWORKS: Final = tuple(
    ipaddress.ip_network(network)
    for network in ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20")
)
"""For documentation: RFC 5737, RFC 3849 and RFC 9637."""


REAL: Final = {
    "json-schema.org": "matches/rules/events/event.schema.json",
    "www.glicko.net": "docs/ratings.md",
    "www.standardwebhooks.com": "docs/api/webhooks.md",
    "www.w3.org": "matches/pages/",
}
"""Hosts that are meant, each with the one place that names it: sources, specifications and names of formats."""


URL_OR_MAIL: Final = re.compile(
    r"(?:\b[a-z][a-z0-9+.-]*://(?:[^\s/@\"'<>`]*@)?|[\w+-]@)(\[[0-9a-f:.]+\]|[a-z0-9-]+(?:\.[a-z0-9-]+)*)",
    re.IGNORECASE,
)
IPV4: Final = re.compile(r"(?<![\w.-])([0-9]{1,3}(?:\.[0-9]{1,3}){3})(?![\w./-]*[\w/])")
IPV6: Final = re.compile(
    r"(?<![\w:.])((?:[0-9a-f]{1,4}:){2,7}(?::|[0-9a-f]{1,4})(?::?[0-9a-f]{1,4})*)(?![\w:./])", re.IGNORECASE
)
NAME: Final = re.compile(
    r"(?<![\w@./-])((?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|fr|uk|de|eu|info|internal|local|lan))(?![\w(-])",
    re.IGNORECASE,
)
"""A host by its name alone. Code is not searched for these: an attribute looks the same."""


PROSE: Final = (".md", ".html", ".txt", ".po", ".json", ".example", "Caddyfile", ".yml")
NOT_OURS: Final = ("tests/", "requirements/", "matches/pages/common/static/vendor/")


def hosts_in(text: str, *, is_prose: bool) -> Iterator[str]:
    for pattern in (URL_OR_MAIL, IPV4, IPV6, *((NAME,) if is_prose else ())):
        for match in pattern.finditer(text):
            yield match[1].strip("[]").lower()


def address_of(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def is_reserved(host: str) -> bool:
    address = address_of(host)
    if address is None:
        return RESERVED_NAMES.fullmatch(host) is not None
    return any(address in network for network in RESERVED_NETWORKS)


def is_nobodys(host: str) -> bool:
    """Return True if the host is reserved, a name without a domain, or an address of no public network."""
    address = address_of(host)
    return is_reserved(host) or ("." not in host if address is None else not address.is_global)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_hosts_of_the_document_are_reserved_for_examples(language: str) -> None:
    written = json.dumps(document_in(language), ensure_ascii=False, default=str)
    hosts = set(hosts_in(written, is_prose=True))
    assert {"bot.example", "club.example"} <= hosts
    assert [host for host in sorted(hosts) if not is_reserved(host)] == []


def test_hosts_of_docs_pages_and_code_are_nobodys() -> None:
    files = {name: text for name, text in tracked_text_files().items() if not name.startswith(NOT_OURS)}
    mentions = [
        (host, name)
        for name, text in files.items()
        for host in sorted(set(hosts_in(text, is_prose=name.endswith(PROSE))))
        if not is_nobodys(host)
    ]
    assert [(host, name) for host, name in mentions if not name.startswith(REAL.get(host, "-"))] == []
    assert {host for host, _name in mentions} == set(REAL)


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ("https://1.1.1.1/ecarte", ["1.1.1.1"]),
        ("http://[2606:4700::1111]:80/", ["2606:4700::1111"]),
        ("postgres://ann:secret@db.mine.io:5432/x", ["db.mine.io"]),
        ("ann@clubs.fr, or 8.8.8.8.", ["clubs.fr", "8.8.8.8"]),
        ("at 2606:4700::1111, port 80", ["2606:4700::1111"]),
        ("look at www.clubs.org.", ["www.clubs.org"]),
        ("https://xn--zo-ija.com", ["xn--zo-ija.com"]),
    ],
)
def test_a_live_host_is_found(text: str, hosts: list[str]) -> None:
    assert sorted({host for host in hosts_in(text, is_prose=True) if not is_nobodys(host)}) == sorted(hosts)


@pytest.mark.parametrize(
    "text",
    [
        "https://club.example:8000/",
        "ann@example.org",
        "http://localhost:8000/",
        "192.0.2.1 and 2001:db8::1",
        "10.20.0.0/16",
        "127.0.0.1:2019",
        "smtp://user:password@host:587/",
        "rubber.egn, version 1.2.3, 21:15:04, matches.club",
    ],
)
def test_a_host_that_is_nobodys_is_passed_over(text: str) -> None:
    assert [host for host in hosts_in(text, is_prose=False) if not is_nobodys(host)] == []
