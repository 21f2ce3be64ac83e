from __future__ import annotations

import pytest

from matches.clubs.manage_club import ClubChangedError, ClubNameTakenError, change_club, settings_version
from matches.common.commands import KeyReusedError
from matches.figures.deferred_updates import mark_honours_pending
from matches.models import Club, HonourProgress, LogEntry, User


@pytest.fixture
def owner(db: None) -> User:
    return User.objects.create_user("owner@example.org")


def facts() -> list[tuple[str, object]]:
    return list(LogEntry.objects.order_by("pk").values_list("kind", "payload"))


def test_what_is_new_is_stored_and_logged_and_nothing_else(club: Club, owner: User) -> None:
    changed = change_club(
        club, {"name": "Portland", "currency": "GBP", "is_public": False}, by=owner, key="1"
    )
    assert (changed.name, changed.currency, changed.is_public) == ("Portland", "GBP", False)
    assert facts() == [("club.changed", {"currency": "GBP", "is_public": False})]


def test_change_of_nothing_is_not_logged(club: Club, owner: User) -> None:
    change_club(club, {"name": "Portland"}, by=owner, key="1")
    assert facts() == []


def test_same_form_sent_twice_makes_one_entry(club: Club, owner: User) -> None:
    seen = settings_version(club)
    for _time in range(2):
        changed = change_club(club, {"currency": "GBP"}, by=owner, key="1", seen=seen)
        assert changed.currency == "GBP"
    assert len(facts()) == 1


def test_same_key_with_other_words_is_refused(club: Club, owner: User) -> None:
    change_club(club, {"currency": "GBP"}, by=owner, key="1")
    with pytest.raises(KeyReusedError):
        change_club(club, {"currency": "CHF"}, by=owner, key="1")


def test_second_of_two_owners_is_told_and_changes_nothing(club: Club, owner: User) -> None:
    seen = settings_version(club)
    change_club(club, {"currency": "GBP"}, by=owner, key="1", seen=seen)
    with pytest.raises(ClubChangedError) as error:
        change_club(club, {"currency": "CHF"}, by=owner, key="2", seen=seen)
    assert error.value.club.currency == "GBP"
    assert Club.objects.get().currency == "GBP"
    assert len(facts()) == 1


def test_name_of_another_club_is_refused(club: Club, owner: User) -> None:
    Club.objects.create(slug="garrick", name="Garrick")
    with pytest.raises(ClubNameTakenError):
        change_club(club, {"name": "Garrick"}, by=owner, key="1")
    assert Club.objects.get(pk=club.pk).name == "Portland"
    assert facts() == []


def test_another_month_makes_the_honours_of_seasons_owed_again(club: Club, owner: User) -> None:
    mark_honours_pending([club.pk])
    change_club(club, {"season_month": 9, "currency": "GBP"}, by=owner, key="1")
    assert HonourProgress.objects.get().change == 1
    change_club(club, {"season_month": 1}, by=owner, key="2")
    assert HonourProgress.objects.get().change == 2
    assert facts()[-1] == ("club.changed", {"season_month": 1})
