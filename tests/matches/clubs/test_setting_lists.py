"""The settings of a club are in one list; the form, the API and the log each have all of them."""

from __future__ import annotations

from matches.api.clubs.serializers import ClubSerializer, ClubSettings, ClubUpdate
from matches.clubs.manage_club import SETTINGS
from matches.models import Club
from matches.pages.clubs.club_forms import ClubSettingsForm
from matches.pages.log.log_words_people import SETTING_SENTENCES

FIXED = {"id", "public_id", "slug", "created_at", "folded", "is_demonstration", "demonstration_position"}
"""The columns of a club that its owner does not set."""


def test_every_column_of_a_club_is_a_setting_or_fixed() -> None:
    columns = {field.name for field in Club._meta.concrete_fields}
    assert columns == {*SETTINGS, *FIXED}, (
        "a column of Club (matches/models/people.py) that owners change goes into SETTINGS,"
        " matches/clubs/manage_club.py, and any other into FIXED in this test"
    )


def test_form_has_every_setting() -> None:
    assert {*SETTINGS, "seen", "key"} == set(ClubSettingsForm.base_fields), (
        "the form has each of SETTINGS: matches/pages/clubs/club_forms.py"
    )


def test_api_has_every_setting() -> None:
    changed, shown = set(ClubUpdate().fields), set(ClubSerializer().fields)
    assert changed == set(SETTINGS), "ChangedClub has each of SETTINGS: matches/api/clubs/serializers.py"
    assert shown >= set(SETTINGS), "ClubShown has each of SETTINGS: matches/api/clubs/serializers.py"
    assert set(ClubSettings().fields) <= set(SETTINGS), "ClubSettings has settings alone"


def test_log_has_a_sentence_for_every_setting() -> None:
    assert tuple(SETTING_SENTENCES) == SETTINGS, (
        "SETTING_SENTENCES has each of SETTINGS, in their order: matches/pages/log/log_words_people.py"
    )
