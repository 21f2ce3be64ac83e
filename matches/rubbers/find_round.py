"""Find the round of an event's draw that is meant by what a record, a form or a file says.

``matches.common.round_names`` reads what is written. If that may mean several rounds, or none, the two players decide:
often they have a single pairing that is still undecided. If no round is found, callers ask the person or report it
before the rubber is stored. The draw is read from its rows. Those may lag behind its results for a moment, so the
rubbers are read as well: a pairing that has a result must not seem undecided.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeAlias

from django.db.models import Q, QuerySet

from matches.common.log import RoundMeant
from matches.common.round_names import NamedRound, names_round, rounds_called
from matches.models import Pairing, Round, Rubber

Problem: TypeAlias = Literal[
    "", "no_draw", "no_such_round", "not_paired", "has_result", "awarded", "withdrawn"
]
"""The reason why a rubber does not count in an event's draw.

``no_draw``: nothing is drawn. ``no_such_round``: no round is found. ``not_paired``: the two do not meet in that round.
``has_result``, ``awarded``: their pairing has a rubber that counts, or an award. ``withdrawn``: it was decided by an
absence, which the rubber would replace. Empty: it counts, or the round still waits for its players.
"""
Pair: TypeAlias = frozenset[str]
"""The public ids of two players, as they are now if they were merged."""
DECIDED: Final[dict[str, Problem]] = {"award": "awarded", "withdrawal": "withdrawn"}
"""The problem if a pairing was decided without a rubber. A result is looked up among the rubbers."""
BYE: Final = "bye"
"""The source of a side of a pairing that nobody will be on."""


@dataclass(frozen=True, slots=True)
class RoundFound:
    """The label of the round that is meant, or if none is found, what was written.

    ``rubber`` is the one that counts in the pairing (public id), if ``problem`` is ``has_result``. ``options`` are the
    labels of the released rounds in which the two players have an undecided pairing. ``is_by_players``: only the
    players led to the round, and not what was written.
    """

    label: str
    problem: Problem = ""
    rubber: str = ""
    options: tuple[str, ...] = ()
    is_by_players: bool = False


class DrawnRounds:
    """The drawn rounds of an event (public id), and who meets whom in them.

    With ``people`` (public ids), only pairings between these are read. ``besides`` is a rubber (public id) that is to
    be corrected: it decides no pairing here, and its players alone lead it to none.
    """

    def __init__(self, event: str, people: Collection[str] | None = None, *, besides: str = "") -> None:
        self.event = event
        self.people = people
        self.besides = besides
        self._taken: set[tuple[str, Pair]] = set()

    @cached_property
    def rounds(self) -> dict[str, NamedRound]:
        """The rounds by label, in order."""
        columns = ("label", "stage__number", "stage__kind", "stage__name")
        rows = Round.objects.filter(stage__event__public_id=self.event, stage__number__gte=1)
        named = rows.order_by("stage__number", "number").values_list(*columns)
        return {label: NamedRound(label, *stage) for label, *stage in named}

    def find(self, written: str, people: tuple[str, str]) -> RoundFound:
        """Return the round that is meant for a rubber of two players (public ids)."""
        if not self.rounds:
            return RoundFound(written, "no_draw")
        pair = frozenset(people)
        labels = rounds_called(written, list(self.rounds.values()))
        paired = [label for label in labels if (label, pair) in self._meetings]
        # A single round decides: first among undecided pairings of the two, then among all of theirs, then among all.
        for possible in ([label for label in paired if self._is_open(label, pair)], paired, labels):
            if len(possible) == 1:
                return self._find_labelled(possible[0], pair)
        options = self.options(pair)
        # "Round 7" of seven rounds, four of them drawn, is no name for the fourth.
        is_another = bool(labels) or names_round(written, self.rounds.values())
        if len(options) == 1 and not is_another and not self.besides:
            return RoundFound(options[0], options=options, is_by_players=True)
        return RoundFound(written, "no_such_round", options=options)

    def label(self, written: str, people: tuple[str, str]) -> str:
        """Return the label of the round that is meant for a rubber of two players, or ``written`` if none is found."""
        # Most records have the label itself: that takes one query.
        return written if written in self.rounds else self.find(written, people).label

    def meant(self, written: str, people: tuple[str, str]) -> RoundMeant | None:
        """Return what the log notes of a new rubber's round, None if ``written`` is its label or none is found."""
        label = self.label(written, people)
        return None if label == written else {"tag": written, "label": label}

    def result_in(self, label: str, people: tuple[str, str]) -> str:
        """Return the rubber (public id) of two players that counts in the round with this label, or ""."""
        return self._results.get((label, frozenset(people)), "")

    def take(self, label: str, people: tuple[str, str]) -> None:
        """Note that a rubber of two players in the round with this label is about to be stored, and counts."""
        self._taken.add((label, frozenset(people)))

    def options(self, pair: Pair) -> tuple[str, ...]:
        """Return the labels of the released rounds in which a pair has an undecided pairing, in order."""
        open_to = [label for label in self.rounds if self._is_open(label, pair)]
        return tuple(label for label in open_to if self._meetings[label, pair].is_released)

    def _find_labelled(self, label: str, pair: Pair) -> RoundFound:
        meeting = self._meetings.get((label, pair))
        options = self.options(pair)
        if meeting is None:
            return RoundFound(label, "" if label in self._waiting else "not_paired", options=options)
        if (label, pair) in self._taken:
            return RoundFound(label, "has_result", options=options)
        return RoundFound(label, meeting.problem, meeting.rubber, options)

    def _is_open(self, label: str, pair: Pair) -> bool:
        meeting = self._meetings.get((label, pair))
        return meeting is not None and not meeting.problem and (label, pair) not in self._taken

    @cached_property
    def _meetings(self) -> dict[tuple[str, Pair], _Meeting]:
        """The pairings whose two players are known, by the label of the round and the players."""
        a, b = "entrant_a__player__public_id", "entrant_b__player__public_id"
        rows = self._rubber_pairings.filter(entrant_a__isnull=False, entrant_b__isnull=False)
        if self.people is not None:
            rows = rows.filter(**{f"{a}__in": self.people, f"{b}__in": self.people})
        results = self._results
        meetings = {}
        for label, is_released, decided_by, *people in rows.values_list(
            "round__label", "round__is_released", "decided_by", a, b
        ):
            place = label, frozenset(people)
            problem = DECIDED.get(decided_by, "has_result" if place in results else "")
            meetings[place] = _Meeting(is_released, problem, results.get(place, ""))
        return meetings

    @cached_property
    def _waiting(self) -> set[str]:
        """The labels of the rounds in which a pairing waits for a player."""
        waits = Q(entrant_a__isnull=True) | Q(entrant_b__isnull=True)
        rows = self._rubber_pairings.filter(waits).exclude(source_a=BYE).exclude(source_b=BYE)
        return set(rows.order_by().values_list("round__label", flat=True).distinct())

    @property
    def _rubber_pairings(self) -> QuerySet[Pairing]:
        return Pairing.objects.filter(round__stage__event__public_id=self.event, kind=Pairing.Kind.RUBBER)

    @cached_property
    def _results(self) -> dict[tuple[str, Pair], str]:
        """Return the first rubber that counts (public id) of each round and pair that has one."""
        a, b = "player_a__public_id", "player_b__public_id"
        rows = Rubber.objects.filter(event__public_id=self.event, state__in=Rubber.SETTLED_STATES)
        if self.people is not None:
            rows = rows.filter(**{f"{a}__in": self.people, f"{b}__in": self.people})
        results = (
            rows.exclude(public_id=self.besides).order_by("-pk").values_list("public_id", "round_label", a, b)
        )
        return {(label, frozenset(people)): rubber for rubber, label, *people in results}


@dataclass(frozen=True, slots=True)
class _Meeting:
    """The pairing of two players in a round.

    ``problem`` is why another rubber does not count for it, ``rubber`` the one that does; both may be empty.
    """

    is_released: bool
    problem: Problem
    rubber: str
