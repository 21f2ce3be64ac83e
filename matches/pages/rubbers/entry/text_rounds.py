"""Ask about the rounds of pasted rubbers that would not count in the draw of their event, before they are stored."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from matches.clubs.find_by_name import events_called, players_called
from matches.common.round_names import round_words
from matches.exchange.imports.candidates import Candidate
from matches.models import Club, Event
from matches.rubbers.find_round import DrawnRounds, RoundFound
from scoring.notation.tags import sort_tags
from scoring.record import Rubber

MOST_ASKED: Final = 20
MOST_CHOICES: Final = 4
OUTSIDE: Final = '["outside the draw"]'
"""The answer, among confirmed names, that rubbers which would not count are stored. No person is called so."""


@dataclass(frozen=True, slots=True)
class RoundQuestion:
    """A rubber of a text that would not count in its event's draw.

    ``choices`` are the names of the rounds in which it would count, each with the record that names it.
    """

    candidate: Candidate
    found: RoundFound
    choices: tuple[tuple[str, Rubber], ...]


def round_questions(candidates: Sequence[Candidate], club: Club) -> Iterator[RoundQuestion]:
    """Yield a question for each rubber that would not count, in the order of the text.

    It takes a fixed number of queries for each event that has a draw.
    """
    readable = [each for each in candidates if each.egn and each.occasion.event]
    draws = _draws(club, {each.occasion.event for each in readable})
    drawn = [each for each in readable if each.occasion.event in draws]
    known = players_called(club, {name for each in drawn for name in each.occasion.names}) if drawn else {}
    for each in drawn:
        draw = draws[each.occasion.event]
        ids = [
            stated or (known[name].public_id if name in known else "")
            for name, stated in zip(each.occasion.names, each.player_ids, strict=True)
        ]
        people = ids[0], ids[1]
        found = draw.find(each.occasion.round_label, people)
        if not found.problem:
            draw.take(found.label, people)
        # A text that comes again has its results there already: the import tells them apart.
        if found.problem in ("", "has_result"):
            continue
        yield RoundQuestion(each, found, _choices(each.checked.rubber, found))


def _draws(club: Club, names: Collection[str]) -> dict[str, DrawnRounds]:
    """Return the draws of the events to which names lead, by name, without those in which nothing is drawn."""
    events = events_called([club.pk], names) if names else {}
    ids = {public_id for public_id, _name in events.values()}
    planned = set(
        Event.objects.filter(public_id__in=ids, plan__isnull=False).values_list("public_id", flat=True)
    )
    draws = {public_id: DrawnRounds(public_id) for public_id in planned}
    found = {name: draws[event[0]] for (_club, name), event in events.items() if event[0] in draws}
    return {name: draw for name, draw in found.items() if draw.rounds}


def _choices(record: Rubber, found: RoundFound) -> tuple[tuple[str, Rubber], ...]:
    return tuple(
        (round_words(label), replace(record, tags=sort_tags({**dict(record.tags), "Round": label}.items())))
        for label in found.options[:MOST_CHOICES]
    )
