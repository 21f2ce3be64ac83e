"""The rubbers that wait for somebody, and a player's last result."""

from __future__ import annotations

import pytest
from django.utils import timezone

from matches.models import Club, PadEntry, Rubber
from matches.rubbers.change_rubbers import CommandContext, confirm_rubber
from matches.rubbers.queries import club_rubbers, last_result, rubbers_waiting_for
from tests.factories.clubs import make_club
from tests.matches.pages.rubbers.entry.people import People, make_people, stored


@pytest.fixture
def people(db: None) -> People:
    return make_people(make_club())


def waiting(people: People, who: str) -> list[str]:
    return [rubber.waits for rubber in rubbers_waiting_for(people.users[who])]


def test_report_waits_for_the_other_side(people: People) -> None:
    stored(people, by="Orford")
    waits = {who: waiting(people, who) for who in ("Orford", "Baldwin", "Owner")}
    assert waits == {"Orford": [], "Baldwin": ["confirm"], "Owner": []}


def test_helpers_report_waits_for_both(people: People) -> None:
    stored(people, by="Helper")
    for who in ("Orford", "Baldwin"):
        assert waiting(people, who) == ["confirm"]


def test_what_is_confirmed_waits_for_nobody(people: People) -> None:
    rubber = stored(people, by="Orford")
    confirm_rubber(rubber, act=CommandContext(by=people.users["Baldwin"], key=""))
    assert waiting(people, "Baldwin") == []


def test_members_only_club_shows_a_former_member_nothing(people: People) -> None:
    stored(people, by="Orford")
    people.players["Baldwin"].memberships.all().delete()
    assert waiting(people, "Baldwin") == ["confirm"]
    Club.objects.update(is_public=False)
    assert waiting(people, "Baldwin") == []


def test_dispute_waits_for_those_who_settle_it(people: People) -> None:
    stored(people, by="Orford")
    assert waiting(people, "Baldwin") == ["confirm"]
    assert waiting(people, "Owner") == []
    Rubber.objects.update(state=Rubber.State.DISPUTED)
    assert waiting(people, "Baldwin") == []
    assert waiting(people, "Owner") == ["decide"]


def keep_entry(rubber: Rubber, people: People, **changes: str) -> None:
    """Store an entry of a phone that contradicts what the other phone recorded."""
    fields = {"key": "k", "device": "d", "kind": "deal", "outcome": PadEntry.Outcome.KEPT} | changes
    at = timezone.now() if "settlement" in changes else None
    PadEntry.objects.create(
        rubber=rubber, by=people.users["Orford"], seen=1, fork=1, told={}, settled_at=at, **fields
    )


def test_phones_that_disagree_wait_for_the_players_and_for_those_who_score(people: People) -> None:
    rubber = stored(people, by="Orford")
    Rubber.objects.update(state=Rubber.State.LIVE)
    keep_entry(rubber, people)
    people.players["Baldwin"].memberships.all().delete()
    assert {who: waiting(people, who) for who in people.users} == {
        "Orford": ["settle"],
        "Baldwin": ["play"],
        "Owner": ["settle"],
        "Director": ["settle"],
        "Scorer": ["settle"],
        "Helper": [],
        "Stranger": [],
    }


@pytest.mark.parametrize("changes", [{"settlement": "dropped"}, {"code": "late"}, {"outcome": "refused"}])
def test_entry_that_nobody_decides_at_the_table_does_not_wait(
    people: People, changes: dict[str, str]
) -> None:
    rubber = stored(people, by="Orford")
    Rubber.objects.update(state=Rubber.State.LIVE)
    keep_entry(rubber, people, **changes)
    assert waiting(people, "Owner") == []


def test_rubber_in_progress_waits_for_its_players(people: People) -> None:
    stored(people, by="Orford")
    Rubber.objects.update(state=Rubber.State.LIVE)
    assert {who: waiting(people, who) for who in ("Orford", "Baldwin", "Owner")} == {
        "Orford": ["play"],
        "Baldwin": ["play"],
        "Owner": [],
    }


def test_last_result_is_the_newest_that_counts(people: People) -> None:
    first, second = (stored(people, by="Owner", table=number) for number in ("1", "2"))
    assert last_result(people.users["Orford"]) == (second, "A")
    Rubber.objects.filter(pk=second.pk).update(state=Rubber.State.VOID)
    assert last_result(people.users["Baldwin"]) == (first, "B")
    assert last_result(people.users["Owner"]) is None


def test_lists_begin_with_the_latest_day_whatever_was_entered_last(people: People) -> None:
    days = ["2026.11.20", "2026.11.27", "", "2026.11.27"]
    rubbers = [stored(people, by="Owner", table=str(number)) for number in range(len(days))]
    for rubber, day in zip(rubbers, days, strict=True):
        Rubber.objects.filter(pk=rubber.pk).update(date=day)
    first, second, undated, third = (rubber.pk for rubber in rubbers)
    listed = [rubber.pk for rubber in club_rubbers(people.club)]
    assert listed == [third, second, first, undated]
