"""The table of roles in words, row by row as ``matches.clubs.permissions`` has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from matches.clubs.permissions import ACTIONS, GRANTS, ROLES, Grant, Powers, Role, action_words

ROLE_NAMES: Final[dict[Role, str | Promise]] = {
    "owner": gettext_lazy("Owner"),
    "director": gettext_lazy("Director"),
    "scorer": gettext_lazy("Scorer"),
    "helper": gettext_lazy("Helper"),
    "member": gettext_lazy("Member"),
    "stranger": gettext_lazy("Anybody else"),
}
CELLS: Final[dict[Grant, str | Promise]] = {
    Grant.YES: gettext_lazy("yes"),
    Grant.OWN: gettext_lazy("his own"),
    Grant.GUEST: gettext_lazy("of guests"),
    Grant.OTHER_SIDE: gettext_lazy("as the other side"),
    Grant.UNSETTLED: gettext_lazy("until it counts"),
    Grant.UNAGREED: gettext_lazy("until both agree"),
    Grant.NO: pgettext_lazy("may not", "no"),
}
CONDITIONS: Final[dict[Grant, str | Promise]] = {
    Grant.OWN: gettext_lazy(
        "A rubber that he plays in himself; where it is about a person, he himself. A guest who plays here and "
        "signs in has the same right, though he has no role in the club."
    ),
    Grant.GUEST: gettext_lazy(
        "Of himself, and of people on the club's list who have no account. Who has one sees to it himself."
    ),
    Grant.OTHER_SIDE: gettext_lazy(
        "A rubber that he plays in, where the other side or a helper reported the result. Nobody confirms what he "
        "reported himself; what a director disputes waits for a director."
    ),
    Grant.UNSETTLED: gettext_lazy(
        "As long as the rubber does not count: a draft, one that is being played, reported or disputed."
    ),
    Grant.UNAGREED: gettext_lazy(
        "A rubber that he plays in. What one side reported and the other confirmed is final but for a director."
    ),
}


@dataclass(frozen=True, slots=True)
class Cell:
    role: str | Promise
    text: str | Promise
    is_no: bool


@dataclass(frozen=True, slots=True)
class Row:
    """``action`` is how the code calls it, ``words`` what it is."""

    action: str
    words: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class RoleTable:
    roles: tuple[str | Promise, ...]
    rows: tuple[Row, ...]


def table() -> RoleTable:
    return RoleTable(
        roles=tuple(ROLE_NAMES[role] for role in ROLES),
        rows=tuple(
            Row(
                action=action,
                words=capfirst(action_words(action)),
                cells=tuple(_cell(role, GRANTS[action][role]) for role in ROLES),
            )
            for action in ACTIONS
        ),
    )


def conditions() -> list[tuple[str, str]]:
    """What each conditional cell means."""
    return [(capfirst(str(CELLS[grant])), str(meaning)) for grant, meaning in CONDITIONS.items()]


def who_may(grants: Mapping[Role, Grant]) -> str:
    """``Owner, director, scorer (until it counts)``: everybody who may, in the order of roles."""
    told = []
    for role in ROLES:
        grant = grants[role]
        if grant is not Grant.NO:
            told.append(_who(role, "" if grant is Grant.YES else CELLS[grant]))
    return capfirst(", ".join(told))


def whose_word_is_final() -> str:
    """``Owner, director, scorer (rubbers of others)``: those whose entry of a rubber nobody has to confirm."""
    himself, other, third = 1, 2, 3
    told = []
    for role in ROLES:
        if GRANTS["enter_rubber"][role] is Grant.NO:
            continue
        powers = Powers(role=role, players=frozenset([himself]))
        on_own, on_others = powers.word_on(himself, other), powers.word_on(other, third)
        if on_others == "final" and powers.may_enter(other, third):
            told.append(_who(role, "" if on_own == "final" else _("rubbers of others")))
    return capfirst(", ".join(told))


def _who(role: Role, when: str | Promise) -> str:
    name = str(ROLE_NAMES[role]).lower()
    return _("%(role)s (%(when)s)") % {"role": name, "when": when} if when else name


def _cell(role: Role, grant: Grant) -> Cell:
    return Cell(ROLE_NAMES[role], CELLS[grant], grant is Grant.NO)
