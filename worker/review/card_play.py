"""Judging every card played by choice: by what the player could know, and with both hands seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import (
    HAND_SIZE,
    SUIT_MASK,
    Card,
    CardMask,
    Player,
    Suit,
    adversary,
    cards_of,
    format_card,
    king_of,
    lawful_cards,
    mask_of,
    seat,
)
from scoring.course import Course
from scoring.incidents import facts_of
from scoring.record import Pair
from scoring.variants import VARIATIONS
from worker.review.card_reasons import card_reasons
from worker.review.decision import BookAdvice, Decision, Method, Option
from worker.review.hidden_play import hidden_totals
from worker.review.kernels import BEST, NO_LEAD, tally_choices
from worker.review.knowledge import Knowledge, Shown, common_knowledge, knowledge_of
from worker.review.stakes import Stakes
from worker.review.treatise import book_on_follow, book_on_lead
from worker.review.worth import by_king, by_offenders, marks_by_tricks, worth_of_tricks
from worker.solver.table import solver_table

MOST_TRICKS: Final = HAND_SIZE + 1
CHANCE_UNITS: Final = 10**9
"""Chances as whole numbers, for the search that takes worth as whole numbers."""
_NO_DIFFERENCE: Final = 1e-9


class Choice(NamedTuple):
    """A player about to play ``chosen`` where the laws leave him ``lawful``, two cards or more.

    ``lead`` is the card he replies to, or ``NO_LEAD``; ``theirs`` the adversary's hand without it; ``won``
    the player's tricks so far, ``total`` all that are played for; ``known`` as ``knowledge_of`` gives it,
    which leaves ``worlds`` hands. ``common``: what both can tell of the player's hand, and of the adversary's.
    """

    trick: int
    token: int
    player: Player
    chosen: Card
    own: CardMask
    theirs: CardMask
    lead: Card
    lawful: CardMask
    won: int
    total: int
    known: tuple[Knowledge, ...]
    worlds: int
    common: tuple[Knowledge, Knowledge] | None = None


class Part(NamedTuple):
    """Hands that the adversary can hold, and what the player's further tricks bring against them.

    ``marks[tricks]``: the player's marks and the adversary's. ``score``: the score when the tricks are marked, with the
    kings that have been by then; None where it is not known.
    """

    known: Knowledge
    marks: tuple[tuple[int, int], ...]
    score: Pair | None

    @property
    def worth(self) -> NDArray[np.int64]:
        return worth_of_tricks(self.marks)


def card_decisions(
    course: Course, stakes: Stakes, *, rubber: int = 1, game: int = 1, deal: int = 1
) -> list[Decision]:
    """Every card of a deal that was played by choice, in the order of play."""
    if course.trump is None or course.vulnerable is None:
        return []
    return [
        _judged(course, stakes, choice, course.trump, rubber=rubber, game=game, deal=deal)
        for choice in choices_of(course)
    ]


def _judged(
    course: Course, stakes: Stakes, choice: Choice, trump: Suit, *, rubber: int, game: int, deal: int
) -> Decision:
    cards = cards_of(choice.lawful)
    place = cards.index(choice.chosen)
    theirs = Knowledge(choice.theirs, choice.theirs, choice.theirs.bit_count())
    tricks = (_tallied(choice, trump, cards, theirs) @ np.arange(MOST_TRICKS)).tolist()
    parts = parts_of(course, stakes, choice)
    tallies = [_tallied(choice, trump, cards, part.known) for part in parts]
    totals = [0] * len(cards)
    for part, tally in zip(parts, tallies, strict=True):
        won = tally[:, : len(part.worth)] @ part.worth
        totals = [total + more for total, more in zip(totals, won.tolist(), strict=True)]
    most = max(totals)
    best = [card for card, total in zip(cards, totals, strict=True) if total == most]
    chances: list[float] | None = None
    stake_loss: float | None = None
    method: Method = "hands seen"
    if all(part.score is not None for part in parts):
        chances, method = _chances(stakes, choice, trump, parts, tallies)
        if stakes.reckoning == "treble":
            stake_loss = _lost(_means(choice, parts, tallies, stakes.stake), place)
    equity_loss = None if chances is None else _lost(chances, place)
    return Decision(
        rubber=rubber,
        game=game,
        deal=deal,
        kind="card",
        token=choice.token,
        trick=choice.trick,
        player=choice.player,
        chosen=format_card(choice.chosen),
        options=tuple(
            Option(format_card(card), totals[at] / choice.worlds, None if chances is None else chances[at])
            for at, card in enumerate(cards)
        ),
        best=tuple(map(format_card, best)),
        loss=(most - totals[place]) / choice.worlds,
        method=method,
        double_dummy_loss=max(tricks) - tricks[place],
        worlds=choice.worlds,
        equity_loss=equity_loss,
        rubber_loss=stakes.rubber_loss(choice.player, equity_loss),
        stake_loss=stake_loss,
        book=_book(course, stakes, choice, trump),
        variant=course.variant,
        reasons=card_reasons(
            course,
            choice,
            choice.chosen,
            best if chances is None else _preferred(cards, chances),
            [(part.known, part.worth) for part in parts],
        ),
    )


def _preferred(cards: list[Card], chances: list[float]) -> list[Card]:
    """The cards that give the best chance of winning the game, which is what a choice is judged by."""
    most = max(chances) - _NO_DIFFERENCE
    return [card for card, chance in zip(cards, chances, strict=True) if chance >= most]


def _book(course: Course, stakes: Stakes, choice: Choice, trump: Suit) -> BookAdvice | None:
    """Return what the old treatise, which is on écarté, would play; None for short hands and deals with an incident."""
    if course.variant != "ecarte" or course.incidents or choice.total != HAND_SIZE:
        return None
    player, other = choice.player, adversary(choice.player)
    earlier = course.tricks[: choice.trick - 1]
    lost = len(earlier) - choice.won
    out = course.discards[seat(player)] or 0
    if choice.lead != NO_LEAD:
        return book_on_follow(choice.own, trump, choice.lead, won=choice.won, lost=lost, out=out)
    king = king_of(trump)
    leads = [trick for trick in earlier if trick.leader == player and trick.lead is not None]
    played = [card for trick in earlier if (card := trick.card_of(other)) is not None]
    marked = [who for who, at in stakes.kings if at < choice.token]
    own, others = stakes.before or (0, 0)
    if player == "B":
        own, others = others, own
    return book_on_lead(
        choice.own,
        trump,
        own=own + (course.turn_up == king and player in marked),
        won=choice.won,
        lost=lost,
        led=[(trick.lead, trick.winner == player) for trick in leads if trick.lead is not None],
        refused=course.letters == "PR" and player == course.elder,
        king_against=any(who.player == other and who.token < choice.token for who in course.kings_heard)
        and not _was_played(course, choice, king),
        other=others + (other in marked),
        exchanged=bool(course.swaps),
        replies=[trick.reply for trick in leads if trick.reply is not None],
        whole=course.hands[seat(player)] or 0,
        out=out,
        gone=mask_of([*played, *([] if course.turn_up is None else [course.turn_up])]),
    )


def _was_played(course: Course, choice: Choice, card: Card) -> bool:
    return any(card in (trick.lead, trick.reply) for trick in course.tricks[: choice.trick - 1])


def _vulnerable_at(course: Course, token: int) -> str:
    """Return who was bound when the card at ``token`` was played, or "none".

    The first lead binds nobody where the point was offered after it.
    """
    if VARIATIONS[course.variant].has_offer_in_play and any(call.token > token for call in course.calls):
        return "none"
    return course.vulnerable or "none"


def parts_of(course: Course, stakes: Stakes, choice: Choice) -> list[Part]:
    """The hands that the adversary can hold, apart where the same tricks bring other marks or meet another score."""
    other = adversary(choice.player)
    played = (course.hands[seat(other)] or 0) & ~choice.theirs
    vulnerable = _vulnerable_at(course, choice.token)
    king = king_of(course.trump or 0)
    has_marked_king = VARIATIONS[course.variant].has_king
    # His own king counts from the first card on, though he may mark it behind that card (law 24).
    has_king = bool(choice.own >> king & 1)
    marked = [who for who, at in stakes.kings if at < choice.token or (has_king and who == choice.player)]
    parts = []
    for known in choice.known:
        for part, offenders in by_offenders(course, choice.player, choice.token, known, played=played):
            marks = marks_by_tricks(
                choice.player, choice.won, choice.total, vulnerable, offenders, variant=course.variant
            )
            if marked or played or course.incidents or king == course.turn_up or not has_marked_king:
                parts.append(Part(part, marks, stakes.score_with(marked)))
                continue
            # The adversary has not played yet: if he has the king he will announce it first (law 23).
            for each in by_king(part, 1 << king):
                announces = bool(each.certain >> king & 1)
                parts.append(Part(each, marks, stakes.score_with([other] if announces else [])))
    return [part for part in parts if part.known.worlds]


def _tallied(choice: Choice, trump: Suit, cards: list[Card], known: Knowledge) -> NDArray[np.int64]:
    """``[card, tricks]``: against how many hands each of ``cards`` wins so many tricks."""
    return _tally(choice.own, choice.lead, trump, known)[cards]


def tally_of_best(own: CardMask, lead: Card, trump: Suit, known: Knowledge) -> NDArray[np.int64]:
    """``[tricks]``: against how many hands the best card for each of them wins so many."""
    best: NDArray[np.int64] = _tally(own, lead, trump, known)[BEST]
    return best


def _tally(own: CardMask, lead: Card, trump: Suit, known: Knowledge) -> NDArray[np.int64]:
    tally = np.zeros((BEST + 1, MOST_TRICKS), np.int64)
    tally_choices(
        solver_table(),
        own,
        lead,
        trump,
        known.certain,
        known.possible & ~known.certain,
        tally,
    )
    return tally


def _means(
    choice: Choice, parts: list[Part], tallies: list[NDArray[np.int64]], value: Callable[..., float]
) -> list[float]:
    """The mean over all hands of ``value`` (``Stakes.chance`` or ``.stake``) for each card."""
    totals = np.zeros(len(tallies[0]))
    for part, tally in zip(parts, tallies, strict=True):
        worth = np.array([value(choice.player, part.score, (marks,)) for marks in part.marks])
        totals += tally[:, : len(worth)] @ worth
    means: list[float] = (totals / choice.worlds).tolist()
    return means


def _chances(
    stakes: Stakes, choice: Choice, trump: Suit, parts: list[Part], tallies: list[NDArray[np.int64]]
) -> tuple[list[float], Method]:
    """The chance of winning the game after each card, by the search with hidden hands where that one applies."""
    if len(parts) == 1:
        ((known, marks, score),) = parts
        worth = np.array([stakes.chance(choice.player, score or (0, 0), (each,)) for each in marks])
        units = np.round(worth * CHANCE_UNITS).astype(np.int64)
        hidden = hidden_totals(choice, trump, [(known, units)])
        if hidden is not None:
            return [total / CHANCE_UNITS for total in hidden], "hands hidden"
    return _means(choice, parts, tallies, stakes.chance), "hands seen"


def _lost(values: list[float], place: int) -> float:
    """The best value less the one at ``place``; what differs by the last bits of a float is equal."""
    lost = max(values) - values[place]
    return 0.0 if lost < _NO_DIFFERENCE else lost


def choices_of(course: Course) -> Iterator[Choice]:
    """The cards of a deal that were played by choice, in order, with what their player knew.

    Of a deal that was replayed the replay alone. None from a deal whose cards are not certain or not regular; none
    where a player's own cards are not all on record, where he played against law 43, where both have not as many
    cards as there are tricks to come, or where nothing the adversary can hold fits what was seen.
    """
    hand_of_a, hand_of_b = course.hands
    if not _is_reviewable(course) or hand_of_a is None or hand_of_b is None or course.trump is None:
        return
    left: dict[Player, CardMask] = {"A": hand_of_a, "B": hand_of_b}
    shown = _shown_in_earlier_plays(course, left, course.trump)
    won: dict[Player, int] = {"A": 0, "B": 0}
    total = hand_of_a.bit_count()
    for number, trick in enumerate(course.tricks, 1):
        lead = NO_LEAD
        for player, card, token in (
            (trick.leader, trick.lead, trick.token),
            (adversary(trick.leader), trick.reply, trick.reply_token),
        ):
            if card is None or token is None:
                return
            own, other = left[player], adversary(player)
            lawful = lawful_cards(own, lead, course.trump)
            if lead == NO_LEAD and course.incidents:
                lawful = _lawful_leads(course, own, number)
            if lawful & (lawful - 1) and lawful >> card & 1:
                known = knowledge_of(course, player, shown[other], token)
                common = common_knowledge(course, shown, token)
                worlds = 0 if known is None else sum([part.worlds for part in known])
                if known is not None and worlds:
                    yield Choice(
                        trick=number,
                        token=token,
                        player=player,
                        chosen=card,
                        own=own,
                        theirs=left[other],
                        lead=lead,
                        lawful=lawful,
                        won=won[player],
                        total=total,
                        known=known,
                        worlds=worlds,
                        common=None if common is None else (common[player], common[other]),
                    )
            shown[player].play(card, from_hand=own, lead=lead, trump=course.trump)
            left[player] ^= 1 << card
            lead = card
        if trick.winner is not None:
            won[trick.winner] += 1


def _is_reviewable(course: Course) -> bool:
    """Regular, or all of it certain and both hands equally short."""
    if course.regular:
        return True
    hand_of_a, hand_of_b = course.hands
    return (
        bool(course.incidents)
        and not (course.void or course.strays or course.wrong_leads)
        and course.changes_at_lead == len(course.changes)
        and hand_of_a is not None
        and hand_of_b is not None
        and not hand_of_a & hand_of_b
        and hand_of_a.bit_count() == hand_of_b.bit_count() < HAND_SIZE
    )


def _shown_in_earlier_plays(
    course: Course, hands: dict[Player, CardMask], trump: Suit
) -> dict[Player, Shown]:
    """What plays that were given up for a replay told; which cards they showed is for the incidents (25, 43)."""
    shown: dict[Player, Shown] = {"A": Shown(), "B": Shown()}
    for play in course.replayed:
        left = dict(hands)
        for trick in play:
            lead = NO_LEAD
            for player, card in ((trick.leader, trick.lead), (adversary(trick.leader), trick.reply)):
                if card is None:
                    break
                shown[player].play(card, from_hand=left[player], lead=lead, trump=trump)
                left[player] &= ~(1 << card)
                lead = card
        shown["A"].take_up_again()
        shown["B"].take_up_again()
    return shown


def _lawful_leads(course: Course, hand: CardMask, trick: int) -> CardMask:
    """All of the hand, or the cards of the suit that the adversary required (law 41)."""
    required = 0
    for noted in course.incidents:
        if noted.remedy == "replay":
            required = 0
        elif noted.remedy == "require" and noted.cards_played // 2 == trick - 1:
            required = sum(SUIT_MASK << (suit << 3) for suit in facts_of(noted.incident).suits)
    return hand & required or hand
