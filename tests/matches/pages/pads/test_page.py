"""The pad's page, its worker, its place on a home screen: who gets them, and what they weigh."""

from __future__ import annotations

import gzip
import json
import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from matches.models import Rubber, TableLink
from matches.pages.pads.bundles import packed_script, packed_style, script_url, style_url
from matches.pages.pads.tables import packed_tables, tables_url
from matches.rubbers.commands import Act, RubberEnd, close_rubber, confirm_rubber
from scoring.compact import compact_tables
from tests.matches.pages.pads.at_table import at, evening, opened, phone, play
from tests.matches.pages.reading import page, words
from tests.matches.pages.rubbers.entry.people import People

pytestmark = pytest.mark.django_db

BUDGET = 100_000
"""Bytes of the page and all that it loads, compressed."""


@pytest.fixture
def live(people: People) -> Rubber:
    return opened(people)


def inlined(html: str, name: str) -> object:
    return json.loads(html.partition(f'id="{name}"')[2].partition(">")[2].partition("</script>")[0])


class TestPage:
    def test_state_and_words_stand_in_the_page(self, people: People, live: Rubber) -> None:
        html = page(phone(people, live), at("pad", live.public_id))
        state = inlined(html, "pad-state")
        assert isinstance(state, dict)
        assert (state["rubber"], state["names"]) == (live.public_id, ["Orford", "Baldwin"])
        assert inlined(html, "pad-words")

    def test_page_names_its_worker_tables_and_manifest(self, people: People, live: Rubber) -> None:
        html = page(phone(people, live), at("pad", live.public_id))
        assert f'data-worker="{at("pad_worker")}"' in html
        assert f'data-tables="{tables_url()}"' in html
        assert f'href="{at("pad_manifest", live.public_id)}"' in html

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

    def test_rubber_that_there_is_not_answers_the_same(self, db: None) -> None:
        page(Client(), at("pad", "abcdefghjkmnpq"), status=401)

    def test_pad_of_a_rubber_that_is_over_is_read(self, people: People, live: Rubber) -> None:
        client, act = phone(people, live), Act(by=people.users["Owner"], key="")
        close_rubber(live, word="A", act=act, ending=RubberEnd("retired", "B"))
        confirm_rubber(live, seat="B", act=act)
        state = inlined(page(client, at("pad", live.public_id)), "pad-state")
        assert isinstance(state, dict)
        assert (state["state"], state["may"]["enter"], state["urls"]["rubber"]) == ("confirmed", False, "")

    def test_link_taken_back_opens_nothing(self, people: People, live: Rubber) -> None:
        client = phone(people, live)
        link = TableLink.objects.get()
        link.revoked_at = link.created_at
        link.save()
        assert "taken back" in words(page(client, at("pad", live.public_id), status=403))

    def test_french_page_is_french(self, people: People, live: Rubber) -> None:
        client = phone(people, live)
        html = client.get(at("pad", live.public_id), headers={"accept-language": "fr"}).content.decode()
        assert '<html lang="fr">' in html
        assert inlined(html, "pad-words") != inlined(page(client, at("pad", live.public_id)), "pad-words")

    @pytest.mark.parametrize("deals", [1, 8])
    def test_queries_are_few_however_long_the_rubber(
        self,
        people: People,
        live: Rubber,
        django_assert_num_queries: DjangoAssertNumQueries,
        deals: int,
    ) -> None:
        play(people, live, evening(), deals=deals)
        client = phone(people, live)
        with django_assert_num_queries(3):
            page(client, at("pad", live.public_id))

    def test_policy_lets_a_worker_run_and_no_script_from_elsewhere(
        self, people: People, live: Rubber
    ) -> None:
        policy = phone(people, live).get(at("pad", live.public_id))["Content-Security-Policy"]
        assert "worker-src 'self'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy

    def test_page_and_all_that_it_loads_are_light(self, people: People, live: Rubber) -> None:
        play(people, live, evening(), deals=10)
        html = page(phone(people, live), at("pad", live.public_id))
        packed = [packed_script(), packed_style(), packed_tables()]
        weight = len(gzip.compress(html.encode())) + sum(len(each.zipped) for each in packed)
        for name in re.findall(r"/static/([^\")]+)", packed_style().plain.decode() + html):
            found = finders.find(name)
            assert isinstance(found, str), name
            with open(found, "rb") as file:
                weight += len(gzip.compress(file.read()))
        assert weight < BUDGET


class TestWorker:
    def build(self, body: str) -> dict[str, object]:
        told: dict[str, object] = json.loads(body.removeprefix("self.BUILD = ").partition(";\n")[0])
        return told

    def test_worker_has_all_that_the_page_loads(self, people: People, live: Rubber) -> None:
        response = Client().get(at("pad_worker"))
        assert response["Content-Type"].startswith("text/javascript")
        assert response["Service-Worker-Allowed"] == "/pad/"
        assert response["Cache-Control"] == "no-cache"
        assets = self.build(response.content.decode())["assets"]
        assert isinstance(assets, list)
        html = page(phone(people, live), at("pad", live.public_id))
        named = re.findall(
            r'<(?:link rel="(?:stylesheet|preload|icon)" href|script [^>]*src)="([^"]+)"', html
        )
        assert set(named) == set(assets)
        assert set(named) >= {script_url(), style_url(), tables_url()}
        for address in assets:
            assert Client().get(address).status_code == 200, address


class TestManifest:
    def test_manifest_starts_at_this_pad_and_names_nobody(self, people: People, live: Rubber) -> None:
        response = Client().get(at("pad_manifest", live.public_id))
        told = response.json()
        assert response["Content-Type"] == "application/manifest+json"
        assert (told["start_url"], told["scope"]) == (at("pad", live.public_id), "/pad/")
        assert "Orford" not in response.content.decode()
        assert Client().get(told["icons"][0]["src"]).status_code == 200

    def test_address_of_no_rubber_has_none(self) -> None:
        assert Client().get(at("pad_manifest", "x")).status_code == 404


class TestTables:
    def test_tables_are_the_engines(self) -> None:
        response = Client().get(tables_url())
        assert response.json() == json.loads(json.dumps(compact_tables()))
        assert response["Cache-Control"] == "public, max-age=31536000, immutable"

    def test_tables_go_compressed_and_once(self) -> None:
        response = Client().get(tables_url(), headers={"accept-encoding": "gzip"})
        assert json.loads(gzip.decompress(response.content)) == json.loads(packed_tables().plain)
        assert response["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in response["Vary"]
        again = Client().get(tables_url(), headers={"if-none-match": response["ETag"]})
        assert again.status_code == 304

    def test_address_of_another_release_is_not_kept_for_ever(self) -> None:
        assert Client().get(f"{at('pad_tables')}?v=old")["Cache-Control"] == "no-cache"
