"""A held text in words: where it came from, what was wrong, and what became of it."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.clubs.words import person_name
from matches.exchange.imports.outcomes import Outcome
from matches.models import Club, HeldText
from matches.pages.common.club_context import moment_text
from matches.pages.common.limits import shortened
from matches.pages.common.translate_stored_messages import finding_text
from matches.pages.rubbers.entry.marked_text import MarkedText, marked_text
from scoring.errors import NotEgnError

OUTCOMES: Final[dict[str, str | Promise]] = {
    "confirmed": gettext_lazy("%(players)s is stored and confirmed."),
    "draft": gettext_lazy("%(players)s is stored as a draft."),
    "skipped": gettext_lazy("%(players)s was here already with the same content."),
    "conflict": gettext_lazy("%(players)s is here with other content; both are kept for you to choose."),
    "held": gettext_lazy("%(players)s is kept for repair."),
    "refused": gettext_lazy("%(players)s can't be taken in."),
}


def facts(club: Club, held: HeldText) -> list[str]:
    """Where it came from."""
    report = held.report
    came = _("brought in by %(who)s, %(when)s") % {
        "who": person_name(report.by),
        "when": moment_text(club, report.started_at),
    }
    return [report.source, came]


def settled(club: Club, held: HeldText) -> str:
    """What became of it; empty as long as it waits."""
    if held.repaired_at is not None:
        return _("A good record took its place, %(when)s.") % {"when": moment_text(club, held.repaired_at)}
    if held.dismissed_at is not None:
        return _("Put aside by %(who)s, %(when)s.") % {
            "who": person_name(held.settled_by),
            "when": moment_text(club, held.dismissed_at),
        }
    return ""


def fault(held: HeldText, marked: MarkedText | None) -> str:
    """Why it was held, in the words of the import; empty where what is ``marked`` in the text says so itself."""
    if marked is not None and any(candidate.held is not None for candidate in marked.candidates):
        return ""
    return shortened(finding_text(str(held.finding.get("code", "")), str(held.finding.get("message", ""))))


def marked(text: str) -> MarkedText | None:
    """The text with what is found in it; None where no line starts a rubber."""
    try:
        return marked_text(text.encode("utf-8", "backslashreplace"))
    except NotEgnError:
        return None


def outcome_text(outcome: Outcome) -> str:
    players = _("%(a)s – %(b)s") % {"a": outcome.players[0] or "?", "b": outcome.players[1] or "?"}
    return str(OUTCOMES[outcome.fate]) % {"players": players}
