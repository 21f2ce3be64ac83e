"""A coverage-guided fuzz of reader and engine: any bytes give findings, in bounded time and memory, no more."""

from typing import Final

NOTES: Final = 20
"""The number of progress notes in a run. If it does not divide the number of inputs, the last few go uncounted."""

MIB_ALLOWED: Final = 1_000
"""The limit on a run's memory, in MiB. An input that needs more breaks the promise."""
