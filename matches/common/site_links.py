"""Build absolute URLs of pages, for mail and other places outside the site."""

from __future__ import annotations

from django.conf import settings


def site_link(path: str) -> str:
    """Return the absolute URL of the page at ``path``, at the site's URL for members (``settings.SITE_URL``)."""
    return f"{settings.SITE_URL}{path}"
