"""What is made once a process and sent compressed, under an address that changes with it."""

from __future__ import annotations

import gzip
import hashlib
from typing import Final, NamedTuple

import brotli  # type: ignore[import-untyped]
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseNotModified
from django.utils.cache import patch_vary_headers

FOR_EVER: Final = "public, max-age=31536000, immutable"
MARK_CHARACTERS: Final = 16


class Packed(NamedTuple):
    """``mark`` changes with the contents, and stands in their address."""

    plain: bytes
    zipped: bytes
    brotli: bytes
    mark: str
    content_type: str


def pack(plain: bytes, content_type: str) -> Packed:
    """Compressed as well as may be: this is made once a process."""
    mark = hashlib.sha256(plain).hexdigest()[:MARK_CHARACTERS]
    return Packed(plain, gzip.compress(plain, mtime=0), brotli.compress(plain), mark, content_type)


def answered(request: HttpRequest, packed: Packed) -> HttpResponse:
    """Compressed as the browser takes it; for ever where the address has this very mark."""
    tag = f'"{packed.mark}"'
    accepted = request.headers.get("Accept-Encoding", "")
    answer: HttpResponse
    if tag in request.headers.get("If-None-Match", ""):
        answer = HttpResponseNotModified()
    else:
        encoding = next((name for name, way in (("br", "br"), ("gzip", "gzip")) if way in accepted), "")
        body = {"br": packed.brotli, "gzip": packed.zipped}.get(encoding, packed.plain)
        answer = HttpResponse(body, content_type=packed.content_type)
        if encoding:
            answer.headers["Content-Encoding"] = encoding
    answer.headers["ETag"] = tag
    # An address without this mark is asked again: it may be of another release.
    answer.headers["Cache-Control"] = FOR_EVER if request.GET.get("v") == packed.mark else "no-cache"
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer
