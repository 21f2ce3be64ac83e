"""The template filters of accounts."""

from __future__ import annotations

from django import template
from django.utils.text import capfirst

from matches.clubs.api_tokens import SCOPES
from matches.models import ApiToken, User
from matches.pages.common import kept_forms

register = template.Library()


@register.filter
def scope_words(token: ApiToken) -> list[str]:
    return [capfirst(str(words)) for scope, words in SCOPES.items() if scope in token.scopes]


@register.filter
def account_key(user: User) -> str:
    return kept_forms.account_key(user)
