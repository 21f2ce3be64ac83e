"""Bodies about tables that the document shows, each a request that is in order as it stands, ids apart."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample

from matches.api.core.examples import EVENT, PLAYERS, REASON

THIRD: Final = "4tfn6wqs2hkz8c"


def _request(name: str, value: dict[str, Any]) -> OpenApiExample:
    return OpenApiExample(name, value=value, request_only=True)


NEW_TABLE: Final = [
    _request(
        "A pool",
        {
            "kind": "pool",
            "name": "Corner",
            "terms": {"stake": 100, "custom": "loser"},
            "players": [*PLAYERS, THIRD],
        },
    ),
    _request(
        "A French table",
        {"kind": "french", "name": "By the fire", "terms": {"least": 50}, "event": EVENT, "players": PLAYERS},
    ),
]
NEW_FACT: Final = [
    _request("Somebody comes", {"kind": "joined", "player": THIRD}),
    _request(
        "The cut of a pool", {"kind": "cut", "rounds": [{PLAYERS[0]: "HK", PLAYERS[1]: "S7", THIRD: "D9"}]}
    ),
    _request("A stake", {"kind": "bet", "player": PLAYERS[0], "on": PLAYERS[0], "amount": 100}),
    _request("The game begins", {"kind": "game_begun"}),
    _request("A game is won", {"kind": "game_won", "game": 1, "winner": "A", "points": [5, 3]}),
    _request("Cash", {"kind": "paid", "from": PLAYERS[1], "to": PLAYERS[0], "amount": 300}),
    _request("The end of the evening", {"kind": "closed"}),
]
UNDO: Final = [_request("The last thing", {"reason": REASON})]
NEW_LINK: Final = [_request("For a week", {"good_for": "week"})]
NEW_LINKS: Final = [_request("For the tables of a round", {"stage": 1, "round": 2, "good_for": "day"})]
CUT: Final = [
    _request("They tied once", {"pairs": [["HK", "SK"], ["D9", "C7"]]}),
    _request("The winner chose pack and seat", {"pairs": [["HK", "D8"]], "cards": "red", "seat": "north"}),
]
LATE_KING: Final = [_request("The dealer's king", {"player": "A"})]
REWRITTEN: Final = [
    _request("A deal as it was", {"egn": "A P R Kb =B4", "reason": REASON}),
    _request(
        "A king announced and not marked, made good",
        {"egn": "A P R kb =B4 (0-1) !50b(king;1):mark (0-2)", "reason": REASON},
    ),
    _request(
        "Cards given on condition that the stock has enough",
        {"egn": "A P G -5 -5 P G -5 -5 P g R =B3", "reason": REASON},
    ),
]
CHOICE: Final = [_request("The kept one stands", {"stands": "kept"})]
