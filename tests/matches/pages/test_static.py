"""What is served beside the pages: vendored files are what they say they are, and nothing points nowhere."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from matches import pages as web

STATIC = Path(str(web.__file__)).parent / "static"


def test_vendored_files_match_their_checksums_and_carry_their_licence() -> None:
    folders = [path for path in (STATIC / "vendor").iterdir() if path.is_dir()]
    assert folders
    for folder in folders:
        lines = (folder / "SHA256SUMS").read_text(encoding="ascii").splitlines()
        stated = {name: checksum for checksum, name in (line.split() for line in lines)}
        files = {path.name for path in folder.iterdir()} - {"SHA256SUMS", "README"}
        assert "LICENSE" in files
        assert {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in files} == stated


def test_every_address_in_a_style_sheet_is_a_file_that_is_served() -> None:
    named = []
    for sheet in (STATIC / "web").glob("*.css"):
        for address in re.findall(r'url\("([^"]+)"\)', sheet.read_text(encoding="utf-8")):
            assert (sheet.parent / address).is_file(), f"{sheet.name}: {address}"
            named.append(address)
    assert named
