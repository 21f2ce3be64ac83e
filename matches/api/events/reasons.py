"""Serializers for reasons.

A reason consists of a code, the code's parameters by name, and the sentence that the pages show.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language
from rest_framework import serializers

from matches.api.core.serializers import ReadSerializer
from matches.events.sentences import (
    PAIRING_CODES,
    PLACE_CODES,
    STAGE_WARNING_CODES,
    Codes,
    because_words,
    outside_words,
    standing_reason,
    warning_words,
    why_words,
)
from matches.events.words import Names
from matches.models import Standing
from matches.rules.events import outcomes
from matches.rules.events.event_file import plain
from matches.rules.events.state import Why


class Because(ReadSerializer):
    """A reason. Programs should use `code` and the values in `params`; `text` is a sentence for people."""

    code = serializers.CharField()
    params = serializers.DictField(child=serializers.JSONField(allow_null=True))
    text = serializers.CharField()


def params_by_name(codes: Codes, why: Why) -> dict[str, Any]:
    """Return the parameters of the reason ``why`` by name. ``codes`` has the parameter names of each code."""
    code, *params = why
    return {name: plain(value) for name, value in zip(codes.get(code, ()), params, strict=False)}


def _told(codes: Codes, why: Why, text: str) -> dict[str, Any] | None:
    if not why:
        return None
    return {"code": str(why[0]), "params": params_by_name(codes, why), "text": text}


def why_json(why: Why, names: Names) -> dict[str, Any] | None:
    """Return the reason for a pairing or a bye as JSON, or None if ``why`` is empty."""
    return _told(PAIRING_CODES, tuple(why), why_words(tuple(why), names))


def warning_json(warning: Why, names: Names) -> dict[str, Any] | None:
    """Return a warning for the director as JSON, or None if ``warning`` is empty."""
    return _told(STAGE_WARNING_CODES, tuple(warning), warning_words(tuple(warning), names))


def outside_json(why: Why, names: Names) -> dict[str, Any] | None:
    """Return as JSON why a rubber of the event belongs to no pairing, or None if ``why`` is empty."""
    return _told(outcomes.WHY_CODES, tuple(why), outside_words(tuple(why), names))


def because_json(line: Standing) -> dict[str, Any] | None:
    """Return as JSON why a line of a table is ranked above the next one, or None for the last line."""
    if line.stage.number == 0:
        if not line.reason:
            return None
        text = standing_reason(line.decided_by, line.reason)
        return {"code": line.decided_by or "level", "params": {}, "text": text}
    return _because(get_language() or "", line.reason)


@lru_cache(maxsize=4096)
def _because(language: str, reason: str) -> dict[str, Any] | None:
    """Return the stored reason as JSON, cached because a table is read far more often than it changes.

    ``language`` must be the active language.
    """
    why = tuple(json.loads(reason)) if reason else ()
    return _told(PLACE_CODES, why, because_words(why))
