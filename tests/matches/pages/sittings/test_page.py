"""The page of a table: its state, its commands, and commands that come too late."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from matches.models import Membership, Player, Rubber, Sitting, TableLink, User
from matches.rubbers.change_rubbers import dispute_rubber
from tests.matches.pages.records import make_member
from tests.matches.rubbers.hands import differences, make_hands
from tests.matches.sittings.sitting_hands import SittingHands, table

pytestmark = pytest.mark.django_db


def sign_in(client: Client, sitting_hands: SittingHands, role: str = "scorer") -> None:
    client.force_login(make_member(sitting_hands.hands.club, f"{role}@example.org", role=role))


@pytest.fixture
def pool(client: Client) -> SittingHands:
    """Return a pool of three, with a scorer's browser."""
    pool = table()
    sign_in(client, pool)
    return pool


@pytest.fixture
def french(client: Client) -> SittingHands:
    """Return a French table of four, with a scorer's browser."""
    french = table("french", "Orford", "Baldwin", "Clay", "Pole")
    sign_in(client, french)
    return french


def address(sitting_hands: SittingHands) -> str:
    return reverse("web:sitting", args=[sitting_hands.sitting.public_id])


def say(
    client: Client,
    sitting_hands: SittingHands,
    do: str,
    *,
    at: str = "",
    key: str = "k",
    version: int = 0,
    **fields: Any,
) -> HttpResponse:
    """Send a command from the table's page, or from that ``at`` another URL.

    ``version`` is the one that the phone saw last, by default the current one.
    """
    seen = version or Sitting.objects.get(pk=sitting_hands.sitting.pk).rows_version
    data: dict[str, Any] = {"do": do, "key": key, "version": seen, **fields}
    return cast(HttpResponse, client.post(at or address(sitting_hands), data))


def text_of(response: HttpResponseBase) -> str:
    page = cast(HttpResponse, response).content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


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


def test_double_tap_is_one_act(client: Client, french: SittingHands) -> None:
    seen = Sitting.objects.get().rows_version
    bet = {"player": french.id("Clay"), "on": french.id("Orford"), "amount": "2.50"}
    for _tap in range(2):
        assert say(client, french, "bet", version=seen, **bet).status_code == 302
    assert [each.amount for each in french.state.bets] == [250]


def test_act_whose_answer_was_lost_is_done_whatever_the_table_is_by_then(
    client: Client, french: SittingHands
) -> None:
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


def test_silly_rounds_of_a_cut_are_one(client: Client, pool: SittingHands) -> None:
    for rounds in ("9" * 5_000, "٣", "-1", ""):
        assert say(client, pool, "cut", rounds=rounds).status_code == 400


def test_second_phone_is_told_and_what_it_typed_is_kept(client: Client, french: SittingHands) -> None:
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


def test_second_phone_is_told_that_it_was_late_where_what_it_chose_is_gone(
    client: Client, french: SittingHands
) -> None:
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


@pytest.mark.parametrize("amount", ["", "two", "0", "1,000", "-3"])
def test_bad_amount_is_told_beside_its_field(client: Client, french: SittingHands, amount: str) -> None:
    refused = say(client, french, "bet", player=french.id("Clay"), on=french.id("Orford"), amount=amount)
    assert refused.status_code == 400
    assert "Please check one thing" in text_of(refused)
    assert french.state.bets == ()


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


@pytest.mark.parametrize(
    ("choice", "terms", "after_the_cut"),
    [
        ("loser", {"stake": 100, "custom": "loser"}, 300),
        ("engaged", {"stake": 100, "custom": "entrant", "first_stakes": "engaged"}, 200),
        ("entrant", {"stake": 100, "custom": "entrant"}, 300),
        ("", {"stake": 100, "custom": "loser"}, 300),
    ],
)
def test_custom_of_a_pool_is_chosen_as_it_is_opened(
    client: Client, choice: str, terms: dict[str, Any], after_the_cut: int
) -> None:
    hands = make_hands()
    client.force_login(make_member(hands.club, "scorer@example.org", role="scorer"))
    url = reverse("web:new_sitting", args=[hands.club.slug])
    names = {"names": "Ann\nBea\nCat", "are_new": "on"}
    form = {"key": "k", "kind": "pool", "name": "Corner", "stake": "1", "custom": choice, **names}
    assert client.post(url, form).status_code == 302
    row = Sitting.objects.get()
    assert row.state["terms"] == terms
    sitting_hands = SittingHands(hands, row, {player.name: player for player in Player.objects.all()})
    assert sitting_hands.put("seated", out=sitting_hands.id("Cat")).on_table == after_the_cut


def test_opening_form_says_each_custom_with_the_figures_of_an_example(client: Client) -> None:
    hands = make_hands()
    client.force_login(make_member(hands.club, "scorer@example.org", role="scorer"))
    page = text_of(client.get(reverse("web:new_sitting", args=[hands.club.slug])))
    assert "€3.00 after the cut, €4.00 after game 1 and €5.00 after game 2" in page
    assert (
        "Only the two who play stake, and the player who is out adds a stake each time they come in. With a stake of"
        " €1.00 the pool is €2.00 after the cut, €3.00 when the third player enters game 2 and €4.00 when the first"
        " one returns."
    ) in page


def test_other_custom_is_agreed_on_from_the_page(client: Client, pool: SittingHands) -> None:
    assert say(client, pool, "agreed", stake="2", custom="engaged").status_code == 302
    assert pool.state.terms == {"stake": 200, "custom": "entrant", "first_stakes": "engaged"}
    page = client.get(address(pool))
    assert "the two who play pay a stake, and so does the player who comes in" in text_of(page)
    assert re.search(r'value="engaged"[^>]*checked', page.content.decode())


def test_somebody_new_is_asked_about_once(client: Client, pool: SittingHands) -> None:
    response = say(client, pool, "join", name="Selwyn")
    assert (response.status_code, "New player: add the name" in text_of(response)) == (400, True)
    assert say(client, pool, "join", key="2", name="Selwyn", is_new="on").status_code == 302
    assert "Selwyn" in text_of(client.get(address(pool)))


def test_nobody_new_is_called_by_a_telephone_number(client: Client, pool: SittingHands) -> None:
    response = say(client, pool, "join", name="Selwyn 020 7946 0958", is_new="on")
    assert (response.status_code, "must not become public" in text_of(response)) == (400, True)


def test_table_opens_with_a_pasted_list_of_names(client: Client, pool: SittingHands) -> None:
    url = reverse("web:new_sitting", args=[pool.hands.club.slug])
    fields = {"key": "n", "kind": "pool", "name": "Two", "stake": "1", "are_new": "on"}
    response = client.post(url, {**fields, "names": "1. Selwyn\n2. Vane; 020 7946 0958"})
    assert "Line 2 has more than a name" in text_of(response)
    assert client.post(url, {**fields, "names": "1. Selwyn\n\u2022 Vane"}).status_code == 302
    assert set(
        pool.hands.club.players.filter(name__in=["Selwyn", "Vane"]).values_list("name", flat=True)
    ) == {
        "Selwyn",
        "Vane",
    }


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


def test_result_tapped_wrongly_is_corrected_from_the_table(client: Client, pool: SittingHands) -> None:
    pool.put("seated", out=pool.id("Clay"))
    pool.play("A")
    page = reverse("web:sitting_game", args=[pool.sitting.public_id, 1])
    assert "Orford beat Baldwin." in text_of(client.get(page))
    assert say(client, pool, "won", at=page, game=1, winner="B", lost_with="2").status_code == 302
    assert set(pool.seated()) == {"Baldwin", "Clay"}
    assert pool.balances() == {"Orford": -400, "Baldwin": -200, "Clay": -200}


def test_points_stand_in_the_form_that_corrects_who_won(client: Client, pool: SittingHands) -> None:
    pool.put("seated", out=pool.id("Clay"))
    page = reverse("web:sitting_game", args=[pool.sitting.public_id, 1])
    pool.begin()
    pool.won("A")
    assert "5–" not in text_of(client.get(page))
    pool.won("A", points=(5, 3), number=1)
    html = client.get(page).content.decode()
    assert "Orford beat Baldwin. 5–3" in text_of(client.get(page))
    assert 'value="3" selected' in html


def test_ledger_of_a_standing_pool_says_where_the_money_is(client: Client, pool: SittingHands) -> None:
    ledger = reverse("web:sitting_ledger", args=[pool.sitting.public_id])
    assert "Nobody owes anything." in text_of(client.get(ledger))
    pool.put("seated", out=pool.id("Clay"))
    text = text_of(client.get(ledger))
    assert "All stakes are on the table" in text
    assert "Nobody owes anything." not in text


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


def test_member_who_plays_is_led_to_the_pad_of_his_game_and_no_other_member(
    client: Client, pool: SittingHands
) -> None:
    pool.put("seated", out=pool.id("Clay"))
    rubber = pool.begin()
    sign_in(client, pool, "member")
    to_pad = reverse("web:sitting_pad", args=[pool.sitting.public_id])
    assert to_pad not in client.get(address(pool)).content.decode()
    client.force_login(member_who_plays(pool, "Orford"))
    page = client.get(address(pool)).content.decode()
    assert (to_pad in page, "data-act" in page) == (True, False)
    assert client.get(to_pad)["Location"] == reverse("web:pad", args=[rubber.public_id])


def member_who_plays(sitting_hands: SittingHands, name: str) -> User:
    account = User.objects.create_user(f"{name.lower()}@example.org")
    Membership.objects.create(
        club=sitting_hands.hands.club, player=sitting_hands.players[name], role="member"
    )
    Player.objects.filter(pk=sitting_hands.players[name].pk).update(user=account)
    return account


def test_player_who_is_out_of_a_pools_game_is_led_to_its_pad_to_correct_the_score(
    client: Client, pool: SittingHands
) -> None:
    pool.put("seated", out=pool.id("Clay"))
    rubber = pool.begin()
    to_pad = reverse("web:sitting_pad", args=[pool.sitting.public_id])
    client.force_login(member_who_plays(pool, "Clay"))
    page = client.get(address(pool))
    assert to_pad in page.content.decode()
    assert "You may correct the score, but not advise on the play." in text_of(page)
    assert client.get(to_pad)["Location"] == reverse("web:pad", args=[rubber.public_id])
    body = client.get(reverse("web:pad_state", args=[rubber.public_id])).json()
    assert (body["may"]["enter"], body["may"]["report"], body["may"]["pass"]) == (True, [], False)
    assert client.post(reverse("web:pad_pass", args=[rubber.public_id])).status_code == 303
    assert not TableLink.objects.exists()


def test_player_who_was_out_corrects_the_last_result_and_nobody_else_without_a_role_does(
    client: Client, pool: SittingHands
) -> None:
    pool.put("seated", out=pool.id("Clay"))
    pool.play("A")
    page = reverse("web:sitting_game", args=[pool.sitting.public_id, 1])

    def correct(name: str) -> int:
        client.force_login(member_who_plays(pool, name))
        is_offered = page in client.get(address(pool)).content.decode()
        assert is_offered == ("Correct the result" in text_of(client.get(page))) == (name == "Clay")
        return say(client, pool, "won", at=page, key=name, game=1, winner="B", lost_with="2").status_code

    assert [correct(name) for name in ("Orford", "Baldwin", "Clay")] == [403, 403, 302]
    assert set(pool.seated()) == {"Baldwin", "Clay"}
    pool.play("A")
    # Clay has played since, and only the last result is theirs to correct.
    assert say(client, pool, "won", at=page, key="2", game=1, winner="A").status_code == 403


def test_player_who_is_out_says_no_first_result(client: Client, pool: SittingHands) -> None:
    pool.put("seated", out=pool.id("Clay"))
    pool.begin()
    client.force_login(member_who_plays(pool, "Clay"))
    page = reverse("web:sitting_game", args=[pool.sitting.public_id, 1])
    assert say(client, pool, "won", at=page, game=1, winner="B", lost_with="2").status_code == 403
    assert pool.state.games[0].status == "open"


def test_bystander_of_a_french_table_corrects_nothing_on_the_site(
    client: Client, french: SittingHands
) -> None:
    french.bet("Orford", "Orford", 100)
    french.bet("Baldwin", "Baldwin", 100)
    french.play("A")
    client.force_login(member_who_plays(french, "Pole"))
    page = client.get(reverse("web:sitting_game", args=[french.sitting.public_id, 1]))
    assert "Correct the result" not in text_of(page)


def test_history_tells_what_was_taken_back_from_what_came_to_nothing(
    client: Client, pool: SittingHands
) -> None:
    sign_in(client, pool, "director")
    history = reverse("web:sitting_history", args=[pool.sitting.public_id])
    pool.put("seated", out=pool.id("Clay"))
    pool.put("undone", version=pool.state.last)
    pool.put("seated", out=pool.id("Clay"))
    # Orford beats Baldwin and loses to Clay: a pool to share. Corrected, it was Orford's with the second game.
    pool.play("A")
    pool.play("B")
    pool.put("pool_shared", how="paid")
    assert "this had no effect" not in text_of(client.get(history))
    pool.won("A", number=2)
    text = text_of(client.get(history))
    assert "this had no effect: pool shared." in text
    assert text.count("Undone: who plays next.") == 1
    assert "Undone: pool shared." not in text


def test_page_of_a_closed_table_hears_when_it_is_opened_again(client: Client, french: SittingHands) -> None:
    french.put("closed")
    assert f'data-topics="sitting.{french.sitting.public_id}"' in client.get(address(french)).content.decode()


@pytest.mark.parametrize("games", [1, 6])
def test_page_asks_the_same_few_questions_however_long_the_evening(
    client: Client, pool: SittingHands, games: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _game in range(games):
        if pool.state.stage == "cut":
            pool.put("seated", out=pool.id("Clay"))
        pool.play("A")
    if pool.state.stage == "cut":
        pool.put("seated", out=pool.id("Clay"))
    pool.begin()
    for name in ("sitting", "sitting_ledger", "sitting_history", "sitting_links"):
        with django_assert_max_num_queries(10):
            assert client.get(reverse(f"web:{name}", args=[pool.sitting.public_id])).status_code == 200
    with django_assert_max_num_queries(10):
        assert client.get(reverse("web:sittings", args=[pool.hands.club.slug])).status_code == 200


def test_button_of_a_row_names_its_player(client: Client, french: SittingHands) -> None:
    pole = french.id("Pole")
    page = client.get(address(french)).content.decode()
    assert f'name="do" value="left {pole}"' in page
    assert say(client, french, f"left {pole}").status_code == 302
    assert not french.state.person(pole).is_here


def test_name_that_looks_like_one_on_the_list_is_named_at_the_table(
    client: Client, pool: SittingHands
) -> None:
    Player.objects.create(club=pool.hands.club, name="Ann Bell")
    text = text_of(say(client, pool, "join", name="Ann Bel"))
    assert "Nobody in the club is called Ann Bel. Did you mean Ann Bell?" in text
    say(client, pool, "join", key="k2", name="ANN  BELL ")
    assert not Player.objects.filter(name__in=["Ann Bel", "ANN BELL"]).exists()
    say(client, pool, "join", key="k3", name="Ann Bel", is_new="on")
    assert Player.objects.filter(name="Ann Bel").exists()
