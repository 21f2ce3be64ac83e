from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import pytest
from django.core.cache import cache
from pytest_django.fixtures import Settings

from ecarte_site.accounts import account_settings
from matches.models import Club, User
from tests.factories.clubs import make_club
from tests.matches.api.calling import Caller, token_for
from tests.matches.pages.records import make_member
from tests.support import postgres, redis_server
from tests.support.redis_server import RedisServer

PASSWORD: Final = "a long pass phrase"


@pytest.fixture(autouse=True)
def _fresh_counts() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club) -> User:
    return make_member(club, "owner@example.org", role="owner")


@pytest.fixture
def clay(club: Club) -> User:
    """A member who signs in with the password."""
    user = make_member(club, "clay@example.org", role="member")
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture
def api(owner: User) -> Caller:
    """The owner's program, with every scope."""
    return Caller(token_for(owner))


@pytest.fixture
def with_mail(settings: Settings) -> None:
    """Configure the site as if EMAIL_URL were set."""
    settings.HAS_MAIL = True
    for name, value in account_settings(has_mail=True, has_tls=False).items():
        setattr(settings, name, value)


@pytest.fixture(scope="module")
def own_redis() -> Iterator[RedisServer]:
    """A Redis of the module's own, which its tests may empty."""
    redis = RedisServer(redis_server.find_program())
    redis.start()
    try:
        yield redis
    finally:
        redis.close()


@pytest.fixture(scope="module")
def front_environment(
    own_redis: RedisServer, postgres_server: str, migrated_database: str
) -> Iterator[Mapping[str, str]]:
    """The environment of a site that is served behind Caddy, with a migrated database of the module's own."""
    like = postgres.name_of_database(migrated_database)
    with postgres.fresh_database(postgres_server, like=like) as url:
        yield {"DATABASE_URL": url, "REDIS_URL": own_redis.url, "SECRET_KEY": "for tests alone"}
