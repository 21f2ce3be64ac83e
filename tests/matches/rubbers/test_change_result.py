from __future__ import annotations

import pytest

from matches.models import Conflict, Entrant, LogEntry, Player, Rubber
from matches.rubbers.change_rubbers import correct_rubber
from matches.rubbers.conflicts import settle_conflict
from matches.rubbers.errors import StaleRubberError, StateError
from matches.rubbers.text import named_text
from scoring.checks import LATEST_CHECKS
from tests.matches.files import import_text, rubber_text
from tests.matches.rubbers.hands import Hands, differences, played, table

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_correction_keeps_what_was_there_in_the_log(hands: Hands) -> None:
    rubber = hands.enter((5, 3))
    corrected = correct_rubber(rubber, hands.result((3, 5)), act=hands.act("they had it the wrong way round"))
    assert (corrected.state, corrected.winner, corrected.version) == ("corrected", "B", 2)
    assert corrected.identity == rubber.identity
    first, second = LogEntry.objects.filter(stream=f"rubber:{rubber.public_id}").order_by("version")
    assert first.payload["egn"] == rubber.egn
    assert second.payload == {"egn": corrected.egn, "checks": LATEST_CHECKS}
    assert differences() == []


def test_correction_with_findings_is_a_draft_until_the_next(hands: Hands) -> None:
    rubber = hands.enter()
    doubtful = played(rubber_text(deals=["1. A =B5 (0-1)", "2. B S Kb =B5 (0-5)"]))
    draft = correct_rubber(rubber, doubtful, act=hands.act())
    assert draft.state == "draft"
    assert correct_rubber(draft, hands.result(), act=hands.act()).state == "corrected"


def test_correction_moves_a_rubber_and_leaves_nothing_behind(hands: Hands) -> None:
    rubber = hands.enter(table="1")
    wheble = Player.objects.create(club=hands.club, name="Wheble")
    assert table() == ["Orford", "Baldwin"]
    record, players = hands.result((5, 3), table="7"), (hands.a, wheble)
    moved = correct_rubber(rubber, record, act=hands.act(), players=players, event_name="Winter Cup")
    assert (moved.event.name, moved.table, moved.player_b) == ("Winter Cup", "7", wheble)
    assert moved.identity != rubber.identity
    entered = Entrant.objects.order_by("pk").values_list("event", "player")
    assert list(entered) == [(moved.event_id, hands.a.pk), (moved.event_id, wheble.pk)]
    assert table() == ["Orford", "Wheble"]
    assert differences() == []


def test_who_was_entered_stays_when_his_rubber_moves(hands: Hands) -> None:
    rubber = hands.enter()
    cup = rubber.event
    cup.entrants.filter(player=hands.a).update(is_entered=True, number=1)
    met = hands.enter(table="2")
    correct_rubber(rubber, hands.result(), act=hands.act(), event_name="Winter Cup")
    assert set(cup.entrants.values_list("player", flat=True)) == {hands.a.pk, hands.b.pk}
    correct_rubber(met, hands.result(table="2"), act=hands.act(), event_name="Winter Cup")
    assert list(cup.entrants.values_list("player", flat=True)) == [hands.a.pk]


def test_moved_rubber_makes_room_where_it_was(hands: Hands) -> None:
    correct_rubber(hands.enter(table="1"), hands.result(table="2"), act=hands.act())
    assert hands.enter(table="1").version == 1
    assert differences() == []


def test_rubber_moved_to_its_equals_takes_the_next_place(hands: Hands) -> None:
    there = hands.enter(table="2")
    moved = correct_rubber(hands.enter(table="1"), hands.result(table="2"), act=hands.act())
    assert moved.identity != there.identity
    assert differences() == []


def test_late_correction_is_kept_for_the_director(hands: Hands) -> None:
    rubber = hands.enter((5, 3))
    correct_rubber(rubber, hands.result((5, 2)), act=hands.act(version=1))
    with pytest.raises(StaleRubberError) as error:
        correct_rubber(rubber, hands.result((5, 1)), act=hands.act("I saw it", version=1))
    conflict = Conflict.objects.get()
    assert error.value.conflict == conflict
    assert (error.value.rubber.version, error.value.rubber.games.get().points_b) == (2, 2)
    assert (conflict.rubber, conflict.by, conflict.reason) == (rubber, hands.director, "I saw it")
    assert "#5-1" in conflict.egn
    assert Rubber.objects.get().version == 2


def test_late_correction_that_was_decided_stays_so_when_it_is_sent_again(hands: Hands) -> None:
    rubber = hands.enter((5, 3))
    correct_rubber(rubber, hands.result((5, 2)), act=hands.act(version=1))
    late = hands.act("I saw it", version=1)
    for _time in range(2):
        with pytest.raises(StaleRubberError):
            correct_rubber(rubber, hands.result((5, 1)), act=late)
    settle_conflict(Conflict.objects.get(), take=False, act=hands.act())
    with pytest.raises(StaleRubberError):
        correct_rubber(rubber, hands.result((5, 1)), act=late)
    assert Conflict.objects.get().resolution == "kept"


def test_late_correction_after_a_decision_is_another(hands: Hands) -> None:
    rubber = hands.enter((5, 3))
    correct_rubber(rubber, hands.result((5, 2)), act=hands.act(version=1))
    with pytest.raises(StaleRubberError):
        correct_rubber(rubber, hands.result((5, 1)), act=hands.act(version=1))
    settle_conflict(Conflict.objects.get(), take=False, act=hands.act())
    correct_rubber(rubber, hands.result((5, 0)), act=hands.act(version=2))
    with pytest.raises(StaleRubberError):
        correct_rubber(rubber, hands.result((5, 1)), act=hands.act("I saw it", version=2))
    conflict = Conflict.objects.get()
    assert (conflict.resolution, conflict.reason) == ("", "I saw it")


def test_late_correction_goes_on_naming_the_file_that_said_the_same(hands: Hands) -> None:
    rubber = hands.enter((5, 3))
    same_text = hands.enter((5, 1), table="2").egn.replace('[Table "2"]', '[Table "1"]')
    import_text(named_text(same_text, ("Orford", "Baldwin")), club=hands.club)
    correct_rubber(rubber, hands.result((5, 2)), act=hands.act(version=1))
    with pytest.raises(StaleRubberError):
        correct_rubber(rubber, hands.result((5, 1)), act=hands.act("I saw it", version=1))
    conflict = Conflict.objects.get()
    assert conflict.report is not None
    assert (conflict.by, conflict.reason) == (hands.director, "I saw it")


def test_late_correction_that_says_the_same_is_no_conflict(hands: Hands) -> None:
    rubber = hands.enter((5, 3))
    correct_rubber(rubber, hands.result((5, 2)), act=hands.act(version=1))
    again = correct_rubber(rubber, hands.result((5, 2)), act=hands.act(version=1))
    assert again.version == 2
    assert not Conflict.objects.exists()


def test_correction_sent_twice_is_one(hands: Hands) -> None:
    rubber = hands.enter((5, 3))
    act = hands.act(version=1)
    versions = [correct_rubber(rubber, hands.result((5, 2)), act=act).version for _ in range(2)]
    assert versions == [2, 2]
    assert not Conflict.objects.exists()


def test_live_rubber_is_not_corrected(hands: Hands) -> None:
    with pytest.raises(StateError):
        correct_rubber(hands.open(), hands.result(), act=hands.act())
