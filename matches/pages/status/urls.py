"""URLs of the status pages, included in the namespace of the pages."""

from __future__ import annotations

from django.urls import path

from matches.pages.status import views

urlpatterns = [
    path("clubs/<slug:slug>/status/", views.club_status, name="club_status"),
    path("status/", views.host_status, name="status"),
]
