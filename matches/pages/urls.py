"""Addresses of the pages. They are written down, linked to and printed: they do not change."""

from __future__ import annotations

from django.urls import include, path

from matches.pages.clubs import player
from matches.pages.common import live_tickets
from matches.pages.home import views
from matches.pages.rubbers import deal_views, downloads
from matches.pages.styleguide.views import guide

app_name = "web"
urlpatterns = [
    path("", views.home, name="home"),
    path("", include("matches.pages.desk_urls")),
    path("", include("matches.pages.rubbers.entry.urls")),
    path("", include("matches.pages.events.director.urls")),
    path("", include("matches.pages.events.embed.urls")),
    path("", include("matches.pages.events.corrections.urls")),
    path("", include("matches.pages.exchange.event_files.urls")),
    path("", include("matches.pages.events.public.urls")),
    path("", include("matches.pages.figures.urls")),
    path("", include("matches.pages.laws.urls")),
    path("", include("matches.pages.pads.urls")),
    path("", include("matches.pages.clubs.urls")),
    path("", include("matches.pages.figures.ratings.urls")),
    path("", include("matches.pages.api_reference.urls")),
    path("", include("matches.pages.reviews.urls")),
    path("", include("matches.pages.figures.seasons.urls")),
    path("", include("matches.pages.sittings.urls")),
    path("", include("matches.pages.status.urls")),
    path("", include("matches.pages.clubs.tokens.urls")),
    path("", include("matches.pages.webhooks.urls")),
    path("clubs/<slug:slug>/", views.club, name="club"),
    path("clubs/<slug:slug>/events/<slug:public_id>/", views.event, name="event"),
    path("rubbers/<slug:public_id>/", views.rubber, name="rubber"),
    path("rubbers/<slug:public_id>.egn", downloads.rubber_egn, name="rubber_egn"),
    path("rubbers/<slug:public_id>/review.egn", downloads.rubber_review_egn, name="rubber_review_egn"),
    path("rubbers/<slug:public_id>/games/<int:game>/deals/<int:deal>/", deal_views.deal, name="deal"),
    path(
        "rubbers/<slug:public_id>/games/<int:game>/deals/<int:deal>/steps/",
        deal_views.deal_steps,
        name="deal_steps",
    ),
    path("players/<slug:public_id>/", player.player, name="player"),
    path("live/ticket", live_tickets.renew, name="live_ticket"),
    path("guide/", guide, name="guide"),
    path("guide/<slug:part>/", guide, name="guide_part"),
]
