"""A promise that is broken by memory alone: an input asks for more than a fuzz is allowed."""

from __future__ import annotations

from tests.fuzz import MIB_ALLOWED


def check_input(data: bytes) -> None:
    """Raises ``MemoryError`` where the process may not have so much."""
    assert len(bytearray(MIB_ALLOWED << 20)) > len(data)
