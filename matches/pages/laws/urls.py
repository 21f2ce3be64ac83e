"""Addresses of the laws and of the director's rulings."""

from __future__ import annotations

from django.urls import path

from matches.pages.laws import (
    abridged,
    rubber_rulings,
)
from matches.pages.laws import (
    ruling_reference as reference,
)
from matches.pages.laws import (
    views as laws,
)

urlpatterns = [
    path("laws/", laws.laws, name="laws"),
    path("laws/<int:number>/", laws.law, name="law"),
    path("laws/abridged/", abridged.abridged, name="abridged_code"),
    path("laws/book/", reference.book, name="book"),
    path("rubbers/<slug:public_id>/book/", rubber_rulings.book, name="rubber_book"),
]
