"""The page of a table: its state, its commands, and commands that come too late."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Rubber, Sitting
from matches.rubbers.change_rubbers import dispute_rubber
from tests.matches.pages.records import make_member
from tests.matches.pages.sittings.table_page import address, member_who_plays, say, sign_in, text_of
from tests.matches.rubbers.hands import differences, make_hands
from tests.matches.sittings.sitting_hands import SittingHands

pytestmark = pytest.mark.django_db


def test_whole_pool_by_taps(client: Client, pool: SittingHands) -> None:
    assert "Cut: the lowest stays out" in text_of(client.get(address(pool)))
    assert say(client, pool, "seated_out", player=pool.id("Clay")).status_code == 302
    assert say(client, pool, "begin").status_code == 302
    page = text_of(client.get(address(pool)))
    assert "Game 1 is being played" in page
    assert "Orford won" in page
    assert say(client, pool, "won", game=1, winner="A", lost_with="3").status_code == 302
    rubber = Rubber.objects.get()
    played = rubber.games.get()
    assert (rubber.state, rubber.winner, played.points_a, played.points_b) == ("confirmed", "A", 5, 3)
    page = text_of(client.get(address(pool)))
    assert "Orford and Clay play next" in page
    assert "Baldwin lost game 1" in page
    assert "Orford takes it by winning this game, too." in page
    say(client, pool, "begin")
    say(client, pool, "won", game=2, winner="A")
    assert "Orford wins pool 1: €10.00." in text_of(client.get(address(pool)))
    assert say(client, pool, "closed").status_code == 302
    page = text_of(client.get(address(pool)))
    assert "Clay pays Orford €4.00" in page
    assert "Baldwin pays Orford €4.00" in page


def test_debts_of_a_closed_table_are_paid_by_a_tap_each(client: Client, french: SittingHands) -> None:
    french.bet("Orford", "Orford", 123_456)
    french.bet("Baldwin", "Baldwin", 123_456)
    french.play("A")
    say(client, french, "closed")
    page = client.get(address(french)).content.decode()
    debt = {
        name: re.findall(f'name="{name}" value="([^"]+)"', page)[0] for name in ("payer", "payee", "amount")
    }
    assert debt == {"payer": french.id("Baldwin"), "payee": french.id("Orford"), "amount": "1234.56"}
    assert say(client, french, "paid", **debt).status_code == 302
    assert "Nobody owes anything." in text_of(client.get(address(french)))


def test_act_sent_again_succeeds(client: Client, french: SittingHands) -> None:
    french.bet("Orford", "Orford", 300)
    french.bet("Baldwin", "Baldwin", 200)
    seen = Sitting.objects.get().rows_version
    for _time in range(2):
        assert say(client, french, "levelled", version=seen).status_code == 302
    back = {"player": french.id("Baldwin"), "amount": ""}
    seen += 1
    for _time in range(2):
        assert say(client, french, "withdraw", version=seen, **back).status_code == 302
    assert [each.amount for each in french.state.bets] == [200]


def test_late_phone_keeps_what_was_typed(client: Client, french: SittingHands) -> None:
    seen = Sitting.objects.get().rows_version
    french.bet("Orford", "Orford", 300)
    bet = {"player": french.id("Clay"), "on": french.id("Orford"), "amount": "2,50"}
    late = say(client, french, "bet", version=seen, **bet)
    assert late.status_code == 409
    assert "Someone else changed this table first" in text_of(late)
    assert 'value="2,50"' in late.content.decode()
    assert len(french.state.bets) == 1
    now = re.search(r'name="version" value="(\d+)"', late.content.decode())
    assert now is not None
    assert say(client, french, "bet", version=int(now[1]), key="again", **bet).status_code == 302
    assert len(french.state.bets) == 2


def test_late_phone_whose_choice_is_gone_is_told(client: Client, french: SittingHands) -> None:
    seen = Sitting.objects.get().rows_version
    french.put("seated", a=french.id("Clay"), b=french.id("Baldwin"))
    bet: dict[str, Any] = {"player": french.id("Orford"), "on": french.id("Orford"), "amount": "2"}
    late = say(client, french, "bet", version=seen, **bet)
    assert late.status_code == 409
    assert "Someone else changed this table first" in text_of(late)
    now = say(client, french, "bet", **bet)
    assert (now.status_code, "Choose again" in text_of(now)) == (400, True)
    # The players are identified by name and never by id.
    assert french.id("Orford") not in text_of(now)


def test_what_the_evening_does_not_allow_is_told_in_words(client: Client, french: SittingHands) -> None:
    refused = say(client, french, "bet", player=french.id("Orford"), on=french.id("Baldwin"), amount="2")
    assert refused.status_code == 400
    assert "Orford is playing, and cannot bet on the opponent." in text_of(refused)


def test_nobody_is_chosen_for_a_stake_where_nobody_comes_next(client: Client, french: SittingHands) -> None:
    chosen = '<option value="{}" selected>{}'
    for name, on in (("Orford", "Orford"), ("Baldwin", "Baldwin"), ("Clay", "Orford")):
        page = client.get(address(french)).content.decode()
        assert chosen.format(french.id(name), name) in page
        french.bet(name, on, 200)
    french.bet("Pole", "Baldwin", 200)
    page = client.get(address(french)).content.decode()
    form = page[page.index('name="do" value="bet"') : page.index('name="do" value="withdraw"')]
    assert chosen.format("", "–") in form
    assert chosen.format(french.id("Orford"), "Orford") not in form


def test_nobody_is_offered_to_be_bet_on_who_plays_la_chouette(client: Client, french: SittingHands) -> None:
    french.put("chouette", player=french.id("Orford"))
    page = client.get(address(french)).content.decode()
    sides = re.findall('type="radio" name="on" value="([^"]+)"[^>]*?( checked)?>', page)
    assert [(french.name(player), bool(checked)) for player, checked in sides] == [("Baldwin", True)]


def test_player_takes_what_bystanders_bet_by_a_tap(client: Client, french: SittingHands) -> None:
    for who, on in (("Orford", "Orford"), ("Baldwin", "Baldwin"), ("Clay", "Orford"), ("Pole", "Baldwin")):
        french.bet(who, on, 200)
    assert "€2.00 offered: Baldwin takes bets" in text_of(client.get(address(french)))
    too_much = say(client, french, "take", player=french.id("Baldwin"), amount="2.01")
    assert too_much.status_code == 400
    assert "Only €2.00 is offered, not €2.01." in text_of(too_much)
    assert say(client, french, "take", player=french.id("Baldwin"), amount="1.50").status_code == 302
    page = text_of(client.get(address(french)))
    assert "Baldwin takes €1.50 of the bets, ahead of the bystanders." in page
    assert "Pole makes room and gets €1.50 back." in page
    assert say(client, french, "take", player=french.id("Baldwin"), amount="").status_code == 302
    assert [side.total for side in french.state.sides] == [400, 400]
    assert not any(bet.player == french.id("Pole") for bet in french.state.bets)
    assert differences() == []


def test_others_give_way_to_who_covers_all_by_a_tap(client: Client, french: SittingHands) -> None:
    french.bet("Clay", "Orford", 200)
    assert say(client, french, "chouette", player=french.id("Orford")).status_code == 302
    assert "Clay makes room and gets €2.00 back." in text_of(client.get(address(french)))


def test_other_custom_is_agreed_on_from_the_page(client: Client, pool: SittingHands) -> None:
    assert say(client, pool, "agreed", stake="2", custom="engaged").status_code == 302
    assert pool.state.terms == {"stake": 200, "custom": "entrant", "first_stakes": "engaged"}
    page = client.get(address(pool))
    assert "the two who play pay a stake, and so does the player who comes in" in text_of(page)
    assert re.search(r'value="engaged"[^>]*checked', page.content.decode())


def test_disputed_result_waits_for_a_director(client: Client, pool: SittingHands) -> None:
    pool.put("seated", out=pool.id("Clay"))
    pool.play("A")
    dispute_rubber(Rubber.objects.get(), seat="B", act=pool.act())
    page = text_of(client.get(address(pool)))
    assert "Game 1 is disputed A director decides" in re.sub(r"Orford +Baldwin +Pool 1: €6.00 ", "", page)
    assert "Who won?" not in page
    assert "Undo:" not in page
    assert say(client, pool, "abandon", game=1).status_code == 400
    assert Rubber.objects.get().state == "disputed"


def test_members_look_on_and_strangers_see_nothing(client: Client, pool: SittingHands) -> None:
    sign_in(client, pool, "member")
    page = client.get(address(pool))
    assert (page.status_code, "data-act" in page.content.decode()) == (200, False)
    assert say(client, pool, "seated_out", player=pool.id("Clay")).status_code == 403
    client.logout()
    assert client.get(address(pool)).status_code == 302
    client.force_login(make_member(make_hands("elsewhere").club, "other@example.org"))
    assert client.get(address(pool)).status_code == 403


def test_member_who_plays_is_led_to_the_pad(client: Client, pool: SittingHands) -> None:
    pool.put("seated", out=pool.id("Clay"))
    rubber = pool.begin()
    sign_in(client, pool, "member")
    to_pad = reverse("web:sitting_pad", args=[pool.sitting.public_id])
    assert to_pad not in client.get(address(pool)).content.decode()
    client.force_login(member_who_plays(pool, "Orford"))
    page = client.get(address(pool)).content.decode()
    assert (to_pad in page, "data-act" in page) == (True, False)
    assert client.get(to_pad)["Location"] == reverse("web:pad", args=[rubber.public_id])


def test_page_of_a_closed_table_hears_when_it_is_opened_again(client: Client, french: SittingHands) -> None:
    french.put("closed")
    assert f'data-topics="sitting.{french.sitting.public_id}"' in client.get(address(french)).content.decode()


def test_button_of_a_row_names_its_player(client: Client, french: SittingHands) -> None:
    pole = french.id("Pole")
    page = client.get(address(french)).content.decode()
    assert f'name="do" value="left {pole}"' in page
    assert say(client, french, f"left {pole}").status_code == 302
    assert not french.state.person(pole).is_here
