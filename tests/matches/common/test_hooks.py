"""Hooks run in order with a change, and an error in one of them rolls the change back."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks

from matches.clubs.manage_club import change_club
from matches.common import hooks
from matches.common.hooks import Hook
from matches.models import Club, Delivery, Rubber, Webhook
from matches.models.webhooks import Topic
from matches.reviews.claims import claim_review, open_reviews
from matches.reviews.review_rubbers import copy_review, finish_review
from matches.rubbers.change_rubbers import confirm_rubber, correct_rubber
from matches.webhooks.signatures import Secrets, encrypt_secrets, generate_secret
from tests.factories.rubbers import stored_rubbers
from tests.matches.events.event_hands import playing
from tests.matches.files import rubber_text
from tests.matches.rubbers.hands import Hands
from tests.matches.sittings.sitting_hands import table

pytestmark = [pytest.mark.django_db, pytest.mark.core]

REGISTERED: Final = {
    "club_changed": ["deferred_updates.note_changed_club"],
    "rubbers_begun": ["deferred_updates.note_begun_rubbers", "publish.publish_new_rubbers"],
    "rubber_changed": [
        "deferred_updates.note_changed_rubber",
        "write_sitting.follow_rubber",
        "publish.publish_rubber_change",
    ],
    "event_written": ["publish.publish_event_change"],
    "review_written": ["publish.publish_review_done"],
}
TOUCHED: Final = re.compile(r'UPDATE "matches_(\w+)" |FROM "matches_(webhook)" ')
"""The tables that a statement updates, and the query for a club's webhooks."""


def all_hooks() -> dict[str, Hook[Any]]:
    return {name: hook for name, hook in vars(hooks).items() if isinstance(hook, Hook)}


def subscribe() -> None:
    """Give each club a webhook for every kind of news."""
    secret = encrypt_secrets(Secrets(generate_secret()))
    for club in Club.objects.all():
        Webhook.objects.create(club=club, url="https://news.example/", kinds=Topic.values, secret=secret)


def touched_tables(change: Callable[[], object]) -> list[str]:
    """Return the tables that a change touches, each where it is touched first."""
    with CaptureQueriesContext(connection) as queries:
        change()
    matches = [TOUCHED.search(query["sql"]) for query in queries.captured_queries]
    return list(dict.fromkeys(match[1] or match[2] for match in matches if match))


def stored_rows() -> dict[str, list[dict[str, Any]]]:
    """Return all rows of all tables of ours."""
    models = apps.get_app_config("matches").get_models()
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in models}


class HookFailedError(Exception):
    """An error in a registered function."""


@contextmanager
def failing(hook: Hook[Any]) -> Iterator[None]:
    """Register one more function, called after all others, that raises HookFailedError."""

    def fail(change: object) -> None:
        raise HookFailedError

    registered = hook.functions
    hook.register(*registered, fail)
    try:
        yield
    finally:
        hook.register(*registered)


def test_registered_functions_in_their_order() -> None:
    registered = {
        name: [f"{each.__module__.rpartition('.')[2]}.{each.__name__}" for each in hook.functions]
        for name, hook in all_hooks().items()
    }
    assert registered == REGISTERED


def test_correction_moves_ratings_then_honours_then_the_sitting_then_webhooks() -> None:
    pool = table()
    pool.put("seated", out=pool.id("Clay"))
    rubber = pool.begin()
    pool.won("A")
    subscribe()
    rubber.refresh_from_db()
    other = pool.hands.result((3, 5))
    order = touched_tables(lambda: correct_rubber(rubber, other, act=pool.act()))
    follow = [name for name in order if name not in ("rubber", "event", "club")]
    assert follow == ["ratingprogress", "honourprogress", "sitting", "webhook"]
    assert order.index("rubber") < order.index("ratingprogress")


def test_rubbers_that_begin_move_ratings_and_honours_then_webhooks(hands: Hands) -> None:
    hands.enter()
    subscribe()
    order = touched_tables(lambda: hands.enter(table="2"))
    assert [name for name in order if name != "event"] == ["ratingprogress", "honourprogress", "webhook"]


def test_hook_outside_a_transaction_is_refused() -> None:
    hook: Hook[str] = Hook()
    was_atomic, connection.in_atomic_block = connection.in_atomic_block, False
    try:
        with pytest.raises(TransactionManagementError):
            hook("a change")
    finally:
        connection.in_atomic_block = was_atomic


def club_change(hands: Hands) -> Callable[[], object]:
    hands.enter()
    other = hands.club.season_month % 12 + 1
    return lambda: change_club(hands.club, {"season_month": other}, by=hands.director, key="one")


def begun(hands: Hands) -> Callable[[], object]:
    return lambda: hands.enter()


def confirmation(hands: Hands) -> Callable[[], object]:
    rubber = hands.report()
    return lambda: confirm_rubber(rubber, seat="B", act=hands.act())


def sitting_game(hands: Hands) -> Callable[[], object]:
    pool = table(hands=hands)
    pool.put("seated", out=pool.id("Clay"))
    pool.begin()
    return lambda: pool.won("A")


def event_release(hands: Hands) -> Callable[[], object]:
    played = playing("swiss", rounds=3, hands=hands)
    played.play()
    played.draw()
    return lambda: played.release(number=2)


def claimed(rubber: Rubber) -> str:
    claim = secrets.token_hex(16)
    open_reviews([rubber])
    assert claim_review(rubber, claim)
    return claim


def review(hands: Hands) -> Callable[[], object]:
    rubber, _other = stored_rubbers(rubber_text(), rubber_text("Wheble", "Pole"))
    claim = claimed(rubber)
    return lambda: finish_review(rubber, claim, [])


def copied_review(hands: Hands) -> Callable[[], object]:
    first, second = stored_rubbers(rubber_text(), rubber_text("Wheble", "Pole"))
    finish_review(first, claimed(first), [])
    claim = claimed(second)
    return lambda: copy_review(second, claim)


CHANGES: Final = [
    ("club_changed", club_change),
    ("rubbers_begun", begun),
    ("rubber_changed", confirmation),
    ("rubber_changed", sitting_game),
    ("event_written", event_release),
    ("review_written", review),
    ("review_written", copied_review),
]


def test_every_hook_is_among_the_changes() -> None:
    assert {name for name, _make in CHANGES} == set(all_hooks())


@pytest.mark.parametrize(("name", "make"), CHANGES)
def test_error_in_a_hook_takes_the_whole_change_back(
    name: str,
    make: Callable[[Hands], Callable[[], object]],
    hands: Hands,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    change = make(hands)
    subscribe()
    before = stored_rows()
    with django_capture_on_commit_callbacks() as waiting:
        with failing(all_hooks()[name]), pytest.raises(HookFailedError), transaction.atomic():
            change()
        # Publishing and queueing wait for the commit, and are rolled back with the change.
        assert waiting == []
    assert stored_rows() == before
    with django_capture_on_commit_callbacks() as waiting:
        change()
    assert stored_rows() != before
    if name != "club_changed":
        assert waiting
        assert Delivery.objects.exists()
