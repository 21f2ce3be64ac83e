"""Entity tags: what a reader had before him, in a header, and whether it is still so."""

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
from matches.rubbers.version_proofs import is_version_mark, version_mark

ANY: Final = "*"
_VERSION_TAG: Final = re.compile(r'"([0-9a-z]{14})\.(\d{1,9})\.[0-9a-f]{16}([0-9a-f]{16})?"')


def etag_of(body: Any) -> str:
    """The strong tag of a representation: of its very bytes."""
    data = body.encode() if isinstance(body, str) else body if isinstance(body, bytes) else as_json(body)
    return f'"{hashlib.sha256(data).hexdigest()[:32]}"'


def rubber_etag(rubber: Rubber, body: Any, reader: Viewer) -> str:
    """Return a rubber's tag: which it is, its version, the bytes that show it, and a proof that ``reader`` got it.

    A change to the record is another version; a name that is mended is another representation of the same one.
    """
    mark = version_mark(rubber, rubber.version, _name_of(reader))
    return f'"{rubber.public_id}.{rubber.version}.{etag_of(body)[1:17]}{mark}"'


def _name_of(reader: Viewer) -> str:
    return f"user {reader.pk}" if reader.is_authenticated else "nobody"


def sitting_etag(sitting: Sitting, body: Any) -> str:
    """The tag of a pool or a French table: which it is, the version of its rows, and the bytes that show it."""
    return f'"{sitting.public_id}.{sitting.rows_version}.{etag_of(body)[1:17]}"'


def event_etag(event: Event, body: Any) -> str:
    """The tag of what belongs to an event: which event, the version of its log, and the bytes that show it.

    Of the tag the version counts, so that any tag of the event will do for a change of it.
    """
    return f'"{event.public_id}.{event.version}.{etag_of(body)[1:17]}"'


def is_unchanged(request: HttpRequest, etag: str) -> bool:
    """Whether ``If-None-Match`` says that the reader has this already."""
    asked = parse_etags(request.headers.get("If-None-Match", ""))
    return ANY in asked or etag in [tag.removeprefix("W/") for tag in asked]


@dataclass(frozen=True, slots=True)
class IfMatch:
    """What a request to change something was made on: tags, compared as they stand, weak ones never equal."""

    tags: tuple[str, ...]

    def require(self, etag: str) -> None:
        """Raises where the thing, whose tag is ``etag``, is another than the one that was read."""
        if ANY not in self.tags and etag not in self.tags:
            raise stale(etag)

    def version_of(self, thing: Rubber | Sitting | Event) -> int | None:
        """The version of ``thing`` that was read; None for whichever there is. Raises for a tag of something else."""
        if ANY in self.tags:
            return None
        if len(self.tags) > 1:
            raise ApiError(
                "bad_request", _("Give one ETag in If-Match, the one of what you read and want to change.")
            )
        match = _VERSION_TAG.fullmatch("".join(self.tags))
        if match is None or match[1] != thing.public_id:
            raise ApiError("changed_meanwhile", _("That ETag is of something else than what this changes."))
        return int(match[2])

    def require_own(self, rubber: Rubber, version: int, reader: Viewer) -> None:
        """Raises unless the tag is the one that ``reader`` was given with ``version`` of ``rubber``."""
        match = _VERSION_TAG.fullmatch("".join(self.tags))
        mark = "" if match is None else match[3] or ""
        if not is_version_mark(mark, rubber, version, _name_of(reader)):
            raise ApiError(
                "bad_request",
                _(
                    "The rubber is at another version, and this ETag was not given to you for the one that it names:"
                    " read the rubber, and send the ETag of that answer."
                ),
            )


def stale(etag: str) -> ApiError:
    return ApiError(
        "changed_meanwhile", _("Read it again, and change what is there now."), headers={"ETag": etag}
    )


def if_match(request: HttpRequest) -> IfMatch:
    """Raises where the header is missing."""
    header = request.headers.get("If-Match", "")
    if not header.strip():
        raise ApiError("if_match_missing")
    return IfMatch(tuple(parse_etags(header)))
