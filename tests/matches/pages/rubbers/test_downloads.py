"""Records as files: as they were written down, and with the review's verdicts in them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Club, Player, Rubber
from scoring.notation.limits import COMMENT_CHARACTERS, RUBBER_BYTES
from tests.matches.pages.records import DEALS, import_text, review, text

pytestmark = pytest.mark.django_db

MISTAKE = {
    "token": 12,
    "label": "mistake",
    "equity_loss": 0.06,
    "chances": {"DQ": 0.5, "HA": 0.56, "D8": 0.4},
}
SAID = "{mistake: HA was worth 6 in 100 more of the game; 0.36 marks}"


def address(rubber: Rubber) -> str:
    return reverse("web:rubber_review_egn", args=[rubber.public_id])


@pytest.fixture
def open_club(club: Club) -> Club:
    club.reviews_open = True
    club.save()
    return club


def stored(club: Club, deals: str = DEALS) -> Rubber:
    (rubber,) = import_text(club, text(deals=deals))
    return rubber


def test_file_has_each_verdict_behind_its_card_and_the_record_is_the_same(
    client: Client, open_club: Club
) -> None:
    rubber = stored(open_club)
    review(rubber, [MISTAKE, {"token": 13, "player": "A"}])

    plain = client.get(reverse("web:rubber_egn", args=[rubber.public_id])).content.decode()
    answer = client.get(address(rubber))

    assert answer["Content-Type"] == "text/vnd.ecarte.egn; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="rubber-{rubber.public_id}-review.egn"'
    assert f"DQ {SAID} DJ" in answer.content.decode()
    assert answer.content.decode().replace(f" {SAID}", "") == plain


def test_file_is_offered_where_there_is_something_in_it(client: Client, open_club: Club) -> None:
    rubber = stored(open_club)
    page = reverse("web:rubber", args=[rubber.public_id])
    assert address(rubber) not in client.get(page).content.decode()
    review(rubber, [MISTAKE])
    assert address(rubber) in client.get(page).content.decode()


def test_only_decisions_of_open_sides_are_in_it(client: Client, club: Club) -> None:
    rubber = stored(club)
    review(rubber, [MISTAKE, {**MISTAKE, "token": 13, "player": "A", "chosen": "DJ"}])
    assert client.get(address(rubber)).status_code == 404

    Player.objects.filter(pk=rubber.player_b_id).update(shares_reviews=True)
    shown = client.get(address(rubber)).content.decode()
    assert (shown.count("mistake"), f"DQ {SAID} DJ" in shown) == (1, True)


def test_no_file_of_a_rubber_that_is_being_played(client: Client, open_club: Club) -> None:
    rubber = stored(open_club)
    review(rubber, [MISTAKE])
    Rubber.objects.update(state=Rubber.State.LIVE)
    assert client.get(address(rubber)).status_code == 404


def test_no_file_that_could_not_be_read_back(client: Client, open_club: Club) -> None:
    rubber = stored(open_club)
    review(rubber, [MISTAKE])
    full = rubber.egn.rstrip("\n")
    while room := min(RUBBER_BYTES - len(full) - 10, COMMENT_CHARACTERS):
        if room < len(SAID):
            break
        full += " {" + "x" * room + "}"
    Rubber.objects.update(egn=f"{full}\n")

    assert client.get(reverse("web:rubber_egn", args=[rubber.public_id])).status_code == 200
    assert client.get(address(rubber)).status_code == 404
