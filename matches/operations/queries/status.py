"""How the service does, and what of a club's is owed: one reading of it all."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import django
from django.conf import settings
from django.db import connection

from ecarte_site.watching.signs import Part, last_signs
from matches.models import Club
from matches.operations.backup.history import LastBackup, last_backup
from matches.operations.queries.pending_work import Amount, Owed, Waiting, amounts
from matches.reviews.claims import CURRENT_ENGINE


@dataclass(frozen=True, slots=True)
class Status:
    """``signs`` is None where Redis does not answer. ``versions`` are name and number."""

    amounts: Mapping[Owed | Waiting, Amount]
    signs: Mapping[Part, datetime] | None
    backup: LastBackup | None
    versions: Mapping[str, str]
    is_embedded: bool


def status(club: Club | None = None) -> Status:
    """As it is now: of ``club``, or of all clubs together. In two queries."""
    return Status(
        amounts=amounts(club),
        signs=last_signs(),
        backup=last_backup(),
        versions=versions(),
        is_embedded=settings.EMBEDDED,
    )


def versions() -> dict[str, str]:
    return {
        "Python": platform.python_version(),
        "Django": django.get_version(),
        _database_name(): _number_of(connection.get_database_version()),
        "review": CURRENT_ENGINE,
    }


def _database_name() -> str:
    return "PostgreSQL" if connection.vendor == "postgresql" else "SQLite"


def _number_of(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
