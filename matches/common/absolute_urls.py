"""Whole addresses of pages, for links that are handed out."""

from __future__ import annotations

from django.conf import settings


def site_link(path: str) -> str:
    """The whole address of a page, under the name that members know the site by."""
    return f"{settings.SITE_URL}{path}"
