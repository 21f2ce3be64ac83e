"""Keeps out of the log what opens something to whoever reads it, addresses with secrets in them and tokens, and who
people are: their mail addresses stand in what databases and mail servers say.

A request is known there by its route, never by its path: links of invitations and passwords carry their secret in it,
and who mistypes one has typed most of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpRequest
from structlog.typing import EventDict

from ecarte_site.watching.routes import route_of
from ecarte_site.watching.who import current_request

HIDDEN: Final = "[hidden]"
TEXTS: Final = ("event", "exception", "error", "problem")
TELLING_STARTS: Final = (
    "Error handling request",
    "Invalid request",
    "Exception while serving",
    "Client disconnected while serving",
)
"""Of what gunicorn and waitress say so, the rest is an address or a line of the request."""
SECRETS: Final = re.compile(
    r"(?P<kept>/invitations/|/password/link/|/reset/key/|/confirm-email/|\becarte_(?=[A-Za-z0-9]{16})|\bwhsec_"
    r"|\b(?:ticket|token|key)=|(?i:\bbearer )|://[^\s/:@]*:(?=[^\s/@]+@))(?P<secret>[^\s/'\"<>&,)]{4,})"
)
MAIL_ADDRESSES: Final = re.compile(
    r"[\w.!#$%&*+?^`{|}~-]{1,64}@(?:localhost\b|[\w-]{1,63}(?:\.[\w-]{1,63})+)"
)


def hide_secrets(_logger: Any, _method: str, line: EventDict) -> EventDict:
    """The line without addresses, of pages and of people, and tokens."""
    event = str(line.get("event", ""))
    for start in TELLING_STARTS:
        if event.startswith(start):
            event = start
    line["event"] = event
    request = getattr(line.get("_record"), "request", None)
    addresses = _addresses(request if isinstance(request, HttpRequest) else current_request())
    for key in TEXTS:
        if isinstance(line.get(key), str):
            line[key] = _hidden(line[key], addresses)
    return line


def _addresses(request: HttpRequest | None) -> dict[str, str]:
    """What stands for an address of the request in a text; for one that says no more than its route, nothing."""
    if request is None or request.path == route_of(request):
        return {}
    return {
        address: route_of(request) for address in (request.get_full_path(), request.path) if len(address) > 1
    }


def _hidden(text: str, addresses: Mapping[str, str]) -> str:
    for address, route in addresses.items():
        text = text.replace(address, route)
    text = SECRETS.sub(lambda found: found["kept"] + HIDDEN, text)
    return MAIL_ADDRESSES.sub(_without_address, text) if "@" in text else text


def _without_address(found: re.Match[str]) -> str:
    # A worker's name has the same form.
    return found[0] if found[0].startswith("celery@") else HIDDEN
