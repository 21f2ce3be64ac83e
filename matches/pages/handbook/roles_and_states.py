"""The handbook's chapters on roles and on the states of a rubber, with the roles that may change a state.

The tables come from ``matches.clubs.roles`` and ``matches.rubbers.states``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.clubs.roles import ACTIONS, GRANTS, ROLES, Action, Grant, Powers, Role, action_words
from matches.rubbers.states import NEW, SETTLED, STATES, TRANSITIONS, Before, RubberKind, kinds_from

ROLE_NAMES: Final[dict[Role, str | Promise]] = {
    "owner": _("Owner"),
    "director": _("Director"),
    "scorer": _("Scorer"),
    "helper": _("Helper"),
    "member": _("Member"),
    "stranger": _("Anyone else"),
}
CELLS: Final[dict[Grant, str | Promise]] = {
    Grant.YES: _("yes"),
    Grant.OWN: _("their own"),
    Grant.GUEST: _("a guest’s"),
    Grant.OTHER_SIDE: _("as the opponent"),
    Grant.OWN_REPORT: _("own report"),
    Grant.HELPERS_REPORT: _("reports of helpers"),
    Grant.UNSETTLED: _("until it counts"),
    Grant.UNAGREED: _("until both agree"),
    Grant.NO: pgettext_lazy("may not", "no"),
}
CONDITIONS: Final[dict[Grant, str | Promise]] = {
    Grant.OWN: _(
        "A rubber they play in; if it is about a person, themselves. A guest who plays here and signs in has "
        "the same right, without a role in the club."
    ),
    Grant.GUEST: _(
        "For themselves, and for players without an account. Players with an account see to it themselves."
    ),
    Grant.OTHER_SIDE: _(
        "A rubber they play in, if the opponent or a helper reported the result. Nobody confirms their own "
        "report. If a director disputes, a director decides."
    ),
    Grant.OWN_REPORT: _("A rubber they play in and reported, until the opponent confirms or disputes it."),
    Grant.HELPERS_REPORT: _(
        "A result that a helper reported, in a rubber they do not play in; in their own rubbers, what their "
        "side reported. Until it is confirmed or disputed."
    ),
    Grant.UNSETTLED: _(
        "As long as the rubber does not count: a draft, or one being played, reported or disputed."
    ),
    Grant.UNAGREED: _("A rubber they play in. Once both players agree, only a director can change it."),
}


def roles_context() -> dict[str, Any]:
    """Return the template values of the chapter on roles.

    A row has an action, its words, and a cell for each role: the role, when it may, and whether never.
    """
    return {
        "roles": [ROLE_NAMES[role] for role in ROLES],
        "rows": [
            (
                action,
                capfirst(action_words(action)),
                [
                    (ROLE_NAMES[role], CELLS[grant], grant is Grant.NO)
                    for role, grant in GRANTS[action].items()
                ],
            )
            for action in ACTIONS
        ],
        "conditions": [(capfirst(str(CELLS[grant])), meaning) for grant, meaning in CONDITIONS.items()],
    }


def roles_text(grants: Mapping[Role, Grant]) -> str:
    """Return the roles in ``grants`` as text, in order: "Owner, director, scorer (until it counts)"."""
    granted = [(role, grants[role]) for role in ROLES if grants[role] is not Grant.NO]
    roles = [_role_text(role, "" if grant is Grant.YES else CELLS[grant]) for role, grant in granted]
    return capfirst(", ".join(roles))


def confirming_roles_text() -> str:
    """Return the roles whose word on a result is final: "Owner, director, scorer (rubbers of others)"."""
    own, other, third = 1, 2, 3
    roles = []
    for role in ROLES:
        if GRANTS["enter_rubber"][role] is Grant.NO:
            continue
        powers = Powers(role=role, players=frozenset([own]))
        on_own, on_others = powers.authority_on(own, other), powers.authority_on(other, third)
        if on_others == "final" and powers.may_enter(other, third):
            roles.append(_role_text(role, "" if on_own == "final" else _("other players’ rubbers")))
    return capfirst(", ".join(roles))


def _role_text(role: Role, when: str | Promise) -> str:
    name = str(ROLE_NAMES[role]).lower()
    return _("%(role)s (%(when)s)") % {"role": name, "when": when} if when else name


STATE_NAMES: Final[dict[Before, str | Promise]] = {
    NEW: _("Not here yet"),
    "draft": _("Draft"),
    "live": _("Being played"),
    "reported": _("Reported by one side"),
    "confirmed": _("Confirmed"),
    "disputed": _("Disputed"),
    "corrected": _("Corrected"),
    "void": _("Void"),
}
MEANINGS: Final[dict[Before, str | Promise]] = {
    NEW: _("Ways to bring in a rubber."),
    "draft": _("The game file breaks a law or contradicts itself. It needs a correction."),
    "live": _("Scored deal by deal at the table. Only the score shows."),
    "reported": _("A player or a helper entered the result. It waits for the opponent."),
    "confirmed": _("Both players agree on the result, or a person who may decide has entered it."),
    "disputed": _("A player says that the result is wrong, with a reason."),
    "corrected": _("A new version counts. The history keeps the old one."),
    "void": _("Declared void. It can still be seen, and a correction brings it back."),
}
WAYS: Final[dict[RubberKind, tuple[str | Promise, Action]]] = {
    "rubber.imported": (_("Imported from a file"), "import_records"),
    "rubber.entered": (_("Entered by a person who may decide"), "enter_rubber"),
    "rubber.reported": (_("Reported by a player or a helper"), "enter_rubber"),
    "rubber.opened": (_("Begun at the table"), "enter_rubber"),
    "rubber.cut_recorded": (_("The cut for deal is recorded"), "enter_rubber"),
    "rubber.deal_recorded": (_("A deal is recorded"), "enter_rubber"),
    "rubber.deal_undone": (_("The last deal is undone"), "undo_deal"),
    "rubber.closed": (_("Ended by a person who may decide"), "enter_rubber"),
    "rubber.confirmed": (_("Confirmed"), "confirm_rubber"),
    "rubber.disputed": (_("Disputed"), "dispute_rubber"),
    "rubber.corrected": (_("Corrected"), "correct_rubber"),
    "rubber.voided": (_("Declared void"), "void_rubber"),
    "rubber.report_changed": (_("Corrected by its reporter"), "change_report"),
    "rubber.report_withdrawn": (_("Withdrawn by its reporter"), "change_report"),
}
BY_FINAL_WORD: Final[frozenset[RubberKind]] = frozenset({"rubber.entered", "rubber.closed"})


def states_context() -> dict[str, Any]:
    """Return the template values of the chapter on states; "new" stands for a rubber that is not stored yet."""
    return {
        "states": [
            {
                "key": state or "new",
                "name": STATE_NAMES[state],
                "meaning": MEANINGS[state],
                "counts": state in SETTLED,
                "ways": [
                    (kind, WAYS[kind][0], _leads_to(kind), _roles_text(kind)) for kind in kinds_from(state)
                ],
            }
            for state in (NEW, *STATES)
        ]
    }


def _roles_text(kind: RubberKind) -> str:
    return confirming_roles_text() if kind in BY_FINAL_WORD else roles_text(GRANTS[WAYS[kind][1]])


def _leads_to(kind: RubberKind) -> str:
    transition = TRANSITIONS[kind]
    judged, plain = _("→ %(state)s; a draft if the game file breaks a law"), _("→ %(state)s")
    return (judged if transition.is_judged else plain) % {"state": STATE_NAMES[transition.to]}
