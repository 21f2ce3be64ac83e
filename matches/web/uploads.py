"""How much a form may bring: Django bounds the fields of one, and not the files in it."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler

from matches.services.import_uploads import MOST_BYTES

LARGEST_FORM: Final = 2 * MOST_BYTES
"""Beyond it a form is not read at all; up to it the form itself says in words what is too large."""


class BoundedUploads(FileUploadHandler):
    """Stands before the handlers that keep files. No form for visitors has a file in it: theirs may be no larger than
    its fields alone.
    """

    def handle_raw_input(
        self,
        input_data: Any,
        META: dict[str, str],  # noqa: N803 - the framework gives it by name
        content_length: int,
        boundary: str,
        encoding: str | None = None,
    ) -> None:
        """Raises ``RequestDataTooBig`` before anything is read."""
        user = getattr(self.request, "user", None)
        is_known = user is not None and user.is_authenticated
        most = LARGEST_FORM if is_known else (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0)
        if content_length > most:
            raise RequestDataTooBig

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None
