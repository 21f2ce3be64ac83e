"""Addresses of the desk and of the handbook; included under the pages' own names.

They stand before the event's own page, whose address takes any word for its id.
"""

from __future__ import annotations

from django.urls import path

from matches.pages.clubs import settings
from matches.pages.events import create as events
from matches.pages.exchange import conflict, exports, imports, settle
from matches.pages.exchange import rejected_text as held
from matches.pages.handbook import views as handbook
from matches.pages.log import views as log

CLUB = "clubs/<slug:slug>/"
EVENT = CLUB + "events/<slug:public_id>/"

urlpatterns = [
    path(CLUB + "settings/", settings.club_settings, name="club_settings"),
    path(CLUB + "events/new/", events.new_event, name="new_event"),
    path(EVENT + "rename/", events.rename, name="rename_event"),
    path(CLUB + "imports/", imports.imports, name="imports"),
    path(CLUB + "imports/<slug:public_id>/", imports.import_report, name="import"),
    path(CLUB + "settle/", settle.settle, name="settle"),
    path(CLUB + "conflicts/<slug:public_id>/", conflict.conflict, name="conflict"),
    path(CLUB + "held/<slug:public_id>/", held.held, name="held"),
    path(CLUB + "held/<slug:public_id>/dismiss/", held.dismiss, name="dismiss_held"),
    path(CLUB + "log/", log.club_log_page, name="club_log"),
    path(CLUB + "exports/", exports.club_exports, name="club_exports"),
    path(CLUB + "exports/<slug:public_id>/delete/", exports.delete_export, name="delete_export"),
    path(CLUB + "exports/records.egn", exports.club_egn, name="club_egn"),
    path("handbook/", handbook.contents, name="handbook"),
    path("handbook/first/", handbook.first, name="handbook_first"),
    path("handbook/players/", handbook.players, name="handbook_players"),
    path("handbook/roles/", handbook.roles, name="handbook_roles"),
    path("handbook/states/", handbook.states, name="handbook_states"),
    path("handbook/entering/", handbook.entering, name="handbook_entering"),
    path("handbook/table/", handbook.pad, name="handbook_pad"),
    path("handbook/events/", handbook.events, name="handbook_events"),
    path("handbook/standings/", handbook.standings, name="handbook_standings"),
    path("handbook/running/", handbook.draws, name="handbook_draws"),
    path("handbook/figures/", handbook.figures, name="handbook_figures"),
    path("handbook/ratings/", handbook.ratings, name="handbook_ratings"),
    path("handbook/records/", handbook.records, name="handbook_records"),
    path("handbook/triomphe/", handbook.triomphe, name="handbook_triomphe"),
    path("handbook/review/", handbook.review, name="handbook_review"),
    path("handbook/programs/", handbook.programs, name="handbook_programs"),
    path("handbook/privacy/", handbook.privacy, name="handbook_privacy"),
]
