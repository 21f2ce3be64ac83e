"""URLs that export and import events as files. They must come before the URL of the event's page."""

from __future__ import annotations

from django.urls import path

from matches.pages.exchange.event_files import views

EVENTS = "clubs/<slug:slug>/events/"

urlpatterns = [
    path(EVENTS + "import/", views.import_page, name="event_import"),
    path(EVENTS + "<slug:public_id>/file/", views.event_file, name="event_file"),
    path("event.schema.json", views.schema, name="event_schema"),
]
