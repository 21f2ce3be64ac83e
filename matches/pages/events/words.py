"""Words for an event's pages: its format, terms and progress, and a phrase for each logged change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from matches.common.round_names import kind_words, round_words
from matches.events.queries import Reordering, RoundOutline, StageOutline
from matches.events.words import (
    SCORE_NAMES,
    SEEDING_NAMES,
    Names,
    Templates,
    figure_words,
    format_words,
    player_words,
    stage_words,
)
from matches.models import Club, Event
from matches.pages.common.club_context import moment_text
from matches.pages.common.dates import day_text
from matches.rules.events.plan import DEFAULT_TIE_BREAKS, EventPlan, RubberRules, StagePlan

if TYPE_CHECKING:
    from matches.pages.events.context import EventPage


def phase_words(event: Event) -> str:
    return capfirst(event.get_phase_display())


def planned_event_facts(plan: EventPlan, entrants: int) -> list[str]:
    """Return texts for an event's format, number of entrants, rules of rubbers and first day."""
    day = day_text(date.fromisoformat(plan.starts_on)) if plan.starts_on else ""
    players = ngettext("%(number)s player", "%(number)s players", entrants) % {"number": entrants}
    facts = [capfirst(format_words(plan)), players if entrants else "", rules_words(plan.rules), day]
    return [fact for fact in facts if fact]


def rules_words(rules: RubberRules) -> str:
    """Return the rules of the event's rubbers: "Best of 3 games, trebles count"."""
    length = _("single games") if rules.best_of == 1 else _("best of %(games)s games")
    parts = [length % {"games": rules.best_of}]
    if rules.variant == "triomphe":
        parts.insert(0, _("La Triomphe"))
    if rules.reckoning == "treble":
        parts.append(_("trebles count"))
    if rules.rubber_bonus:
        parts.append(_("%(points)s points for the rubber") % {"points": rules.rubber_bonus})
    return capfirst(", ".join(parts))


def stage_terms(page: EventPage, changes: Sequence[Reordering]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return each stage's name, with its terms as pairs of a label such as "Score" and a value.

    ``changes`` are the changes of score and tie-breaks made after the event began.
    """
    stages = page.plan.stages
    return [
        (
            stage_words(plan, number, len(stages)),
            _terms(plan, page.club, [each for each in changes if each.stage == number]),
        )
        for number, plan in enumerate(stages, start=1)
    ]


def _terms(plan: StagePlan, club: Club, changes: Sequence[Reordering]) -> list[tuple[str, str]]:
    terms = [(_("Format"), capfirst(_format(plan)))]
    if plan.is_bracket or plan.kind == "swiss":
        terms.append((_("First round"), str(SEEDING_NAMES[plan.seeding])))
    if not plan.is_bracket:
        terms.append((_("Score"), str(SCORE_NAMES[plan.score])))
        tie_breaks = plan.tie_breaks or DEFAULT_TIE_BREAKS[plan.kind]
        terms.append((_("Tie-breaks"), ", ".join(figure_words(each) for each in tie_breaks)))
    if plan.qualifiers:
        terms.append((_("Qualify"), _qualifiers(plan)))
    changed = _("%(when)s: what counts, or its order")
    terms += [(_("Changed"), changed % {"when": moment_text(club, change.at)}) for change in changes]
    return terms


def _format(plan: StagePlan) -> str:
    parts = [kind_words(plan.kind)]
    if plan.groups > 1:
        parts.append(ngettext("%(number)s group", "%(number)s groups", plan.groups) % {"number": plan.groups})
    if plan.cycles > 1:
        twice, often = _("everybody meets everybody twice"), _("everybody meets everybody %(times)s times")
        parts.append((twice if plan.cycles == 2 else often) % {"times": plan.cycles})
    if plan.rounds:
        parts.append(ngettext("%(number)s round", "%(number)s rounds", plan.rounds) % {"number": plan.rounds})
    if plan.third_place:
        parts.append(_("a rubber for third place"))
    if plan.consolation:
        parts.append(_("a consolation"))
    if plan.kind == "double_elimination" and plan.bracket_reset:
        parts.append(_("a second final if the unbeaten player loses the first"))
    return ", ".join(parts)


def _qualifiers(plan: StagePlan) -> str:
    number = plan.qualifiers
    text = ngettext("the first %(number)s", "the first %(number)s", number)
    if plan.groups > 1:
        text = ngettext("the first %(number)s of each group", "the first %(number)s of each group", number)
    return text % {"number": number}


def stage_phase(stage: StageOutline) -> str:
    """Return a stage's progress in words: "being played". A draft, the director's alone, is not mentioned."""
    phases = {"planned": _("not drawn yet"), "playing": _("being played"), "complete": _("complete")}
    if stage.phase == "draft":
        return phases["playing" if stage.rounds else "planned"]
    return phases[stage.phase]


def round_in_short(round_: RoundOutline) -> str:
    """Return a round's name for a narrow place: "R3" for a numbered round, else its whole name."""
    label = round_.label.rpartition(": ")[2]
    return pgettext("round", "R%(number)s") % {"number": label} if label.isdecimal() else round_words(label)


def round_state(round_: RoundOutline) -> str:
    """Return the progress of a released round in words: "2 results missing"."""
    if round_.is_complete:
        return _("all results are in")
    if round_.missing:
        text = ngettext("%(number)s result missing", "%(number)s results missing", round_.missing)
        return text % {"number": round_.missing}
    return _("waiting for its players")


def due_words(round_: RoundOutline) -> str:
    """Return the last day of a round in words: "to be played by 14 November 2026"; "" if it has none."""
    return "" if round_.due is None else _("to be played by %(day)s") % {"day": day_text(round_.due)}


DEEDS: Final[Templates] = {
    "opened": gettext_lazy("event opened"),
    "renamed": gettext_lazy("event renamed"),
    "planned": gettext_lazy("plan made or changed"),
    "entered": gettext_lazy("entered: %(players)s"),
    "entry_removed": gettext_lazy("entry of %(player)s removed"),
    "seeded": gettext_lazy("order of seeds changed"),
    "checked_in": gettext_lazy("%(player)s checked in"),
    "check_in_undone": gettext_lazy("check-in of %(player)s undone"),
    "withdrawn": gettext_lazy("%(player)s withdrawn from round %(round)s"),
    "returned": gettext_lazy("%(player)s returned in round %(round)s"),
    "bye_requested": gettext_lazy("bye for %(player)s in round %(round)s requested"),
    "bye_request_undone": gettext_lazy("bye for %(player)s in round %(round)s cancelled"),
    "forbidden": gettext_lazy("pairs to keep apart changed"),
    "drawn": gettext_lazy("stage %(stage)s drawn"),
    "draw_changed": gettext_lazy("draw of stage %(stage)s changed by hand"),
    "draw_discarded": gettext_lazy("draw of stage %(stage)s discarded from round %(round)s on"),
    "released": gettext_lazy("round %(round)s released"),
    "awarded": gettext_lazy("pairing %(number)s of round %(round)s awarded"),
    "award_undone": gettext_lazy("award of pairing %(number)s of round %(round)s undone"),
    "kept": gettext_lazy("pairing %(number)s of round %(round)s kept as it was played"),
    "keep_undone": gettext_lazy("pairing %(number)s of round %(round)s not kept any more"),
    "completed": gettext_lazy("event completed"),
    "reopened": gettext_lazy("event reopened"),
    "undone": gettext_lazy("something undone"),
}


def deed_words(kind: str, payload: Mapping[str, Any], names: Names) -> str:
    """Return a phrase for a log entry: "round 3 of stage 1 released"; an unknown kind is returned itself."""
    template = DEEDS.get(kind.removeprefix("event."))
    if template is None:
        return kind
    values: dict[str, object] = {key: value for key, value in payload.items() if isinstance(value, int)}
    if "player" in payload:
        values["player"] = player_words(payload["player"], names)
    if "players" in payload:
        values["players"] = _people(payload["players"], names)
    return str(template) % {"round": "", "stage": "", "number": "", "player": "", "players": "", **values}


def _people(players: list[str], names: Names) -> str:
    if len(players) == 1:
        return player_words(players[0], names)
    return ngettext("%(number)s player", "%(number)s players", len(players)) % {"number": len(players)}
