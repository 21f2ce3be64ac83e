"""Bodies of the trainer that the document shows."""

from __future__ import annotations

from typing import Final

from drf_spectacular.utils import OpenApiExample

ANSWER: Final = [
    OpenApiExample(
        "A card",
        value={
            "rubber": "7gk2mzq9xwt4bn",
            "game": 1,
            "deal": 1,
            "token": 12,
            "kind": "card",
            "answered": 0,
            "choice": "HA",
        },
        request_only=True,
    )
]
