from __future__ import annotations

import pytest

from matches.models import Conflict, LogEntry
from matches.rubbers.change_rubbers import correct_rubber
from matches.rubbers.conflicts import SettledError, settle_conflict
from matches.rubbers.errors import StaleRubberError, StateError
from tests.matches.files import fates, import_text, other_result, rubber_text
from tests.matches.rubbers.hands import Hands, differences

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def conflict(hands: Hands) -> Conflict:
    """Return a conflict: B won the stored rubber, A the one in a second file."""
    import_text(rubber_text(), club=hands.club)
    import_text(other_result(rubber_text()), club=hands.club)
    return Conflict.objects.get()


def test_conflict_taken_is_a_correction(hands: Hands, conflict: Conflict) -> None:
    rubber = settle_conflict(conflict, take=True, act=hands.act("the second sheet is signed"))
    conflict.refresh_from_db()
    assert (rubber.state, rubber.winner, rubber.version) == ("corrected", "A", 2)
    assert (conflict.resolution, conflict.resolved_by) == ("taken", hands.director)
    assert conflict.resolved_at is not None
    entry = LogEntry.objects.latest("pk")
    assert (entry.kind, entry.reason) == ("rubber.corrected", "the second sheet is signed")
    assert entry.payload["conflict"] == conflict.public_id
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
