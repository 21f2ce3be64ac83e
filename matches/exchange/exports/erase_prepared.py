"""Prepared files in which somebody stands who asked to be forgotten."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext_noop

from matches.models import Export, ExportPart

FORGOTTEN: Final = gettext_noop(
    "Somebody who may stand in the file asked to be forgotten. Have it prepared anew."
)


def forget_in_files(clubs: Collection[int], players: Collection[str]) -> None:
    """Clear away what was written of these clubs, and have what is being written begun anew; ``players``: the public
    ids of who is forgotten, of whose own records not even the file's name is kept.

    A player's own records may be of any club.
    """
    found = Export.objects.filter(Q(club__in=clubs) | Q(asked__of="player"))
    Export.objects.filter(asked__of="player", asked__id__in=list(players)).delete()
    # Whoever writes finds his claim gone. Those first: one that ends meanwhile is found below.
    found.filter(finished_at__isnull=True).update(claimed_until=None)
    written = list(found.exclude(checksum="").values_list("pk", flat=True))
    ExportPart.objects.filter(export__in=written).delete()
    Export.objects.filter(pk__in=written).update(checksum="", size=0, expires_at=None, problem=FORGOTTEN)
