"""Bodies about an event that the document shows, each a request that is in order as it stands, ids apart."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample


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
