"""Rubbers that a test begins with, stored quickly. Tests of importing call the import itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from matches.models import Rubber
from tests.factories.clubs import make_club
from tests.factories.remembered import remembered
from tests.matches.files import import_bytes


def stored_rubbers(*texts: str, **club_fields: Any) -> list[Rubber]:
    """Store the rubbers of ``texts`` and return all rubbers in the order of the file.

    The import opens the clubs that the texts name. With ``club_fields``, the rubbers go into a new club that has them.
    """
    return _stored("\n".join(texts).encode(), club_fields)


def stored_sample(path: Path, **club_fields: Any) -> list[Rubber]:
    """Store the rubbers of a sample file as ``stored_rubbers`` does."""
    return _stored(path.read_bytes(), club_fields)


def _stored(data: bytes, club_fields: dict[str, Any]) -> list[Rubber]:
    def make() -> list[Rubber]:
        import_bytes(data, club=make_club(**club_fields) if club_fields else None)
        return list(Rubber.objects.order_by("pk"))

    return remembered(("rubbers", data, *club_fields.items()), make)
