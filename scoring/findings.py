"""Findings: what is wrong, by which law, and where. Words for them stand in ``scoring.catalogue``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol, TypeAlias

Severity: TypeAlias = Literal["error", "ruling", "warning", "note"]
JsonValue: TypeAlias = bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"] | None

SETTLED_BEFORE_CONFIRMING: Final[frozenset[str]] = frozenset({"error", "ruling"})


FINAL_TOKEN: Final = -1


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a record, before it is a place in a text.

    ``game`` and ``deal`` are 0-based positions, ``token`` counts as ``record.Comment.after`` does,
    ``trick`` is 1..5. ``deal`` None with a ``token`` is a token of the game's heading; ``token``
    ``FINAL_TOKEN`` is the game's final points (``#5-3``), with ``game`` None the rubber's ending.
    """

    game: int | None = None
    deal: int | None = None
    token: int | None = None
    trick: int | None = None


class Locator(Protocol):
    """Turns a spot into (line, column), both from 1; None where the record came from no text."""

    def __call__(self, spot: Spot) -> tuple[int, int] | None: ...


@dataclass(frozen=True, slots=True)
class Finding:
    """One slip, one finding.

    ``code`` is ``L43R``, ``E01``...; ``variant`` picks the sentence in the catalogue and ``params`` fill it.
    ``law`` is None for faults of notation. ``game`` and ``deal`` count from 1 by position; ``cause`` is
    the law that alone explains a score that differs. ``is_advisory``: only the checks of a later release than the
    record's own make it (``scoring.checks``), so that it stops nothing.
    """

    code: str
    severity: Severity
    variant: str = ""
    law: int | None = None
    game: int | None = None
    deal: int | None = None
    trick: int | None = None
    line: int | None = None
    column: int | None = None
    cause: int | None = None
    params: Mapping[str, str | int] = field(default_factory=dict)
    is_advisory: bool = False

    @property
    def blocks_confirming(self) -> bool:
        return self.severity in SETTLED_BEFORE_CONFIRMING and not self.is_advisory

    @property
    def message(self) -> str:
        """The finding in English."""
        from scoring.catalogue import message_of

        return message_of(self)

    @property
    def settle(self) -> str:
        """What would settle it, in English; empty where nothing needs to be done."""
        from scoring.catalogue import settle_of

        return settle_of(self)

    def as_json(self) -> dict[str, JsonValue]:
        """The finding as contracts of the command line and the API show it.

        ``is_advisory`` stands in it only where it is so: never for a record that is judged by the latest checks.
        """
        advisory: dict[str, JsonValue] = {"is_advisory": True} if self.is_advisory else {}
        return {
            "code": self.code,
            "law": self.law,
            "severity": self.severity,
            "game": self.game,
            "deal": self.deal,
            "trick": self.trick,
            "line": self.line,
            "column": self.column,
            "cause": self.cause,
            "message": self.message,
            "settle": self.settle,
            **advisory,
        }


def new_findings(before: Iterable[Finding], after: Iterable[Finding]) -> Iterator[Finding]:
    """Those of ``after`` that ``before`` has not got; of two of a kind in one deal the second is new."""
    known = Counter(map(_kind, before))
    for finding in after:
        if known[_kind(finding)]:
            known[_kind(finding)] -= 1
        else:
            yield finding


def _kind(finding: Finding) -> tuple[str, str, str, int | None, int | None]:
    return finding.code, finding.variant, finding.severity, finding.game, finding.deal
