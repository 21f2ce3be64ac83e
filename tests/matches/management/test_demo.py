from __future__ import annotations

import io
import re
from collections import Counter

import pytest
from django.core.management import call_command

from matches.clubs.accounts import LETTERS, make_owner, new_password
from matches.models import Club, Event, LogEntry, Membership, Player, Rubber, Sitting, User
from matches.operations.demonstration import EVENING
from matches.operations.rebuild import Rebuild
from matches.operations.remove_demonstration import is_in_use
from tests.factories.clubs import make_club
from tests.factories.remembered import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def load() -> str:
    output = io.StringIO()
    call_command("demo", stdout=output)
    return output.getvalue()


@pytest.fixture
def loaded() -> str:
    """Load the whole demonstration, which takes some seconds the first time, and return what the command prints."""
    return remembered("demonstration", load)


@pytest.mark.parametrize("has_members", [True, False])
def test_a_club_of_its_name_without_the_mark_is_left_alone(has_members: bool) -> None:
    club = make_club("portland", name="Portland")
    if has_members:
        player = Player.objects.create(club=club, name="Owner")
        Membership.objects.create(club=club, player=player, role=Membership.Role.OWNER)
    before = Club.objects.values().get(), Player.objects.count()
    assert "A club named Portland is there, and is no demonstration: it stays as it is" in load()
    assert (Club.objects.values().get(), Player.objects.count()) == before
    assert not Rubber.objects.exists()


@pytest.mark.long
def test_loads_a_season_and_says_the_owners_password_once(loaded: str) -> None:
    assert "Portland, at /clubs/portland/: 202 rubbers, 5 events" in loaded
    password = re.search(r"Owner: owner@localhost, password (\S+) \(shown this once\)", loaded)
    assert password
    assert User.objects.get(email="owner@localhost").check_password(password[1])


@pytest.mark.long
@pytest.mark.usefixtures("loaded")
def test_season_has_something_of_each_kind() -> None:
    rubbers = EVENING.read_text(encoding="utf-8").count('[EGN "')
    evening = Rubber.objects.filter(event__name="Autumn Cup")
    assert evening.filter(state=Rubber.State.CONFIRMED).count() == rubbers == 12
    states = Counter(Rubber.objects.values_list("state", flat=True))
    assert states == {"confirmed": 200, "draft": 1, "disputed": 1}
    assert Rubber.objects.filter(depth="play").count() == 60
    phases = dict(Event.objects.exclude(name="").values_list("name", "phase"))
    del phases["Autumn Cup"]
    assert phases == {
        "September Swiss": Event.Phase.COMPLETE,
        "Michaelmas Knockout": Event.Phase.COMPLETE,
        "October Swiss": Event.Phase.COMPLETE,
        "Winter League": Event.Phase.PLAYING,
    }


@pytest.mark.long
@pytest.mark.usefixtures("loaded")
def test_only_the_draft_has_an_error() -> None:
    faulty = [
        rubber.state
        for rubber in Rubber.objects.all()
        if any(finding["severity"] == "error" for finding in rubber.findings)
    ]
    assert faulty == [Rubber.State.DRAFT]


@pytest.mark.long
@pytest.mark.usefixtures("loaded")
def test_two_tables_are_in_the_middle_of_their_evening() -> None:
    pool, french = (Sitting.objects.get(kind=kind) for kind in ("pool", "french"))
    assert pool.state["pool"]["amount"] == 500
    assert [game["winner"] for game in pool.state["games"]] == ["A", "B"]
    assert [game["winner"] for game in french.state["games"]] == ["A"]
    assert sum(side["uncovered"] for side in french.state["sides"]) == 100
    assert {pool.state["stage"], french.state["stage"]} == {"ready"}


@pytest.mark.long
@pytest.mark.usefixtures("loaded")
def test_a_second_time_changes_nothing() -> None:
    models = (User, Club, Player, Membership, Rubber, Sitting, LogEntry)
    counts = [model.objects.count() for model in models]
    output = load()
    assert "is loaded already" in output
    assert "password" not in output
    assert [model.objects.count() for model in models] == counts


@pytest.mark.long
@pytest.mark.usefixtures("loaded")
def test_it_has_the_mark_an_owner_and_open_reviews_and_nobody_uses_it() -> None:
    club = Club.objects.get(slug="portland")
    assert club.is_demonstration
    assert club.reviews_open is True
    membership = club.memberships.get()
    assert membership.role == Membership.Role.OWNER
    assert membership.player.user == User.objects.get(is_superuser=True)
    assert not is_in_use(club)


@pytest.mark.long
@pytest.mark.usefixtures("loaded")
def test_log_says_what_is_stored() -> None:
    assert list(map(str, Rebuild(write=False).differences())) == []


@pytest.mark.long
@pytest.mark.usefixtures("loaded")
def test_what_the_club_has_changed_is_left_as_it_is() -> None:
    Club.objects.update(reviews_open=False, time_zone="Europe/Paris")
    load()
    club = Club.objects.get(slug="portland")
    assert (club.reviews_open, club.time_zone) == (False, "Europe/Paris")


def test_a_site_with_an_owner_gets_no_other() -> None:
    User.objects.create_superuser("secretary@club.example", "a password of hers")
    make_club("portland", name="Portland")
    assert make_owner() is None
    load()
    assert User.objects.get().email == "secretary@club.example"


def test_passwords_are_long_readable_and_never_the_same() -> None:
    passwords = {new_password() for _ in range(200)}
    assert len(passwords) == 200
    for password in passwords:
        assert re.fullmatch(f"[{LETTERS}]{{4}}-[{LETTERS}]{{4}}-[{LETTERS}]{{4}}", password)
    assert not set("0o1il") & set(LETTERS)
