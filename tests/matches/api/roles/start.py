"""The entrance, problems, the laws, chances."""

from __future__ import annotations

from typing import Any, Final

from tests.matches.api.roles.scene import Call, Scene


def asked(here: Scene) -> tuple[str, Any]:
    return "rulings/", {"rubber": here.rubber.public_id, "deal": 1, "law": 2, "offender": "A"}


CALLS: Final[list[Call]] = [
    Call("root", "GET", "anyone", lambda here: ("", None)),
    Call("schema", "GET", "anyone", lambda here: ("schema/", None)),
    Call("problems", "GET", "anyone", lambda here: ("problems/", None)),
    Call("problem", "GET", "anyone", lambda here: ("problems/gone/", None)),
    Call("laws", "GET", "anyone", lambda here: ("laws/", None)),
    Call("law_search", "GET", "anyone", lambda here: ("laws/search/?q=revoke", None)),
    Call("law", "GET", "anyone", lambda here: ("laws/43/", None)),
    Call("ruling_preview", "POST", "anyone", asked),
    Call("chances", "GET", "anyone", lambda here: ("chances/", None)),
]
