"""Calls that bring files in, and settle what waits."""

from __future__ import annotations

from typing import Any

from matches.models import Conflict, HeldText, ImportReport
from tests.matches.api.calling import path_of
from tests.matches.api.roles.scene import Call, Scene
from tests.matches.files import import_text, other_result, rubber_text
from tests.matches.pages.records import text

Asked = tuple[str, Any]
REASON = {"reason": "The sheet says so."}


def report(scene: Scene, more: str = "") -> Asked:
    import_text(rubber_text(), club=scene.club)
    return f"imports/{ImportReport.objects.latest('pk').public_id}/{more}", None


def new_file(scene: Scene) -> Asked:
    return path_of(scene.club, "imports"), {"egn": text(), "trial": True}


def event_file(scene: Scene) -> Asked:
    return f"events/{scene.rubber.event.public_id}/file/", None


def event_taken_in(scene: Scene) -> Asked:
    path, _nothing = event_file(scene)
    return path_of(scene.club, "events", "import"), scene.api.get(path).content


def conflict(scene: Scene, more: str = "", body: Any = None) -> Asked:
    good = rubber_text()
    import_text(good, club=scene.club)
    import_text(other_result(good), club=scene.club)
    return f"conflicts/{Conflict.objects.get().public_id}/{more}", body


def held(scene: Scene, more: str = "", body: Any = None) -> Asked:
    import_text(rubber_text().replace("^C9", "^C99"), club=scene.club)
    return f"held/{HeldText.objects.get().public_id}/{more}", body


CALLS = [
    Call("imports", "GET", "import_records", lambda scene: (path_of(scene.club, "imports"), None)),
    Call("imports", "POST", "import_records", new_file),
    Call("import", "GET", "import_records", report),
    Call("import_lines", "GET", "import_records", lambda scene: report(scene, "lines/")),
    Call("event_import", "POST", "open_event", event_taken_in),
    Call("event_file", "GET", "run_event", event_file),
    Call("waiting", "GET", "signed in", lambda scene: (path_of(scene.club, "waiting"), None)),
    Call(
        "waiting_rubbers", "GET", "signed in", lambda scene: (path_of(scene.club, "waiting", "rubbers"), None)
    ),
    Call("conflicts", "GET", "settle", lambda scene: (path_of(scene.club, "conflicts"), None)),
    Call("conflict", "GET", "settle", conflict),
    Call(
        "conflict_settle",
        "POST",
        "settle",
        lambda scene: conflict(scene, "settle/", {"take": True, **REASON}),
    ),
    Call("held_texts", "GET", "settle", lambda scene: (path_of(scene.club, "held"), None)),
    Call("held_text", "GET", "settle", held),
    Call("held_text_repair", "POST", "settle", lambda scene: held(scene, "repair/", {"egn": rubber_text()})),
    Call("held_text_dismiss", "POST", "settle", lambda scene: held(scene, "dismiss/", REASON)),
]
