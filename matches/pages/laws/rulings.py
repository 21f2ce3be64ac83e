"""Put rulings into words: the options of one with the effect of each, and the rulings that a record still needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from matches.pages.common import scoring_words
from matches.pages.common.findings import FindingNote, note_of
from matches.pages.common.incident_words import offence, remedy_name
from matches.pages.common.listing import ROWS_SHOWN
from matches.pages.common.results import score_text
from matches.pages.laws.forms import query_of
from matches.pages.rubbers.rubber_page import finding_place
from scoring.book import Pending, Place, pending
from scoring.book.shapes import Option, Ruling, ScoreAfter
from scoring.cards import Player, seat
from scoring.checked import CheckedRubber
from scoring.incidents import chooser, offender_of
from scoring.laws.index import law
from scoring.record import Incident, Pair


@dataclass(frozen=True, slots=True)
class WaitingRuling:
    """A ruling that a record still needs, made on the page at ``url``.

    ``finding`` is the index of the finding that asks for it; ``chooser`` says who chooses, "" if unknown.
    """

    finding: int
    note: FindingNote
    chooser: str
    url: str


def waiting_rulings(
    checked: CheckedRubber, public_id: str, names: tuple[str, str], *, most: int = ROWS_SHOWN
) -> tuple[WaitingRuling, ...]:
    """Return the rulings that the record of a rubber still needs, at most ``most``."""
    return tuple(_waiting(checked, each, public_id, names) for each in pending(checked)[:most])


def _waiting(checked: CheckedRubber, each: Pending, public_id: str, names: tuple[str, str]) -> WaitingRuling:
    finding = checked.findings[each.finding]
    game, deal, _token = each.place
    dealer = None if deal is None else checked.games[game].deals[deal].dealer
    player = chooser(each.incident.law, offender_of(each.incident, dealer), dealer)
    return WaitingRuling(
        finding=each.finding,
        note=note_of(finding, names, place=finding_place(finding)),
        chooser="" if player is None else _("%(name)s chooses. Ask them.") % {"name": names[seat(player)]},
        url=ruling_url(public_id, each.place, each.incident),
    )


def ruling_url(public_id: str, place: Place, incident: Incident) -> str:
    """Return the URL of the page where a director rules on ``incident`` at ``place``, with its facts filled in."""
    parameters = {
        "game": place.game + 1,
        "deal": 0 if place.deal is None else place.deal + 1,
        "at": place.token,
        "told": 1,
        **query_of(incident),
    }
    return f"{reverse('web:rubber_book', args=[public_id])}?{urlencode(parameters, doseq=True)}"


def ruling_words(
    ruling: Ruling,
    names: tuple[str, str],
    *,
    dealer: Player | None,
    url_of: Callable[[Option], str] = lambda option: "",
) -> dict[str, Any]:
    """Return a ruling in words, for the template.

    ``chooser`` is a sentence on who chooses the remedy, or "" if the law leaves no choice. Of each option,
    ``outcomes`` are pairs of a text, such as "Clay wins the point", and the score after that result. Those of the
    ruling itself are common to all options, and empty if they differ.
    """
    options = [_option(option, names, url_of(option)) for option in ruling.options]
    return {
        "law": law(ruling.law),
        "happened": capfirst(offence(ruling.incident, names, dealer)),
        "chooser": _chooser(ruling, names),
        "sides": names,
        "score": "" if ruling.score is None else score_text(*ruling.score),
        "options": options,
        "outcomes": _common_outcomes(options),
    }


def _common_outcomes(options: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return the scores after the deal if all options have the same, so that one table serves them; else []."""
    outcomes: list[list[tuple[str, str]]] = [option["outcomes"] for option in options]
    return outcomes[0] if outcomes and all(each == outcomes[0] for each in outcomes) else []


def _chooser(ruling: Ruling, names: tuple[str, str]) -> str:
    if ruling.is_forced:
        return ""
    if ruling.chooser is None:
        return _("The opponent chooses. Ask them.")
    name = names[seat(ruling.chooser)]
    return str(capfirst(_("%(name)s chooses. Ask them.") % {"name": name}))


def _option(option: Option, names: tuple[str, str], url: str) -> dict[str, Any]:
    sentences = [scoring_words.effect(effect) for effect in option.effects]
    if option.next_dealer is not None:
        sentences.append(str(capfirst(_("%(name)s deals next.") % {"name": names[seat(option.next_dealer)]})))
    return {
        "remedy": option.remedy,
        "name": remedy_name(option.remedy),
        "sentences": sentences,
        "score": "" if option.score is None or option.outcomes else score_text(*option.score),
        "outcomes": [_outcome(each, names) for each in option.outcomes if each.scores],
        "url": url,
    }


def _outcome(after: ScoreAfter, names: tuple[str, str]) -> tuple[str, str]:
    name = names[seat(after.player)]
    won = _("%(name)s wins the vole") if after.is_vole else _("%(name)s wins the point")
    return str(capfirst(won % {"name": name})), _scores(after.scores)


def _scores(scores: tuple[Pair, ...]) -> str:
    """Return one score, or two if it is not known whether the point counts two."""
    first, *rest = (score_text(*score) for score in scores)
    return _("%(one)s, or %(two)s by law 49") % {"one": first, "two": rest[0]} if rest else first
