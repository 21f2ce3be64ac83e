"""The database refuses invalid rows, whatever code writes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, models, transaction

from matches.models import (
    Club,
    Deal,
    DealReview,
    Decision,
    Entrant,
    Event,
    Exercise,
    Game,
    Incident,
    Membership,
    Pairing,
    Player,
    Review,
    Round,
    Rubber,
    Stage,
    Standing,
    User,
)
from tests.factories.rubbers import stored_rubbers
from tests.matches.files import rubber_text

pytestmark = [pytest.mark.django_db, pytest.mark.core(differs=True)]


@pytest.fixture
def rubber() -> Rubber:
    return stored_rubbers(rubber_text(), rubber_text("Wheble", "Pole"))[0]


def copy(row: models.Model, **changes: Any) -> Callable[[], None]:
    """Return a function that saves ``row`` again as a new row, with these changes."""
    row.pk = None
    row._state.adding = True
    if hasattr(row, "public_id") and "public_id" not in changes:
        row.public_id = "another"
    for name, value in changes.items():
        setattr(row, name, value)
    return row.save


def second(first: models.Model, again: models.Model) -> Callable[[], None]:
    """Return a function that saves ``first``, then ``again``."""
    first.save()
    return again.save


def change(of: models.Model | type[models.Model], **values: Any) -> Callable[[], object]:
    """Return a function that changes this row, or the first of this model."""
    row = of._default_manager.earliest("pk") if isinstance(of, type) else of
    return lambda: type(row)._default_manager.filter(pk=row.pk).update(**values)


VIOLATIONS: dict[str, tuple[str, Callable[[], Callable[[], object]]]] = {
    "a public id twice": (
        "rubber_public_id",
        lambda: copy(_rubber(), public_id=_rubber().public_id, identity="x"),
    ),
    "an identity twice": ("rubber_identity", lambda: copy(_rubber())),
    "a rubber against oneself": (
        "rubber_of_two_players",
        lambda: change(Rubber, player_b=models.F("player_a")),
    ),
    "a state nobody knows": ("rubber_state_known", lambda: change(Rubber, state="lost")),
    "a winner who did not play": ("rubber_winner", lambda: change(Rubber, winner="C")),
    "half a pair of points": ("rubber_points_pair", lambda: change(Rubber, points_a=None)),
    "best of none": ("rubber_best_of", lambda: change(Rubber, best_of=0)),
    "a game twice": ("game_number_unique", lambda: copy(Game.objects.earliest("pk"))),
    "six points in a game": ("game_points", lambda: change(Game, points_a=6)),
    "a game worth four": ("game_value", lambda: change(Game, value=4)),
    "a deal twice": ("deal_number_unique", lambda: copy(Deal.objects.earliest("pk"))),
    "six tricks in a deal": ("deal_tricks", lambda: change(Deal, tricks_b=6)),
    "half a pair of tricks": ("deal_tricks", lambda: change(Deal, tricks_b=None)),
    "a dealer who did not play": ("deal_dealer", lambda: change(Deal, dealer="")),
    "a deal numbered nought": ("deal_number_from_one", lambda: change(Deal, number=0)),
    "a law beyond the code": (
        "incident_law",
        lambda: Incident(game=Game.objects.earliest("pk"), position=1, law=56).save,
    ),
    "an event's name twice in a club": ("event_name", lambda: copy(Event.objects.get())),
    "a stage twice": ("stage_number", lambda: copy(Stage.objects.get())),
    "a drawn stage of no number": ("stage_kind", lambda: change(Stage, kind="swiss")),
    "an open stage of a number": ("stage_kind", lambda: change(Stage, number=1)),
    "a round twice": ("round_label", lambda: copy(_round(), number=2)),
    "a round of another's number": ("round_number", lambda: copy(_round(), label="2")),
    "a round numbered nought": ("round_number_from_one", lambda: change(_round(), number=0)),
    "an entrant twice": ("entrant_once", lambda: copy(Entrant.objects.earliest("pk"))),
    "somebody met who has a seed": ("entrant_entered", lambda: change(Entrant, seed=1)),
    "somebody entered under no number": ("entrant_entered", lambda: change(Entrant, is_entered=True)),
    "an open event with a plan": ("event_open", lambda: change(Event, plan={})),
    "a planned event without a plan": ("event_open", lambda: change(Event, phase="entry")),
    "a pairing with oneself": ("pairing_of_two", lambda: change(_pairing(), entrant_b=models.F("entrant_a"))),
    "a pairing of another's number": ("pairing_number", lambda: copy(_pairing())),
    "a rubber of two pairings": ("pairing_rubber", lambda: copy(_pairing(rubber=_rubber()), number=2)),
    "a bye of two": ("pairing_bye", lambda: change(_pairing(), kind="bye")),
    "a score without a decision": ("pairing_decided", lambda: change(_pairing(), halves_a=2)),
    "a decision without a score": ("pairing_decided", lambda: change(_pairing(), decided_by="award")),
    "a club's name twice": ("club_name", lambda: copy(Club.objects.get(), slug="other")),
    "a club's address twice": ("club_slug", lambda: copy(Club.objects.get(), name="Other")),
    "a currency that is none": ("club_currency", lambda: change(Club, currency="eur")),
    "a player's name twice in a club": ("player_name", lambda: copy(Player.objects.earliest("pk"))),
    "a role nobody knows": ("membership_role", lambda: _membership(role="king").save),
    "a membership that ends before it starts": (
        "membership_ends",
        lambda: _membership(since="2026-11-21", until="2026-11-20").save,
    ),
    "the same standing role twice": ("membership_role_once", lambda: second(_membership(), _membership())),
    "an address twice": ("user_email_unique", lambda: second(_user("a@b.org"), _user("a@b.org"))),
    "an address in capitals": ("user_email_lower", lambda: _user("A@b.org").save),
    "a second review by one engine": ("review_once", lambda: second(_review(), _review())),
    "a review done at no time": ("review_state_fits", lambda: _review(done_at=None).save),
    "a choice made twice": ("decision_made_once", lambda: second(_decision(1), _decision(2))),
    "a card of no trick": ("decision_card_has_trick", lambda: _decision(1, trick=None).save),
    "a loss below nothing": ("decision_loss", lambda: _decision(1, loss=-0.1).save),
    "a loss of chances below nothing": ("decision_equity_loss", lambda: _decision(1, equity_loss=-0.1).save),
    "a label nobody knows": (
        "decision_label_known",
        lambda: _decision(1, equity_loss=0.1, label="folly").save,
    ),
    "a label without its loss": ("decision_label_has_loss", lambda: _decision(1, label="mistake").save),
    "a method nobody knows": ("decision_method", lambda: _decision(1, method="guessed").save),
    "a deal reviewed twice": ("deal_review_once", lambda: second(_deal_review(), _deal_review())),
    "an exercise set twice": ("exercise_unique", lambda: second(_exercise(), _exercise())),
    "an exercise of no kind": ("exercise_kind", lambda: _exercise(kind="bluff").save),
    "more right answers than answers": (
        "exercise_counts_fit",
        lambda: _exercise(answered=1, right_in_a_row=2, answered_at="2026-11-21T12:00:00Z").save,
    ),
    "an answer of no time": ("exercise_answered_at", lambda: _exercise(answered=1).save),
    "a line of the standings twice": ("standing_position", lambda: second(_standing(0), _standing(1))),
    "a rank below its line": ("standing_rank", lambda: _standing(0, rank=2).save),
    "more rubbers won than played": ("standing_results", lambda: _standing(0, won=2).save),
}


def _rubber() -> Rubber:
    return Rubber.objects.earliest("pk")


def _round() -> Round:
    stage = Stage.objects.create(event=Event.objects.get(), number=1, kind=Stage.Kind.SWISS)
    return Round.objects.create(stage=stage, number=1, label="1")


def _pairing(**fields: Any) -> Pairing:
    a, b = Entrant.objects.order_by("pk")[:2]
    return Pairing.objects.create(round=_round(), number=1, entrant_a=a, entrant_b=b, **fields)


def _membership(**fields: Any) -> Membership:
    player = Player.objects.earliest("pk")
    return Membership(club=player.club, player=player, **fields)


def _user(email: str) -> User:
    return User(email=email)


def _review(**fields: Any) -> Review:
    usual = {"rubber": _rubber(), "engine_version": "1", "state": "done", "done_at": "2026-11-21T12:00:00Z"}
    return Review(**{**usual, **fields})


def _stored_review() -> Review:
    review, _ = Review.objects.get_or_create(
        rubber=_rubber(), engine_version="1", defaults={"state": "done", "done_at": "2026-11-21T12:00:00Z"}
    )
    return review


def _decision(number: int, **fields: Any) -> Decision:
    usual = {"game": 1, "deal": 1, "token": 7, "kind": "card", "trick": 1, "player": "A", "chosen": "HK"}
    return Decision(review=_stored_review(), number=number, **{"loss": 0.0, **usual, **fields})


def _deal_review() -> DealReview:
    return DealReview(review=_stored_review(), game=1, deal=1)


def _exercise(**fields: Any) -> Exercise:
    usual = {"game": 1, "deal": 1, "token": 7, "kind": "card", "due_at": "2026-11-22T12:00:00Z"}
    return Exercise(player=_rubber().player_a, rubber=_rubber(), **{**usual, **fields})


def _standing(entrant: int, **fields: Any) -> Standing:
    counts = ("won", "lost", "games_won", "games_lost", "points_for", "points_against")
    usual = {"position": 1, "rank": 1, "played": 1, **dict.fromkeys(counts, 0)}
    row = Entrant.objects.order_by("pk")[entrant]
    return Standing(stage=Stage.objects.get(), entrant=row, **{**usual, **fields})


@pytest.mark.usefixtures("rubber")
@pytest.mark.parametrize(("constraint", "violate"), VIOLATIONS.values(), ids=VIOLATIONS.keys())
def test_database_refuses(constraint: str, violate: Callable[[], Callable[[], object]]) -> None:
    action = violate()
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        action()
    assert _names(constraint, str(caught.value))


def _names(constraint: str, message: str) -> bool:
    """Return whether the message names the constraint. SQLite names a unique constraint's columns instead."""
    return constraint in message or message.startswith("UNIQUE constraint failed")


@pytest.mark.usefixtures("rubber")
def test_forgotten_players_may_share_having_no_name() -> None:
    Player.objects.update(name="")
    assert Player.objects.filter(name="").count() == 4


def test_email_is_the_login_name_whatever_its_case() -> None:
    user = User.objects.create_user(" Secretary@Example.org", "of three groups")
    assert user.email == "secretary@example.org"
    assert User.objects.get_by_natural_key("SECRETARY@example.ORG") == user
    assert user.check_password("of three groups")


def test_public_ids_do_not_tell_how_many_there_are(rubber: Rubber) -> None:
    first, second = Rubber.objects.order_by("pk").values_list("public_id", flat=True)
    assert len(first) == len(second) == 14
    assert sum(a != b for a, b in zip(first, second, strict=True)) > 7
