"""Names that people type, on pages and through programs, are cleaned by one rule, and refused if invisible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import pytest
from django.http import QueryDict
from django.test import Client

from matches.models import ApiToken, Club, Event, Pairing, Player, Rubber, Sitting, Stage, User
from tests.factories.browsers import client_of
from tests.matches.api.calling import Caller, path_of, result
from tests.matches.api.event_calls import SWISS, planned_by_calls
from tests.matches.pages.reading import page, words
from tests.matches.pages.records import import_text
from tests.support.html_forms import form_with

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

TYPED: Final = "\u3164Zoe\u0308\u2800\u200b \u00a0Cl\u200day\ufe0f\u034f 👩\u200d🚀 می\u200cرا\u202e"
KEPT: Final = "Zoë Clay 👩\u200d🚀 می\u200cرا"
UNSEEN_NAMES: Final = ("\u3164", "\u2800\u200b", "\u0301", "\ufe0f\u200d", "\u00a0\u3000")


@dataclass(frozen=True, slots=True)
class Scene:
    club: Club
    owner: User
    api: Caller
    browser: Client
    ann: Player
    ben: Player

    def call(self, method: str, path: str, body: Any) -> tuple[bool, str]:
        """Send a program's call. Return whether it succeeded, and the text of the response."""
        answer = self.api.send(method, path, body, If_Match="*")
        assert answer.status_code < 500, answer.content
        return answer.status_code < 300, answer.content.decode()

    def form(self, path: str, has: str, **changes: str) -> tuple[bool, str]:
        """Submit the form at ``path`` that has this field. Return whether it was accepted, and the text of the page."""
        html = page(self.browser, path)
        sheet = form_with(html, has)
        answer = self.browser.post(sheet.action or path, {**sheet.values, **changes})
        assert answer.status_code in (200, 302, 400), (path, answer.status_code)
        return answer.status_code == 302, words(answer.content.decode())


@pytest.fixture
def scene(club: Club, owner: User, api: Caller) -> Scene:
    browser = client_of(owner)
    players = [Player.objects.create(club=club, name=name) for name in ("Ann", "Ben")]
    return Scene(club, owner, api, browser, *players)


def event_of(scene: Scene) -> Event:
    return Event.objects.get_or_create(club=scene.club, name="Cup")[0]


def planned_event(scene: Scene) -> Event:
    known = scene.club.events.filter(name="Swiss").first()
    return known or planned_by_calls(scene.api, scene.club, SWISS, name="Swiss").event


Send = Callable[[Scene, str], tuple[bool, str]]
Kept = Callable[[], str]


def newest(model: Any, column: str) -> Kept:
    return lambda: str(getattr(model.objects.order_by("-pk")[0], column))


def called(method: str, path: Callable[[Scene], str], **members: Any) -> Send:
    return lambda scene, name: scene.call(method, path(scene), {**members, "name": name})


def entered(field: str) -> Send:
    return lambda scene, name: scene.call(
        "POST", "rubbers/", {**result(scene.club, scene.ann, scene.ben), field: name}
    )


def filled_in(path: str, has: str, field: str = "name", before: str = "", **others: str) -> Send:
    """Submit a form of the club with ``others`` and the name in a field, behind the text ``before``."""
    return lambda scene, name: scene.form(
        path.format(ben=scene.ben.public_id), has, **others, **{field: before + name}
    )


def result_with(field: str, **others: str) -> Send:
    played = {"a": "Ann", "b": "Ben", "games_won_0": "2", "games_won_1": "0", "winner": "", **others}
    return lambda scene, name: scene.form(
        "/clubs/portland/enter/result/", "games_won_0", **{**played, field: name}
    )


def in_plan(scene: Scene, name: str) -> tuple[bool, str]:
    plan = {"stages": [{**SWISS["stages"][0], "name": name}]}
    return scene.call("PUT", f"events/{planned_event(scene).public_id}/plan/", {"plan": plan})


def in_draw(scene: Scene, name: str) -> tuple[bool, str]:
    path = f"events/{planned_event(scene).public_id}/stages/1"
    if not Pairing.objects.exists():
        assert scene.call("POST", f"{path}/draws/", {})[0]
    return scene.call("POST", f"{path}/rounds/1/changes/", {"do": "move", "number": 1, "table": name})


CALLS: Final[dict[str, tuple[Send, Kept]]] = {
    "a new club": (called("POST", lambda _scene: "clubs/"), newest(Club, "name")),
    "a club": (called("PATCH", lambda scene: path_of(scene.club)), newest(Club, "name")),
    "a new player": (called("POST", lambda scene: path_of(scene.club, "players")), newest(Player, "name")),
    "a player": (called("PATCH", lambda scene: path_of(scene.ben)), newest(Player, "name")),
    "a new event": (called("POST", lambda scene: path_of(scene.club, "events")), newest(Event, "name")),
    "an event": (
        called("PATCH", lambda scene: f"events/{event_of(scene).public_id}/"),
        newest(Event, "name"),
    ),
    "oneself": (called("PATCH", lambda _scene: "me/"), newest(User, "name")),
    "a pool": (
        called("POST", lambda scene: path_of(scene.club, "tables"), kind="pool", terms={"stake": 100}),
        newest(Sitting, "name"),
    ),
    "an entrant": (
        lambda scene, name: scene.call(
            "POST", f"events/{planned_event(scene).public_id}/entrants/", {"names": ["Clay", name]}
        ),
        newest(Player, "name"),
    ),
    "a stage": (in_plan, newest(Stage, "name")),
    "a table of a draw": (in_draw, lambda: str(Pairing.objects.get(number=1).table)),
    "a round": (entered("round"), newest(Rubber, "round_label")),
    "a table": (entered("table"), newest(Rubber, "table")),
}
OPTIONAL: Final = {
    *(
        "oneself",
        "a round",
        "a table",
        "a stage",
        "a table of a draw",
        "one's account",
        "the event of a result",
        "the round of a result",
    ),
    *("new players", "who is at a pool", "entrants of an event set up"),
}
"""Names that may be left empty, and so by white space, and lines of several names."""

PAGES: Final[dict[str, tuple[Send, Kept]]] = {
    "a new club": (
        filled_in("/clubs/new/", "time_zone", time_zone="Europe/Paris", is_public="no"),
        newest(Club, "name"),
    ),
    "a club": (filled_in("/clubs/portland/settings/", "season_month"), newest(Club, "name")),
    "new players": (
        filled_in("/clubs/portland/members/add/", "names", "names", "Clay\n"),
        newest(Player, "name"),
    ),
    "a player": (
        filled_in("/clubs/portland/members/{ben}/", "rename-name", "rename-name"),
        newest(Player, "name"),
    ),
    "a new event": (filled_in("/clubs/portland/events/new/", "name"), newest(Event, "name")),
    "an event": (
        lambda scene, name: scene.form(
            f"/clubs/portland/events/{event_of(scene).public_id}/rename/", "name", name=name
        ),
        newest(Event, "name"),
    ),
    "one's account": (filled_in("/accounts/", "language"), newest(User, "name")),
    "a token": (filled_in("/accounts/tokens/new/", "scopes", scopes="read"), newest(ApiToken, "name")),
    "a pool": (filled_in("/clubs/portland/tables/new/", "names", stake="1"), newest(Sitting, "name")),
    "who is at a pool": (
        filled_in("/clubs/portland/tables/new/", "names", "names", name="Pool", stake="1", are_new="on"),
        newest(Player, "name"),
    ),
    "an event set up": (
        filled_in("/clubs/portland/events/set-up/", "s1_kind", names="Ann\nBen"),
        newest(Event, "name"),
    ),
    "entrants of an event set up": (
        filled_in("/clubs/portland/events/set-up/", "s1_kind", "names", "Ann\n", name="Spring"),
        newest(Player, "name"),
    ),
    "who played": (result_with("b", new_players=KEPT), newest(Player, "name")),
    "the event of a result": (result_with("event", new_event=KEPT), newest(Event, "name")),
    "the round of a result": (result_with("round"), newest(Rubber, "round_label")),
}
WAYS: Final = [
    pytest.param(what, *way, id=f"{what} {by}")
    for by, ways in (("by a program", CALLS), ("on a page", PAGES))
    for what, way in ways.items()
]


@pytest.mark.parametrize(("what", "send", "kept"), WAYS)
def test_typed_name_loses_what_can_not_be_seen_and_keeps_what_it_is_written_with(
    scene: Scene, what: str, send: Send, kept: Kept
) -> None:
    is_done, answer = send(scene, TYPED)
    assert is_done, answer
    assert kept() == KEPT


@pytest.mark.parametrize(("what", "send", "kept"), WAYS)
def test_name_in_which_nothing_is_seen_is_refused(scene: Scene, what: str, send: Send, kept: Kept) -> None:
    for name in UNSEEN_NAMES:
        is_blank = not name.strip()
        is_done, answer = send(scene, name)
        assert is_done is (is_blank and what in OPTIONAL), (ascii(name), answer)


@pytest.mark.usefixtures("with_mail", "club")
def test_name_of_who_signs_up() -> None:
    fields = {"name": TYPED, "email": "zoe@example.org", "password1": "a long way to Portland"}
    refused = Client().post("/accounts/signup/", {**fields, "name": "\u3164"})
    assert "Give a name." in refused.content.decode()
    assert not User.objects.filter(email="zoe@example.org").exists()
    Client().post("/accounts/signup/", fields)
    assert User.objects.get(email="zoe@example.org").name == KEPT


def test_name_of_an_account_on_the_hosts_pages(scene: Scene) -> None:
    User.objects.filter(pk=scene.owner.pk).update(is_staff=True, is_superuser=True)
    path = f"/admin/matches/user/{scene.owner.pk}/change/"
    sheet = form_with(page(scene.browser, path), "is_staff")
    scene.browser.post(path, {**sheet.values, "name": TYPED})
    scene.owner.refresh_from_db()
    assert scene.owner.name == KEPT


@pytest.mark.parametrize("field", ["round", "table"])
@pytest.mark.parametrize("line_end", ["\u2028", "\u2029", "\x85", "\x0b", "\x1e"])
def test_name_of_two_lines_is_no_way_past_the_rule(scene: Scene, field: str, line_end: str) -> None:
    sent = {**result(scene.club, scene.ann, scene.ben), field: f"\u202eo\u200bne{line_end}two"}
    is_done, answer = scene.call("POST", "rubbers/", sent)
    assert not is_done
    assert "Write the name on one line." in answer


def test_names_that_an_address_fills_in_are_tidied(scene: Scene) -> None:
    unseen = QueryDict(mutable=True)
    unseen.update({"b": TYPED, "round": TYPED, "table": TYPED})
    path = f"/clubs/portland/enter/result/?{unseen.urlencode()}"
    sent = {"a": "Ann", "b": TYPED, "round": TYPED, "table": TYPED, "winner": "", "new_players": KEPT}
    values = form_with(page(scene.browser, path), "games_won_0").values
    answer = scene.browser.post(path, {**values, **sent, "games_won_0": "2", "games_won_1": "0"})
    assert answer.status_code == 302, words(answer.content.decode())
    made = Rubber.objects.get()
    assert (made.player_b.name, made.round_label, made.table) == (KEPT, KEPT, KEPT)


class TestNamesFromFiles:
    """Names from files are kept unchanged, even if a form shows them and is submitted for another reason."""

    ODD: Final = "Zo\u200b\u3164ë"

    @pytest.fixture
    def rubber(self, club: Club) -> Rubber:
        tags = {"Event": f"Cup{self.ODD}", "Round": self.ODD, "Table": self.ODD, "A": "Ann", "B": self.ODD}
        head = "\n".join(f'[{tag} "{value}"]' for tag, value in {"EGN": "1", **tags, "BestOf": "1"}.items())
        (made,) = import_text(club, f"{head}\n\nGame 1 #5-3\n##1-0\n")
        return made

    def test_correction_of_the_result_leaves_them(self, owner: User, rubber: Rubber) -> None:
        browser = client_of(owner)
        path = f"/rubbers/{rubber.public_id}/correct/"
        sheet = form_with(page(browser, path), "games_won_0")
        sent = {**sheet.values, "winner": "", "rubber_bonus": "1", "reason": "It was agreed."}
        assert browser.post(sheet.action or path, sent).status_code == 302
        rubber.refresh_from_db()
        assert (rubber.rubber_bonus, rubber.player_b.name) == (1, self.ODD)
        assert (rubber.event.name, rubber.round_label, rubber.table) == (f"Cup{self.ODD}", self.ODD, self.ODD)

    def test_people_and_events_are_found_by_them(self, owner: User, rubber: Rubber) -> None:
        """Names are submitted as the form's suggestions write them."""
        browser = client_of(owner)
        path = "/clubs/portland/enter/result/"
        sheet = form_with(page(browser, path), "games_won_0")
        names = {"a": "Ann", "b": self.ODD, "event": f"Cup{self.ODD}", "round": "2", "winner": ""}
        sent = {**sheet.values, **names, "games_won_0": "1", "games_won_1": "0"}
        assert browser.post(sheet.action or path, sent).status_code == 302
        new = Rubber.objects.order_by("-pk")[0]
        assert (new.player_b, new.event, new.round_label) == (rubber.player_b, rubber.event, "2")

    def test_settings_of_a_club_leave_its_name(self, owner: User, club: Club) -> None:
        Club.objects.filter(pk=club.pk).update(name=self.ODD)
        browser = client_of(owner)
        sheet = form_with(page(browser, "/clubs/portland/settings/"), "season_month")
        answer = browser.post("/clubs/portland/settings/", {**sheet.values, "season_month": "3"})
        assert answer.status_code == 302
        club.refresh_from_db()
        assert (club.name, club.season_month) == (self.ODD, 3)
