"""Sort the decisions that can be practised into themes.

Cards belong to leads or replies in the first tricks, and to endings from the third trick on, when three cards or
fewer are left.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, TypeGuard, get_args

from django.db.models import Case, CharField, Exists, OuterRef, Q, Value, When

from matches.models import Decision

Theme: TypeAlias = Literal["calls", "leads", "replies", "discards", "endings"]
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
"""The themes in the order in which pages offer them."""
ENDING_FROM: Final = 3
"""The number of the first trick whose cards belong to endings."""


def is_theme(name: str) -> TypeGuard[Theme]:
    return name in THEMES


def theme_of(kind: str, trick: int | None, *, is_lead: bool) -> Theme:
    """Return the theme of a decision. ``trick`` is None for all but cards."""
    if kind == "discard":
        return "discards"
    if trick is None:
        return "calls"
    if trick >= ENDING_FROM:
        return "endings"
    return "leads" if is_lead else "replies"


def theme_column() -> Case:
    """Return an expression for the theme of a stored ``Decision``, which agrees with ``theme_of``.

    The leader of the first four tricks always has a choice, so a card is a reply if a review also judged a card that
    the other player had played to the trick before it.
    """
    led = (
        Decision.objects.filter(
            review=OuterRef("review"),
            game=OuterRef("game"),
            deal=OuterRef("deal"),
            trick=OuterRef("trick"),
            kind="card",
            token__lt=OuterRef("token"),
        )
        .exclude(player=OuterRef("player"))
        .order_by()
    )
    return Case(
        When(kind="discard", then=Value("discards")),
        When(~Q(kind="card"), then=Value("calls")),
        When(trick__gte=ENDING_FROM, then=Value("endings")),
        When(Exists(led), then=Value("replies")),
        default=Value("leads"),
        output_field=CharField(),
    )
