"""URLs of the laws and of the director's rulings."""

from __future__ import annotations

from django.urls import path

from matches.pages.laws import book_page, laws, reference

urlpatterns = [
    path("laws/", laws.laws, name="laws"),
    path("laws/<int:number>/", laws.law, name="law"),
    path("laws/abridged/", laws.abridged, name="abridged_code"),
    path("laws/book/", reference.book, name="book"),
    path("rubbers/<slug:public_id>/book/", book_page.book, name="rubber_book"),
]
