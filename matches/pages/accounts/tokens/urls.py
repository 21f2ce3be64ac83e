"""URLs of a user's API tokens, included in the namespace of the pages."""

from __future__ import annotations

from django.urls import path

from matches.pages.accounts.tokens import views

urlpatterns = [
    path("accounts/tokens/", views.list_tokens, name="tokens"),
    path("accounts/tokens/new/", views.new_token, name="new_token"),
    path("accounts/tokens/<slug:public_id>/revoke/", views.revoke, name="revoke_token"),
]
