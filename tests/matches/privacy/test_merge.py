from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from matches.clubs.errors import PeopleError
from matches.clubs.invitations import invite
from matches.events.write_standings import events_with_pending_standings, write_standings
from matches.models import (
    Club,
    Entrant,
    Event,
    Exercise,
    Invitation,
    Membership,
    Pairing,
    Player,
    Round,
    Rubber,
    Stage,
    TableLink,
)
from matches.operations.rebuild import Rebuild
from matches.pads.table_links import make_link
from matches.privacy.accept_invitation import accept_invitation
from matches.privacy.merge import merge_players
from tests.factories.rubbers import stored_rubbers
from tests.matches.clubs.people import Role, facts, make_member, make_user, roles, user_of
from tests.matches.files import fates, import_text, rubber_text

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def club() -> Club:
    """Return a club where Orford lost to Baldwin, and to Pole as Lord Orford, and Clay has won nothing yet."""
    stored_rubbers(
        rubber_text("Orford", "Baldwin", tags=['[Round "1"]']),
        rubber_text("Lord Orford", "Pole", tags=['[Round "2"]']),
        rubber_text("Lord Orford", "Pole", event="Spring Cup"),
    )
    for event in Event.objects.all():
        write_standings(event.pk)
    return Club.objects.get()


def player(club: Club, name: str) -> Player:
    return Player.objects.select_related("club").get(club=club, name=name)


def merge(club: Club, stays: str, goes: str) -> tuple[Player, Player]:
    pair = player(club, stays), player(club, goes)
    merge_players(*pair, by=None)
    return player(club, stays), player(club, goes)


def test_everything_of_the_one_is_the_others(club: Club) -> None:
    orford, lord = merge(club, "Orford", "Lord Orford")
    assert lord.merged_into == orford
    assert set(Rubber.objects.values_list("player_a__name", flat=True)) == {"Orford"}
    entered = Entrant.objects.filter(player=orford).values_list("event__name", flat=True)
    assert sorted(entered) == ["Autumn Cup", "Spring Cup"]
    assert not Entrant.objects.filter(player=lord).exists()
    assert facts(club)[-1:] == ["club.players_merged"]


ENTRY_COLUMNS = ("is_entered", "number", "seed", "checked_in_at", "withdrawn_at")
AT = datetime(2026, 11, 21, 18, tzinfo=UTC)


@pytest.mark.parametrize(
    ("own", "other", "kept"),
    [
        ({}, {}, (False, None, None, None, None)),
        ({}, {"number": 3, "seed": 2, "withdrawn_at": AT}, (True, 3, 2, None, AT)),
        ({"number": 3, "seed": 2, "checked_in_at": AT}, {}, (True, 3, 2, AT, None)),
    ],
    ids=["only met", "the other entered", "he entered"],
)
def test_he_is_entered_once_as_either_was(
    club: Club, own: dict[str, Any], other: dict[str, Any], kept: tuple[object, ...]
) -> None:
    cup = Event.objects.get(name="Autumn Cup")
    for name, entry in (("Orford", own), ("Lord Orford", other)):
        entrants = Entrant.objects.filter(event=cup, player__name=name)
        assert entrants.update(is_entered=bool(entry), **entry) == 1
    merge(club, "Orford", "Lord Orford")
    entered = Entrant.objects.filter(event=cup, player__name="Orford")
    assert list(entered.values_list(*ENTRY_COLUMNS)) == [kept]


def test_two_who_are_entered_in_one_event_are_not_merged(club: Club) -> None:
    cup = Event.objects.get(name="Autumn Cup")
    for number, name in enumerate(("Orford", "Lord Orford"), start=1):
        entrant, _ = Entrant.objects.get_or_create(event=cup, player=Player.objects.get(name=name))
        Entrant.objects.filter(pk=entrant.pk).update(is_entered=True, number=number)
    with pytest.raises(PeopleError, match="both entered in Autumn Cup"):
        merge(club, "Orford", "Lord Orford")


def test_his_pairings_are_those_of_both(club: Club) -> None:
    cup = Event.objects.get(name="Autumn Cup")
    entrants = {entrant.player.name: entrant for entrant in cup.entrants.all()}
    stage = Stage.objects.create(event=cup, number=1, kind=Stage.Kind.SWISS)
    for number, name in enumerate(("Orford", "Lord Orford"), start=1):
        round_ = Round.objects.create(stage=stage, number=number, label=str(number))
        Pairing.objects.create(
            round=round_, number=1, entrant_a=entrants["Baldwin"], entrant_b=entrants[name]
        )
    merge(club, "Orford", "Lord Orford")
    met = Pairing.objects.order_by("round__number").values_list("entrant_b__player__name", flat=True)
    assert list(met) == ["Orford", "Orford"]


def test_two_who_are_drawn_against_each_other_are_not_one(club: Club) -> None:
    cup = Event.objects.get(name="Autumn Cup")
    a, b = (cup.entrants.get(player__name=name) for name in ("Orford", "Lord Orford"))
    stage = Stage.objects.create(event=cup, number=1, kind=Stage.Kind.SWISS)
    Pairing.objects.create(
        round=Round.objects.create(stage=stage, number=1, label="1"), number=1, entrant_a=a, entrant_b=b
    )
    with pytest.raises(PeopleError, match="played each other"):
        merge(club, "Orford", "Lord Orford")


@pytest.mark.parametrize(
    ("own", "other", "kept"),
    [(1, 2, "H7"), (2, 1, "HK"), (None, 1, "H7"), (1, None, "HK"), (None, None, None)],
)
def test_exercises_are_his_and_of_two_the_one_answered_later(
    club: Club, own: int | None, other: int | None, kept: str | None
) -> None:
    rubber = Rubber.objects.earliest("pk")
    orford, lord = player(club, "Orford"), player(club, "Lord Orford")
    now = timezone.now()
    for side, hours, answer in ((orford, own, "HK"), (lord, other, "H7")):
        answered = {}
        if hours is not None:
            at = now + timedelta(hours=hours)
            answered = {"answered": 1, "answered_at": at, "last_answer": answer}
        exercise(side, rubber, token=5, **answered)
    exercise(lord, rubber, token=6)
    exercise(player(club, "Pole"), rubber, token=7)
    merge(club, "Orford", "Lord Orford")
    rows = Exercise.objects.order_by("token").values_list("player__name", "token", "last_answer")
    assert list(rows) == [("Orford", 5, kept or ""), ("Orford", 6, ""), ("Pole", 7, "")]


def exercise(player: Player, rubber: Rubber, *, token: int, **fields: object) -> None:
    place = {"rubber": rubber, "game": 1, "deal": 1, "token": token, "kind": "card"}
    Exercise.objects.create(player=player, due_at=timezone.now(), **place, **fields)


def test_links_to_his_tables_lead_to_the_one_who_stays(club: Club) -> None:
    make_link(Rubber.objects.filter(player_a__name="Lord Orford")[0], by=make_user("Director"))
    orford, _ = merge(club, "Orford", "Lord Orford")
    assert TableLink.objects.get().player_a == orford


def test_standings_of_his_events_are_owed_and_count_him_once(club: Club) -> None:
    assert not events_with_pending_standings().exists()
    orford, _lord = merge(club, "Orford", "Lord Orford")
    assert {event.name for event in events_with_pending_standings()} == {"Autumn Cup", "Spring Cup"}
    for event in Event.objects.all():
        write_standings(event.pk)
    cup = Event.objects.get(name="Autumn Cup")
    lines = cup.stages.get().standings.values_list("entrant__player__name", "played", "lost")
    assert ("Orford", 2, 2) in lines
    assert len(lines) == 3
    assert orford.name == "Orford"


def test_log_and_rows_still_agree(club: Club) -> None:
    merge(club, "Orford", "Lord Orford")
    for event in Event.objects.all():
        write_standings(event.pk)
    assert [str(each) for each in Rebuild(write=False).differences()] == []


@pytest.mark.parametrize("stays", ["Orford", "Lord Orford"])
def test_files_by_either_name_find_him_and_double_nothing(club: Club, stays: str) -> None:
    goes = {"Orford": "Lord Orford", "Lord Orford": "Orford"}[stays]
    merge(club, stays, goes)
    again = import_text(
        rubber_text("Orford", "Baldwin", tags=['[Round "1"]']),
        rubber_text("Lord Orford", "Pole", tags=['[Round "2"]']),
        rubber_text("Lord Orford", "Pole", event="Spring Cup"),
    )
    assert fates(again) == ["skipped"] * 3
    renamed = import_text(rubber_text("Orford", "Pole", tags=['[Round "2"]']))
    assert fates(renamed) == ["skipped"]
    fresh = import_text(rubber_text(goes, "Pole", event="Summer Cup"))
    assert fates(fresh) == ["confirmed"]
    assert Rubber.objects.get(event__name="Summer Cup").player_a.name == stays
    assert Rubber.objects.count() == 4


def test_chains_end_at_the_one_who_stays(club: Club) -> None:
    merge(club, "Lord Orford", "Orford")
    merge(club, "Pole", "Baldwin")
    clay = Player.objects.create(club=club, name="Horace")
    merge_players(clay, player(club, "Lord Orford"), by=None)
    assert {each.name for each in clay.aliases.all()} == {"Orford", "Lord Orford"}


@pytest.mark.parametrize(
    ("stays", "goes", "why"),
    [
        ("Orford", "Orford", "different"),
        ("Orford", "Baldwin", "played each other"),
        ("Baldwin", "Orford", "played each other"),
        ("Clay", "Jones", "both have an account"),
        ("Clay", "", "no longer on the club’s list"),
    ],
)
def test_two_people_are_not_made_one(club: Club, stays: str, goes: str, why: str) -> None:
    make_member(club, "Clay")
    make_member(club, "Jones")
    Player.objects.create(club=club, name="")
    before = list(Player.objects.order_by("pk").values())
    with pytest.raises(PeopleError, match=why):
        merge(club, stays, goes)
    assert list(Player.objects.order_by("pk").values()) == before


def test_records_of_two_clubs_stay_apart(club: Club) -> None:
    other = Club.objects.create(slug="garrick", name="Garrick")
    abroad = Player.objects.create(club=other, name="Orford")
    with pytest.raises(PeopleError, match="the same club"):
        merge_players(player(club, "Orford"), abroad, by=None)


@pytest.mark.parametrize("account", ["Clay", "H. Clay"])
def test_account_goes_with_whoever_stays(club: Club, account: str) -> None:
    member = make_member(club, account)
    Player.objects.filter(pk=member.pk).update(shares_reviews=True)
    user = user_of(member)
    Player.objects.create(club=club, name={"Clay": "H. Clay", "H. Clay": "Clay"}[account])
    stays, goes = merge(club, "Clay", "H. Clay")
    assert (stays.user, stays.shares_reviews, goes.user) == (user, True, None)
    assert roles(club) == {("Clay", "member")}


def test_of_two_memberships_the_greater_stays(club: Club) -> None:
    clay = make_member(club, "Clay", Role.MEMBER)
    guest = Player.objects.create(club=club, name="H. Clay")
    Membership.objects.create(club=club, player=guest, role=Role.DIRECTOR)
    Membership.objects.create(
        club=club, player=guest, role=Role.SCORER, until=timezone.localdate(), since=timezone.localdate()
    )
    merge_players(clay, guest, by=None)
    endless = clay.memberships.filter(until__isnull=True)
    assert list(endless.values_list("role", flat=True)) == ["director"]
    assert not guest.memberships.exists()


@pytest.mark.parametrize("stays", ["Clay", "H. Clay"])
@pytest.mark.parametrize(
    ("by", "is_himself", "waiting", "may"),
    [
        (Role.DIRECTOR, True, Role.OWNER, False),
        (Role.DIRECTOR, True, Role.DIRECTOR, True),
        (Role.DIRECTOR, False, Role.DIRECTOR, False),
        (Role.DIRECTOR, False, Role.MEMBER, True),
        (Role.OWNER, True, Role.OWNER, True),
        (Role.OWNER, False, Role.OWNER, True),
    ],
)
def test_merging_gives_nobody_a_role_that_the_merger_may_not_give(
    club: Club, stays: str, by: Role, is_himself: bool, waiting: Role, may: bool
) -> None:
    clay = make_member(club, "Clay", by if is_himself else Role.MEMBER)
    guest = Player.objects.create(club=club, name="H. Clay")
    Membership.objects.create(club=club, player=guest, role=waiting)
    merger = user_of(clay if is_himself else make_member(club, "Merger", by))
    pair = (clay, guest) if stays == "Clay" else (guest, clay)
    if may:
        merge_players(*pair, by=merger)
        assert not guest.memberships.exists() or not clay.memberships.exists()
        return
    with pytest.raises(PeopleError, match="higher role in Portland"):
        merge_players(*pair, by=merger)
    assert ("H. Clay", str(waiting)) in roles(club)


def test_role_in_another_club_is_not_the_mergers_to_give(club: Club) -> None:
    """An owner of this club has no role in the other."""
    owner = user_of(make_member(club, "Owner", Role.OWNER))
    clay = make_member(club, "Clay")
    guest = Player.objects.create(club=club, name="H. Clay")
    abroad = Club.objects.create(slug="garrick", name="Garrick")
    Membership.objects.create(club=abroad, player=guest, role=Role.OWNER)
    with pytest.raises(PeopleError, match="higher role in Garrick"):
        merge_players(clay, guest, by=owner)


def test_invitation_to_a_record_brings_its_role(club: Club) -> None:
    owner = user_of(make_member(club, "Owner", Role.OWNER))
    clay = make_member(club, "Clay")
    guest = Player.objects.create(club=club, name="H. Clay")
    Membership.objects.create(club=club, player=guest, role=Role.DIRECTOR)
    accept_invitation(invite(club, by=owner, role=Role.MEMBER, player=guest).token, user_of(clay))
    assert ("Clay", "director") in roles(club)


def test_open_claims_are_taken_back_once_he_has_an_account(club: Club) -> None:
    owner = make_member(club, "Owner", Role.OWNER)
    guest = Player.objects.create(club=club, name="H. Clay")
    invite(club, by=user_of(owner), role=Role.MEMBER, player=guest)
    merge_players(make_member(club, "Clay"), guest, by=None)
    invitation = Invitation.objects.get()
    assert invitation.revoked_at is not None
    assert invitation.player is not None
    assert invitation.player.name == "Clay"
