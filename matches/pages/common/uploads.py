"""Limit the size of request bodies and who may upload a file, before any of the body is read."""

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
from matches.exchange.exports.send import reader
from matches.exchange.imports.uploads import MOST_UPLOAD_BYTES
from matches.models import User

LARGEST_FORM: Final = 2 * MOST_UPLOAD_BYTES
"""The size in bytes above which a form is not read; up to it, the form itself reports a file that is too large."""
PROGRAMS: Final = "/api/"
"""The prefix of the API's paths, whose views check the sender's permission themselves."""


class UploadMiddleware:
    """Limit how many files are uploaded at the same time.

    A signed-in user may upload a file if the number of current uploads is below the limit; the API's views
    check this themselves. If the view or middleware listed after it leaves a body unread, only what arrives at once
    is read of the rest: list it before all that may do so.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        upload = uploads.upload_of(request)
        if upload is not None:
            upload.end()
            if upload.is_too_slow and not request.path_info.startswith(PROGRAMS):
                response = _refusal(
                    request,
                    408,
                    _("The file came too slowly"),
                    _("In the last minute it came at less than 64 kbit/s, so the upload was stopped."),
                )
        if not upload.is_whole if upload is not None else _has_unread_body(request):
            closers: list[Callable[[], None]] = getattr(response, "_resource_closers")  # noqa: B009
            # Called once the response has been sent.
            closers.append(lambda: uploads.drain(request.META))
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
            # A short form is read, as at any other address, so that the page can show what was typed.
            if uploads.is_short(request):
                uploads.begin(request, "", most_bytes)
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
    own = _("You are already sending two files, the most at one time.")
    others = _("The site is already receiving as many files as it can.")
    answer = _refusal(request, 503, _("The file was refused"), own if is_own else others)
    answer.headers["Retry-After"] = str(uploads.RETRY_AFTER_SECONDS)
    return answer


def _refusal(request: HttpRequest, status: int, title: str, reason: str) -> HttpResponse:
    context = {"number": status, "title": title, "reason": reason}
    answer = render(request, "common/upload_refused.html", context, status=status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


class BoundedUploads(FileUploadHandler):
    """An upload handler that limits the size of a form; list it before the handlers that store files.

    A form may be as large as a file if the user is signed in and the view accepts one, otherwise
    ``DATA_UPLOAD_MAX_MEMORY_SIZE``.
    """

    def handle_raw_input(
        self,
        input_data: Any,
        META: dict[str, str],  # noqa: N803 - the framework gives it by name
        content_length: int,
        boundary: str,
        encoding: str | None = None,
    ) -> None:
        """Raise ``RequestDataTooBig``, before reading the body, if it is larger than the view accepts."""
        match = getattr(self.request, "resolver_match", None)
        user = getattr(self.request, "user", None)
        file_bytes = uploads.most_upload_bytes(match.func) if match is not None else 0
        is_known = user is not None and user.is_authenticated
        most_bytes = file_bytes if file_bytes and is_known else (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0)
        if content_length > most_bytes:
            raise RequestDataTooBig

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None
