"""The migration adds advisories to rubbers that were entered under the first checks."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from matches.models import Rubber
from scoring.checks import FIRST_CHECKS
from tests.factories.clubs import make_club
from tests.matches.pages.rubbers.entry.people import make_people, stored

pytestmark = pytest.mark.django_db(transaction=True)

MIGRATION = import_module("matches.migrations.0026_advisories")
TEXT = '[EGN "1"]\n[A "A"]\n[B "B"]\n[BestOf "1"]\n[Result "*"]\n[Variant "{variant}"]\n\n{body}'
BODY = "Game 1 cut A=HK B=D8\n1. A S =A3 (1-0)\n*\n"


@pytest.mark.parametrize(("variant", "codes"), [("Triomphe", ["L05"]), ("Ecarte", [])])
def test_cut_of_la_triomphe_by_which_the_highest_dealt_is_noted(variant: str, codes: list[str]) -> None:
    rubber = stored(make_people(make_club()))
    Rubber.objects.filter(pk=rubber.pk).update(
        egn=TEXT.format(variant=variant, body=BODY), variant=variant.lower(), checks=FIRST_CHECKS, findings=[]
    )
    with connection.schema_editor(atomic=False) as editor:
        MIGRATION.note_advisories(apps, editor)
    rubber.refresh_from_db()
    assert (rubber.state, rubber.has_advisories) == ("confirmed", bool(codes))
    assert [finding["code"] for finding in rubber.findings] == codes
