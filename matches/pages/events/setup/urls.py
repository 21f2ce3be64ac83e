"""URLs of the pages that create and rename an open event."""

from __future__ import annotations

from django.urls import path

from matches.pages.events.setup import views

CLUB = "clubs/<slug:slug>/events/"

urlpatterns = [
    path(CLUB + "new/", views.new_event, name="new_event"),
    path(CLUB + "<slug:public_id>/rename/", views.rename, name="rename_event"),
]
