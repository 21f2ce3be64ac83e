"""Bodies that settle something, as the document shows them."""

from __future__ import annotations

from typing import Final

from drf_spectacular.utils import OpenApiExample

from matches.api.core.examples import REASON, RECORD

CHOICE: Final = [
    OpenApiExample("The other content", value={"take": True, "reason": REASON}, request_only=True),
    OpenApiExample("What is stored", value={"take": False, "reason": REASON}, request_only=True),
]
REPAIR: Final = [OpenApiExample("The text, repaired", value={"egn": RECORD}, request_only=True)]
