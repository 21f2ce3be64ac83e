"""Entrants on lines: the order of their seeds, and what is to be known of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.events.words.labels import player_words
from matches.pages.events.director.context import Desk
from matches.rules.events.draw_state import last_drawn_stage
from matches.rules.events.facts import EntryFacts, PlayerId
from matches.rules.events.state import EventState


@dataclass(frozen=True, slots=True)
class EntryLine:
    """``rank`` is the place in the order of seeds, from 1. ``tags`` are words and looks."""

    player: PlayerId
    rank: int
    name: str
    number: int
    tags: tuple[tuple[str, str], ...]
    url: str


def entry_lines(desk: Desk, entries: Sequence[EntryFacts], *, first: int = 1) -> list[EntryLine]:
    """Lines for ``entries``, which are the order from rank ``first`` on."""
    drawn = drawn_players(desk.state)
    return [
        EntryLine(
            player=entry.player,
            rank=rank,
            name=player_words(entry.player, desk.names),
            number=entry.number,
            tags=tuple(entry_tags(desk, entry, drawn)),
            url=desk.url("event_entrant", entry.player),
        )
        for rank, entry in enumerate(entries, start=first)
    ]


def drawn_players(state: EventState) -> frozenset[PlayerId]:
    """Who is in a pairing of any round, or has a bye there. Where there is a check-in they are here, ticked or not."""
    return frozenset(
        player
        for stage in state.stages
        for round_ in stage.rounds
        for pairing in round_.pairings
        for player in (pairing.a, pairing.b)
        if player is not None
    )


def entry_tags(desk: Desk, entry: EntryFacts, drawn: frozenset[PlayerId]) -> list[tuple[str, str]]:
    """What an entrant's line says of him, each with the look of its tag; ``drawn`` as in ``drawn_players``."""
    found: list[tuple[str, str]] = []
    if entry.seed_rating:
        rating, deviation = entry.seed_rating
        found.append((_("rated %(rating)s ± %(deviation)s") % {"rating": rating, "deviation": deviation}, ""))
    if entry.withdrawn_at:
        start = max((start for start, end in entry.absences if end is None), default=(0, 0))
        found.append((_("withdrawn from round %(number)s") % {"number": start[1]}, "warn"))
    elif entry.checked_in_at or (desk.plan.check_in and entry.player in drawn):
        found.append((_("here"), "good"))
    elif desk.plan.check_in and not last_drawn_stage(desk.state.facts):
        found.append((_("not here yet"), ""))
    found += [
        (_("bye in round %(number)s") % {"number": number}, "")
        for _stage, number in sorted(entry.requested_byes)
    ]
    return found
