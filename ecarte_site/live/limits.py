"""How many streams are open at once, in all and to one address; the phones of a whole room may share one."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping


class Limits:
    def __init__(self, *, overall: int, an_address: int, behind_proxy: bool) -> None:
        self._overall = overall
        self._an_address = an_address
        self._behind_proxy = behind_proxy
        self._open: Counter[str] = Counter()

    def address(self, client: tuple[str, int] | None, headers: Mapping[str, str]) -> str:
        """Whose stream it is: where TLS ends in front, the address that is told there, and nothing before it."""
        told = headers.get("x-forwarded-for", "").rpartition(",")[2].strip() if self._behind_proxy else ""
        return told or (client[0] if client else "")

    @contextlib.contextmanager
    def place(self, address: str) -> Iterator[bool]:
        """Hold a place for one more stream, as long as there is one."""
        if self._open.total() >= self._overall or self._open[address] >= self._an_address:
            yield False
            return
        self._open[address] += 1
        try:
            yield True
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
