"""The home page: what a visitor meets, and what waits for somebody who has signed in."""

from __future__ import annotations

import io

from django.test import Client
from django.urls import reverse

from matches.events.write_standings import write_standings
from matches.exchange.imports.import_rubbers import RubberImport
from matches.models import Club, Membership, PadEntry, Player, Rubber, User
from tests.matches.pages.reading import page, tags, words
from tests.matches.pages.records import DEALS, make_member, review, text

HOME = "/"


def test_visitor_meets_the_parts_in_their_order(client: Client, rubber: Rubber) -> None:
    text = words(page(client, HOME))
    parts = (
        "Écarté nights, scored and analysed.",
        "Try this hand",
        "Score a game now",
        "See a club",
        "Score on one phone",
        "See what each card was worth",
        "Run the evening",
        "Latest results",
        "Boiteau 0–1 Walker",
        "The rules in two minutes",
    )
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


def test_one_tap_on_a_card_shows_its_verdict_on_the_same_page(client: Client, db: None) -> None:
    html = page(client, HOME)
    cards = [tag["aria-label"] for tag in tags(html.split('class="hand"')[1], "span", class_="card")]
    link = tags(html, "a", class_="pick")[cards.index("king of hearts")]
    (answer,) = tags(html, id=link["href"].removeprefix("#"))
    assert "K♥ is a blunder" in answer.text
    assert "It costs 16 %. Best: A♦." in answer.text
    assert "hands that your opponent could hold" in answer.text


def test_visitor_is_led_to_no_club_where_none_is_public(client: Client, rubber: Rubber) -> None:
    Club.objects.update(is_public=False)
    text = words(page(client, HOME))
    assert "See a club" not in text
    assert "Boiteau" not in text
    assert "1 Clay 8–3 4" in text


def test_standings_of_a_public_club_are_the_example(client: Client, rubber: Rubber) -> None:
    write_standings(rubber.event_id)
    text = words(page(client, HOME))
    assert "Portland, Autumn Cup Player Games Rubbers 1 Walker 1–0 1" in text
    assert "1 Clay" not in text


def test_link_preview_says_what_this_is(client: Client, db: None) -> None:
    html = page(client, HOME)
    shown = {tag.attributes.get("property") or tag.attributes.get("name"): tag for tag in tags(html, "meta")}
    assert shown["og:title"]["content"] == "Écarté nights, scored and analysed"
    assert shown["description"]["content"] == shown["og:description"]["content"]
    assert shown["og:description"]["content"] == "Tournaments, results and analysis for écarté clubs."


def player_of(rubber: Rubber, side: str, email: str) -> User:
    user = make_member(rubber.club, email)
    own = Player.objects.get(user=user)
    Membership.objects.filter(player=own).update(player=getattr(rubber, f"player_{side}_id"))
    own.delete()
    Player.objects.filter(pk=getattr(rubber, f"player_{side}_id")).update(user=user)
    return user


def signed_in(client: Client, user: User) -> str:
    client.force_login(user)
    return page(client, HOME)


def rows(html: str) -> list[str]:
    return [tag.text for tag in tags(html, "div", class_="todo")]


def test_reported_result_waits_for_the_other_side_alone(client: Client, rubber: Rubber) -> None:
    Rubber.objects.update(state=Rubber.State.REPORTED, reported_by="A")
    html = signed_in(client, player_of(rubber, "b", "walker@example.org"))
    assert rows(html) == ["Boiteau 0–1 Walker Autumn Cup, Round 1 Confirm"]
    assert tags(html, "a", href=reverse("web:confirm_rubber", args=[rubber.public_id]))
    assert rows(signed_in(client, player_of(rubber, "a", "boiteau@example.org"))) == []


def test_dispute_waits_for_those_who_settle_it(client: Client, rubber: Rubber, owner: User) -> None:
    Rubber.objects.update(state=Rubber.State.DISPUTED, reported_by="A")
    decide = "Boiteau 0–1 Walker Walker disputes it · Autumn Cup, Round 1 Decide"
    assert rows(signed_in(client, owner)) == [decide]
    assert rows(signed_in(client, make_member(rubber.club, "scorer@example.org", role="scorer"))) == []
    url = reverse("web:rubber", args=[rubber.public_id])
    assert "<h2>Decide</h2>" not in page(client, url)
    client.force_login(owner)
    assert "<h2>Decide</h2>" in page(client, url)


def test_phones_that_disagree_wait(client: Client, rubber: Rubber, owner: User) -> None:
    Rubber.objects.update(state=Rubber.State.LIVE)
    fields = {"key": "k", "device": "d", "kind": "deal", "outcome": PadEntry.Outcome.KEPT}
    PadEntry.objects.create(rubber=rubber, by=owner, seen=1, fork=1, told={}, **fields)
    pad = reverse("web:pad", args=[rubber.public_id])
    player = player_of(rubber, "b", "walker@example.org")
    for user in (owner, player):
        html = signed_in(client, user)
        assert rows(html) == ["Boiteau 0–1 Walker Two phones disagree · Autumn Cup, Round 1 Settle"]
        assert tags(html, "a", href=pad, class_="main")
        assert [link["href"] for link in tags(html, "a", class_="game-now")] == [pad] * (user == player)
    html = signed_in(client, make_member(rubber.club, role="helper"))
    assert (rows(html), "Open the pad" in words(html)) == ([], False)


def test_conflicts_and_held_texts_wait(client: Client, rubber: Rubber, owner: User) -> None:
    other = text(deals=DEALS.replace("^C9", "^CT"), tags=f'[RubberId "{rubber.public_id}"]\n')
    faulty = [text(deals=DEALS.replace("^C9", card)) for card in ("^C1", "^C2")]
    content = io.BytesIO("\n".join([other, *faulty]).encode())
    list(RubberImport(content, source="evening.egn", club=rubber.club).outcomes())
    html = signed_in(client, owner)
    assert rows(html) == ["1 conflict to settle Portland Settle", "2 records to repair Portland Repair"]
    settle = reverse("web:settle", args=[rubber.club.slug])
    for place in ("conflicts", "held"):
        assert tags(html, "a", href=f"{settle}#{place}")
        assert tags(page(client, settle), id=place)
    assert rows(signed_in(client, make_member(rubber.club, role="scorer"))) == []


def test_decisions_to_practise_are_a_row(client: Client, rubber: Rubber) -> None:
    review(rubber, [{}, {"trick": 4}])
    html = signed_in(client, player_of(rubber, "b", "walker@example.org"))
    assert rows(html) == ["2 decisions From your games at Portland Practise"]


def test_last_result_has_my_worst_decision_and_nobody_elses(client: Client, rubber: Rubber) -> None:
    worse = {"trick": 4, "equity_loss": 0.2, "player": "A", "chosen": "SQ"}
    review(rubber, [{}, {"trick": 5, "equity_loss": 0.11, "chosen": "D8"}, worse])
    html = signed_in(client, player_of(rubber, "b", "walker@example.org"))
    assert "Your last result Boiteau 0–1 Walker Round 1" in words(html)
    (link,) = tags(html, "a", href=reverse("web:deal", args=[rubber.public_id, 1, 1]) + "?step=trick-5-b")
    assert link.text == "??8♦ lowered the chance by 11 points. Best: A♥."


def test_club_names_the_event_that_is_played_now(client: Client, rubber: Rubber) -> None:
    member = make_member(rubber.club)
    assert "Portland 1 event · 3 players" in words(signed_in(client, member))
    Rubber.objects.update(state=Rubber.State.LIVE)
    assert "Portland Autumn Cup" in words(signed_in(client, member))


def test_member_of_no_club_is_shown_the_others(client: Client, rubber: Rubber) -> None:
    html = signed_in(client, User.objects.create_user("new@example.org"))
    assert "You are not in a club yet." in words(html)
    assert "Other clubs Portland" in words(html)


def test_clubs_are_listed_with_ones_own_before_the_others(client: Client, rubber: Rubber) -> None:
    elsewhere = Club.objects.create(slug="aaa", name="Aaa")
    client.force_login(make_member(rubber.club))
    text = words(page(client, reverse("web:clubs")))
    places = [text.index(each) for each in ("Your clubs", rubber.club.name, "Other clubs", elsewhere.name)]
    assert places == sorted(places)
