"""Records taken out: at once, or prepared."""

from __future__ import annotations

from django.urls import URLPattern

ADDRESSES: list[URLPattern] = []
