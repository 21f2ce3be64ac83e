"""A rubber's games, deals and findings as JSON values for its pad.

The opponents hold the phones: while the rubber is in progress, no card of a hand and no card played is
included.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from matches.pages.common import scoring_words
from matches.pages.common.findings import AS_WRITTEN, SETS, note_of
from matches.pages.rubbers.deal_lines import deal_summary, has_ruling, marks_in_short
from matches.rubbers.deal_from_input import RubberPosition, deal_to_input
from scoring.cards import CARD_BY_NAME, format_card
from scoring.checked import CheckedDeal, CheckedGame, CheckedRubber
from scoring.findings import Finding
from scoring.incidents import ROWS
from scoring.laws.index import law
from scoring.record import Cut, Pair, Rules

CARD_PARAMS: Final = frozenset({"suit", *SETS, *AS_WRITTEN})
"""Parameters of a finding that may contain cards among other text."""


def games_json(
    checked: CheckedRubber, names: tuple[str, str], *, hides_cards: bool, has_input: bool = False
) -> list[dict[str, Any]]:
    """Return every game of a rubber, with its cut and deals, as JSON values.

    ``hides_cards`` leaves cards out of the notes on deals; a cut is made openly, and so always included.
    ``has_input`` means that the user may rewrite deals, so that each has the input of the form that makes it,
    None for a deal with cards.
    """
    by_deal: dict[tuple[int | None, int | None], list[Finding]] = {}
    for finding in checked.findings:
        by_deal.setdefault((finding.game, finding.deal), []).append(finding)
    return [
        _game(checked, game, by_deal, names, hides_cards=hides_cards, has_input=has_input)
        for game in checked.games
    ]


def _game(
    checked: CheckedRubber,
    game: CheckedGame,
    by_deal: dict[tuple[int | None, int | None], list[Finding]],
    names: tuple[str, str],
    *,
    hides_cards: bool,
    has_input: bool,
) -> dict[str, Any]:
    cuts = [pair for part in game.game.opening if isinstance(part, Cut) for pair in part.pairs]
    return {
        "number": game.number,
        "points": pair_json(game.points),
        "winner": game.winner,
        "value": game.value,
        "cut": [[format_card(a), format_card(b)] for a, b in cuts],
        "deals": [
            {
                **deal_json(deal, names),
                **({"told": deal_to_input(deal.deal, checked.rubber.rules.variant)} if has_input else {}),
                "notes": notes_json(
                    by_deal.get((game.number, deal.number), ()), names, hides_cards=hides_cards
                ),
            }
            for deal in game.deals
        ],
    }


def deal_json(deal: CheckedDeal, names: tuple[str, str]) -> dict[str, Any]:
    """Return the calls, the tricks and the marks of a deal in words, as JSON values. Cards are left out."""
    return {
        "number": deal.number,
        "dealer": deal.dealer,
        "what": deal_summary(deal, names),
        "marks": marks_in_short(deal, names),
        "score": pair_json(deal.score),
        "is_void": deal.void,
        "is_ruled": has_ruling(deal),
    }


def notes_json(
    findings: Iterable[Finding], names: tuple[str, str], *, hides_cards: bool
) -> list[dict[str, str]]:
    """Return a note for each of ``findings`` as JSON values; with ``hides_cards``, none names a card."""
    return [
        {
            "severity": finding.severity,
            "text": _without_cards(finding)
            if hides_cards and names_cards(finding)
            else note_of(finding, names).sentences,
        }
        for finding in findings
    ]


def names_cards(finding: Finding) -> bool:
    return any(
        key in CARD_PARAMS or (isinstance(value, str) and value in CARD_BY_NAME)
        for key, value in finding.params.items()
    )


def _without_cards(finding: Finding) -> str:
    if finding.law is None:
        return _("A card of this deal can’t have been where it is written.")
    row = ROWS.get(finding.law)
    about = scoring_words.law_title(law(finding.law)) if row is None else scoring_words.irregularity(row)
    return _("%(what)s (law %(law)s).") % {"what": capfirst(about), "law": finding.law}


def position_json(now: RubberPosition, rules: Rules) -> dict[str, Any]:
    """Return the current position as JSON values; ``wanted`` are the games that A and B still need."""
    return {
        "game": now.game,
        "deal": now.deal,
        "dealer": now.dealer,
        "score": pair_json(now.score),
        "games_won": list(now.games_won),
        "wanted": [rules.majority - won for won in now.games_won],
        "winner": now.winner,
        "is_between_games": now.is_between_games,
        "cut_is_due": is_cut_due(now, rules),
    }


def is_cut_due(now: RubberPosition, rules: Rules) -> bool:
    """Return whether the players must cut for deal before the next deal (law 5)."""
    if now.winner is not None or now.dealer is not None or now.deal != 1:
        return False
    return now.game == 1 or rules.cut == "game"


def pair_json(pair: Pair | None) -> list[int] | None:
    return None if pair is None else list(pair)
