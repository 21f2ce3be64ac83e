"""The page of one game: who corrects its result, and who is led to its pad."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import TableLink
from tests.matches.pages.sittings.table_page import address, member_who_plays, say, text_of
from tests.matches.sittings.sitting_hands import SittingHands

pytestmark = pytest.mark.django_db


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


def test_player_who_is_out_is_led_to_the_pad(client: Client, pool: SittingHands) -> None:
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


def test_player_who_was_out_corrects_the_last_result(client: Client, pool: SittingHands) -> None:
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


def test_bystander_corrects_nothing(client: Client, french: SittingHands) -> None:
    french.bet("Orford", "Orford", 100)
    french.bet("Baldwin", "Baldwin", 100)
    french.play("A")
    client.force_login(member_who_plays(french, "Pole"))
    page = client.get(reverse("web:sitting_game", args=[french.sitting.public_id, 1]))
    assert "Correct the result" not in text_of(page)
