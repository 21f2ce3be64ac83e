"""The answer to who asks for a file while as many as there may be are on their way."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from matches.exchange.exports.streaming import PATIENCE_SECONDS


def too_many_files(request: HttpRequest) -> HttpResponse:
    """Return the page, with status 429, that says to try again; the header says after how many seconds."""
    refused = render(request, "429.html", status=429)
    refused["Retry-After"] = str(PATIENCE_SECONDS)
    return refused
