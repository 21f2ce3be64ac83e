"""The page of a club's people, and the owner's actions on it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from matches.models import Club, Invitation, Membership, Player, User
from tests.factories.browsers import client_of
from tests.factories.clubs import make_club
from tests.matches.clubs.people import Role, make_member, roles, user_of
from tests.matches.pages.reading import page, words
from tests.matches.pages.records import import_text, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club) -> Client:
    return client_of(user_of(make_member(club, "Orford", Role.OWNER)))


def address(player: Player, action: str = "") -> str:
    return f"/clubs/portland/members/{player.public_id}/{action}"


def test_members_stand_by_role_and_guests_apart(club: Club, owner: Client) -> None:
    make_member(club, "Clay")
    make_member(club, "Wheble", Role.DIRECTOR)
    Player.objects.create(club=club, name="Guest")
    gone = Player.objects.create(club=club, name="Alias", merged_into=Player.objects.get(name="Guest"))
    text = words(page(owner, "/clubs/portland/members/"))
    places = [
        text.index(name) for name in ("Orford", "Wheble", "Clay", "Players without an account 1", "Guest")
    ]
    assert places == sorted(places)
    assert gone.name not in text


def test_membership_of_somebody_who_has_none_is_not_ended(club: Club, owner: Client) -> None:
    guest = Player.objects.create(club=club, name="Guest")
    response = owner.get(address(guest, "end/"), follow=True)
    assert response.redirect_chain == [(address(guest), 302)]
    assert "Guest is not a member." in response.content.decode()


def test_names_are_added_one_a_line(club: Club, owner: Client) -> None:
    sent = {"names": "Clay\r\n\r\nPole\r\nOrford\r\n"}
    answer = owner.post("/clubs/portland/members/add/", sent, follow=True)
    text = words(answer.content.decode())
    assert "2 players added." in text
    assert "On the list already: Orford." in text
    assert set(club.players.values_list("name", flat=True)) == {"Orford", "Clay", "Pole"}


def test_pasted_list_loses_its_numbering(club: Club, owner: Client) -> None:
    sent = {"names": "1. Bob Clay\r\n- Ann Bell\r\n\u2022\tCy Dole\r\n4) Orford\r\n"}
    answer = owner.post("/clubs/portland/members/add/", sent, follow=True)
    assert "On the list already: Orford." in words(answer.content.decode())
    assert set(club.players.values_list("name", flat=True)) == {"Orford", "Bob Clay", "Ann Bell", "Cy Dole"}


@pytest.mark.parametrize("more", ["\t020 7946 0958", "; Ann Bell", " bob@example.org", " 06 12 34 56 78"])
def test_line_with_more_than_a_name_is_asked_about(club: Club, owner: Client, more: str) -> None:
    sent = {"names": f"Cy Dole\r\n2. Bob Clay{more}\r\n"}
    answer = owner.post("/clubs/portland/members/add/", sent)
    assert "Line 2 has more than a name: Bob Clay" in words(answer.content.decode())
    assert set(club.players.values_list("name", flat=True)) == {"Orford"}


def test_nearly_listed_name_is_asked_about_once(club: Club, owner: Client) -> None:
    sent = {"names": "orford\r\nClay\r\n"}
    text = words(owner.post("/clubs/portland/members/add/", sent).content.decode())
    assert "orford looks like Orford, who is on the list." in text
    assert "Add orford: not the same person as Orford" in text
    assert not club.players.filter(name="Clay").exists()
    owner.post("/clubs/portland/members/add/", {**sent, "sure": "orford"})
    assert set(club.players.values_list("name", flat=True)) == {"Orford", "Clay", "orford"}


def test_names_that_look_the_same_are_listed_or_there_are_none(club: Club, owner: Client) -> None:
    url = "/clubs/portland/members/?alike=1"
    text = words(page(owner, url))
    assert "Names that look the same No two names look the same." in text
    Player.objects.create(club=club, name="ORFORD")
    text = words(page(owner, url))
    assert "Names that look the same Is this one person?" in text
    assert "No two names" not in text


def test_names_stand_in_order_whatever_their_letters_case(club: Club, owner: Client) -> None:
    for name in ("clay", "Boiteau", "Walker", "van Tenac"):
        Player.objects.create(club=club, name=name)
    for path, heading in (("/clubs/portland/", "players"), ("/clubs/portland/members/", "guests")):
        html = page(owner, path).partition(f'id="{heading}"')[2]
        places = [html.index(f">{name}<") for name in ("Boiteau", "clay", "van Tenac", "Walker")]
        assert places == sorted(places)


def test_role_is_changed_and_the_last_owner_kept(club: Club, owner: Client) -> None:
    clay, orford = make_member(club, "Clay"), Player.objects.get(name="Orford")
    owner.post(address(clay, "role/"), {"role-role": "director"})
    assert ("Clay", "director") in roles(club)
    html = owner.post(address(orford, "role/"), {"role-role": "member"}).content.decode()
    assert "only owner" in html
    html = owner.post(address(orford, "end/")).content.decode()
    assert "only owner" in html
    assert ("Orford", "owner") in roles(club)


def test_opened_row_alone_has_the_roles(club: Club, owner: Client) -> None:
    clay, pole = make_member(club, "Clay"), make_member(club, "Pole")
    html = page(owner, "/clubs/portland/members/?q=o")
    assert f'href="?q=o&amp;open={pole.public_id}#m-{pole.public_id}"' in html
    assert "Role of" not in html
    html = page(owner, f"/clubs/portland/members/?open={pole.public_id}")
    assert re.findall('Role of [^"]+', html) == ["Role of Pole"]
    assert f"{pole.public_id}/role/" in html
    assert "Role of" not in page(client_of(user_of(clay)), f"/clubs/portland/members/?open={pole.public_id}")


def test_membership_is_ended(club: Club, owner: Client) -> None:
    clay = make_member(club, "Clay")
    assert "no longer be a member of Portland" in words(page(owner, address(clay, "end/")))
    owner.post(address(clay, "end/"))
    assert roles(club) == {("Orford", "owner")}


def test_player_is_renamed_or_told_why_not(club: Club, owner: Client) -> None:
    player = Player.objects.create(club=club, name="Clai")
    assert (
        "merge the two" in owner.post(address(player, "rename/"), {"rename-name": "Orford"}).content.decode()
    )
    owner.post(address(player, "rename/"), {"rename-name": "Clay"})
    player.refresh_from_db()
    assert player.name == "Clay"


@pytest.mark.parametrize("stays", ["this", "other"])
def test_two_records_are_merged(club: Club, owner: Client, stays: str) -> None:
    one, other = (Player.objects.create(club=club, name=name) for name in ("Clay", "H. Clay"))
    sent = {"other": "H. Clay", "stays": stays, "reason": "same man"}
    owner.post(address(one, "merge/"), sent)
    kept = one if stays == "this" else other
    assert Player.objects.get(merged_into__isnull=False).merged_into == kept
    assert "Other names in files" in page(owner, address(kept))


def test_both_records_are_shown_before_they_are_merged(club: Club, owner: Client) -> None:
    (rubber,) = import_text(club, text("Clay", "Pole"))
    one = rubber.player_a
    Player.objects.create(club=club, name="H. Clay")
    page_text = words(page(owner, address(one, "merge/?other=H.+Clay")))
    assert "Merge Clay and H. Clay" in page_text
    assert "Clay (1 rubber)" in page_text
    assert "H. Clay (0 rubbers)" in page_text
    assert "Nobody else on the club" in page(owner, address(one, "merge/?other=Nobody"))
    assert not Player.objects.filter(merged_into__isnull=False).exists()


def test_player_with_an_account_who_is_no_member_is_marked(club: Club, owner: Client) -> None:
    Player.objects.create(club=club, name="Guest")
    Player.objects.create(club=club, name="Boitau", user=User.objects.create_user("boitau@example.org"))
    text = words(page(owner, "/clubs/portland/members/"))
    assert "Boitau has an account, but is not a member" in text
    assert text.count("has an account, but is not a member") == 1


def test_guest_is_forgotten(club: Club, owner: Client) -> None:
    guest = Player.objects.create(club=club, name="Guest")
    assert "be undone" in page(owner, address(guest, "erase/"))
    owner.post(address(guest, "erase/"))
    guest.refresh_from_db()
    assert guest.name == ""
    assert owner.get(address(guest)).status_code == 404


def test_owner_makes_a_link_for_a_forgotten_password(club: Club, owner: Client) -> None:
    clay = make_member(club, "Clay")
    answer = owner.post(address(clay, "password-link/"), follow=True)
    match = re.search(r'id="made-link">http://localhost:8000(/accounts/[^<]+)<', answer.content.decode())
    assert match
    client = Client()
    form = client.get(match[1], follow=True).redirect_chain[-1][0]
    client.post(form, {"password1": "another long secret", "password2": "another long secret"})
    user = User.objects.get(players=clay)
    assert user.check_password("another long secret")
    assert "was used already" in Client().get(match[1], follow=True).content.decode()


@pytest.mark.usefixtures("with_mail")
def test_no_password_links_on_a_site_with_mail(club: Club, owner: Client) -> None:
    clay = make_member(club, "Clay")
    assert "new password" not in page(owner, address(clay))
    assert owner.post(address(clay, "password-link/")).status_code == 403


def test_claim_is_offered_for_guests_alone(club: Club, owner: Client) -> None:
    guest, clay = Player.objects.create(club=club, name="Guest"), make_member(club, "Clay")
    assert f"invite/?player={guest.public_id}" in page(owner, address(guest))
    assert owner.get(f"/clubs/portland/members/invite/?player={clay.public_id}").status_code == 404
    assert not Invitation.objects.exists()


def test_member_from_another_club_is_not_renamed_here(club: Club, owner: Client) -> None:
    visitor = make_member(make_club("garrick"), "Pole")
    Membership.objects.create(club=club, player=visitor)
    html = page(owner, address(visitor))
    assert "Change the role" in html
    assert "Change the name" not in html
    assert owner.post(address(visitor, "rename/"), {"rename-name": "X"}).status_code == 403


@pytest.mark.parametrize("player_id", ["%00", "nobody", "%F0%9F%98%80"])
def test_record_that_can_not_be_one_is_not_found(club: Club, owner: Client, player_id: str) -> None:
    address = f"/clubs/portland/members/invite/?player={player_id}"
    assert owner.get(address).status_code == 404
    assert owner.post(address, {"role": "member"}).status_code == 404
    assert not Invitation.objects.exists()
