"""The viewers of a members-only club, of a live rubber and of review figures."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.events.write_standings import write_standings
from matches.models import Club, Player, Rubber
from matches.pages.common.links import step_url
from tests.factories.clubs import make_club
from tests.matches.pages.reading import addresses, page, words
from tests.matches.pages.records import import_text, make_member, review, text

FLAG = "Q♦ cost 6\N{NO-BREAK SPACE}%. Best: A♥."
CARD = re.compile(r"\b[SHDC][KQJAT987]{1,8}\b|[♠♥♦♣]")
"""A card in the notation, or a suit."""


class TestMembersOnly:
    @pytest.fixture
    def private(self, rubber: Rubber) -> Rubber:
        Club.objects.update(is_public=False)
        rubber.refresh_from_db()
        return rubber

    def test_visitor_finds_nothing(self, client: Client, private: Rubber) -> None:
        for address in addresses(private).values():
            assert "Boiteau" not in page(client, address, status=404)
        assert "Portland" not in page(client, reverse("web:home"))

    def test_member_sees_everything(self, client: Client, private: Rubber) -> None:
        client.force_login(make_member(private.club))
        for address in addresses(private).values():
            page(client, address)
        assert "Portland" in page(client, reverse("web:home"))

    def test_rubbers_of_a_closed_club_stay_hidden(self, client: Client, rubber: Rubber) -> None:
        elsewhere = make_club("garrick", is_public=False)
        away = import_text(elsewhere, text("Guest", "Host"))[0]
        Rubber.objects.filter(pk=away.pk).update(player_a=rubber.player_a)
        html = page(client, addresses(rubber)["player rubbers"])
        assert "Host" not in html
        assert "1 settled rubber" in words(html)

    def test_rubbers_of_a_closed_club_are_not_counted(self, client: Client, rubber: Rubber) -> None:
        elsewhere = make_club("garrick", is_public=False)
        for away in import_text(elsewhere, text("Guest", "Host"), text("Clay", "Host")):
            Rubber.objects.filter(pk=away.pk).update(player_a=rubber.player_a)
        players = reverse("web:club_people", args=[rubber.club.slug])
        assert "Boiteau 1 rubber" in words(page(client, players))

    def test_guest_of_a_closed_club_is_not_linked(self, client: Client, rubber: Rubber) -> None:
        write_standings(rubber.event_id)
        elsewhere = make_club("garrick", is_public=False)
        Player.objects.filter(name="Boiteau").update(club=elsewhere)
        event = addresses(rubber)["event"]
        link = f'href="{addresses(rubber)["player"]}"'
        assert "2 Boiteau 0 0–1" in words(page(client, event))
        assert link not in page(client, event)
        Club.objects.update(is_public=True)
        assert link in page(client, event)


class TestLiveRubber:
    @pytest.fixture
    def live(self, rubber: Rubber) -> Rubber:
        Rubber.objects.update(state=Rubber.State.LIVE)
        Club.objects.update(reviews_open=True)
        review(rubber, [{}])
        rubber.refresh_from_db()
        return rubber

    def test_score_calls_and_marks_are_shown_and_no_card(self, client: Client, live: Rubber) -> None:
        html = page(client, addresses(live)["rubber"])
        assert "Being played" in html
        assert "1 Boiteau deals Walker stood Walker: king 1, vole 2 0–3" in words(html)
        assert "2 Walker deals Boiteau stood Walker: king 1, point 2 0–5" in words(html)
        assert "still being played" in html
        assert CARD.search(html) is None
        assert not any(word in html for word in ("queen", "trump", "takes", addresses(live)["deal"]))

    def test_analysis_and_figures_wait_for_the_end(self, client: Client, live: Rubber) -> None:
        html = page(client, addresses(live)["rubber"])
        hidden = ("Accuracy", "Report", "step=", "polyline", FLAG, 'class="mark')
        assert not any(word in html for word in hidden)

    def test_nobody_else_finds_it(self, client: Client, live: Rubber) -> None:
        Club.objects.update(is_public=False)
        page(client, addresses(live)["rubber"], status=404)
        client.force_login(make_member(make_club("garrick", is_public=False)))
        page(client, addresses(live)["rubber"], status=404)
        client.force_login(make_member(live.club, "other@example.org"))
        page(client, addresses(live)["rubber"])

    def test_cards_wait_for_the_end(self, client: Client, live: Rubber) -> None:
        page(client, addresses(live)["deal"], status=404)
        page(client, addresses(live)["egn"], status=404)

    def test_flags_wait_for_the_end(self, client: Client, live: Rubber) -> None:
        figures = reverse("web:player_review", args=[live.player_b.public_id])
        assert FLAG not in page(client, figures)
        Rubber.objects.update(state=Rubber.State.CONFIRMED)
        assert FLAG in page(client, figures)


class TestReviewFigures:
    @pytest.fixture
    def reviewed(self, rubber: Rubber) -> Rubber:
        review(rubber, [{}])
        return rubber

    def flagged_pages(self, rubber: Rubber) -> list[str]:
        """Return the pages that show a flagged decision of Walker's."""
        return [
            step_url(reverse("web:deal", args=[rubber.public_id, 1, 1]), "trick-3-b"),
            reverse("web:player_review", args=[rubber.player_b.public_id]),
        ]

    def is_flag_shown(self, client: Client, rubber: Rubber) -> list[bool]:
        pages = [client.get(address).content.decode() for address in self.flagged_pages(rubber)]
        return [FLAG in self.unmarked(html) for html in pages]

    def unmarked(self, html: str) -> str:
        """Return the text of a page, with its sentences as they are, whatever marks suits, headings and bold type."""
        text = re.sub(r"<[^>]+>|\N{VARIATION SELECTOR-15}", "", html)
        return re.sub(r"%\s+Best", "%. Best", text)

    def test_hidden_from_others(self, client: Client, reviewed: Rubber) -> None:
        client.force_login(make_member(reviewed.club))
        assert self.is_flag_shown(client, reviewed) == [False, False]
        html = page(client, addresses(reviewed)["rubber"])
        assert not any(word in html for word in (FLAG, "Accuracy", "step=", 'class="mark mistake'))
        page(client, self.flagged_pages(reviewed)[1], status=404)
        walker = page(client, reverse("web:player", args=[reviewed.player_b.public_id]))
        assert "are for Walker alone" in walker
        assert self.flagged_pages(reviewed)[1] not in walker

    def test_shown_where_the_members_agreed(self, client: Client, reviewed: Rubber) -> None:
        Club.objects.update(reviews_open=True)
        assert self.is_flag_shown(client, reviewed) == [True, True]
        html = page(client, addresses(reviewed)["rubber"])
        assert all(word in html for word in (FLAG, "Accuracy", 'class="mark mistake'))

    def test_guests_figures_show_where_a_club_agreed(self, client: Client, reviewed: Rubber) -> None:
        elsewhere = make_club("garrick", reviews_open=True)
        away = import_text(elsewhere, text("Guest", "Host"))[0]
        Rubber.objects.filter(pk=away.pk).update(player_b=reviewed.player_b)
        review(away, [{"trick": 1}, {"trick": 2}])
        html = page(client, self.flagged_pages(reviewed)[1])
        assert "2 decisions in 1 deal" in words(html)

    def test_review_of_cards_that_were_corrected_is_not_shown(self, client: Client, rubber: Rubber) -> None:
        Club.objects.update(reviews_open=True)
        review(rubber, [{}])
        Rubber.objects.update(play_checksum="0" * 64)
        assert self.is_flag_shown(client, rubber) == [False, False]
