"""The ledger of a table, and its history."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.matches.pages.sittings.table_page import sign_in, text_of
from tests.matches.sittings.sitting_hands import SittingHands

pytestmark = pytest.mark.django_db


def test_ledger_of_a_standing_pool_says_where_the_money_is(client: Client, pool: SittingHands) -> None:
    ledger = reverse("web:sitting_ledger", args=[pool.sitting.public_id])
    assert "Nobody owes anything." in text_of(client.get(ledger))
    pool.put("seated", out=pool.id("Clay"))
    text = text_of(client.get(ledger))
    assert "All stakes are on the table" in text
    assert "Nobody owes anything." not in text


def test_history_marks_undone_acts(client: Client, pool: SittingHands) -> None:
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
