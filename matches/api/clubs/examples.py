"""Bodies about people that the document shows."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample

from matches.api.core.examples import PLAYERS


def _request(name: str, value: dict[str, Any]) -> OpenApiExample:
    return OpenApiExample(name, value=value, request_only=True)


CHANGED_ME: Final = [_request("A name", {"name": "Baldwin", "language": "fr"})]
SHARING: Final = [_request("Anybody may read them", {"shares_reviews": True})]
ROLE: Final = [_request("A scorer", {"role": "scorer"})]
INVITATION: Final = [
    _request("To take a record over", {"role": "member", "player": PLAYERS[0]}),
    _request("By mail", {"role": "director", "email": "baldwin@club.example"}),
]
TOKEN: Final = [_request("A link's token", {"token": "pJ2Vxk0Wq3mB7sYtLr9ZcD5eHfUgN1oAiK8vXbQ4nTw"})]
MERGE: Final = [_request("One person", {"into": PLAYERS[1], "reason": "He signed himself with two names."})]
