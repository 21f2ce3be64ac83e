"""A record, kept outside the service, of the entries confirmed to clients and of responses that must not occur."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field

from tests.bench.scoring_tables import Answer

WORDS = ("text/html", "application/json", "application/problem+json")


@dataclass
class Ledger:
    """The entries of all clients, as far as they know.

    ``deals``: versions by key, of each rubber at a pad; ``rubbers``: ids by the table that is written in them;
    ``files``: the tables that each imported file holds, by the id of its report. ``asked`` counts tables that were
    sent and are not confirmed yet. ``refusals`` counts responses other than a confirmation, ``wrong`` has those
    that no fault excuses.
    """

    deals: dict[str, dict[str, int]] = field(default_factory=dict)
    ended: set[str] = field(default_factory=set)
    rubbers: dict[str, str] = field(default_factory=dict)
    files: dict[str, list[str]] = field(default_factory=dict)
    refusals: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    confirmed: int = 0

    def entries(self) -> int:
        """Return the number of confirmed entries: deals, ends of rubbers, rubbers, and rubbers of files."""
        deals = sum(map(len, self.deals.values()))
        return deals + len(self.rubbers) + sum(map(len, self.files.values()))

    def note_refusal(self, path: str, answer: Answer | None) -> None:
        """Record a response other than a confirmation. A server that is unable to respond properly must say so."""
        if answer is None:
            self.refusals["no answer"] += 1
            return
        kind = dict(answer.headers).get("content-type", "").partition(";")[0]
        self.refusals[f"{answer.status} {kind or 'bare'}"] += 1
        if answer.status == 429 and "retry-after" in dict(answer.headers):
            return
        if answer.status != 503 or kind not in WORDS or not _says_why(kind, answer.body):
            self.wrong.append(f"{answer.status} {kind} at {path}: {answer.body[:300]!r}")
        elif "retry-after" not in dict(answer.headers):
            self.wrong.append(f"503 without Retry-After at {path}")


def _says_why(kind: str, body: bytes) -> bool:
    if kind == "text/html":
        return b"<h1>" in body
    problem = json.loads(body)
    return bool(problem.get("code")) and bool(problem.get("detail") or problem.get("message"))
