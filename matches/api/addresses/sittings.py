"""Pools and French tables with their ledgers; links for the phones of tables."""

from __future__ import annotations

from django.urls import URLPattern

ADDRESSES: list[URLPattern] = []
