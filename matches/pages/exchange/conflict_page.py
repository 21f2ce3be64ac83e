"""Two contents of one rubber: what each comes to, how each came, and where their lines differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.clubs.words import person_name
from matches.models import Club, Conflict, LogEntry, Player
from matches.pages.common.club_context import moment_text
from matches.pages.common.dates import record_date
from matches.pages.common.limits import shortened
from matches.pages.common.result_lines import TERMINATIONS, rubber_title, score_text, side_names
from matches.pages.log.sentences import log_lines
from matches.rubbers.canonical_text import named_text
from matches.rubbers.queries.compare_records import Passage, compare
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.notation import read_one

LINE_SHOWN: Final = 400
"""Characters of a line."""
DEPTHS: dict[str, str | Promise] = {
    "result": gettext_lazy("the result alone"),
    "marks": gettext_lazy("the marks of each deal"),
    "play": gettext_lazy("every card"),
}


@dataclass(frozen=True, slots=True)
class Version:
    """One of the two. ``facts`` are a label and its value; ``came`` says who brought it, when, and ``said`` why."""

    key: str
    heading: str | Promise
    facts: tuple[tuple[str, str], ...]
    came: str
    said: str
    findings: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class ConflictPage:
    title: str
    versions: tuple[Version, Version]
    is_cut: bool


def settled(club: Club, conflict: Conflict) -> str:
    """How it was settled; empty for a conflict that is open."""
    if conflict.resolved_at is None:
        return ""
    kept = _("%(who)s kept what was stored, %(when)s.")
    taken = _("%(who)s took the other content, %(when)s.")
    return (taken if conflict.resolution == Conflict.Resolution.TAKEN else kept) % {
        "who": person_name(conflict.resolved_by),
        "when": moment_text(club, conflict.resolved_at),
    }


def conflict_page(club: Club, conflict: Conflict, last: LogEntry | None) -> ConflictPage:
    """``last`` is the entry that made the stored rubber what it is."""
    rubber = conflict.rubber
    stored_players = rubber.player_a, rubber.player_b
    other_players = conflict.player_a, conflict.player_b
    compared = compare(_text(rubber.egn, stored_players), _text(conflict.egn, other_players))
    line = log_lines(club, [last])[0] if last is not None else None
    came = (
        _("%(what)s %(when)s") % {"what": line.sentence, "when": moment_text(club, line.at)} if line else ""
    )
    stored = _version(
        "stored",
        gettext_lazy("What is stored"),
        check_rubber(read_one(rubber.egn), checks=rubber.checks),
        stored_players,
        came=came,
        said=line.reason if line else "",
        passages=passages_shown(compared.first),
    )
    other = _version(
        "other",
        gettext_lazy("The other content"),
        check_rubber(read_one(conflict.egn)),
        other_players,
        came=_came(club, conflict),
        said=conflict.reason,
        passages=passages_shown(compared.second),
    )
    return ConflictPage(rubber_title(rubber), (stored, other), compared.is_cut)


def passages_shown(passages: Iterable[Passage]) -> tuple[Passage, ...]:
    return tuple(
        replace(
            passage,
            lines=tuple(replace(line, text=shortened(line.text, LINE_SHOWN)) for line in passage.lines),
        )
        for passage in passages
    )


def _came(club: Club, conflict: Conflict) -> str:
    when = moment_text(club, conflict.at)
    if conflict.report is not None:
        return _("It came with the file %(file)s, brought in by %(who)s. %(when)s") % {
            "file": conflict.report.source,
            "who": person_name(conflict.report.by),
            "when": when,
        }
    return _("A correction by %(who)s, who had not seen what is stored now. %(when)s") % {
        "who": person_name(conflict.by),
        "when": when,
    }


def _text(egn: str, players: tuple[Player, Player]) -> str:
    return named_text(egn, (players[0].name, players[1].name))


def _version(
    key: str,
    heading: str | Promise,
    checked: CheckedRubber,
    players: tuple[Player, Player],
    *,
    came: str,
    said: str,
    passages: tuple[Passage, ...],
) -> Version:
    return Version(
        key=key,
        heading=heading,
        facts=_facts(checked, players),
        came=came,
        said=said,
        findings=_findings(checked),
        passages=passages,
    )


def _facts(checked: CheckedRubber, players: tuple[Player, Player]) -> tuple[tuple[str, str], ...]:
    rubber = checked.rubber
    deals = sum(len(game.deals) for game in checked.games)
    names = side_names(*players)
    winner = {"A": names[0], "B": names[1]}.get(checked.winner or "", _("nobody"))
    facts = (
        (_("Players"), _("%(a)s – %(b)s") % {"a": names[0], "b": names[1]}),
        (_("Result"), score_text(*checked.games_won)),
        (_("Won by"), winner),
        (_("Games"), ", ".join(score_text(*game.points) for game in checked.games if game.points)),
        (_("Deals"), str(deals) if deals else ""),
        (_("Recorded"), str(DEPTHS[checked.depth])),
        (_("Event"), rubber.tag("Event") or ""),
        (_("Round"), rubber.tag("Round") or ""),
        (_("Table"), rubber.tag("Table") or ""),
        (_("Date"), record_date(rubber.tag("Date") or "")),
        (_("Ended"), str(TERMINATIONS.get(rubber.rules.termination, ""))),
    )
    return tuple((label, value) for label, value in facts if value)


def _findings(checked: CheckedRubber) -> str:
    """How much stands in the way of its counting; empty for a clean record."""
    blocking = sum(finding.blocks_confirming for finding in checked.findings)
    if not blocking:
        return ""
    return ngettext(
        "%(number)s finding would make it a draft.", "%(number)s findings would make it a draft.", blocking
    ) % {"number": blocking}
