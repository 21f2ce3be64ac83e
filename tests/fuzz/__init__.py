"""A coverage-guided fuzz of reader and engine: any bytes give findings, in bounded time and memory, no more."""

from typing import Final

NOTES: Final = 20
"""How often a run says how it stands; of a number of inputs that it does not divide the last few go uncounted."""

MIB_ALLOWED: Final = 1_000
"""What a run may hold of memory; an input that asks for more breaks the promise."""
