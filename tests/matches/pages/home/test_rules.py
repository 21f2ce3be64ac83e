"""The rules in two minutes."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from tests.matches.pages.reading import page, tags


def test_rules_light_the_lawful_reply_alone(client: Client, db: None) -> None:
    html = page(client, reverse("web:rules"))
    assert len(tags(html, "h2")) == 6
    assert tags(html, "a", href=reverse("web:try_hand", args=[1]))
    assert [tag["aria-label"] for tag in tags(html, "span", class_="best")] == ["queen of hearts"]
    assert len(tags(html, "span", class_="off")) == 4
