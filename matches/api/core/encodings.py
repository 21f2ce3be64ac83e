"""The encodings of a response that a client accepts."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.http import parse_header_parameters


def accepts_gzip(request: HttpRequest) -> bool:
    """Return whether ``Accept-Encoding`` accepts gzip, by its name or as any coding (RFC 9110, section 12.5.3)."""
    weights: dict[str, str] = {}
    for each in request.headers.get("Accept-Encoding", "").split(","):
        coding, parameters = parse_header_parameters(each)
        weights[coding] = parameters.get("q", "1")
    try:
        return float(weights.get("gzip", weights.get("*", "0"))) > 0
    except ValueError:
        return False
