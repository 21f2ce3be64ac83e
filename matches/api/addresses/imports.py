"""Files brought in, and what became of each rubber."""

from __future__ import annotations

from django.urls import URLPattern

ADDRESSES: list[URLPattern] = []
