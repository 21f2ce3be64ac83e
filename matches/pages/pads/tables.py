"""The engine's tables of marks for the pad's scripts: fetched once, then looked up in, also without a network."""

from __future__ import annotations

from functools import lru_cache

import orjson
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.pages.pads.precompressed import Packed, answered, pack
from scoring.compact import compact_tables


@lru_cache(maxsize=1)
def packed_tables() -> Packed:
    """Made once a process."""
    return pack(orjson.dumps(compact_tables()), "application/json")


def tables_url() -> str:
    """Where the tables of this release are; kept by browsers for ever."""
    return f"{reverse('web:pad_tables')}?v={packed_tables().mark}"


@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """``scoring.compact`` as JSON, to anybody."""
    return answered(request, packed_tables())
