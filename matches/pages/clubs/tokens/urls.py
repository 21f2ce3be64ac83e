"""Addresses of a person's API tokens; included under the pages' own names."""

from __future__ import annotations

from django.urls import path

from matches.pages.clubs.tokens import views

urlpatterns = [
    path("accounts/tokens/", views.tokens, name="tokens"),
    path("accounts/tokens/new/", views.new_token, name="new_token"),
    path("accounts/tokens/<slug:public_id>/revoke/", views.revoke, name="revoke_token"),
]
