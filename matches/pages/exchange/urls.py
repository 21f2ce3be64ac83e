"""URLs of imports, exports and everything that waits for a decision."""

from __future__ import annotations

from django.urls import path

from matches.pages.exchange import conflict, exports, held_texts, imports, settle

CLUB = "clubs/<slug:slug>/"

urlpatterns = [
    path(CLUB + "imports/", imports.imports, name="imports"),
    path(CLUB + "imports/<slug:public_id>/", imports.import_report, name="import"),
    path(CLUB + "settle/", settle.settle, name="settle"),
    path(CLUB + "conflicts/<slug:public_id>/", conflict.conflict, name="conflict"),
    path(CLUB + "held/<slug:public_id>/", held_texts.held_text, name="held"),
    path(CLUB + "held/<slug:public_id>/dismiss/", held_texts.dismiss, name="dismiss_held"),
    path(CLUB + "exports/", exports.club_exports, name="club_exports"),
    path(CLUB + "exports/<slug:public_id>/delete/", exports.delete_export, name="delete_export"),
    path(CLUB + "exports/records.egn", exports.club_egn, name="club_egn"),
]
