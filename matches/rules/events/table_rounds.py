"""The rounds of a stage that ends in a table, with what has become of each pairing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from matches.rules.events.facts import EventFacts, PairingDrawn, PlayerId, RoundFacts, StageFacts
from matches.rules.events.outcomes import outcome_of
from matches.rules.events.plan import EventPlan, StagePlan
from matches.rules.events.result_index import Found
from matches.rules.events.state import PairingState, RoundState

NOBODY: frozenset[PlayerId] = frozenset()


def table_rounds(
    drawn: StageFacts,
    *,
    stage: StagePlan,
    plan: EventPlan,
    facts: EventFacts,
    book: Callable[[str, PlayerId, PlayerId], Found],
) -> tuple[RoundState, ...]:
    """The drawn rounds in order. A rubber counts in a draft too; byes and absences only once the round is
    released.
    """
    with_absences = [entry for entry in facts.entries if entry.absences]

    def state(round_: RoundFacts) -> RoundState:
        away = NOBODY
        if round_.is_released:
            place = (drawn.number, round_.number)
            away = frozenset(entry.player for entry in with_absences if entry.is_absent(place))
        pairings = tuple(
            _pairing(number, pairing, round_, away) for number, pairing in enumerate(round_.pairings, start=1)
        )
        return RoundState(
            number=round_.number,
            label=round_.label,
            is_released=round_.is_released,
            is_complete=round_.is_released and all(pairing.outcome is not None for pairing in pairings),
            pairings=pairings,
            due=round_.due,
            undecided_when_drawn=round_.undecided,
            is_changed=bool(round_.changes),
        )

    def _pairing(
        number: int, pairing: PairingDrawn, round_: RoundFacts, away: Collection[PlayerId]
    ) -> PairingState:
        a, b = pairing["a"], pairing["b"]
        kind = pairing.get("kind", "rubber")
        result, others = book(round_.label, a, b) if b is not None else (None, ())
        outcome = None
        if round_.is_released or kind == "rubber":
            outcome = outcome_of(
                a,
                b,
                score=stage.score,
                rules=plan.rules,
                kind=kind,
                result=result,
                award=facts.awards.get((drawn.number, round_.number, number)),
                absent=(a in away, b in away) if away else (False, False),
                requested_bye=plan.requested_bye,
            )
        return PairingState(
            round=round_.number,
            number=number,
            kind=kind,
            a=a,
            b=b,
            group=pairing.get("group", 0),
            table=pairing.get("table", ""),
            outcome=outcome,
            rubber=result.rubber if result is not None else "",
            rubber_state=result.state if result is not None else "",
            also=tuple(other.rubber for other in others),
            why=tuple(pairing.get("why", ())),
        )

    return tuple(state(round_) for round_ in drawn.rounds)


def annulled_players(
    drawn: StageFacts, rounds: Sequence[RoundState], facts: EventFacts
) -> tuple[PlayerId, ...]:
    """Who has left the stage, with less than half of his rubbers in it played at the table; in order of seed."""
    if not rounds:
        return ()
    last = (drawn.number, rounds[-1].number)
    entered = {entry.player: entry for entry in facts.entries}
    gone = [player for player in drawn.entrants if player in entered and entered[player].is_absent(last)]
    if not gone:
        return ()
    rubbers = [pairing for round_ in rounds for pairing in round_.pairings if pairing.kind == "rubber"]
    return tuple(player for player in gone if _has_played_less_than_half(player, rubbers))


def _has_played_less_than_half(player: PlayerId, rubbers: Iterable[PairingState]) -> bool:
    own = [pairing for pairing in rubbers if player in (pairing.a, pairing.b)]
    played = sum(pairing.outcome is not None and pairing.outcome.is_played for pairing in own)
    return 2 * played < len(own)
