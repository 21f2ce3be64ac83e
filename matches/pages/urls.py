"""Route the URLs of the pages. People write them down, link to them and print them, so they must not change."""

from __future__ import annotations

from django.urls import include, path

from matches.pages.common import live_ticket
from matches.pages.events import views

app_name = "web"
# Pages of an event come before the event's own page, whose URL accepts any word as an id.
urlpatterns = [
    # First, since phones at tables request them far more often than anybody requests another page.
    path("", include("matches.pages.pads.urls")),
    path("", include("matches.pages.home.urls")),
    path("", include("matches.pages.accounts.urls")),
    path("", include("matches.pages.accounts.tokens.urls")),
    path("", include("matches.pages.clubs.urls")),
    path("", include("matches.pages.exchange.urls")),
    path("", include("matches.pages.log.urls")),
    path("", include("matches.pages.handbook.urls")),
    path("", include("matches.pages.rubbers.urls")),
    path("", include("matches.pages.rubbers.entry.urls")),
    path("", include("matches.pages.events.setup.urls")),
    path("", include("matches.pages.events.desk.urls")),
    path("", include("matches.pages.events.embed.urls")),
    path("", include("matches.pages.events.corrections.urls")),
    path("", include("matches.pages.exchange.event_files.urls")),
    path("", include("matches.pages.events.urls")),
    path("", include("matches.pages.figures.urls")),
    path("", include("matches.pages.laws.urls")),
    path("", include("matches.pages.figures.ratings.urls")),
    path("", include("matches.pages.reference.urls")),
    path("", include("matches.pages.reviews.urls")),
    path("", include("matches.pages.figures.seasons.urls")),
    path("", include("matches.pages.sittings.urls")),
    path("", include("matches.pages.status.urls")),
    path("", include("matches.pages.webhooks.urls")),
    path("clubs/<slug:slug>/events/<slug:public_id>/", views.event, name="event"),
    path("live/ticket", live_ticket.renew, name="live_ticket"),
]
