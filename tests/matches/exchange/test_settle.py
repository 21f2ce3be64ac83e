from __future__ import annotations

import pytest
from django.db import transaction

from matches.clubs.locks import locked_club
from matches.exchange.settle import SettledError, dismiss_held, repair_held, settle_conflict
from matches.models import Conflict, HeldText, ImportReport, LogEntry, Rubber
from matches.rubbers.commands import correct_rubber
from matches.rubbers.errors import StaleRubberError, StateError
from scoring.errors import NotEgnError
from tests.matches.files import fates, import_text, other_result, rubber_text
from tests.matches.helpers.hands import Hands, differences, make_hands
from tests.matches.helpers.together import begin, pool

pytestmark = [pytest.mark.django_db, pytest.mark.core]

FAULTY = rubber_text().replace("^C9", "^C1")
"""A card that is none: the text is held."""


@pytest.fixture
def conflict(hands: Hands) -> Conflict:
    """B won what is stored, A what came with a second file."""
    import_text(rubber_text(), club=hands.club)
    import_text(other_result(rubber_text()), club=hands.club)
    return Conflict.objects.get()


# Conflicts


def test_conflict_taken_is_a_correction(hands: Hands, conflict: Conflict) -> None:
    rubber = settle_conflict(conflict, take=True, act=hands.act("the second sheet is signed"))

    conflict.refresh_from_db()
    assert (rubber.state, rubber.winner, rubber.version) == ("corrected", "A", 2)
    assert (conflict.resolution, conflict.resolved_by) == ("taken", hands.director)
    assert conflict.resolved_at is not None
    entry = LogEntry.objects.latest("pk")
    assert (entry.kind, entry.reason, entry.payload["conflict"]) == (
        "rubber.corrected",
        "the second sheet is signed",
        conflict.public_id,
    )
    assert differences() == []


def test_conflict_kept_changes_no_rubber(hands: Hands, conflict: Conflict) -> None:
    rubber = settle_conflict(conflict, take=False, act=hands.act("the first sheet is signed"))

    conflict.refresh_from_db()
    assert (rubber.state, rubber.winner, rubber.version) == ("confirmed", "B", 1)
    assert (conflict.resolution, conflict.resolved_by) == ("kept", hands.director)
    entry = LogEntry.objects.get(stream=f"club:{hands.club.public_id}")
    assert (entry.kind, entry.reason) == ("club.conflict_kept", "the first sheet is signed")
    assert entry.payload == {"conflict": conflict.public_id, "rubber": rubber.public_id}
    assert differences() == []


@pytest.mark.parametrize("take", [True, False])
def test_conflict_is_settled_once(hands: Hands, conflict: Conflict, *, take: bool) -> None:
    act = hands.act()
    settle_conflict(conflict, take=take, act=act)
    entries = LogEntry.objects.count()

    settle_conflict(conflict, take=take, act=act)

    with pytest.raises(SettledError):
        settle_conflict(conflict, take=not take, act=hands.act())
    assert LogEntry.objects.count() == entries


def test_other_conflicts_of_the_rubber_stay_open(hands: Hands, conflict: Conflict) -> None:
    import_text(other_result(rubber_text()).replace("#5-0", "#5-1"), club=hands.club)

    settle_conflict(conflict, take=True, act=hands.act())

    assert Conflict.objects.filter(resolution="").count() == 1


def test_settled_conflict_comes_up_no_more_with_the_same_file(hands: Hands, conflict: Conflict) -> None:
    settle_conflict(conflict, take=False, act=hands.act())

    assert fates(import_text(other_result(rubber_text()), club=hands.club)) == ["conflict"]

    assert not Conflict.objects.filter(resolution="").exists()


def test_director_who_has_not_seen_the_rubber_as_it_is_looks_again(hands: Hands, conflict: Conflict) -> None:
    correct_rubber(conflict.rubber, hands.result(), act=hands.act())

    with pytest.raises(StaleRubberError):
        settle_conflict(conflict, take=True, act=hands.act(version=1))

    conflict.refresh_from_db()
    assert conflict.resolution == ""


def test_late_correction_is_taken_like_any_conflict(hands: Hands) -> None:
    rubber = hands.enter((5, 3))
    correct_rubber(rubber, hands.result((5, 2)), act=hands.act(version=1))
    with pytest.raises(StaleRubberError):
        correct_rubber(rubber, hands.result((5, 1), table="9"), act=hands.act(version=1))

    taken = settle_conflict(Conflict.objects.get(), take=True, act=hands.act())

    assert (taken.games.get().points_b, taken.table, taken.event.name) == (1, "9", "Autumn Cup")
    assert differences() == []


def test_conflict_with_a_live_rubber_waits_for_its_end(hands: Hands) -> None:
    rubber = hands.open()
    conflict = Conflict.objects.create(
        rubber=rubber, player_a=hands.a, player_b=hands.b, egn=hands.result().tag("A") or "", checksum="x"
    )

    with pytest.raises(StateError):
        settle_conflict(conflict, take=True, act=hands.act())


# Held texts


def test_repaired_text_is_taken_in_and_the_held_one_is_done_with(hands: Hands) -> None:
    import_text(FAULTY, club=hands.club)
    held = HeldText.objects.get()

    outcomes = repair_held(held, rubber_text(), by=hands.director)

    held.refresh_from_db()
    assert fates(outcomes) == ["confirmed"]
    assert held.repaired_at is not None
    assert (held.settled_by, held.dismissed_at) == (hands.director, None)
    assert LogEntry.objects.get(kind="rubber.imported").by == hands.director


def test_repair_may_change_who_played(hands: Hands) -> None:
    import_text(FAULTY, club=hands.club)
    held = HeldText.objects.get()

    repair_held(held, rubber_text("Wheble"), by=hands.director)

    held.refresh_from_db()
    assert held.repaired_at is not None
    assert Rubber.objects.get().player_a.name == "Wheble"


def test_repaired_text_keeps_its_place_among_its_equals(hands: Hands) -> None:
    """The second of two rubbers of one evening is faulty: mended it is still the second, and no other content of the
    first.
    """
    import_text(rubber_text(), FAULTY, club=hands.club)

    assert fates(repair_held(HeldText.objects.get(), rubber_text(), by=hands.director)) == ["confirmed"]

    assert Rubber.objects.count() == 2
    assert fates(import_text(rubber_text(), rubber_text(), club=hands.club)) == ["skipped", "skipped"]


def test_text_of_a_file_whose_lines_end_in_cr_is_read_again_as_it_was(hands: Hands) -> None:
    """The file is held once, whatever ends its lines, and so is a repair that does not mend it."""
    import_text(FAULTY.replace("\n", "\r"), club=hands.club)
    held = HeldText.objects.get()
    kept = (held.text, held.finding)
    assert kept[0] == FAULTY
    assert fates(import_text(FAULTY, club=hands.club)) == ["held"]
    assert HeldText.objects.count() == 1

    outcomes = repair_held(held, held.text.replace("\n", "\r"), by=hands.director)

    assert fates(outcomes) == ["held"]
    held = HeldText.objects.get()
    assert (held.text, held.finding) == kept
    assert fates(repair_held(held, rubber_text().replace("\n", "\r"), by=hands.director)) == ["confirmed"]


def test_text_still_at_fault_takes_the_old_ones_place(hands: Hands) -> None:
    import_text(FAULTY, club=hands.club)
    held = HeldText.objects.get()
    other = rubber_text().replace("=B5 (0-3)", "=C5 (0-3)")

    outcomes = repair_held(held, other, by=hands.director)

    held = HeldText.objects.get()
    assert (held.text, held.repaired_at) == (other, None)
    assert "=C5" in held.finding["message"]
    assert [(outcome.fate, "=C5" in outcome.reasons[0]) for outcome in outcomes] == [("held", True)]
    assert ImportReport.objects.count() == 1


def test_nothing_is_taken_in_while_a_part_is_at_fault(hands: Hands) -> None:
    import_text(FAULTY, club=hands.club)

    outcomes = repair_held(HeldText.objects.get(), f"{rubber_text()}\n{FAULTY}", by=hands.director)

    assert fates(outcomes) == ["held"]
    assert not Rubber.objects.exists()


def test_text_that_is_none_is_kept_as_the_reader_keeps_it(hands: Hands) -> None:
    import_text(FAULTY, club=hands.club)

    repair_held(HeldText.objects.get(), rubber_text("Or\0ford"), by=hands.director)

    assert "Or\\x00ford" in HeldText.objects.get().text


def test_repair_that_is_no_record_changes_nothing(hands: Hands) -> None:
    import_text(FAULTY, club=hands.club)

    with pytest.raises(NotEgnError):
        repair_held(HeldText.objects.get(), "no record", by=hands.director)

    assert HeldText.objects.get().text.strip() == FAULTY.strip()


def test_refused_repair_leaves_the_text_held(hands: Hands) -> None:
    import_text(FAULTY, club=hands.club)

    outcomes = repair_held(HeldText.objects.get(), rubber_text("Baldwin"), by=hands.director)

    assert fates(outcomes) == ["refused"]
    assert HeldText.objects.get().repaired_at is None


def test_dismissed_text_says_by_whom_and_why(hands: Hands) -> None:
    import_text(FAULTY, club=hands.club)
    held = HeldText.objects.get()

    for _ in range(2):
        dismiss_held(held, by=hands.director, reason="a page torn in two")

    held.refresh_from_db()
    assert held.dismissed_at is not None
    assert (held.settled_by, held.repaired_at) == (hands.director, None)
    entry = LogEntry.objects.get(kind="club.text_dismissed")
    assert (entry.by, entry.reason, entry.payload) == (
        hands.director,
        "a page torn in two",
        {"text": held.public_id},
    )


def test_what_is_settled_is_settled(hands: Hands) -> None:
    import_text(FAULTY, club=hands.club)
    held = HeldText.objects.get()
    repair_held(held, rubber_text(), by=hands.director)

    with pytest.raises(SettledError):
        dismiss_held(held, by=hands.director, reason="")
    for text in (rubber_text(), FAULTY):
        with pytest.raises(SettledError):
            repair_held(held, text, by=hands.director)


def test_repair_that_is_refused_leaves_the_text_held(hands: Hands) -> None:
    abroad = make_hands("garrick").enter()
    import_text(FAULTY, club=hands.club)
    held = HeldText.objects.get()
    stated = rubber_text(ids=[f'[RubberId "{abroad.public_id}"]'])

    assert fates(repair_held(held, stated, by=hands.director)) == ["refused"]

    held.refresh_from_db()
    assert held.repaired_at is None
    assert fates(repair_held(held, rubber_text(), by=hands.director)) == ["confirmed"]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_text_that_is_dismissed_meanwhile_is_not_repaired() -> None:
    hands = make_hands()
    import_text(FAULTY, club=hands.club)
    held = HeldText.objects.get()

    with pool() as threads:
        with transaction.atomic():
            dismiss_held(held, by=hands.director, reason="a copy")
            repairing = begin(threads, lambda: repair_held(held, rubber_text(), by=hands.director))
        with pytest.raises(SettledError):
            repairing.result()

    held.refresh_from_db()
    assert (held.repaired_at, Rubber.objects.count()) == (None, 0)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_text_that_is_repaired_meanwhile_is_not_dismissed() -> None:
    hands = make_hands()
    import_text(FAULTY, club=hands.club)
    held = HeldText.objects.get()

    with pool() as threads:
        with transaction.atomic():
            locked_club(hands.club.pk)
            dismissing = begin(threads, lambda: dismiss_held(held, by=hands.director, reason="a copy"))
            assert fates(repair_held(held, rubber_text(), by=hands.director)) == ["confirmed"]
        with pytest.raises(SettledError):
            dismissing.result()

    held.refresh_from_db()
    assert held.dismissed_at is None
