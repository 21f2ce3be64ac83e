"""Pairings on the director's pages: the players, the table, the result or status, and the reason for the pairing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.events.sentences import why_words
from matches.events.words import player_words
from matches.pages.common.results import score_text
from matches.pages.events.desk.context import Desk
from matches.pages.figures.ratings.rating_words import rating_text
from matches.rules.events.draw_queries import is_begun
from matches.rules.events.facts import PlayerId, SeedRating
from matches.rules.events.state import PairingState
from worker.ratings.glicko2 import Strength


@dataclass(frozen=True, slots=True)
class DeskPairing:
    """A pairing of a stage, with the ratings by which the players were seeded."""

    desk: Desk
    stage: int
    pairing: PairingState
    ratings: Mapping[PlayerId, SeedRating]

    @property
    def is_bye(self) -> bool:
        return self.pairing.kind != "rubber"

    @property
    def a(self) -> str:
        """The name of side A, who deals first."""
        return _side(self.desk, self.pairing.a)

    @property
    def b(self) -> str:
        """The name of side B; "" for a bye."""
        return "" if self.is_bye or self.pairing.source_b == "bye" else _side(self.desk, self.pairing.b)

    @property
    def how(self) -> str:
        return how_words(self.pairing)

    @property
    def why(self) -> str:
        """A sentence on why the two players are paired."""
        return why_words(self.pairing.why, self.desk.names)

    @property
    def is_begun(self) -> bool:
        """Whether the pairing has a rubber or an award, or was kept. It can't be changed in the draw then."""
        return is_begun(self.desk.state, self.stage, self.pairing)

    @property
    def rated(self) -> str:
        """A sentence with the ratings by which the two players were seeded; "" without seeding by rating."""
        players = [player for player in (self.pairing.a, self.pairing.b) if player is not None]
        if not self.ratings or not players:
            return ""
        texts = [
            rating_text(Strength(*self.ratings[player], 0)) if player in self.ratings else _("not rated")
            for player in players
        ]
        return _("Seeded by rating: %(ratings)s.") % {"ratings": ", ".join(texts)}


def desk_pairings(desk: Desk, stage: int, pairings: Iterable[PairingState]) -> list[DeskPairing]:
    # The pairings of a later stage depend on places in the stage before, not on ratings.
    entries = desk.state.entries if stage == 1 else ()
    ratings = {entry.player: entry.seed_rating for entry in entries if entry.seed_rating}
    return [DeskPairing(desk, stage, pairing, ratings) for pairing in pairings]


def _side(desk: Desk, player: str | None) -> str:
    return _("not known yet") if player is None else player_words(player, desk.names)


def how_words(pairing: PairingState) -> str:
    """Return a pairing's result or what it waits for, "" if it only has to be played."""
    outcome = pairing.outcome
    if outcome is None:
        if pairing.rubber:
            return _("being played")
        return "" if pairing.is_ready or pairing.kind != "rubber" else _("waits for its players")
    if outcome.decided_by == "bye":
        return _("requested bye") if pairing.kind == "requested_bye" else _("bye")
    if outcome.is_played:
        return score_text(*outcome.games)
    # The side with the plus gets the rubber without play.
    score = {"A": "+:−", "B": "−:+", None: "−:−"}[outcome.winner]
    if outcome.decided_by == "award":
        return _("%(score)s, awarded") % {"score": score}
    if outcome.decided_by == "withdrawal":
        return _("%(score)s, withdrawn") % {"score": score}
    return _("%(score)s, walkover") % {"score": score}
