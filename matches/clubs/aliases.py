"""One person under several public ids: records that were merged into his stay as aliases of it.

An alias is always of a record that is none itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import product

from matches.models import Player


def survivors_of(public_ids: Collection[str]) -> dict[str, str]:
    """For those of ``public_ids`` that are aliases, the id that the person has now."""
    if not public_ids:
        return {}
    rows = Player.objects.filter(public_id__in=public_ids, merged_into__isnull=False)
    return dict(rows.values_list("public_id", "merged_into__public_id"))


def aliases_of(public_ids: Collection[str]) -> dict[str, tuple[str, ...]]:
    """For those of ``public_ids`` that have some, their aliases."""
    found: dict[str, tuple[str, ...]] = {}
    rows = Player.objects.filter(merged_into__public_id__in=public_ids).order_by("pk")
    for survivor, alias in rows.values_list("merged_into__public_id", "public_id"):
        found[survivor] = (*found.get(survivor, ()), alias)
    return found


def pairs_of(players: tuple[str, str], aliases: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """Every way in which a record may name the two, their own ids first."""
    a, b = players
    return product((a, *aliases.get(a, ())), (b, *aliases.get(b, ())))
