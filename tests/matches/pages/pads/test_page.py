from __future__ import annotations

import gzip
import json
import re
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from matches.models import LogEntry, Rubber, TableLink
from matches.pages.pads.assets import (
    precompressed_script,
    precompressed_style,
    precompressed_tables,
    script_url,
    style_url,
    tables_url,
)
from matches.rubbers.change_rubbers import RubberEnd, close_rubber, confirm_rubber, record_cut, record_deal
from scoring.cards import parse_card
from scoring.compact import compact_tables
from scoring.incidents import ROWS
from tests.matches.pages.pads.at_table import CARDS, at, evening, opened, phone, play
from tests.matches.pages.reading import page, tags, words
from tests.matches.pages.rubbers.entry.people import People

pytestmark = pytest.mark.django_db
BUDGET = 100_000
"""The most bytes of the page and everything it loads, compressed."""
REVOKE = "A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT SQ, CK C7, DQ DJ, HA S8, D8 C8 =B4 (0-3)"
CHOSEN = "game=1&deal=1&at=9&law=43&told=1&by=A&f0=SQ"


def inlined(html: str, name: str) -> Any:
    return json.loads(html.partition(f'id="{name}"')[2].partition(">")[2].partition("</script>")[0])


class TestPage:
    def test_page_has_state_and_words(self, people: People, live: Rubber) -> None:
        response = phone(people, live).get(at("pad", live.public_id))
        html = response.content.decode()
        state = inlined(html, "pad-state")
        assert (state["rubber"], state["names"]) == (live.public_id, ["Orford", "Baldwin"])
        assert inlined(html, "pad-words")
        assert f'data-worker="{at("pad_worker")}"' in html
        assert f'data-tables="{tables_url()}"' in html
        assert f'href="{at("pad_manifest", live.public_id)}"' in html
        policy = response["Content-Security-Policy"]
        assert "worker-src 'self'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy

    def test_without_a_script_an_account_goes_to_the_form(self, people: People, live: Rubber) -> None:
        form = f'href="{at("enter_deal", live.public_id)}"'
        assert form in page(people.client("Orford"), at("pad", live.public_id))
        by_link = page(phone(people, live), at("pad", live.public_id))
        assert form not in by_link
        assert "<noscript>" in by_link

    def test_who_is_not_let_in_is_told_how_to_get_in(self, live: Rubber) -> None:
        html = page(Client(), at("pad", live.public_id), status=401)
        assert "/accounts/login/" in html
        assert at("table_link") in html
        assert "Orford" not in html

    def test_pad_of_a_rubber_that_is_over_is_read(self, people: People, live: Rubber) -> None:
        client, act = phone(people, live), people.act()
        close_rubber(live, authority="A", act=act, ending=RubberEnd("retired", "B"))
        confirm_rubber(live, seat="B", act=act)
        state = inlined(page(client, at("pad", live.public_id)), "pad-state")
        assert (state["state"], state["may"]["enter"], state["urls"]["rubber"]) == ("confirmed", False, "")

    def test_link_taken_back_opens_nothing(self, people: People, live: Rubber) -> None:
        client = phone(people, live)
        link = TableLink.objects.get()
        link.revoked_at = link.created_at
        link.save()
        assert "This link was revoked" in words(page(client, at("pad", live.public_id), status=403))

    def test_french_page_is_french(self, people: People, live: Rubber) -> None:
        client = phone(people, live)
        html = client.get(at("pad", live.public_id), headers={"accept-language": "fr"}).content.decode()
        assert '<html lang="fr">' in html
        assert inlined(html, "pad-words") != inlined(page(client, at("pad", live.public_id)), "pad-words")

    def test_page_is_light(self, people: People, live: Rubber) -> None:
        play(people, live, evening(), deals=10)
        html = page(phone(people, live), at("pad", live.public_id))
        packed = [precompressed_script(), precompressed_style(), precompressed_tables()]
        weight = len(gzip.compress(html.encode())) + sum(len(each.zipped) for each in packed)
        for name in re.findall(r"/static/([^\")]+)", precompressed_style().plain.decode() + html):
            path = finders.find(name)
            assert isinstance(path, str), name
            with open(path, "rb") as file:
                weight += len(gzip.compress(file.read()))
        assert weight < BUDGET


class TestWorker:
    def test_worker_has_all_that_the_page_loads(self, people: People, live: Rubber) -> None:
        response = Client().get(at("pad_worker"))
        assert response["Content-Type"].startswith("text/javascript")
        assert response["Service-Worker-Allowed"] == "/"
        assert response["Cache-Control"] == "no-cache"
        build = response.content.decode().removeprefix("self.BUILD = ").partition(";\n")[0]
        assets = json.loads(build)["assets"]
        html = page(phone(people, live), at("pad", live.public_id))
        loaded = r'<(?:link rel="(?:stylesheet|preload|icon)" href|script [^>]*src)="([^"]+)"'
        named = re.findall(loaded, html)
        assert set(named) == set(assets)
        assert set(named) >= {script_url(), style_url(), tables_url()}
        for address in assets:
            assert Client().get(address).status_code == 200, address


class TestManifest:
    def test_manifest_names_nobody(self, people: People, live: Rubber) -> None:
        response = Client().get(at("pad_manifest", live.public_id))
        body = response.json()
        assert response["Content-Type"] == "application/manifest+json"
        assert (body["start_url"], body["scope"]) == (at("pad", live.public_id), "/pad/")
        assert "Orford" not in response.content.decode()
        assert Client().get(body["icons"][0]["src"]).status_code == 200
        assert Client().get(at("pad_manifest", "x")).status_code == 404


class TestTables:
    def test_tables_are_the_engines(self) -> None:
        response = Client().get(tables_url())
        assert response.json() == json.loads(json.dumps(compact_tables()))
        assert response["Cache-Control"] == "public, max-age=31536000, immutable"

    def test_tables_go_compressed_and_once(self) -> None:
        response = Client().get(tables_url(), headers={"accept-encoding": "gzip"})
        assert json.loads(gzip.decompress(response.content)) == json.loads(precompressed_tables().plain)
        assert response["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in response["Vary"]
        again = Client().get(tables_url(), headers={"if-none-match": response["ETag"]})
        assert again.status_code == 304

    def test_address_of_another_release_is_not_kept_for_ever(self) -> None:
        assert Client().get(f"{at('pad_tables')}?v=old")["Cache-Control"] == "no-cache"


@pytest.fixture
def played(people: People, live: Rubber) -> Rubber:
    record_deal(live, REVOKE, act=people.act())
    live.refresh_from_db()
    return live


def book(rubber: Rubber, query: str = "") -> str:
    return f"{at('pad_book', rubber.public_id)}?{query}"


def sent(rubber: Rubber, **other: Any) -> dict[str, Any]:
    return {"key": "one", "reason": "Baldwin let it stand.", "version": rubber.version, **other}


def test_choice_by_link_is_written_once(people: People, played: Rubber) -> None:
    client = phone(people, played)
    offered = page(client, book(played, CHOSEN))
    assert "Baldwin chooses. Ask them." in words(offered)
    assert "/clubs/" not in offered
    assert f"/rubbers/{played.public_id}" not in offered
    assert f'href="{at("pad", played.public_id)}"' in offered
    for _time in range(2):
        response = client.post(book(played, f"{CHOSEN}&remedy=stand"), sent(played))
        assert response.status_code == 302, response.content.decode()
        assert response.headers["Location"] == f"{at('pad', played.public_id)}#ruled"
    assert LogEntry.objects.filter(kind="rubber.deal_undone").count() == 1
    played.refresh_from_db()
    assert "!43a(SQ):stand" in played.egn
    state = inlined(page(client, at("pad", played.public_id)), "pad-state")
    assert [deal["is_ruled"] for deal in state["games"][0]["deals"]] == [True]
    rubber = words(page(people.client("Director"), at("rubber", played.public_id)))
    ruling = "Orford revoked, or did not win the trick when able (law 43): Let it stand"
    assert f"Rulings so far: Game 1, deal 1: {ruling}." in rubber
    assert "queen of spades" not in rubber
    entry = LogEntry.objects.latest("pk")
    assert entry.by == people.users["Director"]
    assert entry.link is not None


def test_account_rules_by_its_own_name(people: People, played: Rubber) -> None:
    response = people.client("Baldwin").post(book(played, f"{CHOSEN}&remedy=stand"), sent(played))
    assert response.headers["Location"] == f"{at('pad', played.public_id)}#ruled"
    entry = LogEntry.objects.latest("pk")
    assert (entry.by, entry.link) == (people.users["Baldwin"], None)


def test_book_opens_at_the_deal_being_played(people: People, played: Rubber) -> None:
    record_deal(played, "B S =A (2-3)", act=people.act())
    client = phone(people, played)
    for query in ("", "where=1", "game=1&deal=1", "game=1&deal=1&at=9", "game=1&deal=0"):
        text = words(page(client, book(played, query)))
        assert (
            "Orford and Baldwin, Game 1, deal 3 Being played now. A ruling can be recorded when the deal"
            in text
        )
        assert "queen of spades" not in text
    text = words(page(client, book(played, "game=1&deal=2")))
    assert "Orford and Baldwin, Game 1, deal 2 Another moment" in text


def test_deal_before_a_game_that_is_only_cut_for_is_the_last(people: People) -> None:
    rubber = opened(people, b="Clay", cut="game")
    act = people.act()
    for deal in ("A S =B5", "B S =B5", "A S =B5"):
        record_deal(rubber, deal, act=act)
    record_cut(rubber, [(parse_card("SK"), parse_card("H8"))], act=act)
    client = phone(people, rubber)
    assert "Game 2, deal 1 Being played now." in words(page(client, book(rubber)))
    assert "Game 1, deal 3 Another moment" in words(page(client, book(rubber, "game=1&deal=3")))


def test_remedy_is_read_before_the_deal_is_recorded(people: People, live: Rubber) -> None:
    client = phone(people, live)
    state = inlined(page(client, at("pad", live.public_id)), "pad-state")
    assert state["urls"]["book"] == book(live)[:-1]
    assert "Game 1, deal 1 Being played now." in words(page(client, book(live)))
    question = page(client, book(live, "law=43"))
    assert "Who deals?" in words(question)
    assert 'href="?law=43&amp;dealer=B"' in question
    html = page(client, book(live, "law=43&dealer=B&told=1&by=A&f0=SQ"))
    kept = "Finish the deal, then open the rulings again: your answers are kept. The remedy is:"
    assert kept in words(html)
    assert "Replay the hand" in words(html)
    assert "Write it into the record" not in html
    assert tags(html, "a", class_="back")[0]["href"] == at("pad", live.public_id)


def test_ruling_goes_on_when_the_deal_is_recorded(people: People, played: Rubber) -> None:
    client = phone(people, played)
    page(client, book(played, "law=1&told=1&by=A"))
    offer = "Your ruling on law 1 in the deal before can be recorded now."
    assert offer not in words(page(client, book(played)))
    record_deal(played, "B S =A (2-3)", act=people.act())
    assert offer not in words(page(phone(people, played), book(played)))
    html = page(client, book(played))
    assert offer in words(html)
    (link,) = [tag["href"] for tag in tags(html, "a", class_="button") if "told=1" in tag["href"]]
    went_on = page(client, link)
    assert "Game 1, deal 2 After" in words(went_on)
    assert "remedy=reshuffle" in went_on
    played.refresh_from_db()
    answer = client.post(f"{link}&remedy=reshuffle", sent(played))
    assert answer.status_code == 302
    assert offer not in words(page(client, book(played)))


ANSWERS = {"word": "y", "suit": "H", "number": "1"}


def test_every_law_has_an_answer_in_the_deal_being_played(people: People, played: Rubber) -> None:
    client = phone(people, played)
    for law, row in ROWS.items():
        facts = "".join(
            f"&f{place}={spec.words[0] if spec.kind == 'choice' else ANSWERS.get(spec.kind, '')}"
            for place, spec in enumerate(row.facts)
        )
        query = f"law={law}&told=1&by=A&played=y{facts}"
        assert "The remedy is:" in words(page(client, book(played, query))), law


def test_law_opened_from_a_ruling_leads_back_to_it(people: People, played: Rubber) -> None:
    client = phone(people, played)
    html = page(client, book(played, "law=43&told=1&by=A"))
    law_page = at("law", 43)
    links = [tag.attributes.get("href", "") for tag in tags(html, "a")]
    link = next(each for each in links if each.startswith(law_page))
    law = page(client, link)
    assert f'href="{book(played, "law=43&amp;told=1&amp;by=A")}"' in law
    assert "Back to the ruling" in words(law)
    assert "Back to the ruling" not in words(page(client, f"{at('law', 43)}?ruling=//example.org/"))


def test_rulings_to_read_lead_back_to_the_pad(people: People, played: Rubber) -> None:
    urls = inlined(page(people.client("Helper"), at("pad", played.public_id)), "pad-state")["urls"]
    assert urls["book"] == ""
    html = page(Client(), f"{urls['law_book']}&law=43")
    assert f'href="{at("pad", played.public_id)}"' in html
    assert tags(html, "input", name="pad")[0]["value"] == played.public_id


def test_who_may_not_take_a_deal_back_does_not_rule(people: People, played: Rubber) -> None:
    page(people.client("Helper"), book(played), status=403)
    page(Client(), book(played), status=401)


def test_rubber_that_is_over_is_read_on_its_pad(people: People, played: Rubber) -> None:
    client = phone(people, played)
    close_rubber(played, authority="A", act=people.act(), ending=RubberEnd("unfinished"))
    response = client.get(book(played))
    assert (response.status_code, response.headers["Location"]) == (302, at("pad", played.public_id))


def test_choice_on_a_rubber_that_went_on_is_asked_for_again(people: People, played: Rubber) -> None:
    client = phone(people, played)
    fields = sent(played, version=played.version - 1)
    response = client.post(book(played, f"{CHOSEN}&remedy=stand"), fields)
    assert response.status_code == 409
    assert "Baldwin let it stand." in response.content.decode()


def test_incident_written_at_the_table_is_recorded_with_the_deal(people: People, live: Rubber) -> None:
    line = CARDS.replace("CT C8, CK C7", "CT SQ !43a(SQ):replay CT C8, CK C7")
    record_deal(live, line, act=people.act())
    live.refresh_from_db()
    assert live.findings == []
