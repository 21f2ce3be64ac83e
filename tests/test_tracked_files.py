"""What may stand in no tracked file: paths of one machine, and the hosts that packages come from."""

from __future__ import annotations

import re
import subprocess

from ecarte_site.setup.environment import PROJECT

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
# The room of the home page is no folder of a machine.
FORBIDDEN = re.compile(f"(?<!matches/pages)(?:{'|'.join(map(re.escape, (*MACHINE_PATHS, *REGISTRY_HOSTS)))})")


def tracked_text_files() -> dict[str, str]:
    """Every tracked file that is text, by its path."""
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
    found = [
        f"{name}:{number}: {match[0]}"
        for name, text in files.items()
        for number, line in enumerate(text.splitlines(), start=1)
        for match in FORBIDDEN.finditer(line)
    ]
    assert found == []


def test_lock_files_carry_a_hash_for_every_package() -> None:
    for lock in sorted((PROJECT / "requirements").glob("*.txt")):
        text = lock.read_text(encoding="utf-8")
        packages = re.findall(r"^[a-z0-9][^\n]*(?:\n[ ]+--hash=[^\n]+)*", text, re.MULTILINE)
        assert packages, lock.name
        for package in packages:
            assert re.search(r"^[a-z0-9._\[\],-]+==\S+", package), f"{lock.name}: {package.splitlines()[0]}"
            assert "--hash=sha256:" in package, f"{lock.name}: {package.splitlines()[0]}"
        assert "://" not in text, lock.name
