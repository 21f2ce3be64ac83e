"""The endings that two tricks can leave: the known numbers, and every one found by playing random deals."""

from __future__ import annotations

from random import Random

from scoring.cards import PACK, CardMask, beats, cards_of, king_of, lawful_cards
from worker.review.equilibrium.endings import Ending, close_up, count_pairs
from worker.review.equilibrium.endings_catalogue import Place, catalogue
from worker.review.knowledge import cards_ruled_out

TRUMPS = 2
KING = 1 << king_of(TRUMPS)


def test_as_many_endings_as_a_plain_count_finds() -> None:
    """The numbers come from a loop over all sequences of a turn-up and four cards."""
    places = catalogue("unknown")
    assert sum(count.histories for count in places.values()) == 4_302_368
    assert len({place.ending for place in places}) == 172
    assert len(places) == 220
    assert len({place.ending for place in catalogue("announced")}) == 567
    assert len(catalogue("announced")) == 728


def test_no_play_of_a_deal_is_missing_or_counted_twice() -> None:
    """Sample plays of random deals, each with the number of choices it had, which gives the number of all plays."""
    random = Random(5)
    places = catalogue("announced")
    deals = 8 * 169_911 * 65_780
    plays = sum(count.plays for count in places.values())
    samples = 20_000
    choices = 0
    for _ in range(samples):
        place, ways = random_place(random)
        assert place in places
        choices += ways
    assert abs(deals * choices / samples / plays - 1) < 0.02


def random_place(random: Random) -> tuple[Place, int]:
    """Deal, play two tricks at random, and return the place with the number of lawful cards at every turn."""
    trumps = [8 * TRUMPS + rank for rank in range(8)]
    turn_up = random.choice(trumps)
    pack = [card for card in range(32) if card != turn_up]
    random.shuffle(pack)
    hands: list[CardMask] = [sum(1 << card for card in pack[start : start + 5]) for start in (0, 5)]
    seen = PACK & ~(1 << turn_up)
    views = [[seen, 0], [seen, 0]]
    if 1 << turn_up != KING:
        for player in (0, 1):
            views[player] = [seen, KING] if hands[player] & KING else [seen & ~KING, 0]
    leader = 0
    won = [0, 0]
    ways = 1
    for _ in range(2):
        other = 1 - leader
        lead = random.choice(cards_of(hands[leader]))
        lawful = cards_of(lawful_cards(hands[other], lead, TRUMPS))
        reply = random.choice(lawful)
        ways *= hands[leader].bit_count() * len(lawful)
        for player, card in ((leader, lead), (other, reply)):
            hands[player] &= ~(1 << card)
        for view in views:
            view[0] &= ~(1 << lead | 1 << reply)
            view[1] &= ~(1 << lead | 1 << reply)
        views[other][0] &= ~cards_ruled_out(reply, lead, TRUMPS)
        if beats(reply, lead, TRUMPS):
            leader = other
        won[leader] += 1
    mine, theirs = views[leader], views[1 - leader]
    ending = close_up(Ending(mine[0], theirs[0], mine[1], theirs[1]), TRUMPS)
    return Place(ending, won[leader], leader == 0), ways


def test_hands_fit_in_every_place() -> None:
    for places in (catalogue("announced"), catalogue("unknown")):
        for place, count in places.items():
            assert count.histories > 0
            assert count.plays == count.histories * count_pairs(place.ending)
            assert close_up(place.ending) == place.ending
            assert not place.ending.leader_certain & place.ending.follower
