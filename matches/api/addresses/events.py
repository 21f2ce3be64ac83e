"""How an event is run: stages, entrants, draws, pairings, results, standings, its file."""

from __future__ import annotations

from django.urls import URLPattern

ADDRESSES: list[URLPattern] = []
