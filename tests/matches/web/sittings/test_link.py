"""A table's link: in without an account, to one table and the pads of its games, and to nothing else."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import LogEntry, Membership, Sitting
from matches.services.table_links import make_sitting_link, revoke_links
from tests.matches.services.sitting_hands import SittingHands, table
from tests.matches.web.records import make_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool() -> SittingHands:
    told = table()
    told.put("seated", out=told.id("Clay"))
    return told


def phone(told: SittingHands, client: Client) -> str:
    """Let ``client`` in by a new link of a scorer's; the table's address."""
    scorer = make_member(told.hands.club, "scorer@example.org", role="scorer")
    made = make_sitting_link(told.sitting, by=scorer)
    answer = client.post(reverse("web:table_link"), {"code": made.token})
    assert answer.status_code == 303
    return str(answer["Location"])


def sent(told: SittingHands, do: str, **said: object) -> dict[str, object]:
    return {"do": do, "key": "k", "version": Sitting.objects.get(pk=told.sitting.pk).rows_version, **said}


def test_phone_runs_the_table_and_the_log_names_its_link(client: Client, pool: SittingHands) -> None:
    address = phone(pool, client)
    assert address == reverse("web:sitting", args=[pool.sitting.public_id])
    assert "data-act" in client.get(address).content.decode()
    assert client.post(address, sent(pool, "begin")).status_code == 302
    entry = LogEntry.objects.filter(kind="sitting.game_begun").get()
    assert entry.link is not None
    assert (entry.link.sitting_id, entry.by == entry.link.created_by) == (pool.sitting.pk, True)


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


def test_link_is_good_while_it_is_out_and_its_maker_may_run_tables(
    client: Client, pool: SittingHands
) -> None:
    address = phone(pool, client)
    Membership.objects.filter(player__user__email="scorer@example.org").update(role="member")
    assert client.get(address).status_code == 302
    Membership.objects.filter(player__user__email="scorer@example.org").update(role="helper")
    assert client.get(address).status_code == 200
    revoke_links(pool.hands.club, pool.sitting.table_links.all(), by=None)
    assert client.get(address).status_code == 302


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
