"""Bodies that the document shows, each a request that is in order as it stands, ids apart."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample

CLUB: Final = "7gk2mzq9xwt4bn"
EVENT: Final = "5rhd8vcx3jpk6f"
PLAYERS: Final = ["3nbq7wzt2kmx9d", "9xcv4hgj6prs8y"]
RECORD: Final = """\
[EGN "1"]
[Date "2026.11.21"]
[A "Orford"]
[B "Baldwin"]
[BestOf "1"]

Game 1
1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3)
2. B P R =B4 (0-4)
3. A P R =B (0-5)
#0-5
##0-1
"""
REASON: Final = "The score sheet of table 3 says so."


def _request(name: str, value: dict[str, Any]) -> OpenApiExample:
    return OpenApiExample(name, value=value, request_only=True)


NEW_CLUB: Final = [_request("A club", {"name": "Portland", "time_zone": "Europe/London", "currency": "GBP"})]
NEW_PLAYER: Final = [_request("A name", {"name": "Baldwin"})]
NEW_EVENT: Final = [_request("An event", {"name": "Autumn Cup"})]
CHANGED_CLUB: Final = [_request("Members alone", {"is_public": False})]
NEW_RUBBER: Final = [
    _request(
        "A result",
        {
            "form": "result",
            "club": CLUB,
            "event": EVENT,
            "players": PLAYERS,
            "date": "2026.11.21",
            "round": "2",
            "table": "3",
            "games": [[5, 3], [2, 5], [5, 0]],
        },
    ),
    _request("A record", {"form": "egn", "club": CLUB, "egn": RECORD}),
    _request("About to be played", {"form": "live", "club": CLUB, "players": PLAYERS, "table": "4"}),
]
NEW_DEAL: Final = [_request("Marks alone", {"egn": "A P R Kb =B4"})]
CORRECTION: Final = [_request("Another record", {"egn": RECORD, "reason": REASON})]
RULING_ASKED: Final = [
    _request("A revoke", {"egn": RECORD, "deal": 1, "law": 43, "offender": "A", "facts": ["C8"]}),
    _request("The law alone", {"law": 25, "offender": "B"}),
]
RULING_CHOSEN: Final = [
    _request(
        "The hand was replayed",
        {
            "game": 1,
            "deal": 1,
            "token": 18,
            "law": 43,
            "offender": "A",
            "facts": ["C8"],
            "remedy": "replay",
            "outcome": {"winner": "B", "tricks": 4},
            "reason": REASON,
        },
    )
]
A_REASON: Final = [_request("A reason", {"reason": REASON})]
ENDING: Final = [_request("One side retired", {"termination": "retired", "winner": "B"})]
