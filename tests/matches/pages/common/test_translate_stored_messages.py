from __future__ import annotations

import pytest
from django.utils import translation

from matches.exchange.imports.uploads import BROKEN_OFF
from matches.models import ImportLine
from matches.pages.common.translate_stored_messages import finding_text, problem_text, reason_text
from scoring.findings import Finding, template_of
from tests.factories.clubs import make_club
from tests.matches.files import FAULTS, import_text, other_result, rubber_text

NAMES = ("Boiteau", "Walker")


@pytest.mark.parametrize(
    ("stored", "english", "french"),
    [
        (
            "L43R at 26:48, A plays SQ to CT and could have followed suit (C87).",
            "On line 26 of the file, column 48: Boiteau plays the queen of spades to the ten of clubs and could have"
            " followed suit (the eight of clubs or the seven of clubs). (L43R)",
            "À la ligne 26 du fichier, colonne 48\u00a0: Boiteau joue la dame de pique sur le dix de trèfle et pouvait"
            " fournir de la couleur (le huit de trèfle ou le sept de trèfle). (L43R)",
        ),
        (
            "before it, E01 at 1:1, Text stands before the first rubber: notes",
            "Before it, on line 1 of the file, column 1: Text stands before the first rubber: notes (E01)",
            "Avant lui, à la ligne 1 du fichier, colonne 1\u00a0: Du texte précède le premier robre\u00a0: notes (E01)",
        ),
        (
            "L50 at 3:4, The score is written 2-1, lower than the 3-1 that the laws give."
            " The king alone explains the difference.",
            "On line 3 of the file, column 4: The score is written 2-1, lower than the 3-1 that the laws give."
            " The king alone explains the difference. (L50)",
            "À la ligne 3 du fichier, colonne 4\u00a0: La marque notée est 2-1, moins que ce que donnent les"
            " lois\u00a0: 3-1. Le roi seul explique la différence. (L50)",
        ),
        ("and 3 more", "and 3 more", "et 3 autres"),
        (
            "AId 7x is nobody's here; take the tag out to import by name",
            "AId 7x is nobody's here; take the tag out to import by name",
            "AId 7x n’est ici à personne\u202f; retirez la balise pour importer par le nom",
        ),
        (
            "a sentence of an older release",
            "a sentence of an older release",
            "a sentence of an older release",
        ),
    ],
)
def test_stored_reason_is_told_in_the_readers_language(stored: str, english: str, french: str) -> None:
    assert reason_text(stored, NAMES) == english
    with translation.override("fr"):
        assert reason_text(stored, NAMES) == french


@pytest.mark.parametrize(
    ("stored", "french"),
    [
        (
            'no line starts with [EGN ", so this is no EGN file',
            'aucune ligne ne commence par [EGN ", ce n’est donc pas un fichier EGN',
        ),
        (
            "The answer was 301: redirects are not followed.",
            "La réponse était 301\u00a0: les redirections ne sont pas suivies.",
        ),
        ("ConnectTimeout", "ConnectTimeout"),
        ("", ""),
    ],
)
def test_stored_problem_is_told_in_the_readers_language(stored: str, french: str) -> None:
    assert problem_text(stored) == stored
    with translation.override("fr"):
        assert problem_text(stored) == french
        assert problem_text(BROKEN_OFF) == (
            "La lecture s’est arrêtée à cause d’une erreur du site. Ce qui est listé ici est enregistré. Renvoyez le"
            " fichier pour le reste."
        )


def test_message_that_names_a_player_twice_is_found_again() -> None:
    finding = Finding("L42", "error", variant="abandoner", params={"player": "B"})
    assert finding_text("L42", template_of(finding).format(player="B"), NAMES) == (
        "Walker gave up the hand, yet the outcome is written as Walker's."
    )


@pytest.mark.django_db
def test_every_reason_that_an_import_gives_is_recognised() -> None:
    club, elsewhere = make_club(), make_club("garrick")
    good = rubber_text()
    unknown = good.replace('[A "', '[AId "3x7r5w9k2m4h8t"]\n[A "', 1)
    import_text(good, FAULTS.read_text(), club=club)
    import_text(good, good, other_result(good), club=club)
    import_text(good, unknown, unknown.replace("3x7r5w9k2m4h8t", "7x"), club=elsewhere)
    import_text(good.replace("Baldwin", "Orford"), club=elsewhere)
    import_text(rubber_text(club=None), good.replace("Autumn Cup", "a" * 300))
    import_text(*(rubber_text(tags=[f'[Date "{year}.11.21"]']) for year in ("0026", "2062")), club=club)
    reasons = {str(reason) for line in ImportLine.objects.all() for reason in line.reasons}
    assert len(reasons) > 20
    with translation.override("fr"):
        assert [reason for reason in sorted(reasons) if reason_text(reason, NAMES) == reason] == []


def test_incident_is_found_again_under_any_law() -> None:
    stored = "B has a choice by law 15 that is not recorded: fresh, discard."
    assert finding_text("L15", stored, NAMES) == (
        "Walker has a choice by law 15 that is not recorded: Fresh deal, Put out the extra cards."
    )
