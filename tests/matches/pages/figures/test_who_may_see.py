"""Figures include only the rubbers, names and reviews that the viewer may see."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Club, Event, Player, Rubber
from tests.matches.pages.figures.reading import counted_facts, figures_of, pair_url
from tests.matches.pages.reading import page, words
from tests.matches.pages.records import import_text, review, text


def test_review_figures_are_shown_to_whom_they_are_open(client: Client, boiteau: Player) -> None:
    for rubber in Rubber.objects.all():
        review(rubber, [{"player": "A"}])
    heading = "What decisions cost, and luck"
    assert heading not in words(page(client, figures_of(boiteau)))
    Player.objects.filter(pk=boiteau.pk).update(shares_reviews=True)
    assert "Boiteau 3 decisions in 3 deals" in words(page(client, figures_of(boiteau)))
    one = words(page(client, figures_of(boiteau, "?since=2026-02-01")))
    assert "Boiteau 1 decision in 1 deal" in one


def test_review_figures_are_none_of_deals_without_every_card(client: Client, boiteau: Player) -> None:
    half = (
        "1. A S Kb =B5 (0-3)\n"
        "2. B 2-3 ^S8 A:ST.HQA.DJ.CK B:SKJ.HKT.D8 S ST Kb SK, SJ CK, D8 DJ, HQ HK, HT HA =B3 (0-5)"
    )
    (rubber,) = import_text(boiteau.club, text("Boiteau", "Pole", deals=half))
    review(rubber, [{"player": "A", "deal": 2}])
    Player.objects.filter(pk=boiteau.pk).update(shares_reviews=True)
    sentence = "Boiteau 1 decision in 1 deal"
    assert sentence in words(page(client, figures_of(boiteau, "?depth=play")))
    html = page(client, figures_of(boiteau, "?depth=marks"))
    assert counted_facts(html) == "0 rubbers 0 games 1 deal"
    assert sentence not in words(html)


def test_review_figures_of_a_club(client: Client, boiteau: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    for rubber in Rubber.objects.all():
        review(rubber, [{"player": "A"}, {"player": "B"}])
    cup = Event.objects.get(name="Spring Cup")
    whole = reverse("web:club_figures", args=[boiteau.club.slug])
    of_cup = reverse("web:event_figures", args=[boiteau.club.slug, cup.public_id])
    Player.objects.filter(pk=boiteau.pk).update(shares_reviews=True)
    for address in (whole, of_cup):
        assert "What decisions cost" not in words(page(client, address))
    Club.objects.filter(pk=boiteau.club.pk).update(reviews_open=True)
    assert "All players 6 decisions in 3 deals" in words(page(client, whole))
    assert "All players 4 decisions in 2 deals" in words(page(client, f"{whole}?until=2026-01-31"))
    assert "All players 2 decisions in 1 deal" in words(page(client, of_cup))
    for query in ("?depth=marks", "?variant=triomphe", "?since=2027-01-01"):
        assert "What decisions cost" not in words(page(client, whole + query))
    monkeypatch.setattr("matches.pages.figures.page.MOST_DEALS", 3)
    text = words(page(client, whole))
    assert "There are too many deals to add up what each decision cost." in text
    assert "All players 6 decisions" not in text
    assert "All players 2 decisions in 1 deal" in words(page(client, of_cup))


def test_pair_shows_shared_reviews_alone(client: Client, boiteau: Player, walker: Player) -> None:
    for rubber in Rubber.objects.all():
        review(rubber, [{"player": "A"}, {"player": "B"}, {"player": "B", "trick": 4}])
    pair = pair_url(boiteau, walker)
    Player.objects.filter(pk=walker.pk).update(shares_reviews=True)
    text = words(page(client, pair))
    assert "Walker 4 decisions in 2 deals" in text
    assert "Boiteau 2 decisions" not in text
