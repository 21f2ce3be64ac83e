"""The page of a table reads what people type as they mean it, and asks where that is not clear."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.models import Player, Rubber
from tests.matches.pages.sittings.table_page import address, say, text_of
from tests.matches.sittings.sitting_hands import SittingHands

pytestmark = pytest.mark.django_db


def test_silly_rounds_of_a_cut_are_one(client: Client, pool: SittingHands) -> None:
    for rounds in ("9" * 5_000, "٣", "-1", ""):
        assert say(client, pool, "cut", rounds=rounds).status_code == 400


@pytest.mark.parametrize("amount", ["", "two", "0", "1,000", "-3"])
def test_bad_amount_is_told_beside_its_field(client: Client, french: SittingHands, amount: str) -> None:
    refused = say(client, french, "bet", player=french.id("Clay"), on=french.id("Orford"), amount=amount)
    assert refused.status_code == 400
    assert "Please check one thing" in text_of(refused)
    assert french.state.bets == ()


def test_somebody_new_is_asked_about_once(client: Client, pool: SittingHands) -> None:
    response = say(client, pool, "join", name="Selwyn")
    assert (response.status_code, "New player: add the name" in text_of(response)) == (400, True)
    assert say(client, pool, "join", key="2", name="Selwyn", is_new="on").status_code == 302
    assert "Selwyn" in text_of(client.get(address(pool)))


def test_nobody_new_is_called_by_a_telephone_number(client: Client, pool: SittingHands) -> None:
    response = say(client, pool, "join", name="Selwyn 020 7946 0958", is_new="on")
    assert (response.status_code, "must not become public" in text_of(response)) == (400, True)


def test_who_left_comes_back_by_his_name(client: Client, french: SittingHands) -> None:
    say(client, french, "left", player=french.id("Pole"))
    assert not french.state.person(french.id("Pole")).is_here
    assert say(client, french, "join", name="Pole").status_code == 302
    assert french.state.person(french.id("Pole")).is_here


def test_tied_cut_asks_for_another_card(client: Client, pool: SittingHands) -> None:
    ids = [pool.id(name) for name in ("Orford", "Baldwin", "Clay")]
    cards: dict[str, Any] = dict(zip((f"card_1_{each}" for each in ids), ("HK", "S7", "D7"), strict=True))
    again = say(client, pool, "cut", rounds=1, **cards)
    assert again.status_code == 400
    assert "Tied for lowest: Baldwin, Clay cut again." in text_of(again)
    assert f'name="card_2_{ids[1]}"' in again.content.decode()
    more: dict[str, Any] = {f"card_2_{ids[1]}": "SQ", f"card_2_{ids[2]}": "D8"}
    assert say(client, pool, "cut", key="2", rounds=2, **cards, **more).status_code == 302
    assert pool.seated() == ("Orford", "Baldwin")
    say(client, pool, "begin")
    assert "cut A=HK B=" in Rubber.objects.get().egn


def test_second_cut_that_is_left_empty_was_none(client: Client, pool: SittingHands) -> None:
    ids = [pool.id(name) for name in ("Orford", "Baldwin", "Clay")]
    cards: dict[str, Any] = dict(zip((f"card_1_{each}" for each in ids), ("HK", "S7", "D7"), strict=True))
    assert say(client, pool, "cut", rounds=1, **cards).status_code == 400
    # The eight was read as a seven.
    mended = {**cards, f"card_1_{ids[1]}": "S8", f"card_2_{ids[1]}": "", f"card_2_{ids[2]}": ""}
    assert say(client, pool, "cut", key="2", rounds=2, **mended).status_code == 302
    assert pool.seated() == ("Orford", "Baldwin")


def test_near_name_is_asked_about(client: Client, pool: SittingHands) -> None:
    Player.objects.create(club=pool.hands.club, name="Ann Bell")
    text = text_of(say(client, pool, "join", name="Ann Bel"))
    assert "Nobody in the club is called Ann Bel. Did you mean Ann Bell?" in text
    say(client, pool, "join", key="k2", name="ANN  BELL ")
    assert not Player.objects.filter(name__in=["Ann Bel", "ANN BELL"]).exists()
    say(client, pool, "join", key="k3", name="Ann Bel", is_new="on")
    assert Player.objects.filter(name="Ann Bel").exists()
