from __future__ import annotations

import io
import re

import pytest
from django.core.management import call_command

from matches.clubs.create_owner import LETTERS, make_owner, new_password
from matches.models import Club, LogEntry, Membership, Player, Rubber, Sitting, User
from matches.operations.demonstration import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def load() -> str:
    said = io.StringIO()
    call_command("demo", stdout=said)
    return said.getvalue()


def test_loads_the_evening_and_says_the_owners_password_once() -> None:
    said = load()
    rubbers = EVENING.read_text(encoding="utf-8").count('[EGN "')
    evening = Rubber.objects.filter(event__name="Autumn Cup")
    assert evening.filter(state=Rubber.State.CONFIRMED).count() == rubbers == 12
    assert "Portland, at /clubs/portland/: 12 rubbers: 12 confirmed" in said
    password = re.search(r"Owner: owner@localhost, password (\S+) \(shown this once\)", said)
    assert password
    assert User.objects.get(email="owner@localhost").check_password(password[1])


def test_two_tables_are_in_the_middle_of_their_evening() -> None:
    load()
    pool, french = (Sitting.objects.get(kind=kind) for kind in ("pool", "french"))
    assert pool.state["pool"]["amount"] == 500
    assert [game["winner"] for game in pool.state["games"]] == ["A", "B"]
    assert [game["winner"] for game in french.state["games"]] == ["A"]
    assert sum(side["uncovered"] for side in french.state["sides"]) == 100
    assert {pool.state["stage"], french.state["stage"]} == {"ready"}


def test_a_second_time_changes_nothing() -> None:
    load()
    models = (User, Club, Player, Membership, Rubber, Sitting, LogEntry)
    counts = [model.objects.count() for model in models]
    said = load()
    assert "12 rubbers: 12 skipped" in said
    assert "password" not in said
    assert [model.objects.count() for model in models] == counts


def test_its_owner_owns_the_club_and_its_reviews_are_open() -> None:
    load()
    club = Club.objects.get(slug="portland")
    assert club.reviews_open is True
    membership = club.memberships.get()
    assert membership.role == Membership.Role.OWNER
    assert membership.player.user == User.objects.get(is_superuser=True)


def test_what_the_club_has_changed_is_left_as_it_is() -> None:
    load()
    Club.objects.update(reviews_open=False, time_zone="Europe/Paris")
    load()
    club = Club.objects.get(slug="portland")
    assert (club.reviews_open, club.time_zone) == (False, "Europe/Paris")


def test_a_site_with_an_owner_gets_no_other() -> None:
    User.objects.create_superuser("secretary@club.example", "a password of hers")
    assert make_owner() is None
    load()
    assert User.objects.get().email == "secretary@club.example"


def test_passwords_are_long_readable_and_never_the_same() -> None:
    passwords = {new_password() for _ in range(200)}
    assert len(passwords) == 200
    for password in passwords:
        assert re.fullmatch(f"[{LETTERS}]{{4}}-[{LETTERS}]{{4}}-[{LETTERS}]{{4}}", password)
    assert not set("0o1il") & set(LETTERS)
