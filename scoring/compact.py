"""The tables of marks in few bytes, for a phone that fetches them once and looks up while it has no network.

``compact_tables`` is a JSON value of mappings from text to text, made of ``marks_tables`` and nothing else. A field
that is null there is ``-`` in a key; players are ``A`` and ``B``, and what is so is ``1``, what is not is ``0``:

- ``deals``: ``"32|A|none|-|B5"``, that is score, dealer, vulnerable, king, outcome, to ``"34|B|"``: the score after
  it, the next dealer, who has won the game; empty as long as nobody has.
- ``calls``: ``"stood|A"``, what was said and the dealer, to who is vulnerable; what is not known is left out.
- ``cuts``: ``"K8"``, the ranks of A's card and B's, to who deals; empty for a tie.
- ``games``: ``"2,1|B"``, what the players still want and who wins a game, to ``"2,0|1"``: what they want then, over.
  As far as the best of ``LONGEST``; longer rubbers are looked up in ``marks_tables``.
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


def compact_tables() -> dict[str, JsonValue]:
    """Every table, in the shape that the module's docstring gives."""
    tables: dict[str, Any] = marks_tables()
    wanted = {best_of: number for best_of, number in tables["wanted"].items() if int(best_of) <= LONGEST}
    most = max(wanted.values())
    return {
        "version": tables["version"],
        "deals": dict(_deal(row) for row in tables["deals"]),
        "calls": {
            f"{row['said']}|{row['dealer']}": row["vulnerable"]
            for row in tables["calls"]
            if row["vulnerable"]
        },
        "cuts": {row["a"] + row["b"]: row["dealer"] or TIE for row in tables["cuts"]},
        "games": dict(_game(row) for row in tables["games"] if max(row["wanted"]) <= most),
        "wanted": wanted,
        "values": tables["values"],
    }


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
