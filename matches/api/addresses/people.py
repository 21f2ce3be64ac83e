"""Who belongs to a club; invitations, tokens, and what is kept of a person; logs; what waits to be settled."""

from __future__ import annotations

from django.urls import URLPattern

ADDRESSES: list[URLPattern] = []
