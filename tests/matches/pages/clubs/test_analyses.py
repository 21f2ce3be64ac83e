"""An owner chooses who sees the analysis of a deal, with what would change before them."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Club, DealReview, LogEntry, Review, User
from matches.reviews.claims import CURRENT_ENGINE
from tests.factories.browsers import client_of
from tests.factories.clubs import make_club
from tests.matches.pages.reading import page, tag, words
from tests.matches.pages.records import cup_rubber, make_member, review

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club) -> Client:
    return client_of(make_member(club, "orford@example.org", role="owner"))


def address(club: Club) -> str:
    return reverse("web:choose_analyses", args=[club.slug])


def test_owner_is_asked_until_the_answer_is_stored(club: Club, owner: Client) -> None:
    cup_rubber(club)
    url = reverse("web:club", args=[club.slug])
    text = words(page(owner, url))
    assert "This club has not chosen yet." in text
    assert "Anyone can then read what each choice in a deal cost" in text
    assert "Today they see only their own." in text
    assert "not chosen yet" not in page(Client(), url)
    response = owner.post(address(club), {"analyses": "players"}, follow=True)
    assert "Only the two players of a deal see its analysis." in words(response.content.decode())
    assert "not chosen yet" not in page(owner, url)
    club.refresh_from_db()
    assert club.analyses == Club.Analyses.PLAYERS
    assert LogEntry.objects.get(kind="club.changed").payload == {"analyses": "players"}


def test_manage_asks_too(club: Club, owner: Client) -> None:
    manage = reverse("web:club_manage", args=[club.slug])
    html = page(owner, manage)
    assert "This club has not chosen yet." in words(html)
    form = html.split(f'action="{address(club)}"')[1].split("</form>")[0]
    answer = {"analyses": "players", "next": tag(form, "input", name="next")["value"]}
    assert owner.post(address(club), answer)["Location"] == manage
    assert "not chosen yet" not in page(owner, manage)
    club.analyses = Club.Analyses.UNDECIDED
    club.save()
    director = client_of(make_member(club, role="director"))
    assert "not chosen yet" not in page(director, manage)


def test_club_that_shares_figures_is_told_that_everyone_sees_them(club: Club, owner: Client) -> None:
    Club.objects.update(reviews_open=True)
    text = words(page(owner, address(club)))
    assert "Everyone, including visitors of the site As it is today." in text
    assert "Nobody else can then read the analyses" in text


def test_choices_say_who_everyone_is_in_a_club_for_its_members(club: Club, owner: Client) -> None:
    Club.objects.update(is_public=False)
    text = words(page(owner, address(club)))
    assert "All members Every member can then read" in text
    assert "visitors of the site" not in text
    response = owner.post(address(club), {"analyses": "everyone"}, follow=True)
    assert "All members see the analysis of a deal." in words(response.content.decode())


@pytest.mark.parametrize("answer", ["undecided", "", "nobody"])
def test_only_the_two_answers_are_taken(club: Club, owner: Client, answer: str) -> None:
    assert owner.post(address(club), {"analyses": answer}).status_code == 400
    assert not LogEntry.objects.filter(kind="club.changed").exists()


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org/", ""])
def test_answer_leads_to_no_other_site(club: Club, owner: Client, elsewhere: str) -> None:
    response = owner.post(address(club), {"analyses": "everyone", "next": elsewhere})
    assert response["Location"] == reverse("web:club", args=[club.slug])


def test_owner_opens_the_analysis_on_the_deals_page(club: Club, owner: Client) -> None:
    rubber = cup_rubber(club)
    DealReview.objects.create(review=review(rubber, [{}]), game=1, deal=1)
    Review.objects.update(engine_version=CURRENT_ENGINE)
    Club.objects.update(analyses=Club.Analyses.PLAYERS)
    rubber.player_a.user = User.objects.create_user("boiteau@example.org")
    rubber.player_a.save()
    url = reverse("web:deal", args=[rubber.public_id, 1, 1])
    closed = "This deal has been analysed. Only Boiteau and the club’s owners can see it."
    text = unescape(words(page(Client(), url)))
    assert closed in text
    assert "Blunder" not in text
    assert "Show analyses to everyone" not in text
    html = page(owner, url)
    assert "Show analyses to everyone" in html
    response = owner.post(address(club), {"analyses": "everyone", "next": url})
    assert response["Location"] == url
    opened = words(page(Client(), url))
    to_all = "Everyone who may see the cards can see this analysis."
    assert to_all in words(page(owner, url))
    assert to_all not in opened
    assert "Next mistake" in opened
    assert closed not in opened
