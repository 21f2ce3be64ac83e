"""URL patterns for merging, erasing and exporting a person, and for a link to a new password."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.urls import URLPattern, path

from matches.api.privacy.views import EraseView, MergeView, PasswordLinkView, PersonView

PLAYER: Final = "v1/players/<slug:player_id>/"

AREAS: Final[Mapping[str, list[URLPattern]]] = {
    "people": [
        path(f"{PLAYER}merge/", MergeView.as_view(), name="merge_player"),
        path(f"{PLAYER}erase/", EraseView.as_view(), name="erase_player"),
        path(f"{PLAYER}person/", PersonView.as_view(), name="person"),
        path(f"{PLAYER}password-link/", PasswordLinkView.as_view(), name="password_link"),
    ],
}
"""The URL patterns by the tag that their operations have in the document."""
