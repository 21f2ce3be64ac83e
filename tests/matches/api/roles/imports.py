"""The calls that import files, settle pending items, and export records."""

from __future__ import annotations

from typing import Any, Final

from matches.api.exchange.export_serializers import rubber_record
from matches.exchange.exports.prepare import prepare_export
from matches.exchange.exports.requests import ExportRequest, request_export
from matches.models import Conflict, HeldText, ImportReport
from tests.matches.api.calling import path_of
from tests.matches.api.roles.scene import Call, Ready, Scene, at
from tests.matches.files import import_text, other_result, rubber_text
from tests.matches.pages.records import text

PathAndBody = tuple[str, Any]
REASON = {"reason": "The sheet says so."}


def report(scene: Scene, more: str = "") -> PathAndBody:
    import_text(rubber_text(), club=scene.club)
    return f"imports/{ImportReport.objects.latest('pk').public_id}/{more}", None


def new_file(scene: Scene) -> PathAndBody:
    return path_of(scene.club, "imports"), {"egn": text(), "trial": True}


def event_file(scene: Scene) -> PathAndBody:
    return f"events/{scene.rubber.event.public_id}/file/", None


def event_taken_in(scene: Scene) -> PathAndBody:
    path, _nothing = event_file(scene)
    return path_of(scene.club, "events", "import"), scene.api.get(path).content


def conflict(scene: Scene, more: str = "", body: Any = None) -> PathAndBody:
    good = rubber_text()
    import_text(good, club=scene.club)
    import_text(other_result(good), club=scene.club)
    return f"conflicts/{Conflict.objects.get().public_id}/{more}", body


def held_text(scene: Scene, more: str = "", body: Any = None) -> PathAndBody:
    import_text(rubber_text().replace("^C9", "^C99"), club=scene.club)
    return f"held/{HeldText.objects.get().public_id}/{more}", body


def prepared(path: str) -> Ready:
    """Prepare an export for the owner of the scene. No one else may read it, in any role."""

    def ready(scene: Scene) -> tuple[str, Any]:
        export = request_export(scene.owner, ExportRequest("club", scene.club.public_id), "csv")
        prepare_export(export.pk, rubber_record)
        return path.format(export.public_id), None

    return ready


CALLS: Final = [
    Call("imports", "GET", "import_records", at("clubs/{club}/imports/")),
    Call("imports", "POST", "import_records", new_file),
    Call("import", "GET", "import_records", report),
    Call("import_lines", "GET", "import_records", lambda scene: report(scene, "lines/")),
    Call("event_import", "POST", "open_event", event_taken_in),
    Call("event_file", "GET", "run_event", event_file),
    Call("waiting", "GET", "signed in", at("clubs/{club}/waiting/")),
    Call("waiting_rubbers", "GET", "signed in", at("clubs/{club}/waiting/rubbers/")),
    Call("conflicts", "GET", "settle", at("clubs/{club}/conflicts/")),
    Call("conflict", "GET", "settle", conflict),
    Call(
        "conflict_settle",
        "POST",
        "settle",
        lambda scene: conflict(scene, "settle/", {"take": True, **REASON}),
    ),
    Call("held_texts", "GET", "settle", at("clubs/{club}/held/")),
    Call("held_text", "GET", "settle", held_text),
    Call(
        "held_text_repair",
        "POST",
        "settle",
        lambda scene: held_text(scene, "repair/", {"egn": rubber_text()}),
    ),
    Call("held_text_dismiss", "POST", "settle", lambda scene: held_text(scene, "dismiss/", REASON)),
    Call("rubber_record", "GET", "anyone", at("rubbers/{rubber}.json")),
    Call("event_records", "GET", "export_records", at("events/{event}/export")),
    Call("event_records_file", "GET", "export_records", at("events/{event}/export.csv")),
    Call("player_records", "GET", "export_records", at("players/{player}/export")),
    Call("player_records_file", "GET", "export_records", at("players/{player}/export.ndjson")),
    Call("club_records", "GET", "export_records", at("clubs/{club}/export")),
    Call("club_records_file", "GET", "export_records", at("clubs/{club}/export.egn")),
    Call("season_records", "GET", "export_records", at("clubs/{club}/seasons/2026/export")),
    Call("season_records_file", "GET", "export_records", at("clubs/{club}/seasons/2026/export.xlsx")),
    Call("exports", "GET", "export_records", at("clubs/{club}/exports/")),
    Call("exports", "POST", "export_records", at("clubs/{club}/exports/", {"form": "csv"})),
    Call("export", "GET", "maker", prepared("exports/{}/"), refusal=404),
    Call("export", "DELETE", "maker", prepared("exports/{}/"), refusal=404),
    Call("export_file", "GET", "maker", prepared("exports/{}/file"), refusal=404),
]
