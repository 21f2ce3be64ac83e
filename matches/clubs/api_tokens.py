"""Create, revoke and authenticate API tokens, by which programs act for a person."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.common.names import blank_name_words
from matches.models import ApiToken, User
from matches.models.ids import ALPHABET
from matches.rules.names import tidy_name

Scope: TypeAlias = Literal["read", "enter", "manage"]

SCOPES: Final[dict[Scope, str | Promise]] = {
    "read": gettext_lazy("read what you may see"),
    "enter": gettext_lazy(
        "enter rubbers and deals, confirm and dispute results, check players in, run pools and French tables"
    ),
    "manage": gettext_lazy(
        "everything else that you may do: people, events, files, webhooks, corrections, deletions;"
        " and read what only owners see"
    ),
}
"""The scopes of a token, each with a phrase for what it permits, in so far as the user may do it themselves.

No scope includes another.
"""

PREFIX: Final = "ecarte_"
"""The prefix of every token, by which scanners and people recognise one that was left in a file."""
SECRET_LENGTH: Final = 40
HINT_LENGTH: Final = len(PREFIX) + 4
NOTED_EVERY: Final = timedelta(minutes=1)
TOKENS_A_PERSON: Final = 50


class TokenError(ValueError):
    """The token cannot be created. The message, for the user, gives the reason."""


def make_token(
    user: User, *, name: str, scopes: Iterable[str], expires_at: datetime | None = None
) -> tuple[ApiToken, str]:
    """Create an API token of ``user``, and return its row and its secret, of which only a hash is stored.

    ``expires_at`` is None for a token that never expires. Raises ``TokenError`` if the name is blank, a scope
    or the expiry time is invalid, or the user has 50 valid tokens already.
    """
    tidy = tidy_name(name)
    if not tidy:
        raise TokenError(blank_name_words(is_required=True))
    wanted = set(scopes)
    if not wanted or not wanted <= SCOPES.keys():
        raise TokenError(_("Choose at least one scope for the token."))
    if expires_at is not None and expires_at <= timezone.now():
        raise TokenError(_("The token’s last day has to be in the future."))
    if running_tokens(user).count() >= TOKENS_A_PERSON:
        raise TokenError(_("You have %(number)s tokens. Revoke one first.") % {"number": TOKENS_A_PERSON})
    secret = PREFIX + "".join(secrets.choice(ALPHABET) for _place in range(SECRET_LENGTH))
    token = ApiToken.objects.create(
        user=user,
        name=tidy,
        scopes=[scope for scope in SCOPES if scope in wanted],
        token_hash=hash_of(secret),
        hint=secret[:HINT_LENGTH],
        expires_at=expires_at,
    )
    return token, secret


def revoke_token(user: User, public_id: str) -> bool:
    """Revoke the token of ``user`` with this public id. Return False if there is none that was not revoked before."""
    tokens = ApiToken.objects.filter(user=user, public_id=public_id, revoked_at__isnull=True)
    return tokens.update(revoked_at=timezone.now()) > 0


def revoke_tokens(user: User) -> int:
    """Revoke all valid API tokens of ``user``, for example after a lost password, and return how many."""
    return running_tokens(user).order_by().update(revoked_at=timezone.now())


def running_tokens(user: User) -> QuerySet[ApiToken]:
    """Return the tokens of ``user`` that are neither revoked nor expired, the newest first."""
    holds = Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now())
    return ApiToken.objects.filter(holds, user=user, revoked_at__isnull=True)


def find_token(secret: str) -> ApiToken | None:
    """Return the API token with this secret, with its user loaded, or None if it or its user is not valid."""
    if not secret.startswith(PREFIX):
        return None
    # Select by the unique hash alone and check validity here: every API request begins with this query.
    tokens = ApiToken.objects.select_related("user").filter(token_hash=hash_of(secret)).order_by()
    token = next(iter(tokens), None)
    if token is None or token.revoked_at is not None or not token.user.is_active:
        return None
    return token if token.expires_at is None or token.expires_at > timezone.now() else None


def note_use(token: ApiToken) -> None:
    """Store the current time as the token's last use, at most once a minute."""
    now = timezone.now()
    due = now - NOTED_EVERY
    if token.last_used_at is not None and token.last_used_at > due:
        return
    unnoted = Q(last_used_at__isnull=True) | Q(last_used_at__lte=due)
    ApiToken.objects.filter(unnoted, pk=token.pk).update(last_used_at=now)


def hash_of(secret: str) -> str:
    # The secret has more than 190 random bits, so a fast hash is safe.
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()
