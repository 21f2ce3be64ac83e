"""Route the URL of a club's log."""

from __future__ import annotations

from django.urls import path

from matches.pages.log import views

urlpatterns = [path("clubs/<slug:slug>/log/", views.club_log_page, name="club_log")]
