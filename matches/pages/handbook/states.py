"""A rubber's states in words: what each means, and what leads from it where, by whose hand.

The ways are those of ``matches.rubbers.states``, the hands those of ``matches.clubs.permissions``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.clubs.permissions import GRANTS, Action
from matches.pages.handbook.roles import who_may, whose_word_is_final
from matches.rubbers.states import (
    NEW,
    SETTLED,
    STATES,
    TRANSITIONS,
    Before,
    RubberKind,
    State,
    kinds_from,
)

STATE_NAMES: Final[dict[Before, str | Promise]] = {
    NEW: gettext_lazy("Not here yet"),
    "draft": gettext_lazy("Draft"),
    "live": gettext_lazy("Being played"),
    "reported": gettext_lazy("Reported by one side"),
    "confirmed": gettext_lazy("Confirmed"),
    "disputed": gettext_lazy("Disputed"),
    "corrected": gettext_lazy("Corrected"),
    "void": gettext_lazy("Void"),
}
MEANINGS: Final[dict[Before, str | Promise]] = {
    NEW: gettext_lazy("How a rubber comes in."),
    "draft": gettext_lazy("The record breaks a law or contradicts itself, and waits to be corrected."),
    "live": gettext_lazy("Kept deal by deal at the table. Its score shows, and nothing else of it."),
    "reported": gettext_lazy("A side or a helper entered the result, and it waits for the other side."),
    "confirmed": gettext_lazy("Both sides, or somebody whose word is final, stand by the result."),
    "disputed": gettext_lazy("Somebody says that the result is wrong, with his reason."),
    "corrected": gettext_lazy("A new version took the place of the one before, which the history keeps."),
    "void": gettext_lazy("Declared void. It stays to be looked at, and can be brought back by a correction."),
}
WAYS: Final[dict[RubberKind, tuple[str | Promise, Action]]] = {
    "rubber.imported": (gettext_lazy("Brought in with a file"), "import_records"),
    "rubber.entered": (gettext_lazy("Entered by somebody whose word is final"), "enter_rubber"),
    "rubber.reported": (gettext_lazy("Reported by a side or a helper"), "enter_rubber"),
    "rubber.opened": (gettext_lazy("Begun at the table"), "enter_rubber"),
    "rubber.cut_recorded": (gettext_lazy("The cut for deal is noted"), "enter_rubber"),
    "rubber.deal_recorded": (gettext_lazy("A deal is recorded"), "enter_rubber"),
    "rubber.deal_undone": (gettext_lazy("The last deal is taken back"), "undo_deal"),
    "rubber.closed": (gettext_lazy("Ended by somebody whose word is final"), "enter_rubber"),
    "rubber.confirmed": (gettext_lazy("Confirmed"), "confirm_rubber"),
    "rubber.disputed": (gettext_lazy("Disputed"), "dispute_rubber"),
    "rubber.corrected": (gettext_lazy("Corrected"), "correct_rubber"),
    "rubber.voided": (gettext_lazy("Declared void"), "void_rubber"),
}
BY_FINAL_WORD: Final[frozenset[RubberKind]] = frozenset({"rubber.entered", "rubber.closed"})


@dataclass(frozen=True, slots=True)
class Way:
    """``kind`` is how the log calls it; ``leads_to`` a sentence."""

    kind: RubberKind
    text: str | Promise
    leads_to: str
    who: str


@dataclass(frozen=True, slots=True)
class StateShown:
    """``key`` is the state's own name, ``new`` before there is any."""

    key: str
    name: str | Promise
    meaning: str | Promise
    counts: bool
    ways: tuple[Way, ...]


def states_shown() -> list[StateShown]:
    return [
        StateShown(
            key=state or "new",
            name=STATE_NAMES[state],
            meaning=MEANINGS[state],
            counts=state in SETTLED,
            ways=tuple(_way(kind) for kind in kinds_from(state)),
        )
        for state in (NEW, *STATES)
    ]


def _way(kind: RubberKind) -> Way:
    text, action = WAYS[kind]
    who = whose_word_is_final() if kind in BY_FINAL_WORD else who_may(GRANTS[action])
    return Way(kind=kind, text=text, leads_to=_leads_to(kind), who=who)


def _leads_to(kind: RubberKind) -> str:
    transition = TRANSITIONS[kind]
    to: State = transition.to
    if transition.is_judged:
        return _("→ %(state)s; a draft where the record breaks a law") % {"state": STATE_NAMES[to]}
    return _("→ %(state)s") % {"state": STATE_NAMES[to]}
