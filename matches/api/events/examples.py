"""Bodies about an event that the document shows, each a request that is in order as it stands, ids apart."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample

from matches.api.core.examples import PLAYERS, REASON

RUBBER: Final = "5rhd8vcx3jpk6f"


def _request(name: str, value: dict[str, Any]) -> OpenApiExample:
    return OpenApiExample(name, value=value, request_only=True)


PLAN: Final = [
    _request("A Swiss", {"plan": {"stages": [{"kind": "swiss", "rounds": 5}], "lot_seed": "autumn"}}),
    _request(
        "Groups, then a knockout",
        {
            "plan": {
                "stages": [
                    {"kind": "round_robin", "name": "Groups", "groups": 4, "qualifiers": 2},
                    {"kind": "knockout", "name": "Finals", "third_place": True},
                ],
                "rules": {"best_of": 3},
                "check_in": True,
            }
        },
    ),
]
NEW_ENTRANTS: Final = [
    _request("Players of the club, and a guest", {"players": PLAYERS, "names": ["Walker"]}),
    _request("Late, in an empty place", {"players": PLAYERS[:1], "place": [1, 6]}),
]
CHANGED_ENTRANT: Final = [
    _request("First seed", {"seed": 1}),
    _request("Withdrawn", {"withdrawn_from": {"stage": 1, "round": 3}, "reason": REASON}),
]
CHECK_IN: Final = [_request("Two have come", {"players": PLAYERS})]
SEEDING: Final = [
    _request("An order", {"order": PLAYERS}),
    _request("By rating", {"by": "rating"}),
]
FORBIDDEN: Final = [_request("A pair", {"pairs": [PLAYERS]})]
DRAW: Final = [_request("Draw", {}), _request("Draw again", {"reason": REASON})]
DRAW_CHANGE: Final = [
    _request("Two change places", {"do": "swap", "players": PLAYERS, "reason": "They are brothers."}),
    _request("Another table", {"do": "move", "number": 3, "table": "7"}),
    _request(
        "Several at once",
        {
            "do": "seat",
            "pairings": [{"number": 1, "table": "4"}, {"number": 2, "table": "1", "turn": True}],
        },
    ),
]
EVENT_FACT: Final = [
    _request("A round is released", {"kind": "released", "stage": 1, "round": 2}),
    _request(
        "A walkover",
        {"kind": "awarded", "stage": 1, "round": 2, "number": 3, "award": "walkover", "winner": PLAYERS[0]},
    ),
    _request("It is over", {"kind": "completed"}),
]
RESULTS: Final = [
    _request(
        "Three pairings",
        {
            "results": [
                {"stage": 1, "round": 2, "number": 1, "games_won": [2, 1]},
                {"stage": 1, "round": 2, "number": 2, "games": [[5, 3], [5, 4]]},
                {"stage": 1, "round": 2, "number": 3, "award": {"kind": "walkover", "winner": PLAYERS[0]}},
            ]
        },
    )
]
EVENT_UNDO: Final = [_request("A reason", {"reason": REASON})]
CORRECTION_PREVIEW: Final = [
    _request("Another result", {"what": "result", "rubber": RUBBER, "games_won": [1, 2]}),
    _request(
        "Nobody came", {"what": "award", "stage": 1, "round": 2, "number": 3, "award": "double_walkover"}
    ),
]
EVENT_CORRECTION: Final = [
    _request(
        "Another result, and round 3 is drawn again",
        {
            "what": "result",
            "rubber": RUBBER,
            "games_won": [1, 2],
            "redo": {"stage": 1, "round": 3},
            "reason": REASON,
        },
    )
]
