"""Figures, ratings, records, seasons."""

from __future__ import annotations

from django.urls import URLPattern

ADDRESSES: list[URLPattern] = []
