from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import CHANGE
from django.contrib.admin.models import LogEntry as AdminLogEntry
from django.contrib.sessions.models import Session
from django.core import serializers
from django.test import Client
from django.utils import timezone

from matches.api.exchange.export_serializers import rubber_record
from matches.clubs.accounts import trust_address
from matches.clubs.errors import PeopleError
from matches.clubs.invitations import invite
from matches.clubs.players import rename_player
from matches.common.commands import run_once
from matches.exchange.exports.prepare import prepare_export
from matches.exchange.exports.requests import FORGOTTEN, ExportRequest, request_export, state_of
from matches.exchange.exports.select_rubbers import exported_rubbers, rubbers_to_export
from matches.models import (
    ApiToken,
    Club,
    Exercise,
    Export,
    ExportPart,
    HeldText,
    ImportLine,
    ImportReport,
    Invitation,
    LogEntry,
    Player,
    Rubber,
    SentRequest,
    TableLink,
    User,
)
from matches.pads.table_links import make_link
from matches.privacy.accept_invitation import accept_invitation
from matches.privacy.erase import erase_person, why_not_erase
from matches.privacy.merge import merge_players
from tests.factories.clubs import make_club
from tests.factories.remembered import remembered
from tests.matches.clubs.people import Role, facts, make_member, make_user, roles, user_of
from tests.matches.files import import_text, rubber_text

pytestmark = [pytest.mark.django_db, pytest.mark.core(differs=True)]
FAULTY = rubber_text("Orford", "Zebedee").replace("Game 1", "Gome 1 {Zebedee wrote this.}")
FILE = (rubber_text("Orford", "Zebedee"), rubber_text("Orford", "Old Zeb"), FAULTY)


@pytest.fixture
def club() -> Club:
    """Return a club where Zebedee played under two names, and is named in a held text and in remarks."""

    def make() -> Club:
        import_text(*FILE)
        import_text(rubber_text("Zebedee", "Zebedee"))
        club = Club.objects.get()
        make_member(club, "Owner", Role.OWNER)
        merge_players(zebedee(), Player.objects.get(name="Old Zeb"), by=None)
        return club

    return remembered("Zebedee's club", make)


def zebedee() -> Player:
    return Player.objects.select_related("club").get(name="Zebedee")


def rows_naming(trace: str) -> list[str]:
    """Return all rows that name a person, in any letter case. The log and the records never contain names."""
    models = (
        *(User, Player, EmailAddress, Invitation, HeldText, ImportLine, ApiToken, SentRequest, LogEntry),
        Rubber,
    )
    rows = [row for model in (*models, AdminLogEntry) for row in model.objects.all()]
    texts = [serializers.serialize("json", [row]) for row in rows]
    return [text for text in texts if trace.lower() in text.lower()]


def test_before_there_is_something_to_forget(club: Club) -> None:
    assert HeldText.objects.filter(text__contains="Zebedee").exists()
    assert rows_naming("Zebedee")


def test_guest_leaves_no_name_behind_and_keeps_his_results(club: Club) -> None:
    player = zebedee()
    erase_person(player, by=None)
    erase_person(player, by=None)
    assert rows_naming("Zeb") == []
    assert Rubber.objects.filter(player_b=player).count() == 2
    text = "".join(exported_rubbers(rubbers_to_export(club=club)))
    assert text.count('[B "?"]') == 2
    assert facts(club)[-1] == "club.person_forgotten"
    assert facts(club).count("club.person_forgotten") == 1


def test_exercises_go_with_the_player_and_with_nobody_else(club: Club) -> None:
    for rubber in Rubber.objects.all():
        for player in {rubber.player_a, rubber.player_b}:
            Exercise.objects.create(
                player=player, rubber=rubber, game=1, deal=1, token=5, kind="card", due_at=timezone.now()
            )
    kept = set(Exercise.objects.exclude(player=zebedee()).values_list("pk", flat=True))
    assert 0 < len(kept) < Exercise.objects.count()
    erase_person(zebedee(), by=None)
    assert set(Exercise.objects.values_list("pk", flat=True)) == kept


def test_held_text_keeps_what_was_played(club: Club) -> None:
    before = HeldText.objects.values_list("text", "checksum").get()
    erase_person(zebedee(), by=None)
    text, checksum = HeldText.objects.values_list("text", "checksum").get()
    assert text == before[0].replace("Zebedee", "?")
    assert checksum == before[1]


def test_file_that_is_read_again_brings_no_held_text_back(club: Club) -> None:
    erase_person(zebedee(), by=None)
    import_text(*FILE)
    assert not HeldText.objects.filter(text__contains="Zebedee").exists()


def test_names_that_only_start_so_stay(club: Club) -> None:
    import_text(rubber_text("Zebedeeson", "Orford").replace("Game 1", "Gome 1"))
    erase_person(zebedee(), by=None)
    assert HeldText.objects.filter(text__contains='"Zebedeeson"').exists()


def test_player_with_account_is_only_forgotten_by_himself(club: Club) -> None:
    member = make_member(club, "Clay")
    with pytest.raises(PeopleError, match="Only they can delete"):
        erase_person(member, by=None)
    member.refresh_from_db()
    assert member.name == "Clay"


@pytest.mark.usefixtures("recorded_templates")
def test_account_leaves_nothing_behind(club: Club) -> None:
    player = zebedee()
    user = User.objects.create_user(
        "zebedee@example.org", "a very long secret", name="Zebedee Q.", language="fr"
    )
    Player.objects.filter(pk=player.pk).update(user=user, shares_reviews=True)
    player.memberships.create(club=club, role=Role.DIRECTOR)
    trust_address(user)
    EmailAddress.objects.create(user=user, email="zeb@elsewhere.example")
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "x"})
    ApiToken.objects.create(user=user, name="Zebedee's", token_hash="x" * 64, hint="x")
    owner = user_of(Player.objects.get(name="Owner"))
    for address in ("zebedee@example.org", "ZEB@elsewhere.example"):
        invite(club, by=owner, role=Role.MEMBER, email=address)
    changed = [user, *player.memberships.all(), *user.api_tokens.all(), *Authenticator.objects.all()]
    changed += EmailAddress.objects.all()
    for each in changed:
        AdminLogEntry.objects.log_actions(owner.pk, [each], CHANGE, "Zebedee")
    client, other = Client(), Client()
    client.force_login(user)
    other.force_login(owner)
    erase_person(user, by=user)
    assert rows_naming("Zeb") == []
    user.refresh_from_db()
    assert user.email == f"erased-{user.public_id}@erased.invalid"
    assert (user.is_active, user.has_usable_password(), user.language) == (False, False, "")
    assert user.erased_at is not None
    assert not Authenticator.objects.exists()
    assert roles(club) == {("Owner", "owner")}
    assert Session.objects.count() == 1
    assert "_auth_user_id" not in client.session
    assert not client.get("/").context["user"].is_authenticated
    player.refresh_from_db()
    assert (player.name, player.user, player.shares_reviews) == ("", None, False)


def test_links_to_tables_are_taken_back_with_who_made_them(club: Club) -> None:
    rubber = Rubber.objects.all()[0]
    person, other = (make_user(name) for name in ("Director", "Scorer"))
    made, others = (make_link(rubber, by=each).link for each in (person, other))
    erase_person(person, by=person)
    assert list(TableLink.objects.filter(revoked_at__isnull=False)) == [made]
    assert list(TableLink.objects.filter(revoked_at__isnull=True)) == [others]


def test_invitation_forgets_the_mailbox_by_which_he_came(club: Club) -> None:
    owner = user_of(Player.objects.get(name="Owner"))
    user = make_user("Zebedee")
    accept_invitation(invite(club, by=owner, role=Role.MEMBER, email="zeb@work.example").token, user)
    erase_person(user, by=user)
    assert rows_naming("zeb@work") == []
    assert Invitation.objects.get().accepted_by == user


@pytest.mark.parametrize("name", ["Zebedee", "Éloïse", 'Henry "Zeb" Clay', "Back\\slash"])
def test_replies_that_others_were_given_forget_the_name(club: Club, name: str) -> None:
    player = zebedee()
    rename_player(player, name, by=None)
    tag = name.replace("\\", "\\\\").replace('"', '\\"')
    reply = {"body": {"player": name, "egn": f'[A "{tag}"]', "others": ["Orford", f"{name}son"]}}
    run_once(user_of(Player.objects.get(name="Owner")), "key", "asked", lambda: reply)
    erase_person(player, by=None)
    kept = SentRequest.objects.get().result
    assert kept == {"body": {"player": "?", "egn": '[A "?"]', "others": ["Orford", f"{name}son"]}}


@pytest.mark.parametrize("name", ['Henry "Zeb" Clay', "Back\\slash"])
def test_held_text_forgets_a_name_that_a_tag_writes_otherwise(club: Club, name: str) -> None:
    tag = name.replace("\\", "\\\\").replace('"', '\\"')
    import_text(rubber_text("Orford", tag), rubber_text("Orford", tag).replace("Game 1", "Gome 1"))
    assert HeldText.objects.filter(text__contains=tag).exists()
    erase_person(Player.objects.select_related("club").get(name=name), by=None)
    assert not HeldText.objects.filter(text__contains=tag).exists()


@pytest.mark.parametrize("has_account", [False, True])
def test_nobody_is_forgotten_while_a_file_may_bring_him_back(club: Club, has_account: bool) -> None:
    person: User | Player = zebedee()
    if has_account:
        person = make_user("Zebedee")
        Player.objects.filter(name="Zebedee").update(user=person)
    report = ImportReport.objects.create(club=club, source="evening.egn", content=b"[...]")
    with pytest.raises(PeopleError, match="still being read"):
        erase_person(person, by=None)
    assert rows_naming("Zebedee")
    ImportReport.objects.filter(pk=report.pk).update(content=None)
    erase_person(person, by=None)
    assert rows_naming("Zebedee") == []


def test_only_owner_of_a_club_has_to_find_another_first(club: Club) -> None:
    owner = user_of(Player.objects.get(name="Owner"))
    assert "Portland" in why_not_erase(owner)
    with pytest.raises(PeopleError, match="Portland"):
        erase_person(owner, by=owner)
    owner.refresh_from_db()
    assert owner.is_active
    make_member(club, "Clay", Role.OWNER)
    erase_person(owner, by=owner)
    assert roles(club) == {("Clay", "owner")}


def test_two_records_of_one_owner_are_one_owner(club: Club) -> None:
    owner = user_of(Player.objects.get(name="Owner"))
    visiting = Player.objects.create(club=make_club("garrick"), user=owner, name="Owner")
    visiting.memberships.create(club=club, role=Role.OWNER)
    assert "Portland" in why_not_erase(owner)
    make_member(club, "Clay", Role.OWNER)
    assert why_not_erase(owner) == ""


def test_only_host_of_the_site_has_to_find_another_first() -> None:
    host = make_user("Host", is_superuser=True)
    with pytest.raises(PeopleError, match="only administrator"):
        erase_person(host, by=host)
    make_user("Other", is_superuser=True)
    erase_person(host, by=host)
    assert not User.objects.get(pk=host.pk).is_superuser


def test_other_clubs_texts_are_cleaned_where_he_is_on_the_list_too() -> None:
    user = make_user("Zebedee")
    for slug in ("portland", "garrick"):
        club = make_club(slug)
        Player.objects.create(club=club, user=user, name="Zebedee")
        import_text(FAULTY, club=club)
    erase_person(user, by=user)
    assert "Zebedee" not in orjson.dumps(list(HeldText.objects.values_list("text", flat=True))).decode()


def ready(user: User, of: str, public_id: str) -> Export:
    """Return an export that is prepared and written."""
    export = request_export(user, ExportRequest(of, public_id), "ndjson")  # type: ignore[arg-type]
    assert prepare_export(export.pk, rubber_record)
    export.refresh_from_db()
    return export


def written() -> bytes:
    """Return the content of all prepared files."""
    return b"".join(bytes(part.content) for part in ExportPart.objects.all())


def test_prepared_files_of_his_clubs_are_cleared_away(club: Club) -> None:
    elsewhere = make_club("garrick")
    owner = user_of(make_member(elsewhere, "Garrick", Role.OWNER))
    others = ready(owner, "club", elsewhere.public_id)
    director = user_of(Player.objects.get(name="Owner"))
    whole = ready(director, "club", club.public_id)
    about_him = ready(director, "player", zebedee().public_id)
    assert written().count(b"Zebedee") > 2
    assert "zebedee" in about_him.name
    erase_person(zebedee(), by=None)
    assert b"Zebedee" not in written()
    assert not Export.objects.filter(pk=about_him.pk).exists()
    whole.refresh_from_db()
    assert (state_of(whole), whole.checksum, whole.problem) == ("failed", "", FORGOTTEN)
    others.refresh_from_db()
    assert state_of(others) == "ready"


def test_file_that_is_being_written_is_begun_anew(club: Club) -> None:
    director = user_of(Player.objects.get(name="Owner"))
    export = request_export(director, ExportRequest("club", club.public_id), "ndjson")

    def forget(rubber: Rubber) -> Mapping[str, Any]:
        record = rubber_record(rubber)
        if Player.objects.filter(name="Zebedee").exists():
            erase_person(zebedee(), by=None)
        return record

    assert not prepare_export(export.pk, forget)
    assert prepare_export(export.pk, rubber_record)
    assert b"Orford" in written()
    assert b"Zebedee" not in written()


def test_files_that_he_had_prepared_go_with_the_account(club: Club) -> None:
    user = user_of(make_member(club, "Member"))
    ready(user, "club", club.public_id)
    erase_person(user, by=user)
    assert not Export.objects.exists()
    assert not ExportPart.objects.exists()
