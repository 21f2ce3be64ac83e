"""Clubs."""

from __future__ import annotations

from typing import Any

from matches.models import Club


def make_club(slug: str = "portland", *, name: str = "", **fields: Any) -> Club:
    return Club.objects.create(slug=slug, name=name or slug.title(), **fields)
