from __future__ import annotations

import pytest

from matches.models import Conflict, LogEntry, Player, Rubber
from matches.privacy.merge import merge_players
from matches.rubbers.change_rubbers import correct_rubber
from matches.rubbers.errors import SameRubberError
from scoring.notation import read_one
from tests.matches.files import fates, import_text, other_result, rubber_text
from tests.matches.rubbers.hands import Hands, differences

pytestmark = [pytest.mark.django_db, pytest.mark.core(differs=True)]

OLD_NAME = rubber_text("Lord Orford", tags=['[Round "1"]'])
NEW_NAME = rubber_text("Orford", tags=['[Round "1"]'])


def merge(hands: Hands) -> Player:
    """Merge Lord Orford into Orford, and return Lord Orford's record afterwards."""
    lord, _ = Player.objects.get_or_create(club=hands.club, name="Lord Orford")
    merge_players(hands.a, lord, by=hands.director)
    lord.refresh_from_db()
    return lord


# One person under two names


@pytest.mark.parametrize("stored", [OLD_NAME, NEW_NAME])
@pytest.mark.parametrize("sent", [OLD_NAME, NEW_NAME])
def test_file_with_either_name_doubles_nothing(hands: Hands, stored: str, sent: str) -> None:
    import_text(stored, club=hands.club)
    merge(hands)
    assert fates(import_text(sent, club=hands.club)) == ["skipped"]
    assert fates(import_text(other_result(sent), club=hands.club)) == ["conflict"]
    assert Rubber.objects.count() == 1
    assert Conflict.objects.get().player_a == hands.a
    assert differences() == []


def test_both_names_in_one_file_are_one_person(hands: Hands) -> None:
    merge(hands)
    outcomes = import_text(OLD_NAME, NEW_NAME, club=hands.club)
    assert fates(outcomes) == ["confirmed", "confirmed"]
    assert [outcome.repeats for outcome in outcomes] == [False, True]
    assert fates(import_text(OLD_NAME, NEW_NAME, club=hands.club)) == ["skipped", "skipped"]
    assert set(Rubber.objects.values_list("player_a", flat=True)) == {hands.a.pk}
    assert differences() == []


def test_what_was_two_peoples_is_found_again(hands: Hands) -> None:
    """The names were two players when stored, and are merged since: a second rubber is not taken for a third."""
    import_text(OLD_NAME, other_result(NEW_NAME), club=hands.club)
    merge(hands)
    for texts in ((OLD_NAME, other_result(NEW_NAME)), (other_result(NEW_NAME), NEW_NAME)):
        assert fates(import_text(*texts, club=hands.club)) == ["skipped", "skipped"]
    assert Rubber.objects.count() == 2


def test_what_was_two_peoples_is_found_again_when_its_record_was_corrected(hands: Hands) -> None:
    file = NEW_NAME, other_result(OLD_NAME)
    import_text(*file, club=hands.club)
    merge(hands)
    rubber = Rubber.objects.order_by("pk").last()
    assert rubber is not None
    correct_rubber(rubber, read_one(OLD_NAME), players=(hands.a, hands.b), act=hands.act())
    assert fates(import_text(*file, club=hands.club)) == ["skipped", "conflict"]
    assert (Rubber.objects.count(), Conflict.objects.get().rubber) == (2, rubber)
    assert fates(import_text(*file, OLD_NAME + "\n", club=hands.club)) == ["skipped", "conflict", "confirmed"]


def test_id_of_an_alias_is_the_persons(hands: Hands) -> None:
    lord = merge(hands)
    by_alias = rubber_text(tags=['[Round "1"]'], ids=[f'[AId "{lord.public_id}"]'])
    by_survivor = rubber_text(tags=['[Round "1"]'], ids=[f'[AId "{hands.a.public_id}"]'])
    assert fates(import_text(by_alias, club=hands.club)) == ["confirmed"]
    assert fates(import_text(by_survivor, club=hands.club)) == ["skipped"]
    assert fates(import_text(by_alias, by_survivor, club=hands.club)) == ["skipped", "confirmed"]
    assert Rubber.objects.earliest("pk").player_a == hands.a
    assert differences() == []


def test_unknown_id_is_refused_still(hands: Hands) -> None:
    merge(hands)
    assert fates(import_text(rubber_text(ids=['[AId "23456789bcdfgh"]']), club=hands.club)) == ["refused"]


def test_rubber_exported_with_its_id_is_known_under_either_name(hands: Hands) -> None:
    import_text(OLD_NAME, club=hands.club)
    rubber = Rubber.objects.get()
    merge(hands)
    stated = rubber_text("Orford", tags=['[Round "1"]'], ids=[f'[RubberId "{rubber.public_id}"]'])
    assert fates(import_text(stated, club=hands.club)) == ["skipped"]


def test_person_is_one_to_whoever_enters_by_hand(hands: Hands) -> None:
    text = rubber_text("Lord Orford", tags=['[Date "2026.11.21"]', '[Round "1"]', '[Table "1"]'])
    import_text(text, club=hands.club)
    lord = merge(hands)
    with pytest.raises(SameRubberError):
        hands.enter(event="Autumn Cup")
    hands.a = lord
    assert hands.enter(event="Winter Cup").player_a.name == "Orford"


# Rubbers that were moved


def test_file_of_before_finds_a_rubber_that_was_moved(hands: Hands) -> None:
    import_text(NEW_NAME, club=hands.club)
    rubber = Rubber.objects.get()
    record = read_one(rubber_text("Orford", tags=['[Round "2"]']))
    moved = correct_rubber(rubber, record, act=hands.act("it was the second round"))
    again = import_text(NEW_NAME, club=hands.club)
    assert [(outcome.fate, outcome.rubber_id) for outcome in again] == [("conflict", moved.public_id)]
    assert fates(import_text(rubber_text("Orford", tags=['[Round "2"]']), club=hands.club)) == ["skipped"]
    assert Rubber.objects.count() == 1


def test_another_rubber_takes_the_place_of_one_that_was_moved(hands: Hands) -> None:
    import_text(NEW_NAME, club=hands.club)
    moved = read_one(rubber_text("Orford", tags=['[Round "2"]']))
    correct_rubber(Rubber.objects.get(), moved, act=hands.act())
    assert fates(import_text(other_result(NEW_NAME), club=hands.club)) == ["confirmed"]
    assert fates(import_text(other_result(NEW_NAME), club=hands.club)) == ["skipped"]
    keys = LogEntry.objects.filter(kind="rubber.imported").values_list("key", flat=True)
    assert len(set(keys)) == 2
    assert differences() == []


def test_rubber_corrected_where_it_stands_meets_its_old_file_as_a_conflict(hands: Hands) -> None:
    import_text(NEW_NAME, club=hands.club)
    correct_rubber(Rubber.objects.get(), read_one(other_result(NEW_NAME)), act=hands.act())
    assert fates(import_text(NEW_NAME, club=hands.club)) == ["conflict"]
    assert fates(import_text(other_result(NEW_NAME), club=hands.club)) == ["skipped"]
