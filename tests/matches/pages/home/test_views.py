"""What the pages show, and to whom."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.html import escape
from django.views.defaults import permission_denied

from matches.events.write_standings import write_standings
from matches.models import Club, Event, Membership, Player, Rubber, User
from tests.factories.clubs import make_club
from tests.matches.pages.reading import addresses, page, words
from tests.matches.pages.records import EXCHANGED, import_text, make_member, review, text

HOSTILE = '<script>alert("a & b")</script>'


def test_home_lists_clubs_with_their_events_and_players(client: Client, rubber: Rubber) -> None:
    html = page(client, reverse("web:home"))
    assert 'href="/clubs/portland/"' in html
    assert "1 event · 2 players" in words(html)


def test_home_shows_a_members_own_clubs_before_the_others(client: Client, rubber: Rubber) -> None:
    elsewhere = Club.objects.create(slug="aaa", name="Aaa")
    client.force_login(make_member(rubber.club))
    told = words(page(client, reverse("web:home")))
    places = [told.index(each) for each in ("Your clubs", rubber.club.name, "Other clubs", elsewhere.name)]
    assert places == sorted(places)
    assert told.count(rubber.club.name) == 1


def test_club_without_rubbers_tells_its_owner_what_to_do_first(client: Client, db: None) -> None:
    club = make_club("ravensbourne")
    shown = reverse("web:club", args=["ravensbourne"])
    assert "What to do first" not in page(client, shown)
    client.force_login(make_member(club, role=Membership.Role.OWNER))
    told = page(client, shown)
    for name in ("web:invite", "web:add_players", "web:new_event", "web:enter", "web:imports"):
        assert f'class="button" href="{reverse(name, args=["ravensbourne"])}"' in told


def test_two_sides_of_one_name_are_told_apart(client: Client, rubber: Rubber) -> None:
    Player.objects.filter(pk__in=(rubber.player_a_id, rubber.player_b_id)).update(name="")
    for name in ("rubber", "club"):
        told = words(page(client, addresses(rubber)[name]))
        assert "A former player (A)" in told
        assert "A former player (B)" in told


def test_home_without_clubs_says_what_to_do(client: Client, db: None) -> None:
    assert "Members sign in to see their own" in page(client, reverse("web:home"))


def test_club_shows_events_players_and_latest_rubbers(client: Client, rubber: Rubber) -> None:
    html = page(client, addresses(rubber)["club"])
    shown = words(html)
    assert "Autumn Cup 14 November 2026 · 1 rubber" in shown
    assert "Boiteau 0–1 Walker Autumn Cup · Round 1 · 14 November 2026" in shown
    assert f'href="{addresses(rubber)["player"]}"' in html


def test_empty_club_says_so(client: Client, club: Club) -> None:
    shown = words(page(client, reverse("web:club", args=[club.slug])))
    assert "This club has held no event yet." in shown
    assert "No rubber has been recorded yet." in shown
    assert "This club has no players yet." in shown


def test_event_shows_standings_with_reasons_and_rounds(client: Client, rubber: Rubber) -> None:
    write_standings(rubber.event_id)
    shown = words(page(client, addresses(rubber)["event"]))
    assert "1 Walker 1–0 1–0 1–0 More rubbers won: 1 to 0." in shown
    assert "Round 1 Boiteau 0–1 Walker table 4" in shown


def test_event_lists_rounds_and_tables_in_the_order_of_their_labels(client: Client, club: Club) -> None:
    lines = text().split("\n", 1)
    places = [("3", "1"), ("1", "10"), ("10", "1"), ("1", "2"), ("", ""), ("1", "1"), ("Final", "")]
    places += [("01", "3"), ("1", "3")]
    stored = import_text(
        club,
        *(
            f'{lines[0]}\n[Event "Cup"]\n'
            + "".join(f'[{tag} "{value}"]\n' for tag, value in (("Round", round_), ("Table", table)) if value)
            + lines[1]
            for round_, table in places
        ),
    )
    shown = words(page(client, addresses(stored[0])["event"]))
    assert re.findall(r"Round \d+|Final|outside a round|table \d+", shown) == [
        *(
            "Round 01",
            "table 3",
            "Round 1",
            "table 1",
            "table 2",
            "table 3",
            "table 10",
            "Round 3",
            "table 1",
            "Round 10",
            "table 1",
        ),
        *("Final", "outside a round"),
    ]


def test_event_without_standings_or_rubbers_says_so(client: Client, club: Club) -> None:
    event = Event.objects.create(club=club, name="Spring Cup")
    shown = words(page(client, reverse("web:event", args=[club.slug, event.public_id])))
    assert "No standings yet" in shown
    assert "No rubber of this event has been recorded yet." in shown


def test_event_says_when_its_standings_are_behind(client: Client, rubber: Rubber) -> None:
    Event.objects.update(log_position=7, standings_position=6)
    assert "worked out anew" in page(client, addresses(rubber)["event"])
    Event.objects.update(log_position=7, standings_position=7)
    assert "worked out anew" not in page(client, addresses(rubber)["event"])


def test_rubber_shows_each_deal_with_marks_and_score(client: Client, rubber: Rubber) -> None:
    html = page(client, addresses(rubber)["rubber"])
    shown = words(html)
    assert "Deal 1 Boiteau deals · Played without proposing · Walker takes five" in shown
    assert "Walker: king 1, vole 2 0–3" in shown
    assert "Walker: king 1, point 2 0–5" in shown
    assert f'href="{addresses(rubber)["deal"]}"' in html


def test_draft_shows_its_findings_with_law_and_what_settles_them(client: Client, club: Club) -> None:
    wrong = text(deals="1. A ^C9 S =A3 (3-0)", final="", ending="*", tags='[Termination "unfinished"]\n')
    draft = import_text(club, wrong)[0]
    assert draft.state == Rubber.State.DRAFT
    shown = words(page(client, reverse("web:rubber", args=[draft.public_id])))
    assert "This record is a draft" in shown
    assert re.search(r"Error Game 1, deal 1 law \d+ L\d+ ", shown)


def test_deal_tells_hands_calls_exchanges_and_play(client: Client, club: Club) -> None:
    deals = f"1. A ^C9 S =B (0-1)\n{EXCHANGED}"
    stored = import_text(club, text(deals=deals, final="", ending="*", tags='[Termination "unfinished"]\n'))[
        0
    ]
    html = page(client, reverse("web:deal", args=[stored.public_id, 1, 2]))
    shown = words(html)
    assert "Walker deals, by two and three." in shown
    assert "Hearts are trumps" in shown
    said = ["Boiteau proposes.", "Walker gives cards.", "Boiteau puts out three cards and takes as many."]
    said += ["Walker puts out four cards and takes as many.", "Boiteau stands, and proposes no more."]
    places = [shown.find(sentence) for sentence in said]
    assert -1 not in places
    assert places == sorted(places)
    assert 'aria-label="ten of hearts"' in html
    assert "Boiteau wins four tricks: the point." in shown


def test_deal_of_a_record_of_marks_says_that_the_play_was_not_written_down(
    client: Client, club: Club
) -> None:
    marks = text(deals="1. A S =B5 (0-2)", final="", ending="*", tags='[Termination "unfinished"]\n')
    stored = import_text(club, marks)[0]
    shown = words(page(client, reverse("web:deal", args=[stored.public_id, 1, 1])))
    assert "The play of this deal was not written down, only what came of it." in shown
    assert "the vole law 48 2" in shown.replace("\u00a0", " ")


@pytest.mark.parametrize(("game", "deal"), [(1, 3), (2, 1), (0, 1), (1, 0)])
def test_deal_that_is_not_in_the_record_is_not_found(
    client: Client, rubber: Rubber, game: int, deal: int
) -> None:
    page(client, reverse("web:deal", args=[rubber.public_id, game, deal]), status=404)


def test_player_shows_rubbers_and_how_they_went(client: Client, rubber: Rubber) -> None:
    shown = words(page(client, addresses(rubber)["player"]))
    assert "1 settled rubber won 0, lost 1" in shown
    assert "Boiteau 0–1 Walker" in shown


def test_player_without_rubbers_says_so(client: Client, club: Club) -> None:
    player = Player.objects.create(club=club, name="Clay")
    shown = words(page(client, reverse("web:player", args=[player.public_id])))
    assert "No rubber of Clay's has been recorded yet." in shown


def test_forgotten_player_has_no_name_on_any_page_and_no_page_of_his_own(
    client: Client, rubber: Rubber
) -> None:
    Player.objects.filter(name="Boiteau").update(name="")
    write_standings(rubber.event_id)
    own = addresses(rubber)["player"]
    page(client, own, status=404)
    for name, address in addresses(rubber).items():
        if name in ("player figures", "adversaries", "behind", "pair"):
            page(client, address, status=404)
        elif name != "player":
            shown = page(client, address)
            assert "Boiteau" not in shown
            assert own not in shown
    assert "A former player" in page(client, addresses(rubber)["rubber"])


def test_page_of_an_alias_leads_to_the_person(client: Client, rubber: Rubber) -> None:
    alias = Player.objects.create(club=rubber.club, name="Boitau", merged_into=rubber.player_a)
    response = client.get(reverse("web:player", args=[alias.public_id]))
    assert (response.status_code, response["Location"]) == (301, addresses(rubber)["player"])
    assert "Boitau<" not in page(client, addresses(rubber)["club"])


def test_egn_is_served_as_its_own_media_type_with_the_players_names(client: Client, rubber: Rubber) -> None:
    response = client.get(addresses(rubber)["egn"])
    assert response["Content-Type"] == "text/vnd.ecarte.egn; charset=utf-8"
    assert response["Content-Disposition"] == f'attachment; filename="rubber-{rubber.public_id}.egn"'
    assert '[A "Boiteau"]\n[B "Walker"]' in response.content.decode()


def test_hostile_names_and_remarks_are_shown_as_text(client: Client, db: None) -> None:
    club = make_club("garrick", name=HOSTILE)
    egn_name = HOSTILE.replace('"', '\\"')
    remark = HOSTILE.replace("}", ")")
    hostile = text(egn_name, "Walker", deals=DEALS_WITH_REMARK.format(remark=remark))
    lines = hostile.split("\n", 1)
    stored = import_text(club, f'{lines[0]}\n[Event "{egn_name}"]\n[Round "{egn_name}"]\n{lines[1]}')[0]
    write_standings(stored.event_id)
    review(stored, [{}])
    club.reviews_open = True
    club.save()
    for name, address in {**addresses(stored), "home": reverse("web:home")}.items():
        html = page(client, address)
        if name != "egn":
            assert HOSTILE not in html, name
            assert escape(HOSTILE) in html, name


DEALS_WITH_REMARK = """\
1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3)
2. B 2-3 ^S8 A:ST.HQA.DJ.CK B:SKJ.HKT.D8 S {{{remark}}} ST Kb SK, SJ CK, D8 DJ, HQ HK, HT HA =B3 (0-5)"""


def test_entry_is_told_by_the_clubs_clock(client: Client, rubber: Rubber) -> None:
    Rubber.objects.update(entered_at=datetime(2026, 7, 14, 22, 30, tzinfo=UTC))
    Club.objects.update(time_zone="Europe/Paris")
    assert "Entered on 15 July 2026 at 00:30." in page(client, addresses(rubber)["rubber"])


class TestErrors:
    def test_unknown_address_gets_a_page_that_leads_back(self, client: Client, db: None) -> None:
        html = page(client, "/nowhere/", status=404)
        assert "There is no such page" in html
        assert 'href="/"' in html

    def test_fault_of_ours_gets_a_page_that_needs_no_database(self, rubber: Rubber) -> None:
        Rubber.objects.update(egn="not a record")
        client = Client(raise_request_exception=False)
        html = page(client, addresses(rubber)["rubber"], status=500)
        assert "Something broke on our side" in html

    def test_request_that_is_refused_gets_a_page(self, client: Client, db: None) -> None:
        html = client.get("/", headers={"host": "elsewhere.example"})
        assert html.status_code == 400
        assert "This request can't be read" in html.content.decode()

    def test_what_is_forbidden_gets_a_page(self, rf: RequestFactory) -> None:
        request = rf.get("/")
        request.user = AnonymousUser()
        response = permission_denied(request, PermissionDenied())
        assert response.status_code == 403
        assert "You may not do that" in response.content.decode()

    def test_pages_are_for_reading_only(self, client: Client, rubber: Rubber) -> None:
        for address in addresses(rubber).values():
            assert client.post(address).status_code == 405
            assert client.head(address).status_code == 200

    def test_stale_form_is_explained(self, db: None) -> None:
        response = Client(enforce_csrf_checks=True).post(reverse("account_login"), {"login": "a"})
        assert response.status_code == 403
        assert "This form has expired" in response.content.decode()


class TestSigningIn:
    def test_by_email_whatever_its_case_and_out_again(self, client: Client, club: Club) -> None:
        user = make_member(club, "Clay@Example.org")
        user.set_password("a very long secret")
        user.save()
        sent = {"login": "CLAY@example.org", "password": "a very long secret"}
        response = client.post(reverse("account_login"), sent)
        assert response.status_code == 302
        assert response["Location"] == "/"
        assert "Sign out" in page(client, "/")
        assert client.post(reverse("account_logout")).status_code == 302
        assert "Sign out" not in page(client, "/")

    def test_wrong_password_is_told_beside_the_form(self, client: Client, db: None) -> None:
        response = client.post(reverse("account_login"), {"login": "x@example.org", "password": "wrong"})
        assert response.status_code == 200
        assert 'role="alert"' in response.content.decode()


def test_pages_hold_no_inline_script_or_style(client: Client, rubber: Rubber) -> None:
    Club.objects.update(reviews_open=True)
    review(rubber, [{}])
    for address in [*addresses(rubber).values(), reverse("web:home"), reverse("account_login")]:
        html = client.get(address).content.decode()
        inline = r'<script(?! (defer|type="module") src=)|<style|\sstyle=|\son[a-z]+=|javascript:'
        assert not re.search(inline, html), address
        assert "default-src 'none'" in client.get(address)["Content-Security-Policy"]


def test_long_lists_are_paged(client: Client, club: Club) -> None:
    Player.objects.bulk_create(Player(club=club, name=f"Player {number:03}") for number in range(130))
    address = reverse("web:club", args=[club.slug])
    first, last = page(client, address), page(client, f"{address}?players=3&events=1")
    assert "Player 059" in first
    assert "Player 060" not in first
    assert "?players=2" in first
    assert "Player 120" in last
    assert "?players=2&amp;events=1" in last
    assert "Page 3 of 3" in last
    assert "Page 3 of 3" in page(client, f"{address}?players=999")
    assert "Page 1 of 3" in page(client, f"{address}?players=none")


def test_event_leads_to_its_records_whoever_may_take_them_out(client: Client, rubber: Rubber) -> None:
    files = f'href="/api/v1/events/{rubber.event.public_id}/export.'
    assert files not in page(client, addresses(rubber)["event"])
    client.force_login(make_member(rubber.club))
    shown = page(client, addresses(rubber)["event"])
    assert [f'{files}{form}" download' in shown for form in ("xlsx", "csv", "egn")] == [True] * 3
    Rubber.objects.update(state=Rubber.State.LIVE)
    assert files not in page(client, addresses(rubber)["event"])


def test_player_takes_his_own_records_out_from_his_page(client: Client, rubber: Rubber) -> None:
    player = rubber.player_a
    files = f'href="/api/v1/players/{player.public_id}/export.'
    user = make_member(rubber.club)
    client.force_login(user)
    assert files not in page(client, addresses(rubber)["player"])
    Player.objects.filter(pk=player.pk).update(user=User.objects.create_user("ann@example.org"))
    client.force_login(User.objects.get(email="ann@example.org"))
    shown = page(client, addresses(rubber)["player"])
    for form in ("xlsx", "csv", "egn"):
        assert f'{files}{form}" download' in shown
        assert client.get(f"/api/v1/players/{player.public_id}/export.{form}").getvalue()
