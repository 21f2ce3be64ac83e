"""Apply facts about draws, awards and kept pairings to an ``EventDraft``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from matches.rules.events.facts import (
    Award,
    Fact,
    PairingDrawn,
    PairingPlace,
    PlayerId,
    RoundDrawn,
    RoundFacts,
)
from matches.rules.events.fold_draft import EventDraft, FactError, StageDraft, drawn_round, pairing_place


def draw(draft: EventDraft, fact: Fact) -> None:
    stage, payload = draft.stage(fact), fact.payload
    is_bracket = draft.known_plan(fact).stages[stage.number - 1].is_bracket
    rounds: Sequence[RoundDrawn] = payload.get("rounds", ())
    if not stage.is_drawn:
        _begin(draft, stage, fact)
    elif is_bracket:
        raise FactError(fact, "fact_round_order", stage.number, 1, len(stage.labels) + 1)
    if is_bracket:
        _check_positions(stage, payload.get("positions", ()), fact)
        stage.positions = stage.drawn_positions = tuple(payload["positions"])
        stage.labels = tuple(payload["labels"])
        _check_labels(draft, stage, stage.labels, fact)
    for drawn in rounds:
        _add_round(draft, stage, drawn, fact)
    stage.method = payload.get("method", stage.method)
    stage.planned_rounds = payload.get("planned_rounds", stage.planned_rounds)
    first = rounds[0]["number"] if rounds else 1
    stage.warnings += [(first, tuple(warning)) for warning in payload.get("warnings", ())]


def _begin(draft: EventDraft, stage: StageDraft, fact: Fact) -> None:
    entrants: list[PlayerId] = list(fact.payload.get("entrants", ()))
    if len(entrants) < 2 or len(set(entrants)) != len(entrants):
        raise FactError(fact, "fact_no_entrants", stage.number)
    for player in entrants:
        draft.entry(player, fact)
    stage.entrants = entrants
    stage.groups = [list(group) for group in fact.payload.get("groups", ())]
    for group in stage.groups:
        for member in group:
            if member is not None and member not in entrants:
                raise FactError(fact, "fact_stranger", stage.number, member)


def _add_round(draft: EventDraft, stage: StageDraft, drawn: RoundDrawn, fact: Fact) -> None:
    due = len(stage.rounds) + 1
    if drawn["number"] != due:
        raise FactError(fact, "fact_round_order", stage.number, drawn["number"], due)
    _check_labels(draft, stage, [drawn["label"]], fact)
    _check_pairings(stage, due, drawn["pairings"], fact)
    stage.rounds[due] = RoundFacts(
        number=due,
        label=drawn["label"],
        pairings=tuple(drawn["pairings"]),
        due=drawn.get("due", ""),
        undecided=fact.payload.get("undecided", 0),
    )


def _check_labels(draft: EventDraft, stage: StageDraft, labels: Sequence[str], fact: Fact) -> None:
    taken = {round_.label for other in draft.stages for round_ in other.rounds.values()}
    taken.update(label for other in draft.stages if other is not stage for label in other.labels)
    for label in labels:
        if label in taken:
            raise FactError(fact, "fact_label_twice", label)
        taken.add(label)


def _check_pairings(stage: StageDraft, number: int, pairings: Iterable[PairingDrawn], fact: Fact) -> None:
    entrants, seen = set(stage.entrants), set[PlayerId]()
    for pairing in pairings:
        for player in (pairing["a"], pairing["b"]):
            if player is None:
                continue
            if player not in entrants:
                raise FactError(fact, "fact_stranger", stage.number, player)
            if player in seen:
                raise FactError(fact, "fact_twice_in_round", stage.number, number, player)
            seen.add(player)


def _check_positions(stage: StageDraft, positions: Sequence[PlayerId | None], fact: Fact) -> None:
    """Require a power of two of places, with each entrant once and no two byes meeting."""
    placed = [player for player in positions if player is not None]
    is_power_of_two = len(positions) >= 2 and not len(positions) & (len(positions) - 1)
    has_empty_pairing = any(
        pair == (None, None) for pair in zip(positions[::2], positions[1::2], strict=False)
    )
    if not is_power_of_two or has_empty_pairing or sorted(placed) != sorted(stage.entrants):
        raise FactError(fact, "fact_no_positions", stage.number)


def change_draw(draft: EventDraft, fact: Fact) -> None:
    stage = draft.drawn_stage(fact)
    if "positions" in fact.payload:
        _check_positions(stage, fact.payload["positions"], fact)
        stage.positions = tuple(fact.payload["positions"])
        stage.changes.append(fact.version)
        return
    round_ = drawn_round(stage, fact.payload["round"], fact)
    _check_pairings(stage, round_.number, fact.payload["pairings"], fact)
    stage.rounds[round_.number] = replace(
        round_, pairings=tuple(fact.payload["pairings"]), changes=(*round_.changes, fact.version)
    )


def discard_draw(draft: EventDraft, fact: Fact) -> None:
    """Remove rounds, with their awards and kept pairings, but not absences and requested byes."""
    stage, start = draft.drawn_stage(fact), fact.payload["round"]
    if start == 1:
        draft.stages[stage.number - 1] = StageDraft(stage.number)
    else:
        drawn_round(stage, start, fact)
        stage.rounds = {number: round_ for number, round_ in stage.rounds.items() if number < start}
        stage.warnings = [(number, warning) for number, warning in stage.warnings if number < start]

    def stays(place: PairingPlace) -> bool:
        return place[0] != stage.number or place[1] < start

    draft.awards = {place: award for place, award in draft.awards.items() if stays(place)}
    draft.kept = {place: pair for place, pair in draft.kept.items() if stays(place)}


def release(draft: EventDraft, fact: Fact) -> None:
    stage, start = draft.drawn_stage(fact), fact.payload["round"]
    if stage.positions:
        if stage.is_bracket_released:
            raise FactError(fact, "fact_released_twice", stage.number, 1)
        stage.is_bracket_released = True
        return
    for number in range(start, fact.payload.get("until", start) + 1):
        round_ = drawn_round(stage, number, fact)
        if round_.is_released:
            raise FactError(fact, "fact_released_twice", stage.number, number)
        stage.rounds[number] = replace(round_, is_released=True)


def award(draft: EventDraft, fact: Fact) -> None:
    place, winner = _known_place(draft, fact), fact.payload.get("winner")
    if winner is not None:
        draft.entry(winner, fact)
        pair = _drawn_pair(draft, place)
        if pair and winner not in pair:
            raise FactError(fact, "fact_winner", winner)
    kind = fact.payload.get("kind", "walkover" if winner is not None else "double_walkover")
    if (winner is None) != (kind == "double_walkover"):
        raise FactError(fact, "fact_winner", winner)
    people = frozenset(fact.payload[side] for side in ("a", "b") if side in fact.payload)
    if winner is not None and people and winner not in people:
        raise FactError(fact, "fact_winner", winner)
    draft.awards[place] = Award(kind, winner, fact.version, people)


def undo_award(draft: EventDraft, fact: Fact) -> None:
    if draft.awards.pop(pairing_place(fact.payload), None) is None:
        raise FactError(fact, "fact_nothing_to_take_back", "awarded")


def keep(draft: EventDraft, fact: Fact) -> None:
    place, stage = _known_place(draft, fact), draft.drawn_stage(fact)
    pair: tuple[PlayerId, PlayerId] = (fact.payload["a"], fact.payload["b"])
    for player in pair:
        if player not in stage.entrants:
            raise FactError(fact, "fact_stranger", stage.number, player)
    draft.kept[place] = pair


def undo_keep(draft: EventDraft, fact: Fact) -> None:
    if draft.kept.pop(pairing_place(fact.payload), None) is None:
        raise FactError(fact, "fact_nothing_to_take_back", "kept")


def complete(draft: EventDraft, fact: Fact) -> None:
    draft.known_plan(fact)
    draft.is_complete = True


def reopen(draft: EventDraft, fact: Fact) -> None:
    if not draft.is_complete:
        raise FactError(fact, "fact_nothing_to_take_back", "completed")
    draft.is_complete = False


def _known_place(draft: EventDraft, fact: Fact) -> PairingPlace:
    """Return the place in the payload. Of a bracket, whose pairings depend on results, only the rounds are known."""
    stage, place = draft.drawn_stage(fact), pairing_place(fact.payload)
    _, round_number, number = place
    pairings = len(stage.positions) * 2
    if stage.positions:
        if not 1 <= round_number <= len(stage.labels):
            raise FactError(fact, "fact_no_round", stage.number, round_number)
    else:
        pairings = len(drawn_round(stage, round_number, fact).pairings)
    if not 1 <= number <= pairings:
        raise FactError(fact, "fact_no_pairing", *place)
    return place


def _drawn_pair(draft: EventDraft, place: PairingPlace) -> tuple[PlayerId | None, ...]:
    """Return the two in a pairing; nobody in a bracket, where that follows from results."""
    stage_number, round_number, number = place
    stage = draft.stages[stage_number - 1]
    if stage.positions:
        return ()
    pairing = stage.rounds[round_number].pairings[number - 1]
    return pairing["a"], pairing["b"]
