"""Functions that build ETags and compare ETags with ``If-Match`` and ``If-None-Match``.

``ecarte_site.middleware`` has removed from a request's ETags what the server in front adds to them.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest
from django.utils.http import parse_etags
from django.utils.translation import gettext as _

from matches.api.core.errors import ApiError
from matches.api.core.media_types import as_json
from matches.clubs.access import Viewer
from matches.models import Event, Rubber, Sitting
from matches.rubbers.version_tokens import is_version_mark, version_mark

ANY: Final = "*"
_VERSION_TAG: Final = re.compile(r'"([0-9a-z]{14})\.(\d{1,9})\.[0-9a-f]{16}([0-9a-f]{16})?"')


def etag_of(body: Any) -> str:
    """Return the strong ETag of a response body: a hash of the bytes of ``body`` as JSON."""
    data = body.encode() if isinstance(body, str) else body if isinstance(body, bytes) else as_json(body)
    return f'"{hashlib.sha256(data).hexdigest()[:32]}"'


def rubber_etag(rubber: Rubber, body: Any, reader: Viewer) -> str:
    """Return the ETag of a rubber for the user ``reader``: id, version, a hash of ``body``, and a mark.

    The mark proves that ``reader`` received the ETag. A corrected player name only gives a new hash.
    """
    mark = version_mark(rubber, rubber.version, _name_of(reader))
    return f'"{rubber.public_id}.{rubber.version}.{etag_of(body)[1:17]}{mark}"'


def _name_of(reader: Viewer) -> str:
    return f"user {reader.pk}" if reader.is_authenticated else "nobody"


def sitting_etag(sitting: Sitting, body: Any) -> str:
    """Return the ETag of a pool or a French table: id, version, and a hash of ``body``."""
    return f'"{sitting.public_id}.{sitting.rows_version}.{etag_of(body)[1:17]}"'


def event_etag(event: Event, body: Any) -> str:
    """Return the ETag of a resource of an event: the event's id, its log's version, and a hash of ``body``.

    Changes compare only the version, so that the ETag of any resource of the event can be sent.
    """
    return f'"{event.public_id}.{event.version}.{etag_of(body)[1:17]}"'


def is_unchanged(request: HttpRequest, etag: str) -> bool:
    """Return whether ``If-None-Match`` has ``etag``: the client then has the current representation."""
    tags = parse_etags(request.headers.get("If-None-Match", ""))
    return ANY in tags or etag in tags


@dataclass(frozen=True, slots=True)
class IfMatch:
    """The ETags in the ``If-Match`` header."""

    tags: tuple[str, ...]

    def require(self, etag: str) -> None:
        """Raise ``ApiError`` unless ``If-Match`` is ``*`` or has the current ETag ``etag``."""
        if ANY not in self.tags and etag not in self.tags:
            raise stale(etag)

    def version_of(self, thing: Rubber | Sitting | Event) -> int | None:
        """Return the version in the ETag that the client sent, or None if ``If-Match`` is ``*``.

        Raises ``ApiError`` if ``If-Match`` has several ETags, or the ETag of a resource other than ``thing``.
        """
        if ANY in self.tags:
            return None
        if len(self.tags) > 1:
            raise ApiError(
                "bad_request", _("Send one ETag in If-Match: that of the resource you want to change.")
            )
        match = _VERSION_TAG.fullmatch("".join(self.tags))
        if match is None or match[1] != thing.public_id:
            raise ApiError("changed_meanwhile", _("This ETag belongs to another resource."))
        return int(match[2])

    def require_own(self, rubber: Rubber, version: int, reader: Viewer) -> None:
        """Raise ``ApiError`` unless the ETag was issued to ``reader`` for ``version`` of ``rubber``."""
        match = _VERSION_TAG.fullmatch("".join(self.tags))
        mark = "" if match is None else match[3] or ""
        if not is_version_mark(mark, rubber, version, _name_of(reader)):
            raise ApiError(
                "bad_request",
                _(
                    "The rubber has another version, and this ETag was not issued to you. Read the rubber,"
                    " and send the ETag of that response."
                ),
            )


def stale(etag: str) -> ApiError:
    return ApiError("changed_meanwhile", _("Read it again, then repeat your change."), headers={"ETag": etag})


def if_match(request: HttpRequest) -> IfMatch:
    """Return the parsed ``If-Match`` header. Raises ApiError if the header is missing."""
    header = request.headers.get("If-Match", "")
    if not header.strip():
        raise ApiError("if_match_missing")
    return IfMatch(tuple(parse_etags(header)))
