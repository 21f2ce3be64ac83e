"""A promise that fails because of memory alone: an input needs more than a fuzzer's process is allowed."""

from __future__ import annotations

from tests.fuzz import MIB_ALLOWED


def check_input(data: bytes) -> None:
    """Raise ``MemoryError`` if the process may not allocate so much memory."""
    assert len(bytearray(MIB_ALLOWED << 20)) > len(data)
