"""Addresses of the pages. They are written down, linked to and printed: they do not change."""

from __future__ import annotations

from django.urls import include, path

from matches.web import deal_views, downloads, live_ticket, player_page, views
from matches.web.guide.views import guide

app_name = "web"
urlpatterns = [
    path("", views.home, name="home"),
    path("", include("matches.web.desk.urls")),
    path("", include("matches.web.entry.urls")),
    path("", include("matches.web.events.urls")),
    path("", include("matches.web.embed.urls")),
    path("", include("matches.web.event_corrections.urls")),
    path("", include("matches.web.event_files.urls")),
    path("", include("matches.web.event_pages.urls")),
    path("", include("matches.web.figures.urls")),
    path("", include("matches.web.laws.urls")),
    path("", include("matches.web.pads.urls")),
    path("", include("matches.web.people.urls")),
    path("", include("matches.web.ratings.urls")),
    path("", include("matches.web.reference.urls")),
    path("", include("matches.web.review.urls")),
    path("", include("matches.web.seasons.urls")),
    path("", include("matches.web.sittings.urls")),
    path("", include("matches.web.status.urls")),
    path("", include("matches.web.tokens.urls")),
    path("", include("matches.web.webhooks.urls")),
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
    path("players/<slug:public_id>/", player_page.player, name="player"),
    path("live/ticket", live_ticket.renew, name="live_ticket"),
    path("guide/", guide, name="guide"),
    path("guide/<slug:part>/", guide, name="guide_part"),
]
