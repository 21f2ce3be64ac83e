"""Codes of the pure modules with their parameters by name, beside the sentence that the pages make of them."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language
from rest_framework import serializers

from matches.api.core.serializers import Shape
from matches.events.words.labels import Names
from matches.events.words.sentences import (
    PAIRING_CODES,
    PLACE_CODES,
    STAGE_WARNING_CODES,
    Codes,
    because_words,
    outside_words,
    warning_words,
    why_words,
)
from matches.events.words.standing_reasons import standing_reason
from matches.models import Standing
from matches.rules.events import result_index as book
from matches.rules.events.event_file import plain
from matches.rules.events.state import Why


class Because(Shape):
    """Why something is as it is: decide by `code`; `params` are what it speaks of; `text` is for people."""

    code = serializers.CharField()
    params = serializers.DictField(child=serializers.JSONField(allow_null=True))
    text = serializers.CharField()


def params_by_name(codes: Codes, why: Why) -> dict[str, Any]:
    """The parameters of a code by their names."""
    code, *params = why
    return {name: plain(value) for name, value in zip(codes.get(code, ()), params, strict=False)}


def _told(codes: Codes, why: Why, text: str) -> dict[str, Any] | None:
    if not why:
        return None
    return {"code": str(why[0]), "params": params_by_name(codes, why), "text": text}


def why_json(why: Why, names: Names) -> dict[str, Any] | None:
    """Why two meet, or somebody has a bye; null where there is nothing to say."""
    return _told(PAIRING_CODES, tuple(why), why_words(tuple(why), names))


def warning_json(warning: Why, names: Names) -> dict[str, Any] | None:
    """What a director should look at."""
    return _told(STAGE_WARNING_CODES, tuple(warning), warning_words(tuple(warning), names))


def outside_json(why: Why, names: Names) -> dict[str, Any] | None:
    """Why a rubber of the event belongs to no pairing."""
    return _told(book.WHY_CODES, tuple(why), outside_words(tuple(why), names))


def because_json(line: Standing) -> dict[str, Any] | None:
    """Why a line stands above the next; null on the last."""
    if line.stage.number == 0:
        if not line.reason:
            return None
        text = standing_reason(line.decided_by, line.reason)
        return {"code": line.decided_by or "level", "params": {}, "text": text}
    return _because(get_language() or "", line.reason)


@lru_cache(maxsize=4096)
def _because(language: str, reason: str) -> dict[str, Any] | None:
    """What ``reason`` says in ``language``, which is the active one. A table is read far more often than it changes."""
    why = tuple(json.loads(reason)) if reason else ()
    return _told(PLACE_CODES, why, because_words(why))
