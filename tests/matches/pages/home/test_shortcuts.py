"""The five entries of the site's navigation lead different people to different pages."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Club, Membership, Player, Rubber, User
from tests.matches.pages.reading import page, tags
from tests.matches.pages.records import cup_rubber, make_member, sign_in_as


def leads_to(client: Client, name: str) -> str:
    return client.get(reverse(f"web:{name}")).headers["Location"]


def test_visitor_is_led_to_what_needs_no_account(client: Client, db: None) -> None:
    assert leads_to(client, "my_club") == reverse("web:clubs")
    assert leads_to(client, "my_score") == reverse("web:score")
    assert leads_to(client, "my_practice") == reverse("web:practice")
    assert leads_to(client, "me") == reverse("account_login")


def test_member_of_one_club_is_led_to_it(client: Client, club: Club) -> None:
    user = make_member(club)
    client.force_login(user)
    assert leads_to(client, "my_club") == reverse("web:club", args=[club.slug])
    assert leads_to(client, "my_score") == reverse("web:enter", args=[club.slug])
    assert leads_to(client, "me") == reverse("web:player", args=[Player.objects.get(user=user).public_id])


def test_club_opened_last_comes_first(client: Client, club: Club) -> None:
    client.get(reverse("web:club", args=[club.slug]))
    assert leads_to(client, "my_club") == reverse("web:club", args=[club.slug])
    Club.objects.update(is_public=False)
    assert leads_to(client, "my_club") == reverse("web:clubs")


@pytest.mark.parametrize("name", ["club_results", "club_people", "club_figures", "club_ratings", "records"])
def test_any_page_of_a_club_makes_it_the_club_opened_last(client: Client, club: Club, name: str) -> None:
    client.get(reverse(f"web:{name}", args=[club.slug]))
    assert leads_to(client, "my_club") == reverse("web:club", args=[club.slug])


def test_refused_page_does_not_count_as_opened(client: Client, club: Club) -> None:
    client.get(reverse("web:club_settings", args=[club.slug]))
    client.get(reverse("web:club", args=["nowhere"]))
    client.get(reverse("web:rules"))
    assert leads_to(client, "my_club") == reverse("web:clubs")


def test_player_at_a_table_is_led_to_its_pad(client: Client, club: Club) -> None:
    rubber = cup_rubber(club)
    sign_in_as(client, rubber.player_a)
    assert leads_to(client, "my_score") == reverse("web:score")
    Rubber.objects.filter(pk=rubber.pk).update(state=Rubber.State.LIVE)
    assert leads_to(client, "my_score") == reverse("web:pad", args=[rubber.public_id])


def test_user_without_a_player_finds_the_account(client: Client, db: None) -> None:
    client.force_login(User.objects.create_user("new@example.org"))
    assert leads_to(client, "me") == reverse("web:account")
    assert leads_to(client, "my_score") == reverse("web:score")


def test_me_is_the_player_of_the_club_opened_last(client: Client, club: Club) -> None:
    user = make_member(club)
    other = Club.objects.create(slug="other", name="Other")
    players = {
        club.slug: Player.objects.get(user=user),
        other.slug: Player.objects.create(club=other, user=user, name="Member"),
    }
    client.force_login(user)
    for slug in (other.slug, club.slug, other.slug):
        client.get(reverse("web:club", args=[slug]))
        assert leads_to(client, "me") == reverse("web:player", args=[players[slug].public_id])


def test_member_whose_record_is_of_another_club_is_led_to_it(client: Client, club: Club) -> None:
    user = User.objects.create_user("ann@example.org")
    home, away = (Club.objects.create(slug=slug, name=slug.title()) for slug in ("home", "away"))
    Player.objects.create(club=home, user=user, name="Ann")
    visitor = Player.objects.create(club=away, user=user, name="Ann")
    Membership.objects.create(club=club, player=visitor)
    client.force_login(user)
    client.get(reverse("web:club", args=[club.slug]))
    assert leads_to(client, "me") == reverse("web:player", args=[visitor.public_id])


def test_member_of_two_clubs_chooses_where_to_score(client: Client, club: Club) -> None:
    user = make_member(club)
    other = Club.objects.create(slug="other", name="Other")
    player = Player.objects.create(club=other, user=user, name="Member")
    Membership.objects.create(club=other, player=player, role=Membership.Role.MEMBER)
    client.force_login(user)
    assert leads_to(client, "my_club") == reverse("web:clubs")
    links = [link["href"] for link in tags(page(client, reverse("web:my_score")), "a", class_="go")]
    ways = [reverse("web:enter", args=[each]) for each in ("other", club.slug)]
    assert links == [*ways, reverse("web:score")]
