"""The bytes of a prepared file, a part at a time, from any place to any other."""

from __future__ import annotations

from collections.abc import Iterator

from matches.models import Export, ExportPart


class FileGoneError(Exception):
    """The file was cleared away while it was on its way."""


def bytes_between(export: Export, start: int, end: int) -> Iterator[bytes]:
    """The bytes from place ``start`` to before place ``end``; nothing is held in the database between two parts.

    Raises ``FileGoneError`` where they are not all there any more.
    """
    while start < end:
        parts = ExportPart.objects.filter(export=export, start__lte=start).order_by("-start")
        part = parts.values_list("start", "content").first()
        content = b"" if part is None else bytes(part[1])[start - part[0] : end - part[0]]
        if not content:
            raise FileGoneError
        yield content
        start += len(content)
