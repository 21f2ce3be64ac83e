"""Where a club has its news sent."""

from __future__ import annotations

from django.urls import URLPattern

ADDRESSES: list[URLPattern] = []
