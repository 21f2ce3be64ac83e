"""Addresses of the pages that say how the service does; included under the pages' own names."""

from __future__ import annotations

from django.urls import path

from matches.pages.status import views

urlpatterns = [
    path("clubs/<slug:slug>/status/", views.club_status, name="club_status"),
    path("status/", views.host_status, name="status"),
]
