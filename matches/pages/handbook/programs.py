"""The handbook's chapter on files and programs: its numbers and lists come from what the service itself goes by."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise

from matches.clubs.api_tokens import SCOPES
from matches.exchange.exports.request import KEPT
from matches.webhooks.messages import KIND_WORDS


def told() -> dict[str, Any]:
    """``news``: on what a webhook may send word; ``scopes``: what a token may be given, the least first."""
    news: list[str | Promise] = list(KIND_WORDS.values())
    scopes: list[str | Promise] = list(SCOPES.values())
    return {"news": news, "scopes": scopes, "days_kept": KEPT.days}
