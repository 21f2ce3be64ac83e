"""Every page that links lead to, read in French: nothing on it is English."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.test import Client

from matches.events.write_standings import write_standings
from matches.models import Club, Event, Rubber
from tests.factories.clubs import make_club
from tests.locale.pages import english_on, walk
from tests.matches.pages.every_page import addresses, make_scene
from tests.matches.pages.records import import_text, make_member, review, text

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

LEAVES = {"account_logout", "account_reset_password_from_key"}
FAULTY = "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT SQ, CK C7, DQ DJ, HA S8, D8 C8 =B4 (0-2)"
ODD = "1. A ^C9 S CT C8 !40b(DQ;before):takeback CK C7 =B3 (0-1)\n2. B P G -5 -0 S =A3 (4-4) Kb (4-5)"


@pytest.fixture
def club(db: None) -> Club:
    """A public club with a settled rubber that is reviewed, drafts and a live one, all in an event."""
    club = make_club(currency="EUR")
    tags = '[Event "Coupe"]\n[Date "2026.11.01"]\n[Round "1"]\n[Table "4"]\n'
    settled, *others = import_text(
        club,
        text(tags=tags),
        text("Clay", "Orford", tags=tags, deals=FAULTY, final="", ending="*"),
        text("Aldous", "Baldwin", tags=tags, deals=ODD, final="", ending="*"),
        text("Clay", "Walker", tags=tags.replace('"1"', '"2"', 1)),
    )
    review(settled, [{}, {"deal": 2, "kind": "card", "trick": 1, "chosen": "SK", "best": ["HK", "HT"]}])
    Rubber.objects.filter(pk=others[-1].pk).update(state=Rubber.State.LIVE)
    write_standings(settled.event_id)
    return club


@pytest.fixture
def french(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    return client


MANY = pytest.param(6, marks=pytest.mark.soak)
WALKED = pytest.mark.parametrize("of_a_kind", [pytest.param(2, marks=pytest.mark.long), MANY])


def sent_empty(client: Client, address: str) -> str:
    """Return the page after an empty form is submitted. Its changes are rolled back."""
    cookies = dict(client.cookies)
    with transaction.atomic():
        response = client.post(address, follow=True)
        transaction.set_rollback(True)
    client.cookies.update(cookies)
    assert response.status_code < 500
    return response.content.decode()


def test_english_is_recognised_on_a_page() -> None:
    page = "<p>Standings</p><p>Boiteau wins the point.</p><p>Classement</p><pre>the deal</pre><p>Entered by hand</p>"
    assert english_on(page) == ["Standings", "Boiteau wins the point.", "Entered by hand"]


@WALKED
def test_stranger_reads_no_english_on_french_pages(club: Club, french: Client, of_a_kind: int) -> None:
    pages = dict(walk(french, "/", of_a_kind=of_a_kind))
    assert len(pages) > 8
    assert {address: english for address, html in pages.items() if (english := english_on(html))} == {}


@WALKED
def test_owner_reads_no_english_on_french_pages(club: Club, french: Client, of_a_kind: int) -> None:
    french.force_login(make_member(club, "proprietaire@example.net", role="owner"))
    pages = dict(walk(french, f"/clubs/{club.slug}/", of_a_kind=of_a_kind))
    assert len(pages) > 12
    assert {address: english for address, html in pages.items() if (english := english_on(html))} == {}


@pytest.mark.long
def test_no_page_of_the_site_says_anything_in_english(french: Client) -> None:
    """Pages without a link to them are included; the page that signs the owner out comes last."""
    scene = make_scene(2)
    french.force_login(scene.owner)
    names = set(Event.objects.values_list("name", flat=True))
    english_by_page = {}
    for name, address in sorted(addresses(scene).items(), key=lambda page: page[0] in LEAVES):
        response = french.get(address, follow=True)
        assert response.status_code == 200, name
        if english := english_on(response.content.decode(), names=names):
            english_by_page[name] = english
    assert english_by_page == {}


@WALKED
def test_forms_sent_empty_complain_in_french(club: Club, french: Client, of_a_kind: int) -> None:
    french.force_login(make_member(club, "proprietaire@example.net", role="owner"))
    pages = walk(french, f"/clubs/{club.slug}/", of_a_kind=of_a_kind)
    forms = [address for address, html in pages if '<form class="form' in html]
    answers = {address: sent_empty(french, address) for address in forms}
    complaining = {address: html for address, html in answers.items() if "aria-invalid" in html}
    assert len(complaining) > 5
    assert {address: english for address, html in answers.items() if (english := english_on(html))} == {}


def test_page_not_found_is_french(french: Client) -> None:
    assert english_on(french.get("/nowhere/").content.decode()) == []
