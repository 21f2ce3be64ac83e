"""A stored rubber read again by the one engine, and its words: names, text, decisions."""

from __future__ import annotations

from matches.models import Decision, Rubber
from matches.pages.common.result_lines import side_names
from matches.pages.reviews.judgements import Judgement
from matches.rubbers.canonical_text import named_text
from matches.rubbers.check_text import judged
from scoring.cards import Player
from scoring.checked import CheckedRubber
from scoring.record import Variant


def names_of(rubber: Rubber) -> tuple[str, str]:
    """What pages call A and B. ``rubber`` has its players loaded."""
    return side_names(rubber.player_a, rubber.player_b)


def checked_record(rubber: Rubber) -> CheckedRubber:
    """The record judged; its players are the letters A and B, as the stored text has them."""
    return judged(rubber.egn, rubber.checks)


def egn_text(rubber: Rubber) -> str:
    """The rubber's canonical EGN, under the names that its players bear now."""
    return named_text(rubber.egn, (rubber.player_a.name, rubber.player_b.name))


def judgement_of(decision: Decision, variant: Variant = "ecarte") -> Judgement:
    """A decision's row as the pages' words need it; ``variant`` is the game that was played."""
    player: Player = "A" if decision.player == "A" else "B"
    return Judgement(
        game=decision.game,
        deal=decision.deal,
        kind=decision.kind,
        trick=decision.trick,
        player=player,
        chosen=decision.chosen,
        best=decision.best,
        expected=decision.expected,
        loss=decision.loss,
        worlds=decision.worlds,
        double_dummy_loss=decision.double_dummy_loss,
        label=decision.label or None,
        token=decision.token,
        se=decision.se,
        chances=decision.chances,
        equity_loss=decision.equity_loss,
        equity_se=decision.equity_se,
        rubber_loss=decision.rubber_loss,
        stake_loss=decision.stake_loss,
        method=decision.method,
        book=decision.book,
        reasons=decision.reasons,
        variant=variant,
    )
