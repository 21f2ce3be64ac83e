"""A director rules on a rubber: the path to the decision, and the decision stored once."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.models import LogEntry, Rubber
from matches.pages.common.rubber_context import checked_record
from matches.pages.laws.moments import moment_at, steps_of
from matches.pages.laws.rulings import waiting_rulings
from matches.rubbers.change_rubbers import CommandContext, record_deal
from tests.matches.pages.reading import page, tags, words
from tests.matches.pages.rubbers.entry.people import People, at, opened, stored

CHOSEN = "game=1&deal=1&at=14&law=43&told=1&by=A&f0=SQ"
REPLAY = {"key": "one", "winner": "A", "tricks": "3", "cards": "", "reason": "Baldwin had it replayed."}


def book(rubber: Rubber, query: str = "") -> str:
    return f"{at('rubber_book', rubber.public_id)}?{query}"


def page_text(client: Client, rubber: Rubber, query: str = "") -> str:
    return words(page(client, book(rubber, query))).replace("&#x27;", "'")


def sent(rubber: Rubber, **other: Any) -> dict[str, Any]:
    return {**REPLAY, "version": rubber.version, **other}


def now(rubber: Rubber) -> Rubber:
    return Rubber.objects.get(pk=rubber.pk)


def test_book_asks_one_question_at_a_time(people: People, draft: Rubber) -> None:
    client = people.client("Director")
    text = page_text(client, draft, "game=1&deal=1&at=9&law=43&told=1&f0=SQ")
    assert "Choose who it was." in text
    assert "This field is required." not in text
    assert "In which deal?" in page_text(client, draft, "where=1")
    assert "Orford plays the queen of spades." in page_text(client, draft, "game=1&deal=1&when=1")
    searched = page_text(client, draft, "game=1&deal=1&at=9")
    assert "After: Orford plays the queen of spades." in searched
    assert "A player revoked, or did not win the trick when able" in searched
    assert "Which card?" in page_text(client, draft, "game=1&deal=1&at=9&law=43")


def test_ruling_begins_with_what_happened_in_the_last_deal(people: People, draft: Rubber) -> None:
    client = people.client("Director")
    html = page(client, book(draft))
    assert "Orford and Baldwin, Game 1, deal 1" in words(html)
    assert 'href="?game=1&amp;deal=1&amp;law=43"' in html
    assert "Which card?" in page_text(client, draft, "game=1&deal=1&law=43")


def test_law_is_ruled_upon_at_the_last_step_it_fits(people: People, draft: Rubber) -> None:
    html = page(people.client("Director"), book(draft, "game=1&deal=1&law=40"))
    (token,) = {int(tag["value"]) for tag in tags(html, "input", name="at")}
    deal = checked_record(draft).games[0].deals[0]
    steps = [step.token for step in steps_of(deal, ("Orford", "Baldwin"))]
    assert token == max(each for each in steps if moment_at(deal, each) == "playing")
    assert token < steps[-1]


def test_no_choice_is_made_beforehand(people: People, draft: Rubber) -> None:
    client = people.client("Director")
    html = page(client, book(draft, CHOSEN))
    assert tags(html, "a", class_="chosen") == []
    assert "Write it into the record" not in html
    assert "Baldwin chooses. Ask them." in words(html)
    stands, _, replayed = words(html).partition("Replay the hand")
    assert "The play stands as it was." in stands
    assert "Orford wins the point 1–0" in replayed
    html = page(client, book(draft, f"{CHOSEN}&remedy=stand"))
    assert [tag["aria-current"] for tag in tags(html, "a", class_="chosen")] == ["true"]
    assert "Write it into the record" in html


def test_draft_leads_straight_to_the_choice(people: People, draft: Rubber) -> None:
    client = people.client("Director")
    (waiting,) = waiting_rulings(checked_record(draft), draft.public_id, ("Orford", "Baldwin"))
    escaped = waiting.url.replace("&", "&amp;")
    for address in (at("rubber", draft.public_id), at("settle", "portland")):
        html = page(client, address)
        assert f'href="{escaped}"' in html
        assert "Baldwin chooses. Ask them." in html
    assert "Replay the hand" in words(page(client, waiting.url))


def test_who_may_not_rule_is_not_led_there(people: People, draft: Rubber) -> None:
    client = people.client("Orford")
    assert f"/rubbers/{draft.public_id}/book/" not in page(client, at("rubber", draft.public_id))
    page(client, book(draft), status=403)
    page(client, book(draft, CHOSEN), status=403)


@pytest.mark.parametrize(
    ("cards", "written"), [("", "!43a(SQ):replay =A3"), ("HA SQ, CT C8", "!43a(SQ):replay HA SQ, CT C8 =A3")]
)
def test_replay_is_written_with_cards(people: People, draft: Rubber, cards: str, written: str) -> None:
    client = people.client("Director")
    response = client.post(book(draft, f"{CHOSEN}&remedy=replay"), sent(draft, cards=cards))
    assert response.url == at("deal", draft.public_id, 1, 1), response.content.decode()  # type: ignore[attr-defined]
    assert written in now(draft).egn
    text = words(page(client, at("rubber_history", draft.public_id)))
    assert "ruled under law 43" in text
    assert "Baldwin had it replayed." in text
    rubber_page = page(client, at("rubber", draft.public_id))
    assert "Ruling" in [tag.text for tag in tags(rubber_page, "span", class_="warn")]


def test_choice_sent_again_is_written_once(people: People, draft: Rubber) -> None:
    client = people.client("Scorer")
    for query in (f"{CHOSEN}&remedy=stand", f"{CHOSEN}&remedy=stand", f"game={'9' * 5000}&deal=1"):
        response = client.post(book(draft, query), sent(draft))
        assert response.status_code == 302
    assert response.url == at("rubber", draft.public_id)  # type: ignore[attr-defined]
    assert now(draft).egn.count("!43a(SQ):stand") == 1
    assert LogEntry.objects.filter(kind="rubber.corrected").count() == 1


def test_late_choice_is_asked_for_again(people: People, draft: Rubber) -> None:
    client = people.client("Director")
    client.post(book(draft, f"{CHOSEN}&remedy=stand"), sent(draft))
    late = sent(draft, key="two", reason="He wanted it.")
    response = client.post(book(draft, f"{CHOSEN}&remedy=replay"), late)
    assert response.status_code == 409
    assert "Someone else has changed this rubber in the meantime." in response.content.decode()
    assert "He wanted it." in response.content.decode()


@pytest.mark.parametrize(
    ("query", "other", "refusal"),
    [
        (f"{CHOSEN}&remedy=replay", {"reason": "", "cards": "P G"}, "Write only the cards."),
        ("game=1&deal=1&at=7&law=15&told=1&f0=6&remedy=discard", {"argument": ["HA", "DQ"]}, "Please check"),
    ],
    ids=["no reason, and cards that are none", "cards that the law does not offer"],
)
def test_choice_that_can_not_be_is_asked_for_again(
    people: People, draft: Rubber, query: str, other: dict[str, Any], refusal: str
) -> None:
    response = people.client("Director").post(book(draft, query), sent(draft, **other))
    assert response.status_code == 400
    assert refusal in response.content.decode()
    assert now(draft).egn == draft.egn


def test_incident_before_the_first_deal_stands_in_the_heading(people: People, draft: Rubber) -> None:
    client = people.client("Director")
    query = "game=1&deal=0&law=3&told=1&by=A&f0=1&remedy=recut"
    response = client.post(book(draft, query), sent(draft, key="five"))
    assert response.status_code == 302, response.content.decode()
    assert "Game 1 !3a(1):recut" in now(draft).egn


def test_scorer_rules_on_the_last_deal_of_a_live_rubber(people: People) -> None:
    live = opened(people)
    record_deal(live, "A !3b(1):recut S =B", act=CommandContext(by=people.users["Owner"], key=""))
    live = now(live)
    client = people.client("Scorer")
    assert "/book/?game=1&amp;deal=1" in page(client, at("enter_deal", live.public_id))
    query = "game=1&deal=1&at=5&law=28&told=1&by=A&remedy=note"
    response = client.post(book(live, query), sent(live, key="six"))
    assert response.status_code == 302, response.content.decode()
    assert response.url == at("enter_deal", live.public_id)  # type: ignore[attr-defined]
    assert "!28a:note" in now(live).egn


@pytest.mark.parametrize(
    "query",
    ["game=9&deal=1", "game=1&deal=9", "game=1&deal=1&at=99", "game=1&deal=0&at=77&law=3&told=1&by=A"],
)
def test_place_that_there_is_not_is_not_found(people: People, draft: Rubber, query: str) -> None:
    page(people.client("Director"), book(draft, query), status=404)


def test_rubber_of_results_alone_has_a_heading_to_write_into(people: People) -> None:
    rubber = stored(people)
    assert "Before the first deal" in page_text(people.client("Director"), rubber)


def test_asking_is_light(people: People, draft: Rubber, django_assert_max_num_queries: Any) -> None:
    client = people.client("Director")
    for query in ("", "where=1", "game=1&deal=1&when=1", CHOSEN, f"{CHOSEN}&remedy=replay"):
        with django_assert_max_num_queries(10):
            page(client, book(draft, query))
