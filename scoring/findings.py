"""Data types of findings: a fault of a record, the law that it concerns, and its position in the record.

``scoring.catalogue`` has the sentences of the findings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol, TypeAlias

from scoring.catalogue import CAUSES, INCIDENT_MESSAGES, INCIDENT_SETTLES, MESSAGES, SETTLES
from scoring.notation_messages import MESSAGES as NOTATION_MESSAGES
from scoring.notation_messages import SETTLES as NOTATION_SETTLES

Severity: TypeAlias = Literal["error", "ruling", "warning", "note"]
JsonValue: TypeAlias = bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"] | None

SETTLED_BEFORE_CONFIRMING: Final[frozenset[str]] = frozenset({"error", "ruling"})


FINAL_TOKEN: Final = -1


@dataclass(frozen=True, slots=True)
class Spot:
    """The position of a finding in a record, before it is converted to a line and column of the text.

    - ``game`` and ``deal``: indexes from 0; ``deal`` is None for the heading of a game.
    - ``trick``: the number of the trick, 1 to 5.
    - ``token``: the number of the token in the deal or heading, counted as in
      ``scoring.record.Comment.after``. ``FINAL_TOKEN`` is the game's final points (``#5-3``) or, without a
      ``game``, the rubber's ending.
    """

    game: int | None = None
    deal: int | None = None
    token: int | None = None
    trick: int | None = None


class Locator(Protocol):
    """A function that returns the line and column of a spot in the text of a record, both from 1.

    It returns None if the record was not read from a text.
    """

    def __call__(self, spot: Spot) -> tuple[int, int] | None: ...


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of a record.

    - ``code``: the code of the finding, for example ``L43R`` (a law) or ``E01`` (the notation).
    - ``variant``: selects the sentence among those of the code in the catalogue.
    - ``params``: the values that fill the template of the sentence.
    - ``law``: the number of the law, or None for a fault of notation.
    - ``game`` and ``deal``: numbers from 1, by position in the record.
    - ``cause``: the number of the law that alone explains why a written score differs from the computed one,
      or None.
    - ``is_advisory``: whether only a later version of the checks reports the finding than the version by
      which the record was entered (``scoring.checks``). An advisory finding blocks nothing.
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
        """The fault, in one or two English sentences."""
        message = template_of(self).format(**self.params)
        return f"{message} {CAUSES[self.cause]}" if self.cause in CAUSES else message

    @property
    def settle(self) -> str:
        """An English sentence that says how to settle the fault; empty if nothing needs to be done."""
        if is_about_incident(self):
            return INCIDENT_SETTLES.get(self.variant, "")
        key = self.code, self.variant
        return SETTLES.get(key) or NOTATION_SETTLES.get(key, "")

    def as_json(self) -> dict[str, JsonValue]:
        """Return the finding as a JSON object, as the command line and the API publish it.

        The member ``is_advisory`` is present only if it is true, so never for a record under the latest
        checks.
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
    """Yield the findings of ``after`` that are not in ``before``.

    Two findings of the same code, variant, severity, game and deal count as the same; if ``after`` has more
    of them, the surplus is new.
    """
    known = Counter(map(_kind_of, before))
    for finding in after:
        if known[_kind_of(finding)]:
            known[_kind_of(finding)] -= 1
        else:
            yield finding


def _kind_of(finding: Finding) -> tuple[str, str, str, int | None, int | None]:
    return finding.code, finding.variant, finding.severity, finding.game, finding.deal


def template_of(finding: Finding) -> str:
    """Return the ``str.format`` template of the finding's message. ``Finding.params`` has the values to fill
    in.
    """
    if is_about_incident(finding):
        return INCIDENT_MESSAGES[finding.variant]
    key = finding.code, finding.variant
    return MESSAGES.get(key) or NOTATION_MESSAGES[key]


def is_about_incident(finding: Finding) -> bool:
    """Return whether the finding says that an incident is recorded wrongly.

    The sentence of such a finding is the same under every law, so the variant alone selects it.
    """
    return finding.law is not None and finding.variant in INCIDENT_MESSAGES
