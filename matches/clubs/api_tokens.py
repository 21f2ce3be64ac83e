"""Keys by which programs act for a person: made, taken back, and known again when one is shown."""

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

from matches.common.clean_names import blank_name_words, tidy_name
from matches.models import ApiToken, User
from matches.models.ids import ALPHABET

Scope: TypeAlias = Literal["read", "enter", "manage"]

SCOPES: Final[dict[Scope, str | Promise]] = {
    "read": gettext_lazy("read what you may see"),
    "enter": gettext_lazy(
        "enter rubbers and deals, confirm and dispute results, check people in, keep the book of a table"
    ),
    "manage": gettext_lazy(
        "all else that you may: people, events, files, webhooks, corrections, erasing; and what only owners read"
    ),
}
"""What a token may do, as long as its user may: each scope alone, none takes in another."""

PREFIX: Final = "ecarte_"
"""What each token starts with, so that one that slipped into a file is recognised."""
SECRET_LENGTH: Final = 40
HINT_LENGTH: Final = len(PREFIX) + 4
NOTED_EVERY: Final = timedelta(minutes=1)
TOKENS_A_PERSON: Final = 50


class TokenError(ValueError):
    """No such token can be made; the text says why."""


def make_token(
    user: User, *, name: str, scopes: Iterable[str], expires_at: datetime | None = None
) -> tuple[ApiToken, str]:
    """A new token of ``user``, and the secret itself, which is kept nowhere. Raises ``TokenError``."""
    tidy = tidy_name(name)
    if not tidy:
        raise TokenError(blank_name_words(is_required=True))
    wanted = set(scopes)
    if not wanted or not wanted <= SCOPES.keys():
        raise TokenError(_("A token needs at least one of the scopes that there are."))
    if expires_at is not None and expires_at <= timezone.now():
        raise TokenError(_("The last day of a token must lie ahead."))
    if running_tokens(user).count() >= TOKENS_A_PERSON:
        raise TokenError(_("You have %(number)s tokens; take one back first.") % {"number": TOKENS_A_PERSON})
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
    """Take a token of ``user`` back; whether there was one that still held."""
    held = ApiToken.objects.filter(user=user, public_id=public_id, revoked_at__isnull=True)
    return held.update(revoked_at=timezone.now()) > 0


def revoke_tokens(user: User) -> int:
    """Revoke all valid tokens of ``user``, as after a password that was lost; return their number."""
    return running_tokens(user).order_by().update(revoked_at=timezone.now())


def running_tokens(user: User) -> QuerySet[ApiToken]:
    """Those of ``user`` that hold, the newest first."""
    holds = Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now())
    return ApiToken.objects.filter(holds, user=user, revoked_at__isnull=True)


def find_token(secret: str) -> ApiToken | None:
    """The token (its user loaded) that ``secret`` is, and None where it is none, or holds no longer."""
    if not secret.startswith(PREFIX):
        return None
    # Asked by its hash alone, which is unique, and judged here: every request of a program begins with this query.
    found = ApiToken.objects.select_related("user").filter(token_hash=hash_of(secret)).order_by()
    token = next(iter(found), None)
    return token if token is not None and token.user.is_active and _holds(token) else None


def _holds(token: ApiToken) -> bool:
    is_over = token.expires_at is not None and token.expires_at <= timezone.now()
    return token.revoked_at is None and not is_over


def note_use(token: ApiToken) -> None:
    """Remember that the token was used just now, to the minute."""
    now = timezone.now()
    due = now - NOTED_EVERY
    if token.last_used_at is not None and token.last_used_at > due:
        return
    unnoted = Q(last_used_at__isnull=True) | Q(last_used_at__lte=due)
    ApiToken.objects.filter(unnoted, pk=token.pk).update(last_used_at=now)


def hash_of(secret: str) -> str:
    # The secret is drawn at random from more than 190 bits: a fast hash gives nothing away.
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()
