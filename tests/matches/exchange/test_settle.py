from __future__ import annotations

from functools import partial

import pytest
from django.db import transaction

from matches.clubs.locks import locked_club
from matches.exchange.settle import dismiss_held_text, repair_held_text
from matches.models import HeldText, ImportReport, LogEntry, Rubber
from matches.rubbers.conflicts import SettledError
from scoring.errors import NotEgnError
from tests.matches.common.together import begin, pool
from tests.matches.files import fates, import_text, rubber_text
from tests.matches.rubbers.hands import Hands, make_hands

pytestmark = [pytest.mark.django_db, pytest.mark.core]

FAULTY = rubber_text().replace("^C9", "^C1")
"""A text with an invalid card, which is held for repair."""


@pytest.fixture
def held_text(hands: Hands) -> HeldText:
    import_text(FAULTY, club=hands.club)
    return HeldText.objects.get()


def test_repaired_text_is_taken_in_and_the_held_one_is_done_with(hands: Hands, held_text: HeldText) -> None:
    outcomes = repair_held_text(held_text, rubber_text(), by=hands.director)
    held_text.refresh_from_db()
    assert fates(outcomes) == ["confirmed"]
    assert held_text.repaired_at is not None
    assert (held_text.settled_by, held_text.dismissed_at) == (hands.director, None)
    assert LogEntry.objects.get(kind="rubber.imported").by == hands.director


def test_repair_may_change_who_played(hands: Hands, held_text: HeldText) -> None:
    repair_held_text(held_text, rubber_text("Wheble"), by=hands.director)
    held_text.refresh_from_db()
    assert held_text.repaired_at is not None
    assert Rubber.objects.get().player_a.name == "Wheble"


def test_repaired_text_keeps_its_place_among_its_equals(hands: Hands) -> None:
    """The second of two rubbers of one evening is invalid.

    Repaired, it is still the second, not a version of the first.
    """
    import_text(rubber_text(), FAULTY, club=hands.club)
    assert fates(repair_held_text(HeldText.objects.get(), rubber_text(), by=hands.director)) == ["confirmed"]
    assert Rubber.objects.count() == 2
    assert fates(import_text(rubber_text(), rubber_text(), club=hands.club)) == ["skipped", "skipped"]


def test_text_of_a_file_whose_lines_end_in_cr_is_read_again_as_it_was(hands: Hands) -> None:
    """The file is held once, whatever its line ends are, and so is a repair that does not fix it."""
    import_text(FAULTY.replace("\n", "\r"), club=hands.club)
    held_text = HeldText.objects.get()
    kept = (held_text.text, held_text.finding)
    assert kept[0] == FAULTY
    assert fates(import_text(FAULTY, club=hands.club)) == ["held"]
    assert HeldText.objects.count() == 1
    outcomes = repair_held_text(held_text, held_text.text.replace("\n", "\r"), by=hands.director)
    assert fates(outcomes) == ["held"]
    held_text = HeldText.objects.get()
    assert (held_text.text, held_text.finding) == kept
    outcomes = repair_held_text(held_text, rubber_text().replace("\n", "\r"), by=hands.director)
    assert fates(outcomes) == ["confirmed"]


def test_text_still_at_fault_takes_the_old_ones_place(hands: Hands, held_text: HeldText) -> None:
    other = rubber_text().replace("=B5 (0-3)", "=C5 (0-3)")
    outcomes = repair_held_text(held_text, other, by=hands.director)
    held_text = HeldText.objects.get()
    assert (held_text.text, held_text.repaired_at) == (other, None)
    assert "=C5" in held_text.finding["message"]
    assert [(outcome.fate, "=C5" in outcome.reasons[0]) for outcome in outcomes] == [("held", True)]
    assert ImportReport.objects.count() == 1


def test_nothing_is_taken_in_while_a_part_is_at_fault(hands: Hands, held_text: HeldText) -> None:
    outcomes = repair_held_text(held_text, f"{rubber_text()}\n{FAULTY}", by=hands.director)
    assert fates(outcomes) == ["held"]
    assert not Rubber.objects.exists()


def test_text_that_is_none_is_kept_as_the_reader_keeps_it(hands: Hands, held_text: HeldText) -> None:
    repair_held_text(held_text, rubber_text("Or\0ford"), by=hands.director)
    assert "Or\\x00ford" in HeldText.objects.get().text


def test_repair_that_is_no_record_changes_nothing(hands: Hands, held_text: HeldText) -> None:
    with pytest.raises(NotEgnError):
        repair_held_text(held_text, "no record", by=hands.director)
    assert HeldText.objects.get().text.strip() == FAULTY.strip()


def test_dismissed_text_says_by_whom_and_why(hands: Hands, held_text: HeldText) -> None:
    for _ in range(2):
        dismiss_held_text(held_text, by=hands.director, reason="a page torn in two")
    held_text.refresh_from_db()
    assert held_text.dismissed_at is not None
    assert (held_text.settled_by, held_text.repaired_at) == (hands.director, None)
    entry = LogEntry.objects.get(kind="club.text_dismissed")
    assert (entry.by, entry.reason) == (hands.director, "a page torn in two")
    assert entry.payload == {"text": held_text.public_id}


def test_what_is_settled_is_settled(hands: Hands, held_text: HeldText) -> None:
    repair_held_text(held_text, rubber_text(), by=hands.director)
    with pytest.raises(SettledError):
        dismiss_held_text(held_text, by=hands.director, reason="")
    for text in (rubber_text(), FAULTY):
        with pytest.raises(SettledError):
            repair_held_text(held_text, text, by=hands.director)


def test_repair_that_is_refused_leaves_the_text_held(hands: Hands, held_text: HeldText) -> None:
    abroad = make_hands("garrick").enter()
    stated = rubber_text(ids=[f'[RubberId "{abroad.public_id}"]'])
    for text in (stated, rubber_text("Baldwin")):
        assert fates(repair_held_text(held_text, text, by=hands.director)) == ["refused"]
        held_text.refresh_from_db()
        assert held_text.repaired_at is None
    assert fates(repair_held_text(held_text, rubber_text(), by=hands.director)) == ["confirmed"]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_text_that_is_dismissed_meanwhile_is_not_repaired() -> None:
    hands = make_hands()
    import_text(FAULTY, club=hands.club)
    held_text = HeldText.objects.get()
    with pool() as threads:
        with transaction.atomic():
            dismiss_held_text(held_text, by=hands.director, reason="a copy")
            repairing = begin(threads, lambda: repair_held_text(held_text, rubber_text(), by=hands.director))
        with pytest.raises(SettledError):
            repairing.result()
    held_text.refresh_from_db()
    assert (held_text.repaired_at, Rubber.objects.count()) == (None, 0)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_text_that_is_repaired_meanwhile_is_not_dismissed() -> None:
    hands = make_hands()
    import_text(FAULTY, club=hands.club)
    held_text = HeldText.objects.get()
    with pool() as threads:
        with transaction.atomic():
            locked_club(hands.club.pk)
            dismiss = partial(dismiss_held_text, held_text, by=hands.director, reason="a copy")
            dismissing = begin(threads, dismiss)
            assert fates(repair_held_text(held_text, rubber_text(), by=hands.director)) == ["confirmed"]
        with pytest.raises(SettledError):
            dismissing.result()
    held_text.refresh_from_db()
    assert held_text.dismissed_at is None
