"""The tables of marks in few bytes, for a phone that fetches them once and looks up while it has no network.

``compact_tables`` is a JSON value of mappings from text to text, made of ``marks_tables`` and nothing else. A field
that is null there is ``-`` in a key; players are ``A`` and ``B``, and what is so is ``1``, what is not is ``0``:

- ``deals``: ``"32|A|none|-|B5"``, that is score, dealer, vulnerable, king, outcome, to ``"34|B|"``: the score after
  it, the next dealer, who has won the game; empty as long as nobody has.
- ``calls``: ``"stood|A"``, what was said and the dealer, to who is vulnerable; what is not known is left out.
- ``cuts``: ``"K8"``, the ranks of A's card and B's, to who deals; empty for a tie.
- ``games``: ``"2,1|B"``, what the players still want and who wins a game, to ``"2,0|1"``: what they want then, over.
  As far as the best of ``LONGEST``; longer rubbers are looked up in ``marks_tables``.
- ``triomphe``: ``calls`` as those above; ``taken``: ``"taken_by_elder|A"`` to who takes the point, left out where it is
  played for; ``outcomes``: ``"A|A"``, who is vulnerable and the outcome, to the outcome under which it is looked up in
  ``deals``, left out where that is the same; ``dealers``: ``"A"``, who deals by ``cuts``, to who deals here by those
  cards; ``after_lead``: ``"SS."``, calls and the lead behind them, to ``1``: the point may be offered next. No king is
  marked.
- ``wanted`` and ``values`` are as there, ``wanted`` as far as the best of ``LONGEST``.
"""

from __future__ import annotations

from typing import Any, Final

from scoring.findings import JsonValue
from scoring.tables import marks_tables

LONGEST: Final = 11
"""The longest rubber, in games, that the compact tables know."""
NOTHING: Final = "-"
TIE: Final = ""
NOBODY: Final = ""
LEAD: Final = "."


def compact_tables() -> dict[str, JsonValue]:
    """Every table, in the shape that the module's docstring gives."""
    tables: dict[str, Any] = marks_tables()
    wanted = {best_of: number for best_of, number in tables["wanted"].items() if int(best_of) <= LONGEST}
    most = max(wanted.values())
    return {
        "version": tables["version"],
        "deals": dict(map(_deal, tables["deals"])),
        "calls": _by_calling(tables["calls"], "vulnerable"),
        "triomphe": {
            "calls": _by_calling(tables["triomphe"]["calls"], "vulnerable"),
            "taken": _by_calling(tables["triomphe"]["taken"], "player"),
            "dealers": _dealers_alike(tables["triomphe"]["cuts"], tables["cuts"]),
            "after_lead": {f"{calls}{LEAD}": "1" for calls in tables["triomphe"]["after_lead"]},
            "outcomes": _outcomes_alike(tables["triomphe"]["deals"], tables["deals"]),
        },
        "cuts": {row["a"] + row["b"]: row["dealer"] or TIE for row in tables["cuts"]},
        "games": dict(_game(row) for row in tables["games"] if max(row["wanted"]) <= most),
        "wanted": wanted,
        "values": tables["values"],
    }


def _dealers_alike(rows: list[dict[str, Any]], others: list[dict[str, Any]]) -> dict[str, JsonValue]:
    """Return who deals by ``rows``, by who deals by ``others``: the same for every pair of cards that is no tie."""
    return {other["dealer"]: row["dealer"] for row, other in zip(rows, others, strict=True) if row["dealer"]}


def _by_calling(rows: list[dict[str, Any]], wanted: str) -> dict[str, JsonValue]:
    return {f"{row['said']}|{row['dealer']}": row[wanted] for row in rows if row[wanted]}


def _outcomes_alike(rows: list[dict[str, Any]], others: list[dict[str, Any]]) -> dict[str, JsonValue]:
    """By vulnerable player and outcome of ``rows`` the outcome of ``others`` that comes to the same at every score.

    Left out where it is the same outcome.
    """
    theirs = _by_outcome(others)
    found: dict[str, JsonValue] = {}
    for (vulnerable, outcome), ours in _by_outcome(rows).items():
        if theirs[vulnerable, outcome] != ours:
            found[f"{vulnerable}|{outcome}"] = next(
                other for (against, other), deals in theirs.items() if against == vulnerable and deals == ours
            )
    return found


def _by_outcome(rows: list[dict[str, Any]]) -> dict[tuple[str, str], list[JsonValue]]:
    """What each outcome comes to without a king, in the order of the rows."""
    found: dict[tuple[str, str], list[JsonValue]] = {}
    for row in rows:
        if row["king"] is None:
            key = row["vulnerable"], row["outcome"] or NOTHING
            found.setdefault(key, []).append(_deal(row)[1])
    return found


def _deal(row: dict[str, Any]) -> tuple[str, JsonValue]:
    a, b = row["score"]
    king, outcome = row["king"] or NOTHING, row["outcome"] or NOTHING
    after_a, after_b = row["after"]
    key = f"{a}{b}|{row['dealer']}|{row['vulnerable']}|{king}|{outcome}"
    return key, f"{after_a}{after_b}|{row['next_dealer']}|{row['winner'] or NOBODY}"


def _game(row: dict[str, Any]) -> tuple[str, JsonValue]:
    a, b = row["wanted"]
    after_a, after_b = row["wanted_after"]
    return f"{a},{b}|{row['winner']}", f"{after_a},{after_b}|{row['over']:d}"
