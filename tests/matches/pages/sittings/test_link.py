"""A table's link admits without an account to one table and the pads of its games, and to nothing else."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.models import LogEntry, Membership, Sitting, TableLink
from matches.pads.table_links import make_sitting_link, revoke_links
from tests.factories.browsers import client_of
from tests.matches.pages.reading import page
from tests.matches.pages.records import make_member
from tests.matches.sittings.sitting_hands import SittingHands, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool() -> SittingHands:
    sitting_hands = table()
    sitting_hands.put("seated", out=sitting_hands.id("Clay"))
    return sitting_hands


def phone(sitting_hands: SittingHands, client: Client) -> str:
    """Admit ``client`` by a new link of a scorer's, and return the table's path."""
    scorer = make_member(sitting_hands.hands.club, "scorer@example.org", role="scorer")
    made = make_sitting_link(sitting_hands.sitting, by=scorer)
    answer = client.post(reverse("web:table_link"), {"code": made.token})
    assert answer.status_code == 303
    return str(answer["Location"])


def sent(sitting_hands: SittingHands, do: str, **expected: object) -> dict[str, object]:
    version = Sitting.objects.get(pk=sitting_hands.sitting.pk).rows_version
    return {"do": do, "key": "k", "version": version, **expected}


def test_phone_runs_the_table_and_the_log_names_its_link(client: Client, pool: SittingHands) -> None:
    address = phone(pool, client)
    assert address == reverse("web:sitting", args=[pool.sitting.public_id])
    assert "data-act" in client.get(address).content.decode()
    assert client.post(address, sent(pool, "begin")).status_code == 302
    entry = LogEntry.objects.filter(kind="sitting.game_begun").get()
    assert entry.link is not None
    assert (entry.link.sitting_id, entry.by == entry.link.created_by) == (pool.sitting.pk, True)


def test_phone_reads_what_was_put_down_and_not_by_whom(client: Client, pool: SittingHands) -> None:
    client.post(phone(pool, client), sent(pool, "begin"))
    history = reverse("web:sitting_history", args=[pool.sitting.public_id])
    html = page(client, history)
    assert "Game 1" in html
    hint = TableLink.objects.get().hint
    assert not {"scorer", pool.hands.director.name or "director", hint} & set(re.findall(r"[\w.]+", html))
    member = client_of(make_member(pool.hands.club, "baldwin@example.org"))
    assert f"the table, with the link {hint} of scorer" in page(member, history)


def test_table_leads_into_the_pad_of_its_game_and_back(client: Client, pool: SittingHands) -> None:
    address = phone(pool, client)
    rubber = pool.begin()
    to_pad = client.get(reverse("web:sitting_pad", args=[pool.sitting.public_id]))
    pad = reverse("web:pad", args=[rubber.public_id])
    assert (to_pad.status_code, to_pad["Location"]) == (302, pad)
    assert to_pad.cookies["table_link"]["path"] == pad
    client.cookies["table_link"] = to_pad.cookies["table_link"].value
    state = client.get(reverse("web:pad_state", args=[rubber.public_id])).json()
    assert (state["may"]["enter"], state["urls"]["sitting"]) == (True, address)


def test_link_opens_no_other_table_and_no_other_pad(client: Client, pool: SittingHands) -> None:
    phone(pool, client)
    other = table("french", "Pole", "Selwyn", "Keene", hands=pool.hands)
    assert client.get(reverse("web:sitting", args=[other.sitting.public_id])).status_code == 302
    elsewhere = pool.hands.open()
    assert client.get(reverse("web:pad", args=[elsewhere.public_id])).status_code == 403
    for name in ("sittings", "members"):
        assert client.get(reverse(f"web:{name}", args=[pool.hands.club.slug])).status_code in (302, 403)
    assert client.get(reverse("web:sitting_links", args=[pool.sitting.public_id])).status_code == 302


@pytest.mark.usefixtures("recorded_templates")
def test_phone_cannot_reopen_a_closed_table(client: Client) -> None:
    sitting_hands = table()
    address = phone(sitting_hands, client)
    assert client.post(address, sent(sitting_hands, "closed")).status_code == 302
    sitting_hands.sitting.refresh_from_db()
    answer = client.get(address)
    assert (answer.context["may"], "Record payment" in answer.content.decode()) == ({"paid"}, True)
    assert client.post(address, sent(sitting_hands, "reopened", key="anew")).status_code == 400
    client.force_login(make_member(sitting_hands.hands.club, "helper@example.org", role="helper"))
    assert client.get(address).context["may"] == {"paid", "reopened", "undone"}


def test_link_is_good_while_its_maker_runs_tables(client: Client, pool: SittingHands) -> None:
    address = phone(pool, client)
    Membership.objects.filter(player__user__email="scorer@example.org").update(role="member")
    assert client.get(address).status_code == 403
    Membership.objects.filter(player__user__email="scorer@example.org").update(role="helper")
    assert client.get(address).status_code == 200
    revoke_links(pool.hands.club, pool.sitting.table_links.all(), by=None)
    assert client.get(address).status_code == 403


def test_phone_is_told_what_became_of_its_link(client: Client, pool: SittingHands) -> None:
    address = phone(pool, client)
    TableLink.objects.update(expires_at=timezone.now())
    html = page(client, address, status=403)
    assert "This link has expired" in html
    assert f"{reverse('account_login')}?next={address}" in html
    revoke_links(pool.hands.club, pool.sitting.table_links.all(), by=None)
    for name in ("sitting", "sitting_ledger", "sitting_history", "sitting_pad"):
        where = reverse(f"web:{name}", args=[pool.sitting.public_id])
        assert "This link was revoked" in page(client, where, status=403)
    refused = client.post(address, sent(pool, "begin"))
    assert (refused.status_code, "This link was revoked" in refused.content.decode()) == (403, True)
    # Another table's says nothing of this one.
    other = table("french", "Pole", "Selwyn", "Keene", hands=pool.hands)
    client.cookies.clear()
    assert client.get(reverse("web:sitting", args=[other.sitting.public_id])).status_code == 302


def test_code_is_shown_once_and_taken_back_from_the_list(client: Client, pool: SittingHands) -> None:
    client.force_login(make_member(pool.hands.club, "helper@example.org", role="helper"))
    page = reverse("web:sitting_links", args=[pool.sitting.public_id])
    assert "Scan this at the table" in client.post(page, {"life": "day"}).content.decode()
    link = pool.sitting.table_links.get()
    listed = client.get(page).content.decode()
    assert (link.hint in listed, "Scan this" in listed) == (True, False)
    assert client.post(page, {"do": "revoke", "link": link.public_id}).status_code == 303
    link.refresh_from_db()
    assert link.revoked_at is not None
