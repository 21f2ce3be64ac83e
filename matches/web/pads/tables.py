"""The engine's tables of marks for the pad's scripts: fetched once, then looked up in, also without a network."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from typing import Final, NamedTuple

import orjson
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseNotModified
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from scoring.compact import compact_tables

FOR_EVER: Final = "public, max-age=31536000, immutable"
HASH_CHARACTERS: Final = 16


class Packed(NamedTuple):
    """``mark`` changes with the tables, and stands in their address."""

    plain: bytes
    zipped: bytes
    mark: str


@lru_cache(maxsize=1)
def packed_tables() -> Packed:
    """Made once a process."""
    plain = orjson.dumps(compact_tables())
    mark = hashlib.sha256(plain).hexdigest()[:HASH_CHARACTERS]
    return Packed(plain, gzip.compress(plain, mtime=0), mark)


def tables_url() -> str:
    """Where the tables of this release are; kept by browsers for ever."""
    return f"{reverse('web:pad_tables')}?v={packed_tables().mark}"


@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """``scoring.compact`` as JSON, to anybody."""
    packed = packed_tables()
    tag = f'"{packed.mark}"'
    answer: HttpResponse
    if tag in request.headers.get("If-None-Match", ""):
        answer = HttpResponseNotModified()
    elif "gzip" in request.headers.get("Accept-Encoding", ""):
        answer = HttpResponse(packed.zipped, content_type="application/json")
        answer.headers["Content-Encoding"] = "gzip"
    else:
        answer = HttpResponse(packed.plain, content_type="application/json")
    answer.headers["ETag"] = tag
    # An address without the mark of these tables is asked again: it may be of another release.
    answer.headers["Cache-Control"] = FOR_EVER if request.GET.get("v") == packed.mark else "no-cache"
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer
