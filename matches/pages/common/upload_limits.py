"""How much a request may bring, and who may bring a file: asked before anything of its body is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from ecarte_site import uploads
from ecarte_site.places import NoPlaceError
from matches.exchange.exports.streaming import reader
from matches.exchange.imports.uploads import MOST_BYTES
from matches.models import User

LARGEST_FORM: Final = 2 * MOST_BYTES
"""A larger form is not read at all; up to this size the form itself says what is too large."""
PROGRAMS: Final = "/api/"
"""The start of addresses whose views check the sender's authority by themselves."""


class UploadMiddleware:
    """Let a file in for somebody who is signed in, if there is a place for it; leave what is refused unread.

    It stands before all that may answer without reading the body.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        upload = uploads.upload_of(request)
        if upload is not None:
            upload.end()
            if upload.is_too_slow and not request.path_info.startswith(PROGRAMS):
                response = _too_slow(request)
        if not upload.is_whole if upload is not None else _has_unread_body(request):
            closers: list[Callable[[], None]] = getattr(response, "_resource_closers")  # noqa: B009
            # Called once the response has been sent.
            closers.append(lambda: uploads.leave_unread(request.META))
        return response

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponseBase],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
    ) -> HttpResponseBase | None:
        most_bytes = uploads.most_upload_bytes(view)
        if not most_bytes or request.method != "POST":
            return None
        uploads.attach(request)
        if request.path_info.startswith(PROGRAMS):
            return None
        if not isinstance(request.user, User):
            raise PermissionDenied
        try:
            uploads.begin(request, reader(request.user), most_bytes)
        except NoPlaceError as error:
            return _no_place(request, is_own=error.is_own)
        return None


def _has_unread_body(request: HttpRequest) -> bool:
    promised = request.META.get("CONTENT_LENGTH") or request.headers.get("Transfer-Encoding")
    return bool(promised) and promised != "0" and not getattr(request, "_read_started", True)


def _no_place(request: HttpRequest, *, is_own: bool) -> HttpResponse:
    reason = (
        _("You are sending two files already, and one person may send two at a time.")
        if is_own
        else _("As many files are coming in as the site takes at a time.")
    )
    answer = _refusal(request, 503, _("The file was not taken"), reason)
    answer.headers["Retry-After"] = str(uploads.RETRY_AFTER_SECONDS)
    return answer


def _too_slow(request: HttpRequest) -> HttpResponse:
    return _refusal(
        request,
        408,
        _("The file came too slowly"),
        _("In the last minute it came at less than 64 kbit/s, so the transfer was ended."),
    )


def _refusal(request: HttpRequest, status: int, title: str, reason: str) -> HttpResponse:
    context = {"number": status, "title": title, "reason": reason}
    answer = render(request, "common/upload_refused.html", context, status=status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


class BoundedUploads(FileUploadHandler):
    """Stand before the handlers that keep files. A form may be as large as a file only where a view takes one, and
    only for somebody who is signed in; any other form may be no larger than its fields alone.
    """

    def handle_raw_input(
        self,
        input_data: Any,
        META: dict[str, str],  # noqa: N803 - the framework gives it by name
        content_length: int,
        boundary: str,
        encoding: str | None = None,
    ) -> None:
        """Raise ``RequestDataTooBig`` before anything is read."""
        if content_length > self._most_bytes():
            raise RequestDataTooBig

    def _most_bytes(self) -> int:
        match = getattr(self.request, "resolver_match", None)
        user = getattr(self.request, "user", None)
        file_bytes = uploads.most_upload_bytes(match.func) if match is not None else 0
        is_known = user is not None and user.is_authenticated
        return file_bytes if file_bytes and is_known else (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0)

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None
