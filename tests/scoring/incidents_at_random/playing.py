"""Kings, leads and replies: laws 20 to 25, 30, 34 and 39 to 45."""

from __future__ import annotations

from tests.scoring.generate import SUITS, lawful, other, wins
from tests.scoring.incidents_at_random.table import Table, Unfound

TRICKS = 5
MAJORITY = 3


class ReplayError(Exception):
    """The hand is played again from the first lead."""


class AbandonedError(Exception):
    """Raised when a hand is given up."""

    def __init__(self, player: str) -> None:
        self.player = player


def play(table: Table) -> str:
    """Play the deal out, again if the opponent requires it, and return the winner of the majority of the tricks."""
    for law, player in ((20, table.elder), (21, table.dealer)):
        if table.misdealt_by == law:
            # Law 20 leaves no deal in which a king could be marked; under law 21 the deal is valid if nobody claims.
            table.is_king_barred = True
            size = len(table.hands[player])
            table.unfound.append(Unfound(law, player, [str(table.rng.choice([size, abs(size - 5)]))]))
    table.at_first_lead = {player: set(hand) for player, hand in table.hands.items()}
    while True:
        try:
            _play_tricks(table)
            if table.unfound and table.rng.random() < 0.3:
                table.write(f"={_majority(table)}")
                table.is_outcome_written = True
            look(table, everything=True)
        except ReplayError:
            _begin_again(table)
            continue
        except AbandonedError as abandoned:
            table.is_abandoned = True
            table.has_made_point = table.won[abandoned.player] >= MAJORITY
            return abandoned.player if table.has_made_point else other(abandoned.player)
        return _majority(table)


def _majority(table: Table) -> str:
    return max(table.won, key=lambda player: table.won[player])


def _begin_again(table: Table) -> None:
    table.hands = {player: set(hand) for player, hand in table.at_first_lead.items()}
    table.won = {"A": 0, "B": 0}
    table.cards_played = 0
    table.is_led_out_of_turn = False
    table.has_played.clear()
    table.replays += 1
    table.is_outcome_written = False
    # An unnoticed revoke is undone together with the play in which it happened.
    table.unfound = [one for one in table.unfound if one.law != 43]


def _play_tricks(table: Table) -> None:
    leader = table.elder
    for number in range(TRICKS):
        if number == 0:
            _announce(table)
        look(table)
        _give_up(table)
        rightful = leader
        is_out_of_turn = bool(table.hands["A"] and table.hands["B"]) and table.happens(40, 0.15)
        if is_out_of_turn:
            card = table.any_of(other(leader))[0]
            if table.rng.random() < 0.5:
                table.settle(40, other(leader), [card, "before"])
                is_out_of_turn = False
            else:
                leader = other(leader)
        table.is_led_out_of_turn = is_out_of_turn
        lead = _lead(table, leader, is_in_turn=leader == rightful)
        if (
            number == 0
            and leader == table.elder
            and lead == table.king
            and _is_unannounced(table, table.elder)
        ):
            table.announce_king(table.elder)
        follower = other(leader)
        if number == 0 and not is_out_of_turn and table.rng.random() < 0.5:
            _announce_true_king(table, table.dealer)
        look(table)
        reply = _reply(table, follower, lead)
        if lead is None or (reply is not None and wins(reply, lead, table.trump)):
            leader = follower
        table.won[leader] += 1
        if is_out_of_turn:
            table.is_led_out_of_turn = False
            table.settle(40, other(rightful), [str(lead), "after"])


def _play_card(table: Table, player: str, card: str | None) -> None:
    table.write(card or "--")
    table.cards_played += 1
    if card is not None:
        table.hands[player].remove(card)
        table.has_played.add(player)


def _lead(table: Table, leader: str, *, is_in_turn: bool) -> str | None:
    hand = table.hands[leader]
    if not hand:
        _play_card(table, leader, None)
        return None
    card = table.any_of(leader)[0]
    if not (is_in_turn and table.happens(41, 0.15)):
        _play_card(table, leader, card)
        return card
    named = table.rng.choice([suit for suit in SUITS if suit != card[0]])
    of_suit = [card for card in sorted(hand) if card[0] == named]
    if of_suit and table.rng.random() < 0.5:
        # Its remedy is not known before it is drawn: both are open, and the record says which was taken.
        incident = table.settle(41, leader, [named], without=("play",))
        assert incident.remedy == "require"
        card = table.rng.choice(of_suit)
        _play_card(table, leader, card)
        return card
    _play_card(table, leader, card)
    table.settle(41, leader, [named], without=("require",), holds_suit=bool(of_suit))
    return card


def _reply(table: Table, follower: str, lead: str | None) -> str | None:
    hand = sorted(table.hands[follower])
    if not hand:
        _play_card(table, follower, None)
        return None
    right = lawful(list(hand), lead, table.trump) if lead else hand
    wrong = [card for card in hand if card not in right]
    if wrong and table.happens(43, 0.4):
        card = table.rng.choice(wrong)
        _play_card(table, follower, card)
        table.unfound.append(Unfound(43, follower, [card]))
        return card
    card = table.rng.choice(right)
    if wrong and table.happens(39, 0.4):
        table.settle(39, follower, [table.rng.choice(wrong)])
    _play_card(table, follower, card)
    return card


def _is_unannounced(table: Table, player: str) -> bool:
    """Return True if the player may announce the king of trumps now, and has not yet."""
    return (
        not table.replays
        and table.turn_up != table.king
        and table.king in table.at_first_lead[player]
        and player not in table.kings_announced
        and table.may_mark(player)
    )


def _announce_true_king(table: Table, player: str) -> None:
    if player not in table.has_played and _is_unannounced(table, player):
        table.announce_king(player)


def _announce(table: Table) -> None:
    """Announce kings before the first lead, true and false ones."""
    for player in (table.elder, table.dealer):
        if table.rng.random() < 0.6:
            _announce_true_king(table, player)
        has_it = table.turn_up == table.king or table.king in table.hands[player]
        if not has_it and not table.replays and table.happens(25, 0.5):
            table.write(f"K{player.lower()}")
            table.unfound.append(Unfound(25, player))
            table.laws.discard(25)


def look(table: Table, *, everything: bool = False) -> None:
    """Discover irregularities: sometimes before the play is over, and all of them at its end."""
    for one in list(table.unfound):
        if one not in table.unfound or not (everything or table.rng.random() < 0.25):
            continue
        if one.law in (20, 21, 34) and one.player not in table.has_played:
            continue
        table.unfound.remove(one)
        _find(table, one)
    if table.happens(45, 0.05):
        table.settle(45, "", [table.rng.choice(sorted({*table.stock, table.turn_up}))])
    for law in (44, 52, 53, 54, 55):
        if table.happens(law, 0.05):
            table.settle(law, table.rng.choice("AB") if law == 44 else "", [])


def _find(table: Table, one: Unfound) -> None:
    facts = [*one.facts, "played"] if one.law == 34 else list(one.facts)
    without = ("replay",) if table.replays >= 2 else ()
    incident = table.settle(one.law, one.player, facts, without=without)
    if incident.remedy == "correct":
        return
    if one.law == 43 or (one.law == 25 and table.king not in table.at_first_lead[other(one.player)]):
        table.penalised.add(one.player)
    if incident.remedy == "replay":
        raise ReplayError


def _give_up(table: Table) -> None:
    for player in "AB":
        if any(one.law not in (25, 43) for one in table.unfound) or not table.happens(42, 0.1):
            continue
        facts = ["claim"] if table.rng.random() < 0.4 else []
        if table.settle(42, player, facts).remedy == "abandon":
            # The opponent of a false king or a revoke may claim the replay all the same (laws 25 and 43).
            look(table, everything=True)
            raise AbandonedError(player)
