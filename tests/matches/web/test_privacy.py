"""Who sees what of a members-only club, of a live rubber, of review figures."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Club, Player, Rubber
from matches.services.write_standings import write_standings
from tests.matches.web.reading import addresses, page, words
from tests.matches.web.records import import_text, make_club, make_member, review, text


class TestMembersOnly:
    @pytest.fixture
    def private(self, rubber: Rubber) -> Rubber:
        Club.objects.update(is_public=False)
        rubber.refresh_from_db()
        return rubber

    def test_anonymous_visitor_finds_nothing(self, client: Client, private: Rubber) -> None:
        for address in addresses(private).values():
            assert "Boiteau" not in page(client, address, status=404)
        assert "Portland" not in page(client, reverse("web:home"))

    def test_member_of_another_club_finds_nothing(self, client: Client, private: Rubber) -> None:
        client.force_login(make_member(make_club("garrick", is_public=False)))
        for address in addresses(private).values():
            page(client, address, status=404)
        assert "Portland" not in page(client, reverse("web:home"))

    def test_member_sees_everything(self, client: Client, private: Rubber) -> None:
        client.force_login(make_member(private.club))
        for address in addresses(private).values():
            page(client, address)
        assert "Portland" in page(client, reverse("web:home"))

    @pytest.mark.parametrize("term", [{"until": date(2020, 1, 1)}, {"since": date(2999, 1, 1)}])
    def test_membership_counts_from_its_first_day_to_its_last(
        self, client: Client, private: Rubber, term: dict[str, Any]
    ) -> None:
        client.force_login(make_member(private.club, **{"since": date(2019, 1, 1), **term}))
        for address in addresses(private).values():
            page(client, address, status=404)

    def test_his_other_clubs_rubbers_stay_hidden_on_a_players_page(
        self, client: Client, rubber: Rubber
    ) -> None:
        elsewhere = make_club("garrick", is_public=False)
        away = import_text(elsewhere, text("Guest", "Host"))[0]
        Rubber.objects.filter(pk=away.pk).update(player_a=rubber.player_a)
        shown = page(client, addresses(rubber)["player"])
        assert "Host" not in shown
        assert "1 settled rubber" in words(shown)

    def test_his_other_clubs_rubbers_are_not_counted_in_the_clubs_list(
        self, client: Client, rubber: Rubber
    ) -> None:
        elsewhere = make_club("garrick", is_public=False)
        for away in import_text(elsewhere, text("Guest", "Host"), text("Clay", "Host")):
            Rubber.objects.filter(pk=away.pk).update(player_a=rubber.player_a)
        assert "Boiteau 1 rubber" in words(page(client, addresses(rubber)["club"]))

    def test_guest_of_a_closed_club_elsewhere_is_named_in_standings_and_not_linked(
        self, client: Client, rubber: Rubber
    ) -> None:
        write_standings(rubber.event_id)
        elsewhere = make_club("garrick", is_public=False)
        Player.objects.filter(name="Boiteau").update(club=elsewhere)
        event = addresses(rubber)["event"]
        link = f'href="{addresses(rubber)["player"]}"'
        assert "2 Boiteau 0–1" in words(page(client, event))
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

    def test_only_the_score_is_shown(self, client: Client, live: Rubber) -> None:
        html = page(client, addresses(live)["rubber"])
        assert "Being played" in html
        assert "Game Boiteau Walker 1 0 5" in words(html)
        assert "still being played" in html
        assert "Deal 1" not in html
        assert "HQA" not in html

    def test_cards_wait_for_the_end(self, client: Client, live: Rubber) -> None:
        page(client, addresses(live)["deal"], status=404)
        page(client, addresses(live)["egn"], status=404)

    def test_flags_wait_for_the_end(self, client: Client, live: Rubber) -> None:
        assert "marks less than" not in page(client, reverse("web:player", args=[live.player_b.public_id]))


class TestReviewFigures:
    FLAG = "The queen of diamonds was worth 0.36 marks less than the ace of hearts, on average over the 231"

    @pytest.fixture
    def reviewed(self, rubber: Rubber) -> Rubber:
        review(rubber, [{}])
        return rubber

    def flagged_pages(self, rubber: Rubber) -> list[str]:
        """The pages that show a flagged decision of Walker's."""
        return [
            reverse("web:deal", args=[rubber.public_id, 1, 1]),
            reverse("web:player", args=[rubber.player_b.public_id]),
        ]

    def test_hidden_from_others(self, client: Client, reviewed: Rubber) -> None:
        client.force_login(make_member(reviewed.club))
        for address in self.flagged_pages(reviewed):
            assert "marks less than" not in page(client, address)
        assert "flagged" not in words(page(client, addresses(reviewed)["rubber"]))
        assert "is for Walker alone" in page(client, self.flagged_pages(reviewed)[1])

    def test_shown_where_the_members_agreed(self, client: Client, reviewed: Rubber) -> None:
        Club.objects.update(reviews_open=True)
        for address in self.flagged_pages(reviewed):
            assert self.FLAG in page(client, address)
        assert "1 flagged" in words(page(client, addresses(reviewed)["rubber"]))

    def test_shown_where_the_player_shares_them(self, client: Client, reviewed: Rubber) -> None:
        Player.objects.filter(name="Walker").update(shares_reviews=True)
        for address in self.flagged_pages(reviewed):
            assert self.FLAG in page(client, address)

    def test_sharing_shows_nothing_of_the_adversary(self, client: Client, reviewed: Rubber) -> None:
        Player.objects.filter(name="Boiteau").update(shares_reviews=True)
        for address in self.flagged_pages(reviewed):
            assert "marks less than" not in page(client, address)

    def test_shown_to_the_player_himself(self, client: Client, reviewed: Rubber) -> None:
        user = make_member(make_club("garrick"))
        Player.objects.filter(name="Walker").update(user=user)
        client.force_login(user)
        for address in self.flagged_pages(reviewed):
            assert self.FLAG in page(client, address)

    def test_small_losses_are_not_flagged(self, client: Client, rubber: Rubber) -> None:
        Club.objects.update(reviews_open=True)
        review(rubber, [{"loss": 0.09}, {"loss": 0.1, "trick": 4}])
        assert "1 flagged" in words(page(client, addresses(rubber)["rubber"]))

    def test_review_of_an_earlier_version_of_the_record_is_not_shown(
        self, client: Client, rubber: Rubber
    ) -> None:
        Club.objects.update(reviews_open=True)
        review(rubber, [{}], version=rubber.version + 1)
        for address in self.flagged_pages(rubber):
            assert "marks less than" not in page(client, address)
