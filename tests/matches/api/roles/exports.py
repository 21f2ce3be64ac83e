"""Calls that take records out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from matches.api.exchange.serializers.exports import rubber_record
from matches.exchange.exports.prepare import prepare_export
from matches.exchange.exports.request import request_export
from matches.exchange.exports.selection import Asked
from tests.matches.api.calling import path_of
from tests.matches.api.roles.scene import Call, Ready, Scene


def at(path: Callable[[Scene], str]) -> Ready:
    return lambda scene: (path(scene), None)


def prepared(path: str) -> Ready:
    """A file that the owner of the scene had prepared: nobody else's, whatever his role."""

    def ready(scene: Scene) -> tuple[str, Any]:
        export = request_export(scene.owner, Asked("club", scene.club.public_id), "csv")
        prepare_export(export.pk, rubber_record)
        return path.format(export.public_id), None

    return ready


CALLS: Final = [
    Call("rubber_record", "GET", "anyone", at(lambda scene: f"rubbers/{scene.rubber.public_id}.json")),
    Call(
        "event_records",
        "GET",
        "export_records",
        at(lambda scene: f"events/{scene.rubber.event.public_id}/export"),
    ),
    Call(
        "event_records_file",
        "GET",
        "export_records",
        at(lambda scene: f"events/{scene.rubber.event.public_id}/export.csv"),
    ),
    Call(
        "player_records",
        "GET",
        "export_records",
        at(lambda scene: f"players/{scene.rubber.player_a.public_id}/export"),
    ),
    Call(
        "player_records_file",
        "GET",
        "export_records",
        at(lambda scene: f"players/{scene.rubber.player_a.public_id}/export.ndjson"),
    ),
    Call("club_records", "GET", "export_records", at(lambda scene: f"clubs/{scene.club.public_id}/export")),
    Call(
        "club_records_file",
        "GET",
        "export_records",
        at(lambda scene: f"clubs/{scene.club.public_id}/export.egn"),
    ),
    Call(
        "season_records",
        "GET",
        "export_records",
        at(lambda scene: f"clubs/{scene.club.public_id}/seasons/2026/export"),
    ),
    Call(
        "season_records_file",
        "GET",
        "export_records",
        at(lambda scene: f"clubs/{scene.club.public_id}/seasons/2026/export.xlsx"),
    ),
    Call("exports", "GET", "export_records", at(lambda scene: path_of(scene.club, "exports"))),
    Call(
        "exports", "POST", "export_records", lambda scene: (path_of(scene.club, "exports"), {"form": "csv"})
    ),
    Call("export", "GET", "maker", prepared("exports/{}/"), refusal=404),
    Call("export", "DELETE", "maker", prepared("exports/{}/"), refusal=404),
    Call("export_file", "GET", "maker", prepared("exports/{}/file"), refusal=404),
]
