"""The verdicts in a record's text are those that the review stored."""

from __future__ import annotations

import pytest

from matches.exchange.annotated_text import annotated_text
from matches.models import Player, Rubber
from matches.reviews.queries import decisions
from matches.reviews.review_rubbers import review_rubbers
from matches.rubbers.text import REDACTED_NAME, named_text
from scoring.check import check_rubber
from scoring.notation import read_one, write_rubber
from tests.factories.clubs import make_club
from tests.factories.remembered import remembered
from tests.matches.pages.records import EXCHANGED, import_text, text
from worker.review import review_rubber
from worker.review.annotate import annotated

pytestmark = pytest.mark.django_db


@pytest.fixture
def rubber() -> Rubber:
    """Return a single game with an exchange in it, reviewed."""
    return remembered("reviewed rubber with an exchange", store_reviewed)


def store_reviewed() -> Rubber:
    stood = "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT {now!} C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3)"
    tags = '[Termination "unfinished"]\n'
    deals = f"{stood}\n{EXCHANGED.replace('(1-1)', '(1-3)')}"
    (stored,) = import_text(make_club(), text(tags=tags, deals=deals, final="#1-3", ending="*"))
    assert review_rubbers([stored.pk]) == 1
    return stored


def test_text_is_the_one_that_the_command_line_writes(rubber: Rubber) -> None:
    record = read_one(rubber.egn)
    choices = [each for deal in review_rubber(check_rubber(record)) for each in deal.decisions]
    expected = named_text(write_rubber(annotated(record, choices)), ("Boiteau", "Walker"))
    annotated_egn = annotated_text(rubber, decisions(rubber, "AB"))
    assert annotated_egn == expected
    assert annotated_egn.count("{") > rubber.egn.count("{") == 1


def test_who_was_forgotten_has_no_name_in_it(rubber: Rubber) -> None:
    Player.objects.filter(pk=rubber.player_a_id).update(name="")
    rubber.refresh_from_db()
    annotated_egn = annotated_text(rubber, decisions(rubber, "AB"))
    assert f'[A "{REDACTED_NAME}"]' in annotated_egn
    assert "Boiteau" not in annotated_egn


def test_words_of_la_triomphe_are_its_own() -> None:
    """Its letters have other meanings at écarté."""
    deal = "1. A 2-3 ^H7 B:SA.H9.DQ97 A:SQJ.H8.DA.C8 P R H9 H8, DQ DA, D9 C8, D7 SJ, SA SQ =B4 (0-2)"
    tags = '[Termination "unfinished"]\n[Variant "Triomphe"]\n'
    (stored,) = import_text(make_club(), text(tags=tags, deals=deal, final="#0-2", ending="*"))
    assert review_rubbers([stored.pk]) == 1
    annotated_egn = annotated_text(stored, decisions(stored, "AB"))
    assert "best: taking the point; " in annotated_egn
    assert not {"proposing", "standing", "giving"} & set(annotated_egn.replace(";", " ").split())
