"""Pages of figures: what they count and for whom, where they lead, what they do with a wrong address."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Club, Event, Player, Rubber
from matches.services.change_rubbers import Act, dispute_rubber
from matches.services.people_merging import merge_players
from matches.web.figures.behind import LINES_A_PAGE
from tests.matches.files import SEASON, rubber_text, triomphe_text
from tests.matches.files import import_text as import_files
from tests.matches.web.markup import tag, tags
from tests.matches.web.reading import doubled_ids, page, words
from tests.matches.web.records import import_text, make_club, make_member, review, text

RECORD_START = '[EGN "1"]\n'


@pytest.fixture
def garrick(db: None) -> Club:
    """The club with its 40 rubbers of the sample season."""
    records = SEASON.read_text().split(RECORD_START)[1:]
    import_files(*(RECORD_START + record for record in records if '[Club "Garrick"]' in record))
    return Club.objects.get(name="Garrick")


def dated(b: str, day: str, event: str = "Autumn Cup") -> str:
    """Boiteau loses two deals and the game to ``b``."""
    return text("Boiteau", b, tags=f'[Event "{event}"]\n[Date "{day}"]\n')


@pytest.fixture
def boiteau(club: Club) -> Player:
    """Of three rubbers: two in January against Walker and Clay, one in March against Walker."""
    import_text(
        club,
        dated("Walker", "2026.01.10"),
        dated("Clay", "2026.01.20", "Spring Cup"),
        dated("Walker", "2026.03.01"),
    )
    return Player.objects.get(name="Boiteau")


def figures_of(player: Player, query: str = "") -> str:
    return reverse("web:player_figures", args=[player.public_id]) + query


def counted_facts(html: str) -> str:
    facts = re.search(r'<ul class="facts">(.*?)</ul>', html)
    assert facts is not None
    return words(facts[1].replace("</li>", " ")).strip()


def behind_links(html: str) -> dict[str, int]:
    """The lists that a page leads to, by address, and how many it says stand behind each."""
    found = {}
    for link in tags(html, "a"):
        address = link.attributes.get("href", "")
        if re.search(r"/figures/\w+/(counted|among)/", address):
            found[address] = int(re.sub(r"\D", "", link.text))
    return found


def length_of_list(client: Client, address: str) -> int:
    """By counting the lines of the last page of it."""
    html = page(client, address)
    pages = re.search(r"Page 1 of ([\d,]+)", html)
    last = int(pages[1]) if pages else 1
    if last > 1:
        html = page(client, f"{address}{'&' if '?' in address else '?'}page={last}")
    body = re.search(r'<(?:ol class="ledger behind"|ul class="results").*?</[ou]l>', html, re.DOTALL)
    return LINES_A_PAGE * (last - 1) + (body[0].count("<li>") if body else 0)


@pytest.mark.parametrize("apart", [6, pytest.param(1, marks=pytest.mark.soak)])
def test_every_figure_leads_to_as_many_as_it_says(client: Client, garrick: Club, apart: int) -> None:
    """Of a player, a pair, a club and an event; a short run follows one link in six, others of each."""
    rubber = Rubber.objects.filter(club=garrick).earliest("pk")
    a, b = rubber.player_a, rubber.player_b
    addresses = (
        figures_of(a),
        reverse("web:pair_figures", args=[a.public_id, b.public_id]),
        reverse("web:club_figures", args=[garrick.slug]),
        reverse("web:event_figures", args=[garrick.slug, rubber.event.public_id]),
    )
    for number, address in enumerate(addresses):
        html = page(client, address)
        assert doubled_ids(html) == [], address
        links = behind_links(html)
        assert len(links) > 20, address
        followed = dict(list(links.items())[number % apart :: apart])
        assert {link: length_of_list(client, link) for link in followed} == followed


def test_list_shows_who_played_how_it_went_and_where_to_read_on(client: Client, boiteau: Player) -> None:
    address = reverse("web:player_behind", args=[boiteau.public_id, "deals", "counted"])
    html = page(client, address)
    told = words(html)
    assert "Boiteau 6 deals" in told
    latest = Rubber.objects.latest("date")
    first = tags(html, "a", class_="name")[0]
    assert (first.text, first["href"]) == (
        "Game 1, deal 2",
        reverse("web:deal", args=[latest.public_id, 1, 2]),
    )
    assert (
        told.count("Walker deals · Played without proposing · Walker takes three · Walker: king 1, point 2")
        == 2
    )
    assert told.count("Autumn Cup · 1 March 2026") == 2


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", "3 rubbers 3 games 6 deals"),
        ("?since=2026-01-20", "2 rubbers 2 games 4 deals"),
        ("?until=2026-01-20", "2 rubbers 2 games 4 deals"),
        ("?since=2026-01-11&until=2026-02-28", "1 rubber 1 game 2 deals"),
        ("?depth=play", "3 rubbers 3 games 6 deals"),
        ("?depth=marks", "0 rubbers 0 games 0 deals"),
        ("?variant=triomphe", "0 rubbers 0 games 0 deals"),
    ],
)
def test_figures_are_kept_to_what_the_address_asks(
    client: Client, boiteau: Player, query: str, expected: str
) -> None:
    assert counted_facts(page(client, figures_of(boiteau, query))) == expected


def test_figures_are_kept_to_an_event_and_an_adversary(client: Client, boiteau: Player) -> None:
    walker, cup = Player.objects.get(name="Walker"), Event.objects.get(name="Spring Cup")
    for query, expected in (
        (f"?opponent={walker.public_id}", "2 rubbers 2 games 4 deals"),
        (f"?event={cup.public_id}", "1 rubber 1 game 2 deals"),
        (f"?event={cup.public_id}&opponent={walker.public_id}", "0 rubbers 0 games 0 deals"),
    ):
        assert counted_facts(page(client, figures_of(boiteau, query))) == expected


@pytest.fixture
def garrick_too(boiteau: Player) -> Club:
    """Another club, in which Boiteau played Pole, in no event that has a name."""
    there = make_club("garrick")
    lines = text("Boiteau", "Pole").split("\n[B ", 1)
    import_text(there, f'{lines[0]}\n[AId "{boiteau.public_id}"]\n[B {lines[1]}')
    return there


def test_figures_of_one_who_plays_in_two_clubs_are_kept_to_one(
    client: Client, boiteau: Player, garrick_too: Club
) -> None:
    walker = Player.objects.get(name="Walker")
    for query, expected in (
        ("", "4 rubbers 4 games 8 deals"),
        (f"?club={garrick_too.slug}", "1 rubber 1 game 2 deals"),
        (f"?club={boiteau.club.slug}", "3 rubbers 3 games 6 deals"),
    ):
        html = page(client, figures_of(boiteau, query))
        assert counted_facts(html) == expected
        choices = [option["value"] for option in tags(html, "option")]
        assert [each for each in choices if each in ("portland", "garrick")] == ["garrick", "portland"]
    links = behind_links(page(client, figures_of(boiteau, f"?club={garrick_too.slug}")))
    assert {link: length_of_list(client, link) for link in links} == links
    pair = reverse("web:pair_figures", args=[boiteau.public_id, walker.public_id])
    html = page(client, f"{pair}?club={garrick_too.slug}")
    assert "No club of that address has such figures." in tag(html, "div", class_="problem").text


def test_table_of_a_club_leads_to_what_each_played_there(
    client: Client, boiteau: Player, garrick_too: Club
) -> None:
    html = page(client, reverse("web:club_players", args=[garrick_too.slug]) + "?least=0&sort=games")
    assert f'href="{figures_of(boiteau, "?club=garrick")}"' in html


@pytest.mark.parametrize("wrong", ["%00", "white-s", "portland%0A"])
def test_club_that_nobody_can_have_is_told(client: Client, boiteau: Player, wrong: str) -> None:
    html = page(client, figures_of(boiteau, f"?club={wrong}&until=2026-01-31"))
    assert "No club of that address has such figures." in tag(html, "div", class_="problem").text
    assert counted_facts(html) == "2 rubbers 2 games 4 deals"


def test_closed_club_is_not_among_the_clubs(client: Client, boiteau: Player, garrick_too: Club) -> None:
    Club.objects.filter(pk=garrick_too.pk).update(is_public=False)
    html = page(client, figures_of(boiteau, "?club=garrick"))
    assert "Garrick" not in html
    assert counted_facts(html) == "3 rubbers 3 games 6 deals"


def test_lists_and_files_are_kept_to_the_same(client: Client, boiteau: Player) -> None:
    html = page(client, figures_of(boiteau, "?until=2026-01-31&depth=play"))
    links = behind_links(html)
    assert links
    assert all(link.endswith("?until=2026-01-31&depth=play") for link in links)
    assert {link: length_of_list(client, link) for link in links} == links
    assert (
        f'href="{reverse("web:player_csv", args=[boiteau.public_id])}?until=2026-01-31&amp;depth=play"'
        in html
    )


def test_wrong_day_is_told_and_the_rest_is_kept(client: Client, boiteau: Player) -> None:
    html = page(client, figures_of(boiteau, "?since=2026-02-30&until=2026-01-31"))
    assert tag(html, "div", class_="problem").text.endswith(
        "From: 2026-02-30 is no day. A day is written as 2026-11-14."
    )
    assert counted_facts(html) == "2 rubbers 2 games 4 deals"
    assert tag(html, id="id_until")["value"] == "2026-01-31"
    assert "until 31 January 2026" in words(html)


@pytest.mark.parametrize("wrong", ["event", "opponent"])
def test_address_that_nobody_can_have_is_told(client: Client, boiteau: Player, wrong: str) -> None:
    html = page(client, figures_of(boiteau, f"?{wrong}=%00&until=2026-01-31"))
    assert "of that address" in tag(html, "div", class_="problem").text
    assert counted_facts(html) == "2 rubbers 2 games 4 deals"


@pytest.mark.parametrize(
    ("figure", "part"),
    [
        ("fortune", "counted"),
        ("marks", "counted"),
        ("games", "among"),
        ("games", "all"),
        ("offered", "counted"),
    ],
)
def test_what_has_no_list_is_not_found(client: Client, boiteau: Player, figure: str, part: str) -> None:
    page(client, reverse("web:player_behind", args=[boiteau.public_id, figure, part]), status=404)


def test_figure_of_one_side_is_none_of_a_club(client: Client, boiteau: Player) -> None:
    slug = boiteau.club.slug
    page(client, reverse("web:club_behind", args=[slug, "games_won", "counted"]), status=404)
    page(client, reverse("web:club_behind", args=[slug, "trebles_won", "counted"]))


def test_long_list_ends_with_how_to_see_the_rest(
    client: Client, boiteau: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.web.figures.behind.LINES_A_PAGE", 2)
    monkeypatch.setattr("matches.web.figures.behind.MOST_LISTED", 4)
    address = reverse("web:player_behind", args=[boiteau.public_id, "deals", "counted"])
    told = words(page(client, f"{address}?page=999999999"))
    assert "Page 2 of 2" in told
    assert "Boiteau 6 deals" in told
    assert (
        "Only the newest 4 stand here. To see older ones, ask above for those until an earlier day." in told
    )
    assert "Only the newest" not in words(page(client, f"{address}?until=2026-01-31"))


def test_few_are_said_to_be_few(client: Client, boiteau: Player) -> None:
    told = words(page(client, figures_of(boiteau)))
    assert "Games won 0 of 3 games too few to tell —" in told


def test_nothing_that_counts_is_said(client: Client, boiteau: Player) -> None:
    director = make_member(boiteau.club)
    for rubber in Rubber.objects.all():
        dispute_rubber(rubber, seat="A", act=Act(by=director, key="", reason="Nobody was there."))
    html = page(client, figures_of(boiteau))
    assert "No rubber that counts is in it." in words(html)
    assert tags(html, "table") == []


def test_what_is_all_of_the_other_game_is_led_to_from_where_nothing_is(client: Client, club: Club) -> None:
    import_files(triomphe_text(), club=club)
    event = Event.objects.get()
    player = Player.objects.get(name="Orford")
    other = Player.objects.get(name="Baldwin")
    for address in (
        reverse("web:event_figures", args=[club.slug, event.public_id]),
        reverse("web:pair_figures", args=[player.public_id, other.public_id]),
    ):
        html = page(client, f"{address}?depth=play")
        there = f"{address}?depth=play&amp;variant=triomphe"
        assert f'<a href="{there}">Figures of La Triomphe, which are counted apart</a>' in html
        assert "Games won" in words(page(client, there.replace("&amp;", "&"))) or "event" in address
        html = page(client, f"{address}?until=2020-01-01&variant=triomphe")
        assert f'<a href="{address}?until=2020-01-01">Figures of écarté, which are counted apart</a>' in html


def test_month_leads_to_its_figures(client: Client, boiteau: Player) -> None:
    html = page(client, figures_of(boiteau, "?since=2026-01-11"))
    months = {link.text: link["href"] for link in tags(html, "a") if link.text.endswith(" 2026")}
    assert set(months) == {"January 2026", "March 2026"}
    assert counted_facts(page(client, months["January 2026"])) == "1 rubber 1 game 2 deals"
    assert counted_facts(page(client, months["March 2026"])) == "1 rubber 1 game 2 deals"


class TestWhoMaySee:
    def test_rubbers_of_a_closed_club_are_in_the_figures_of_its_members_alone(
        self, client: Client, boiteau: Player
    ) -> None:
        closed = make_club("garrick", is_public=False)
        import_files(
            rubber_text("Boiteau", "Pole", club="Garrick", ids=[f'[AId "{boiteau.public_id}"]']), club=closed
        )
        assert Rubber.objects.filter(club=closed, player_a=boiteau).exists()
        assert counted_facts(page(client, figures_of(boiteau))) == "3 rubbers 3 games 6 deals"
        assert "Pole" not in page(
            client, reverse("web:player_players", args=[boiteau.public_id]) + "?least=0"
        )
        client.force_login(make_member(closed))
        assert counted_facts(page(client, figures_of(boiteau))) == "4 rubbers 4 games 8 deals"

    def test_forgotten_player_has_no_figures_and_no_name_in_those_of_others(
        self, client: Client, boiteau: Player
    ) -> None:
        Player.objects.filter(name="Walker").update(name="")
        walker = Player.objects.get(name="")
        page(client, figures_of(walker), status=404)
        page(client, reverse("web:pair_figures", args=[boiteau.public_id, walker.public_id]), status=404)
        html = page(client, reverse("web:player_players", args=[boiteau.public_id]) + "?least=0")
        assert tags(html, "th", scope="row")[0].text == "A former player"
        assert walker.public_id not in html
        assert "against A former player" in words(page(client, figures_of(boiteau)))

    def test_alias_leads_to_the_person_with_all_that_was_asked(self, client: Client, boiteau: Player) -> None:
        alias = Player.objects.create(club=boiteau.club, name="Boitau")
        merge_players(boiteau, alias, by=None)
        walker = Player.objects.get(name="Walker")
        for name, more in (
            ("player_figures", []),
            ("player_players", []),
            ("player_behind", ["games", "counted"]),
            ("pair_figures", [walker.public_id]),
        ):
            query = "?depth=play"
            response = client.get(reverse(f"web:{name}", args=[alias.public_id, *more]) + query)
            expected = reverse(f"web:{name}", args=[boiteau.public_id, *more]) + query
            assert (response.status_code, response["Location"]) == (301, expected)

    def test_review_figures_are_shown_to_whom_they_are_open(self, client: Client, boiteau: Player) -> None:
        for rubber in Rubber.objects.all():
            review(rubber, [{"player": "A"}])
        heading = "What decisions cost, and luck"
        assert heading not in words(page(client, figures_of(boiteau)))
        Player.objects.filter(pk=boiteau.pk).update(shares_reviews=True)
        assert "Boiteau 3 decisions in 3 deals" in words(page(client, figures_of(boiteau)))
        one = words(page(client, figures_of(boiteau, "?since=2026-02-01")))
        assert "Boiteau 1 decision in 1 deal" in one

    def test_review_figures_are_none_of_deals_without_every_card(
        self, client: Client, boiteau: Player
    ) -> None:
        half = (
            "1. A S Kb =B5 (0-3)\n"
            "2. B 2-3 ^S8 A:ST.HQA.DJ.CK B:SKJ.HKT.D8 S ST Kb SK, SJ CK, D8 DJ, HQ HK, HT HA =B3 (0-5)"
        )
        (rubber,) = import_text(boiteau.club, text("Boiteau", "Pole", deals=half))
        review(rubber, [{"player": "A", "deal": 2}])
        Player.objects.filter(pk=boiteau.pk).update(shares_reviews=True)
        told = "Boiteau 1 decision in 1 deal"
        assert told in words(page(client, figures_of(boiteau, "?depth=play")))
        html = page(client, figures_of(boiteau, "?depth=marks"))
        assert counted_facts(html) == "0 rubbers 0 games 1 deal"
        assert told not in words(html)

    def test_review_figures_of_a_club_are_shown_where_its_members_agreed(
        self, client: Client, boiteau: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
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
        monkeypatch.setattr("matches.web.figures.played.MOST_DEALS", 3)
        told = words(page(client, whole))
        assert "There are too many deals here to add up what each decision cost." in told
        assert "All players 6 decisions" not in told
        assert "All players 2 decisions in 1 deal" in words(page(client, of_cup))

    def test_pair_s_review_figures_are_those_of_each_alone(self, client: Client, boiteau: Player) -> None:
        for rubber in Rubber.objects.all():
            review(rubber, [{"player": "A"}, {"player": "B"}, {"player": "B", "trick": 4}])
        walker = Player.objects.get(name="Walker")
        pair = reverse("web:pair_figures", args=[boiteau.public_id, walker.public_id])
        Player.objects.filter(pk=walker.pk).update(shares_reviews=True)
        told = words(page(client, pair))
        assert "Walker 4 decisions in 2 deals" in told
        assert "Boiteau 2 decisions" not in told


class TestPair:
    def test_both_sides_stand_beside_each_other(self, client: Client, boiteau: Player) -> None:
        walker = Player.objects.get(name="Walker")
        html = page(client, reverse("web:pair_figures", args=[boiteau.public_id, walker.public_id]))
        won = tag(html, "tr", id="figure-games_won").text
        assert won == "Games won0 of 2 games 2 of 2 games"
        assert [dd.text for dd in tags(html, "dd")] == ["games won 0", "games won 2"]

    def test_turned_round_it_is_the_same(self, client: Client, boiteau: Player) -> None:
        walker = Player.objects.get(name="Walker")
        html = page(client, reverse("web:pair_figures", args=[walker.public_id, boiteau.public_id]))
        assert tag(html, "tr", id="figure-games_won").text == "Games won2 of 2 games 0 of 2 games"

    def test_two_of_one_club_are_led_to_what_their_ratings_foretell(
        self, client: Client, boiteau: Player
    ) -> None:
        walker = Player.objects.get(name="Walker")
        pair = reverse("web:pair_figures", args=[boiteau.public_id, walker.public_id])
        chances = reverse("web:rating_chances", args=[boiteau.club.slug])
        assert f'href="{chances}?a={boiteau.public_id}&amp;b={walker.public_id}"' in page(client, pair)
        page(client, f"{chances}?a={boiteau.public_id}&b={walker.public_id}")
        Player.objects.filter(pk=walker.pk).update(club=make_club("garrick"))
        assert chances not in page(client, pair)

    def test_nobody_meets_himself(self, client: Client, boiteau: Player) -> None:
        page(client, reverse("web:pair_figures", args=[boiteau.public_id] * 2), status=404)

    def test_player_s_figures_against_one_lead_to_both(self, client: Client, boiteau: Player) -> None:
        walker = Player.objects.get(name="Walker")
        html = page(client, figures_of(boiteau, f"?opponent={walker.public_id}&depth=play"))
        pair = reverse("web:pair_figures", args=[boiteau.public_id, walker.public_id])
        assert f'href="{pair}?depth=play"' in html

    def test_nobody_is_led_to_a_page_that_does_not_open_to_him(self, client: Client, boiteau: Player) -> None:
        walker = Player.objects.get(name="Walker")
        Player.objects.filter(pk=walker.pk).update(club=make_club("garrick", is_public=False))
        html = page(client, figures_of(boiteau, f"?opponent={walker.public_id}"))
        assert counted_facts(html) == "2 rubbers 2 games 4 deals"
        assert f"/against/{walker.public_id}/" not in html


class TestPlayers:
    def order(self, client: Client, address: str) -> list[str]:
        return [head.text for head in tags(page(client, address), "th", scope="row")]

    def test_table_is_sorted_by_the_figure_asked_for_either_way(
        self, client: Client, boiteau: Player
    ) -> None:
        table = reverse("web:club_players", args=[boiteau.club.slug])
        assert self.order(client, f"{table}?sort=games_won&least=0")[-1] == "Boiteau"
        assert self.order(client, f"{table}?sort=games_won&up=1&least=0")[0] == "Boiteau"
        assert self.order(client, f"{table}?sort=games&least=0") == ["Boiteau", "Walker", "Clay"]

    def test_head_of_the_column_that_is_sorted_turns_it_round(self, client: Client, boiteau: Player) -> None:
        table = reverse("web:club_players", args=[boiteau.club.slug])
        html = page(client, f"{table}?sort=games&least=2")
        head = tag(html, "th", aria_sort="descending")
        assert head.text.startswith("Games")
        assert f'href="{table}?sort=games&amp;least=2&amp;up=1"' in html
        assert f'href="{table}?sort=marks&amp;least=2"' in html

    def test_filter_keeps_the_order(self, client: Client, boiteau: Player) -> None:
        table = reverse("web:club_players", args=[boiteau.club.slug])
        kept = re.compile(r'<input type="hidden" name="(\w+)" value="(\w+)">')
        html = page(client, f"{table}?sort=games&least=2&up=1")
        filters = html[html.index('<details class="filter"') : html.index("</details>")]
        assert kept.findall(filters) == [("sort", "games"), ("least", "2"), ("up", "1")]

    def test_who_has_played_less_than_asked_is_left_out(self, client: Client, boiteau: Player) -> None:
        table = reverse("web:club_players", args=[boiteau.club.slug])
        assert self.order(client, f"{table}?sort=games&least=2") == ["Boiteau", "Walker"]
        assert "Nobody's figure stands on as many as 20." in words(page(client, table))

    @pytest.mark.parametrize("least", ["-1", "many", "1.5", "1" * 30, "0" * 9 + "1" * 30, "0" * 5000])
    def test_wrong_least_number_is_told(self, client: Client, boiteau: Player, least: str) -> None:
        table = reverse("web:club_players", args=[boiteau.club.slug])
        html = page(client, f"{table}?least={least}&sort=games")
        told = "The least number has to be a whole one, from 0 to 100000: 20 holds until then."
        assert told in tag(html, "div", class_="problem").text

    def test_adversaries_lead_to_the_pair(self, client: Client, boiteau: Player) -> None:
        walker = Player.objects.get(name="Walker")
        html = page(client, reverse("web:player_players", args=[boiteau.public_id]) + "?least=0&depth=play")
        pair = reverse("web:pair_figures", args=[boiteau.public_id, walker.public_id])
        assert f'href="{pair}?depth=play"' in html


class TestFile:
    def rows(self, client: Client, address: str) -> list[dict[str, str]]:
        response = client.get(address)
        assert response["Content-Type"] == "text/csv; charset=utf-8"
        return list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))

    def test_file_has_the_figures_of_the_page(self, client: Client, boiteau: Player) -> None:
        rows = self.rows(client, reverse("web:player_csv", args=[boiteau.public_id]) + "?depth=play")
        won = next(row for row in rows if row["Figure"] == "Games won")
        assert won == {
            "Of": "Boiteau",
            "Kept to": "Every card written down",
            "Group": "Games",
            "Figure": "Games won",
            "Value": "",
            "Standard error": "",
            "Counted": "0",
            "Among": "3",
            "In": "games",
        }

    def test_pair_s_file_has_both(self, client: Client, boiteau: Player) -> None:
        walker = Player.objects.get(name="Walker")
        rows = self.rows(client, reverse("web:pair_csv", args=[boiteau.public_id, walker.public_id]))
        assert [(row["Of"], row["Counted"]) for row in rows if row["Figure"] == "Games won"] == [
            ("Boiteau", "0"),
            ("Walker", "2"),
        ]

    def test_name_that_begins_a_formula_is_text(self, client: Client, boiteau: Player) -> None:
        Player.objects.filter(pk=boiteau.pk).update(name="=1+1")
        rows = self.rows(client, reverse("web:player_csv", args=[boiteau.public_id]))
        assert {row["Of"] for row in rows} == {"'=1+1"}
