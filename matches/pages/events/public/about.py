"""What an event is, in a few words: its format, its rounds, what its tables count, and when that was changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.events.queries.outline import Reordering, StageOutline
from matches.events.words.labels import (
    SCORE_NAMES,
    SEEDING_NAMES,
    figure_words,
    format_words,
    kind_words,
    stage_words,
)
from matches.models import Club, Event
from matches.pages.common.club_context import moment_text
from matches.pages.common.dates import day_text
from matches.pages.events.public.context import Shown
from matches.rules.events.plan import DEFAULT_TIE_BREAKS, RubberRules, StagePlan


@dataclass(frozen=True, slots=True)
class StageAbout:
    """``terms`` are pairs of what is decided and how."""

    name: str
    terms: tuple[tuple[str, str], ...]


def phase_words(event: Event) -> str:
    return capfirst(event.get_phase_display())


def event_facts(shown: Shown, entrants: int) -> list[str]:
    """Format, entrants and first day."""
    told = [
        capfirst(format_words(shown.plan)),
        ngettext("%(number)s player", "%(number)s players", entrants) % {"number": entrants},
    ]
    return [*told, rules_words(shown.plan.rules)]


def rules_words(rules: RubberRules) -> str:
    """The rules of the event's rubbers: "rubbers, best of 3; trebles count"."""
    told = [
        _("single games") if rules.best_of == 1 else _("best of %(games)s games") % {"games": rules.best_of}
    ]
    if rules.variant == "triomphe":
        told.insert(0, _("La Triomphe"))
    if rules.reckoning == "treble":
        told.append(_("trebles count"))
    if rules.rubber_bonus:
        told.append(_("%(points)s points for the rubber") % {"points": rules.rubber_bonus})
    return capfirst(", ".join(told))


def stages_about(shown: Shown, changes: Sequence[Reordering]) -> list[StageAbout]:
    """Each stage's terms; ``changes`` are those of score and tie-breaks after the start."""
    stages = shown.plan.stages
    return [
        StageAbout(
            stage_words(plan, number, len(stages)),
            tuple(_terms(plan, shown.club, [each for each in changes if each.stage == number])),
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
        terms.append((_("Between the level"), ", ".join(figure_words(each) for each in tie_breaks)))
    if plan.qualifiers:
        terms.append((_("Go on"), _qualifiers(plan)))
    terms += [
        (_("Changed"), _("%(when)s: what counts, or its order") % {"when": moment_text(club, change.at)})
        for change in changes
    ]
    return terms


def _format(plan: StagePlan) -> str:
    told = [kind_words(plan.kind)]
    if plan.groups > 1:
        told.append(ngettext("%(number)s group", "%(number)s groups", plan.groups) % {"number": plan.groups})
    if plan.cycles > 1:
        told.append(
            _("everybody meets everybody twice")
            if plan.cycles == 2
            else _("everybody meets everybody %(times)s times") % {"times": plan.cycles}
        )
    if plan.rounds:
        told.append(ngettext("%(number)s round", "%(number)s rounds", plan.rounds) % {"number": plan.rounds})
    if plan.third_place:
        told.append(_("a rubber for third place"))
    if plan.consolation:
        told.append(_("a consolation"))
    if plan.kind == "double_elimination" and plan.bracket_reset:
        told.append(_("a second final where the first is lost by who had lost none"))
    return ", ".join(told)


def _qualifiers(plan: StagePlan) -> str:
    if plan.groups > 1:
        return ngettext(
            "the first %(number)s of each group", "the first %(number)s of each group", plan.qualifiers
        ) % {"number": plan.qualifiers}
    return ngettext("the first %(number)s", "the first %(number)s", plan.qualifiers) % {
        "number": plan.qualifiers
    }


def round_state(stage: StageOutline, number: int) -> str:
    """How far a released round is."""
    found = stage.round(number)
    if found is None:
        return ""
    if found.is_complete:
        return _("all results are in")
    if found.missing:
        return ngettext("%(number)s result missing", "%(number)s results missing", found.missing) % {
            "number": found.missing
        }
    return _("waiting for its players")


def due_words(stage: StageOutline, number: int) -> str:
    found = stage.round(number)
    if found is None or found.due is None:
        return ""
    return _("to be played by %(day)s") % {"day": day_text(found.due)}
