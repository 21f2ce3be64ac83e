"""Pairings on lines: who meets whom, at which table, how it stands, and why they were put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.events.words.labels import player_words
from matches.events.words.sentences import why_words
from matches.pages.common.result_lines import score_text
from matches.pages.events.director.context import Desk
from matches.pages.figures.ratings.words import rating_text
from matches.rules.events.draw_state import is_begun
from matches.rules.events.facts import PlayerId, SeedRating
from matches.rules.events.state import PairingState
from worker.ratings.glicko2 import Strength


@dataclass(frozen=True, slots=True)
class PairingLine:
    """``a`` deals first. ``b`` is empty for a bye, and both for players who are not known yet. ``how`` is how it
    stands: a result, an award, or what it waits for. ``is_begun``: it stays as it is. ``rated``: in the first stage
    the ratings by which the two were seeded, where they were.
    """

    number: int
    table: str
    a: str
    b: str
    how: str
    why: str
    is_bye: bool
    is_begun: bool
    group: int = 0
    rated: str = ""


def pairing_lines(desk: Desk, stage: int, pairings: Iterable[PairingState]) -> list[PairingLine]:
    # Who meets whom in a later stage hangs on places in the one before.
    ratings = _seed_ratings(desk) if stage == 1 else {}
    return [
        PairingLine(
            number=pairing.number,
            table=pairing.table,
            a=_side(desk, pairing.a),
            b="" if pairing.kind != "rubber" or pairing.source_b == "bye" else _side(desk, pairing.b),
            how=how_words(pairing),
            why=why_words(pairing.why, desk.names),
            is_bye=pairing.kind != "rubber",
            is_begun=is_begun(desk.state, stage, pairing),
            group=pairing.group,
            rated=_rated(ratings, pairing),
        )
        for pairing in pairings
    ]


def _seed_ratings(desk: Desk) -> dict[PlayerId, SeedRating]:
    """Empty where nobody was seeded by his rating."""
    return {entry.player: entry.seed_rating for entry in desk.state.entries if entry.seed_rating}


def _rated(ratings: Mapping[PlayerId, SeedRating], pairing: PairingState) -> str:
    if not ratings:
        return ""
    texts = [_rating_text(ratings.get(player)) for player in (pairing.a, pairing.b) if player is not None]
    return _("Seeded by rating: %(ratings)s.") % {"ratings": ", ".join(texts)} if texts else ""


def _rating_text(rating: SeedRating | None) -> str:
    return _("not rated") if rating is None else rating_text(Strength(*rating, 0))


def _side(desk: Desk, player: str | None) -> str:
    return _("not known yet") if player is None else player_words(player, desk.names)


def how_words(pairing: PairingState) -> str:
    """How a pairing stands: its result, or what is still to come; empty where it simply waits to be played."""
    outcome = pairing.outcome
    if outcome is None:
        if pairing.rubber:
            return _("on its way")
        return "" if pairing.is_ready or pairing.kind != "rubber" else _("waits for its players")
    if outcome.decided_by == "bye":
        return _("asked for a bye") if pairing.kind == "requested_bye" else _("bye")
    if outcome.is_played:
        return score_text(*outcome.games)
    score = _score_words(outcome.winner)
    if outcome.decided_by == "award":
        return _("%(score)s, awarded") % {"score": score}
    if outcome.decided_by == "withdrawal":
        return _("%(score)s, withdrawn") % {"score": score}
    return _("%(score)s, walkover") % {"score": score}


def _score_words(winner: str | None) -> str:
    """A result without play: plus for who gets the rubber."""
    return {"A": "+:−", "B": "−:+", None: "−:−"}[winner]
