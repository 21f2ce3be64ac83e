from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from matches.common.commands import KeyReusedError, StoredResult, forget_old_requests, new_key, run_once
from matches.models import Club, SentRequest, User
from tests.factories.clubs import make_club

pytestmark = [pytest.mark.django_db, pytest.mark.core(differs=True)]


@pytest.fixture
def user(db: None) -> User:
    return User.objects.create_user("he@example.org")


def founding(slug: str = "portland") -> dict[str, str]:
    return {"club": make_club(slug).public_id}


def test_second_sending_has_the_first_ones_result_and_does_nothing(user: User) -> None:
    first = run_once(user, "k", "found a club", founding)
    second = run_once(user, "k", "found a club", founding)
    assert second == StoredResult(first.result, is_repeated=True)
    assert [club.public_id for club in Club.objects.all()] == [first.result["club"]]
    assert not first.is_repeated


def test_key_of_another_request_is_refused(user: User) -> None:
    run_once(user, "k", "found a club", founding)
    with pytest.raises(KeyReusedError):
        run_once(user, "k", "found another", lambda: founding("garrick"))
    assert Club.objects.count() == 1


def test_keys_of_two_users_are_two(user: User) -> None:
    other = User.objects.create_user("she@example.org")
    run_once(user, "k", "found a club", founding)
    run_once(other, "k", "found a club", lambda: founding("garrick"))
    assert Club.objects.count() == 2


def test_request_that_failed_leaves_its_key_free_and_nothing_behind(user: User) -> None:
    def fail() -> None:
        make_club("garrick")
        raise LookupError

    with pytest.raises(LookupError):
        run_once(user, "k", "found a club", fail)
    assert not Club.objects.exists()
    assert not run_once(user, "k", "found a club", founding).is_repeated


def test_old_requests_are_forgotten_and_fresh_ones_kept(user: User) -> None:
    run_once(user, "old", "found a club", founding)
    run_once(user, "new", "found a club", lambda: founding("garrick"))
    SentRequest.objects.filter(key="old").update(created_at=timezone.now() - timedelta(days=31))
    assert forget_old_requests() == 1
    assert [row.key for row in SentRequest.objects.all()] == ["new"]


def test_keys_of_forms_differ() -> None:
    assert len({new_key() for _ in range(100)}) == 100


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_at_once_are_carried_out_once(transactional_db: None) -> None:
    user = User.objects.create_user("he@example.org")
    together = threading.Barrier(2)
    results: list[StoredResult] = []

    def send() -> None:
        together.wait()
        results.append(run_once(user, "k", "found a club", founding))
        connection.close()

    threads = [threading.Thread(target=send) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Club.objects.count() == 1
    assert results[0].result == results[1].result
    assert sorted(done.is_repeated for done in results) == [False, True]
