"""Each side's accuracy, mistakes and luck in a rubber, for those who may read the player's review figures."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from matches.models import Club, DealReview, Player, Rubber, User
from matches.pages.rubbers.rubber_report import Report, rubber_report
from tests.factories.clubs import make_club
from tests.matches.pages.reading import page, words
from tests.matches.pages.records import LUCK, import_text, make_member, review, text

pytestmark = pytest.mark.django_db

NAMES = ("Boiteau", "Walker")
FIGURES = ("Accuracy", "Blunders", "Mistakes", "Inaccuracies", "Luck, in games")


@pytest.fixture
def rubber() -> Rubber:
    """Return a reviewed rubber: ten decisions of Walker's, of which two cost 3 and 6 in 100, and one of Boiteau's."""
    (stored,) = import_text(make_club(), text())
    lost = [0.03, 0.06, *[0.0] * 8]
    decisions: list[dict[str, Any]] = [
        {"equity_loss": loss, "token": token, "player": "B"} for token, loss in enumerate(lost)
    ]
    made = review(stored, [*decisions, {"equity_loss": 0.2, "token": 20, "player": "A"}])
    DealReview.objects.create(review=made, game=1, deal=1, moments=[], **LUCK)
    return again(stored)


def again(rubber: Rubber) -> Rubber:
    return Rubber.objects.select_related("club", "player_a", "player_b").get(pk=rubber.pk)


def report_for(viewer: Any, rubber: Rubber) -> Report | None:
    return rubber_report(again(rubber), viewer, NAMES)


def shown_to(viewer: Any, rubber: Rubber) -> Report:
    report = report_for(viewer, rubber)
    assert report is not None
    return report


def test_each_side_has_accuracy_mistakes_and_luck(rubber: Rubber) -> None:
    Club.objects.update(reviews_open=True)
    report = shown_to(AnonymousUser(), rubber)
    a, b = report.sides
    assert (a.accuracy, a.has_accuracy) == ("too few decisions yet (1 of 10)", False)
    assert (a.labels, a.luck) == ({"inaccuracy": 0, "mistake": 0, "blunder": 1}, "−0.1")
    assert (b.accuracy, b.has_accuracy) == ("88\N{NO-BREAK SPACE}%", True)
    assert (b.labels, b.luck) == ({"inaccuracy": 1, "mistake": 1, "blunder": 0}, "+0.1")
    labels = [(row.head, row.sign, row.counts) for row in report.label_rows]
    assert labels == [("Blunders", "??", [1, 0]), ("Mistakes", "?", [0, 1]), ("Inaccuracies", "?!", [0, 1])]
    assert report.hidden == ""
    # The result is worth 0.4 to Walker, of which 0.05 were luck.
    better = "Walker played better, which was worth 0.4 games; luck gave them another 0.1."
    assert report.sentences == (better,)
    DealReview.objects.update(dealt_chance=0.01, turned_chance=0, result_chance=0)
    even = shown_to(AnonymousUser(), rubber)
    assert even.sentences == ("Both played about equally well.", "Luck favoured neither.")
    DealReview.objects.update(dealt_chance=None)
    unknown = shown_to(AnonymousUser(), rubber)
    assert (unknown.has_luck, unknown.sentences) == (False, ())


def test_side_shows_to_readers_of_its_figures_alone(client: Client, rubber: Rubber) -> None:
    """The club shows the analyses to everyone, which opens single decisions and no figure."""
    Club.objects.update(analyses=Club.Analyses.EVERYONE)
    address = reverse("web:rubber", args=[rubber.public_id])
    html = page(client, address)
    assert not any(figure in html for figure in FIGURES)
    Player.objects.filter(name="Walker").update(shares_reviews=True)
    shown = words(page(client, address))
    assert "Figure Walker Accuracy 88" in shown
    assert all(figure in shown for figure in FIGURES)
    assert "Boiteau does not share review figures." in shown
    assert "played better" not in shown


def test_player_reads_their_own_side(rubber: Rubber) -> None:
    walker = User.objects.create_user("walker@example.org")
    Player.objects.filter(name="Walker").update(user=walker)
    owner = make_member(rubber.club, "owner@example.org", role="owner")
    member = make_member(rubber.club)
    assert report_for(member, rubber) is None
    assert report_for(owner, rubber) is None
    Club.objects.update(analyses=Club.Analyses.PLAYERS)
    for viewer, name in ((walker, "Walker"), (owner, "Boiteau")):
        assert [side.name for side in shown_to(viewer, rubber).sides] == [name]
    assert report_for(member, rubber) is None


def test_rubber_in_play_or_without_a_review_has_no_report(rubber: Rubber) -> None:
    Club.objects.update(reviews_open=True)
    Rubber.objects.update(state=Rubber.State.LIVE)
    assert report_for(AnonymousUser(), rubber) is None
    (other,) = import_text(rubber.club, text("Clay", "Pole"))
    assert report_for(AnonymousUser(), other) is None
