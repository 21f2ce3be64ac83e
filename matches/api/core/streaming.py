"""Files as answers: streamed, counted, and given up where their reader stops."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from django.http import StreamingHttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from ecarte_site.limits import sender_network
from ecarte_site.places import Place
from matches.api.core.errors import ApiError
from matches.exchange.exports.streaming import (
    MOST_A_PERSON,
    PATIENCE_SECONDS,
    Sending,
    TooManyFilesError,
    lose_patience,
    reader,
    take_place,
)

RETRY_AFTER: Final = {"Retry-After": str(PATIENCE_SECONDS)}


def place_for(request: Request) -> Place | None:
    """A place for a file to the caller, None for who asks for its head alone. Raises ``ApiError``."""
    if request.method == "HEAD":
        return None
    user = request.user
    who = reader(user) if user.is_authenticated else f"address:{sender_network(request._request)}"
    try:
        return take_place(who)
    except TooManyFilesError as error:
        raise too_many(is_own=error.is_own) from None


def too_many(*, is_own: bool) -> ApiError:
    told = (
        _("You may have %(most)s files on their way at a time.") % {"most": MOST_A_PERSON}
        if is_own
        else _("The service sends as many files as it can at a time. Wait, or have this one prepared.")
    )
    return ApiError("too_many_streams", told, headers=RETRY_AFTER)


def sent(
    request: Request,
    contents: Iterable[bytes],
    place: Place | None,
    *,
    content_type: str,
    name: str,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> StreamingHttpResponse:
    """The answer that streams ``contents`` as a file of this name; its head alone where no place was taken."""
    lose_patience(request.META)
    pieces: Iterable[bytes] = () if place is None else Sending(contents, place)
    response = StreamingHttpResponse(pieces, status=status, content_type=content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    for header, value in (headers or {}).items():
        response.headers[header] = value
    return response
