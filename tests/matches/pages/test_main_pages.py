"""The pages show what each viewer may see."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.html import escape
from django.views.defaults import permission_denied

from matches.events.write_standings import write_standings
from matches.models import Club, Event, Membership, Player, Rubber
from tests.factories.clubs import make_club
from tests.matches.pages.reading import addresses, page, words
from tests.matches.pages.records import import_text, make_member, review, text, unfinished

HOSTILE = '<script>alert("a & b")</script>'


def test_club_without_rubbers_tells_its_owner_what_to_do_first(client: Client, db: None) -> None:
    club = make_club("ravensbourne")
    url = reverse("web:club", args=["ravensbourne"])
    assert "Three steps" not in page(client, url)
    client.force_login(make_member(club, role=Membership.Role.OWNER))
    html = page(client, url)
    for name in ("web:add_players", "web:event_setup", "web:choose_analyses", "web:friendly"):
        assert f'"{reverse(name, args=["ravensbourne"])}"' in html


def test_two_sides_of_one_name_are_told_apart(client: Client, rubber: Rubber) -> None:
    Player.objects.filter(pk__in=(rubber.player_a_id, rubber.player_b_id)).update(name="")
    for name in ("rubber", "club"):
        text = words(page(client, addresses(rubber)[name]))
        assert "A former player (A)" in text
        assert "A former player (B)" in text


def test_club_shows_events_players_and_latest_rubbers(client: Client, rubber: Rubber) -> None:
    html = page(client, addresses(rubber)["club"])
    text = words(html)
    assert "Autumn Cup 14 November 2026 · 1 rubber" in text
    assert "Boiteau 0–1 Walker Autumn Cup R1" in text
    assert f'href="{addresses(rubber)["player"]}"' in html


def test_empty_club_says_so(client: Client, club: Club) -> None:
    for name, expected in (
        ("club", "No games yet."),
        ("club_people", "This club has no players yet."),
        ("club_results", "No results here yet."),
    ):
        assert expected in words(page(client, reverse(f"web:{name}", args=[club.slug])))


def test_event_shows_standings_with_reasons_and_rounds(client: Client, rubber: Rubber) -> None:
    write_standings(rubber.event_id)
    text = words(page(client, addresses(rubber)["event"]))
    assert "1 Walker 1 1–0 +1 Ahead of Boiteau: 1 rubber to 0" in text
    assert "Round 1 Boiteau 0–1 Walker table 4" in text


def test_event_lists_rounds_in_order(client: Client, club: Club) -> None:
    tags = ['[Event "Cup"]\n[Round "Final"]\n', '[Event "Cup"]\n']
    for number, table in (("3", 1), ("1", 10), ("10", 1), ("1", 2), ("1", 1), ("01", 3), ("1", 3)):
        tags.insert(-1, f'[Event "Cup"]\n[Round "{number}"]\n[Table "{table}"]\n')
    stored = import_text(club, *(text(tags=each) for each in tags))
    page_text = words(page(client, addresses(stored[0])["event"]))
    assert ", ".join(re.findall(r"Round \d+|Final|without a round|table \d+", page_text)) == (
        "Round 01, table 3, Round 1, table 1, table 2, table 3, table 10, Round 3, table 1, Round 10, table 1, "
        "Final, without a round"
    )


def test_event_without_standings_or_rubbers_says_so(client: Client, club: Club) -> None:
    event = Event.objects.create(club=club, name="Spring Cup")
    text = words(page(client, reverse("web:event", args=[club.slug, event.public_id])))
    assert "No standings yet" in text
    assert "No rubber of this event has been recorded yet." in text


def test_event_says_when_its_standings_are_behind(client: Client, rubber: Rubber) -> None:
    write_standings(rubber.event_id)
    Event.objects.update(log_position=7, standings_position=6)
    assert "will be updated in a moment" in page(client, addresses(rubber)["event"])
    Event.objects.update(log_position=7, standings_position=7)
    assert "will be updated in a moment" not in page(client, addresses(rubber)["event"])


def test_rubber_shows_each_deal_with_marks_and_score(client: Client, rubber: Rubber) -> None:
    html = page(client, addresses(rubber)["rubber"])
    text = words(html)
    assert "Deal 1 Boiteau deals Walker stood 0–5 Walker: king 1, vole 2 0–3" in text
    assert "Walker: king 1, point 2 0–5" in text
    assert f'href="{addresses(rubber)["deal"]}"' in html


def test_draft_shows_its_findings(client: Client, club: Club) -> None:
    (draft,) = import_text(club, unfinished("1. A ^C9 S =A3 (3-0)"))
    assert draft.state == Rubber.State.DRAFT
    page_text = words(page(client, reverse("web:rubber", args=[draft.public_id])))
    assert "This record is a draft" in page_text
    assert re.search(r"Error Game 1, deal 1 law \d+ L\d+ ", page_text)


def test_forgotten_player_has_no_name_on_any_page(client: Client, rubber: Rubber) -> None:
    Player.objects.filter(name="Boiteau").update(name="")
    write_standings(rubber.event_id)
    own = addresses(rubber)["player"]
    page(client, own, status=404)
    for name, address in addresses(rubber).items():
        if name in ("player rubbers", "player figures", "opponents", "behind", "pair"):
            page(client, address, status=404)
        elif name != "player":
            html = page(client, address)
            assert "Boiteau" not in html
            assert own not in html
    assert "A former player" in page(client, addresses(rubber)["rubber"])


def test_egn_has_its_own_media_type(client: Client, rubber: Rubber) -> None:
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
        assert "Page not found" in html
        assert 'href="/"' in html

    def test_fault_of_ours_gets_a_page_that_needs_no_database(self, rubber: Rubber) -> None:
        Rubber.objects.update(egn="not a record")
        client = Client(raise_request_exception=False)
        html = page(client, addresses(rubber)["rubber"], status=500)
        assert "Something went wrong" in html

    def test_request_that_is_refused_gets_a_page(self, client: Client, db: None) -> None:
        html = client.get("/", headers={"host": "elsewhere.example"})
        assert html.status_code == 400
        assert "This request can’t be read" in html.content.decode()

    def test_what_is_forbidden_gets_a_page(self, rf: RequestFactory) -> None:
        request = rf.get("/")
        request.user = AnonymousUser()
        response = permission_denied(request, PermissionDenied())
        assert response.status_code == 403
        assert "You are not allowed to do this" in response.content.decode()

    def test_pages_are_for_reading_only(self, client: Client, rubber: Rubber) -> None:
        for address in addresses(rubber).values():
            assert client.post(address).status_code == 405
            assert client.head(address).status_code == 200


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
    address = reverse("web:club_people", args=[club.slug])
    first, last = page(client, address), page(client, f"{address}?page=3&q=Player")
    assert "Player 059" in first
    assert "Player 060" not in first
    assert "?page=2" in first
    assert "Player 120" in last
    assert "?page=2&amp;q=Player" in last
    assert "Page 3 of 3" in last
    assert "Page 3 of 3" in page(client, f"{address}?page=999")
    assert "Page 1 of 3" in page(client, f"{address}?page=none")


def test_event_leads_to_its_records_whoever_may_take_them_out(client: Client, rubber: Rubber) -> None:
    files = f'href="/api/v1/events/{rubber.event.public_id}/export.'
    assert files not in page(client, addresses(rubber)["event"])
    client.force_login(make_member(rubber.club))
    html = page(client, addresses(rubber)["event"])
    assert [f'{files}{form}" download' in html for form in ("xlsx", "csv", "egn")] == [True] * 3
    Rubber.objects.update(state=Rubber.State.LIVE)
    assert files not in page(client, addresses(rubber)["event"])
