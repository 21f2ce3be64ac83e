from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.text import slugify

from matches.exchange.exports import select_rubbers as export
from matches.exchange.exports.select_rubbers import exported_rubbers, rubbers_to_export
from matches.models import Club, Player, Rubber
from tests.factories.clubs import make_club
from tests.factories.rubbers import stored_rubbers, stored_sample
from tests.matches.files import (
    EVENING,
    FAULTS,
    LATE_KING,
    SEASON,
    TWO_DEALS,
    fates,
    import_path,
    import_text,
    rubber_text,
)

pytestmark = [pytest.mark.django_db, pytest.mark.core(differs=True)]


def exported(*, with_ids: bool = False, **which: object) -> str:
    return "".join(exported_rubbers(rubbers_to_export(**which), with_ids=with_ids))  # type: ignore[arg-type]


@pytest.mark.parametrize("path", [EVENING, SEASON], ids=["evening", "season"])
def test_canonical_file_comes_back_byte_for_byte(path: Path) -> None:
    stored_sample(path)
    assert exported().encode() == path.read_bytes()


def test_drafts_are_written_as_they_were_recorded() -> None:
    text = rubber_text(deals=[LATE_KING, TWO_DEALS[1]])
    stored_rubbers(text)
    assert exported() == text


def test_each_file_comes_back_from_among_the_others() -> None:
    names = set(re.findall(r'\[Club "(.*)"\]', SEASON.read_text()))
    for name in names | {"Savile", "Portland"}:
        make_club(slugify(name), name=name)
    stored_sample(EVENING)
    stored_sample(SEASON)
    stored_rubbers(rubber_text(event="Autumn Cup", club="Savile"))
    assert exported(event="League") == SEASON.read_text()
    portland = Club.objects.get(slug="portland")
    assert exported(event="Autumn Cup", club=portland) == EVENING.read_text()


def test_what_is_held_for_repair_is_not_written() -> None:
    import_path(FAULTS, club=Club.objects.create(name="Portland", slug="portland"))
    assert exported().count('[EGN "') == 20


def test_other_spelling_is_written_in_canonical_form_under_present_names() -> None:
    text = rubber_text()
    stored_rubbers(text.replace("\n", "\r\n").replace("1. A", "1. A ; a wet night\r\n"))
    Player.objects.filter(name="Orford").update(name="Lord Orford")
    assert exported() == text.replace("Orford", "Lord Orford").replace("1. A", "1. A {a wet night}")


def test_ids_come_when_asked_for_and_lead_back_to_the_same_rubbers() -> None:
    stored_sample(EVENING)
    text = exported(with_ids=True)
    assert text.count("[RubberId ") == text.count("[AId ") == text.count("[BId ") == 12
    assert f'[RubberId "{Rubber.objects.earliest("pk").public_id}"]' in text
    assert fates(import_text(text)) == ["skipped"] * 12


def test_rubber_that_is_being_played_waits_for_its_end() -> None:
    finished = rubber_text()
    stored_rubbers(finished, rubber_text("Clay"))
    Rubber.objects.filter(player_a__name="Clay").update(state=Rubber.State.LIVE)
    assert exported() == finished


def test_queries_do_not_grow_with_what_is_exported() -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            exported()
        return len(captured)

    stored_rubbers(rubber_text())
    few = queries()
    stored_sample(EVENING)
    assert queries() == few


def test_batch_has_little_text_however_long_the_records_are(monkeypatch: pytest.MonkeyPatch) -> None:
    stored_rubbers(*(rubber_text(event=f"Cup {number}") for number in range(5)))
    club = Club.objects.get()
    (length,) = {len(egn) for egn in club.rubbers.values_list("egn", flat=True)}
    expected = {length - 1: [1] * 5, 2 * length: [2, 2, 1], 9 * length: [5]}
    for most, sizes in expected.items():
        monkeypatch.setattr(export, "CHARACTERS_AT_A_TIME", most)
        assert [len(batch) for batch in export.in_batches(rubbers_to_export(club=club))] == sizes
        assert [
            len(batch) for batch in export.text_batches(rubbers_to_export(club=club), with_ids=False)
        ] == sizes
