"""The tables of marks in few bytes, for a phone that downloads them once and uses them without a network.

``compact_tables`` returns a JSON value: mappings from text to text, derived from ``marks_tables`` alone. A
null of those tables is ``-`` in a key; players are ``A`` and ``B``; true is ``1`` and false is ``0``.

- ``deals``: from score before, dealer, vulnerable player, king and outcome (``"32|A|none|-|B5"``) to score
  after, next dealer and winner of the game (``"34|B|"``; no winner yet).
- ``calls``: from way of calling and dealer (``"stood|A"``) to the vulnerable player. It has no key if that is
  unknown.
- ``cuts``: from the ranks of A's and B's cards (``"K8"``) to the dealer; empty for a tie.
- ``games``: from the games that the players still need and the winner of a game (``"2,1|B"``) to the games
  that they need then, and whether the rubber is over (``"2,0|1"``). It covers rubbers up to the best of
  ``LONGEST``; longer ones are looked up in ``marks_tables``.
- ``triomphe``: the tables of La Triomphe, in which no king is marked.
- ``triomphe.calls``: as above.
- ``triomphe.taken``: from ``"taken_by_elder|A"`` to the player who takes the point. It has no key if the point is
  played for.
- ``triomphe.outcomes``: from vulnerable player and outcome (``"A|A"``) to the outcome to look up in ``deals``. It
  has no key if that is the same outcome.
- ``triomphe.dealers``: from the dealer by ``cuts`` (``"A"``) to the dealer by the same cut at La Triomphe.
- ``triomphe.after_lead``: from calls and the lead after them (``"SS."``) to ``1`` if the point may be offered
  next.
- ``wanted`` and ``values``: the same as in ``marks_tables``, ``wanted`` up to the best of ``LONGEST``.
"""

from __future__ import annotations

from typing import Any, Final

from scoring.findings import JsonValue
from scoring.tables import marks_tables

LONGEST: Final = 11
"""The longest rubber, in games, that the compact tables cover."""
NOTHING: Final = "-"
TIE: Final = ""
NOBODY: Final = ""
LEAD: Final = "."


def compact_tables() -> dict[str, JsonValue]:
    """Return every compact table, in the format that the docstring of ``scoring.compact`` describes."""
    tables: dict[str, Any] = marks_tables()
    wanted = {best_of: number for best_of, number in tables["wanted"].items() if int(best_of) <= LONGEST}
    most = max(wanted.values())
    return {
        "version": tables["version"],
        "deals": dict(map(_compact_deal, tables["deals"])),
        "calls": _index_by_calling(tables["calls"], "vulnerable"),
        "triomphe": {
            "calls": _index_by_calling(tables["triomphe"]["calls"], "vulnerable"),
            "taken": _index_by_calling(tables["triomphe"]["taken"], "player"),
            "dealers": _match_dealers(tables["triomphe"]["cuts"], tables["cuts"]),
            "after_lead": {f"{calls}{LEAD}": "1" for calls in tables["triomphe"]["after_lead"]},
            "outcomes": _match_outcomes(tables["triomphe"]["deals"], tables["deals"]),
        },
        "cuts": {row["a"] + row["b"]: row["dealer"] or TIE for row in tables["cuts"]},
        "games": dict(_compact_game(row) for row in tables["games"] if max(row["wanted"]) <= most),
        "wanted": wanted,
        "values": tables["values"],
    }


def _match_dealers(rows: list[dict[str, Any]], others: list[dict[str, Any]]) -> dict[str, JsonValue]:
    """Map each dealer by ``others`` to the dealer by ``rows`` for the same cut; ties are left out."""
    return {other["dealer"]: row["dealer"] for row, other in zip(rows, others, strict=True) if row["dealer"]}


def _index_by_calling(rows: list[dict[str, Any]], wanted: str) -> dict[str, JsonValue]:
    return {f"{row['said']}|{row['dealer']}": row[wanted] for row in rows if row[wanted]}


def _match_outcomes(rows: list[dict[str, Any]], others: list[dict[str, Any]]) -> dict[str, JsonValue]:
    """Return, by vulnerable player and outcome of ``rows``, the outcome of ``others`` with the same results.

    Equal outcomes are left out.
    """
    other_results = _group_by_outcome(others)
    matches: dict[str, JsonValue] = {}
    for (vulnerable, outcome), own_results in _group_by_outcome(rows).items():
        if other_results[vulnerable, outcome] != own_results:
            matches[f"{vulnerable}|{outcome}"] = next(
                other
                for (against, other), deals in other_results.items()
                if against == vulnerable and deals == own_results
            )
    return matches


def _group_by_outcome(rows: list[dict[str, Any]]) -> dict[tuple[str, str], list[JsonValue]]:
    """Return the results of each outcome without a king, in the order of the rows."""
    results: dict[tuple[str, str], list[JsonValue]] = {}
    for row in rows:
        if row["king"] is None:
            key = row["vulnerable"], row["outcome"] or NOTHING
            results.setdefault(key, []).append(_compact_deal(row)[1])
    return results


def _compact_deal(row: dict[str, Any]) -> tuple[str, JsonValue]:
    a, b = row["score"]
    king, outcome = row["king"] or NOTHING, row["outcome"] or NOTHING
    after_a, after_b = row["after"]
    key = f"{a}{b}|{row['dealer']}|{row['vulnerable']}|{king}|{outcome}"
    return key, f"{after_a}{after_b}|{row['next_dealer']}|{row['winner'] or NOBODY}"


def _compact_game(row: dict[str, Any]) -> tuple[str, JsonValue]:
    a, b = row["wanted"]
    after_a, after_b = row["wanted_after"]
    return f"{a},{b}|{row['winner']}", f"{after_a},{after_b}|{row['over']:d}"
