"""A promise that the engine breaks, for the fuzzer to find: that no king is ever marked twice in a deal."""

from __future__ import annotations

import io

from scoring.check import check_file
from scoring.errors import NotEgnError


def check_input(data: bytes) -> None:
    """Raise ``AssertionError`` on a record that breaks law 47, which no seed does."""
    try:
        for rubber in check_file(io.BytesIO(data)):
            assert all(finding.code != "L47" for finding in rubber.findings)
    except NotEgnError:
        return
