"""Addresses of the laws and of the director's book."""

from __future__ import annotations

from django.urls import path

from matches.web.laws import laws, reference, rubber_book

urlpatterns = [
    path("laws/", laws.laws, name="laws"),
    path("laws/<int:number>/", laws.law, name="law"),
    path("laws/book/", reference.book, name="book"),
    path("rubbers/<slug:public_id>/book/", rubber_book.book, name="rubber_book"),
]
