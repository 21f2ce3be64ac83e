"""A rubber's games, deals and findings as its pad tells them.

The adversaries hold the phones: while the rubber is played no card of a hand, and none that was played, is told.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from matches.pages.common import scoring_words
from matches.pages.common.findings import AS_WRITTEN, SETS, note_of
from matches.pages.rubbers.deal_lines import how_it_went, marks_in_short
from matches.rubbers.build_record import Standing
from matches.rubbers.deal_from_input import marks_told
from scoring.cards import CARD_BY_NAME, format_card
from scoring.checked import CheckedDeal, CheckedGame, CheckedRubber
from scoring.findings import Finding
from scoring.incidents import ROWS
from scoring.laws.index import law
from scoring.record import Cut, Pair, Rules

CARD_PARAMS: Final = frozenset({"suit", *SETS, *AS_WRITTEN})
"""Parameters of a finding that may name cards without being the name of one."""


def games_told(
    checked: CheckedRubber, names: tuple[str, str], *, hides_cards: bool, tells_marks: bool = False
) -> list[dict[str, Any]]:
    """Every game with its cut and its deals; the cut is made in the open, and shown.

    ``tells_marks``: for who may write a deal anew, with what its scorer told of it; None where cards were written.
    """
    found: dict[tuple[int | None, int | None], list[Finding]] = {}
    for finding in checked.findings:
        found.setdefault((finding.game, finding.deal), []).append(finding)
    return [
        _game(checked, game, found, names, hides_cards=hides_cards, tells_marks=tells_marks)
        for game in checked.games
    ]


def _game(
    checked: CheckedRubber,
    game: CheckedGame,
    found: dict[tuple[int | None, int | None], list[Finding]],
    names: tuple[str, str],
    *,
    hides_cards: bool,
    tells_marks: bool,
) -> dict[str, Any]:
    cuts = [pair for part in game.game.opening if isinstance(part, Cut) for pair in part.pairs]
    return {
        "number": game.number,
        "points": pair_told(game.points),
        "winner": game.winner,
        "value": game.value,
        "cut": [[format_card(a), format_card(b)] for a, b in cuts],
        "deals": [
            {
                **deal_told_in_words(deal, names),
                **({"told": marks_told(deal.deal, checked.rubber.rules.variant)} if tells_marks else {}),
                "notes": notes_told(
                    found.get((game.number, deal.number), ()), names, hides_cards=hides_cards
                ),
            }
            for deal in game.deals
        ],
    }


def deal_told_in_words(deal: CheckedDeal, names: tuple[str, str]) -> dict[str, Any]:
    """What was called, who took the tricks, what was marked: no card."""
    return {
        "number": deal.number,
        "dealer": deal.dealer,
        "what": how_it_went(deal, names),
        "marks": marks_in_short(deal, names),
        "score": pair_told(deal.score),
        "is_void": deal.void,
    }


def notes_told(
    findings: Iterable[Finding], names: tuple[str, str], *, hides_cards: bool
) -> list[dict[str, str]]:
    """One note a finding. ``hides_cards``: one that names a card says only which law it is about."""
    return [
        {
            "severity": finding.severity,
            "text": _without_cards(finding)
            if hides_cards and names_cards(finding)
            else _sentence(finding, names),
        }
        for finding in findings
    ]


def _sentence(finding: Finding, names: tuple[str, str]) -> str:
    note = note_of(finding, names)
    return f"{note.message} {note.settle}".strip()


def names_cards(finding: Finding) -> bool:
    return any(
        key in CARD_PARAMS or (isinstance(value, str) and value in CARD_BY_NAME)
        for key, value in finding.params.items()
    )


def _without_cards(finding: Finding) -> str:
    if finding.law is None:
        return _("A card of this deal can't have been where it is written.")
    row = ROWS.get(finding.law)
    about = scoring_words.law_title(law(finding.law)) if row is None else scoring_words.irregularity(row)
    return _("%(what)s (law %(law)s).") % {"what": capfirst(about), "law": finding.law}


def now_told(now: Standing, rules: Rules) -> dict[str, Any]:
    """Where the rubber stands, ``wanted`` with the games that each side still lacks."""
    return {
        "game": now.game,
        "deal": now.deal,
        "dealer": now.dealer,
        "score": pair_told(now.score),
        "games_won": list(now.games_won),
        "wanted": [rules.majority - won for won in now.games_won],
        "winner": now.winner,
        "is_between_games": now.is_between_games,
        "cut_is_due": is_cut_due(now, rules),
    }


def is_cut_due(now: Standing, rules: Rules) -> bool:
    """Whether the next deal opens a game whose dealer only a cut can say (law 5)."""
    if now.winner is not None or now.dealer is not None or now.deal != 1:
        return False
    return now.game == 1 or rules.cut == "game"


def pair_told(pair: Pair | None) -> list[int] | None:
    return None if pair is None else list(pair)
