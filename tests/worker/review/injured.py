"""Random deals with an irregularity each, the information that it gave the players, and their text for the reader."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.worker.review.deals import NAMES, format_hand
from tests.worker.review.reference import PlayedDeal, lawful, other, takes

LAWS = (11, 13, 15, 16, 17, 18, 25, 29, 31, 32, 33, 35, 36, 39, 40, 43)


@dataclass
class Making:
    """A deal being made. ``dealt`` and ``hands`` change as it proceeds, ``before`` holds tokens by card played."""

    random: Random
    dealer: str
    turn_up: int
    stock: list[int]
    letters: str
    hands: dict[str, list[int]]
    dealt: dict[str, list[int]] = field(default_factory=dict)
    out: dict[str, list[int]] = field(default_factory=lambda: {"A": [], "B": []})
    tokens: list[str] = field(default_factory=list)
    exposed: list[tuple[str, int]] = field(default_factory=list)
    went: dict[str, list[int]] = field(default_factory=lambda: {"A": [], "B": []})
    seen_gone: dict[str, set[int]] = field(default_factory=lambda: {"A": set(), "B": set()})
    seen_held: list[tuple[str, int, int]] = field(default_factory=list)
    before: dict[int, list[str]] = field(default_factory=dict)

    @property
    def elder(self) -> str:
        return other(self.dealer)

    def aside(self) -> int:
        """Return a card from the stock that both players see and neither gets."""
        card = self.stock.pop()
        self.seen_gone["A"].add(card)
        self.seen_gone["B"].add(card)
        return card

    def note(self, law: int, player: str, facts: str, remedy: str) -> None:
        self.tokens.append(incident(law, player, facts, remedy))


def incident(law: int, player: str, facts: str, remedy: str) -> str:
    return f"!{law}{player.lower()}{f'({facts})' if facts else ''}:{remedy}"


def begin(random: Random, letters: str) -> Making:
    pack = random.sample(range(32), 32)
    dealer = random.choice("AB")
    hands = {other(dealer): pack[:5], dealer: pack[5:10]}
    return Making(random, dealer, pack[10], pack[11:], letters, hands)


def in_dealing(making: Making, law: int) -> None:
    """Apply laws 11, 13, 15 to 18. ``dealt`` has the hands as dealt, ``hands`` the corrected ones."""
    random, elder, dealer = making.random, making.elder, making.dealer
    making.dealt = {player: list(hand) for player, hand in making.hands.items()}
    if law == 11:
        first, second = making.aside(), making.turn_up
        making.note(11, dealer, f"{NAMES[first]};{NAMES[second]}", f"choose({NAMES[second]})")
    elif law == 13:
        for owner, word in random.choice([[(dealer, "own")], [(elder, "adversary"), (dealer, "own")]]):
            for card in random.sample(making.hands[owner], random.randint(1, 2)):
                making.exposed.append((owner, card))
                making.note(13, dealer, f"{NAMES[card]};{word}", "stand")
    elif law in (15, 17):
        player = elder if law == 15 else dealer
        surplus = making.stock.pop()
        making.dealt[player].append(surplus)
        looked = law == 17 and random.random() < 0.5
        for who in (elder, dealer) if looked else (elder,) if law == 15 else ():
            making.seen_gone[who].add(surplus)
        remedy = "discard" if law == 15 else "draw"
        making.note(law, player, "6;looked" if looked else "6", f"{remedy}({NAMES[surplus]})")
    elif law in (16, 18):
        player = elder if law == 16 else dealer
        missing = making.dealt[player].pop()
        making.note(law, player, "4", f"complete({NAMES[missing]})")


def exchange(making: Making, law: int) -> None:
    """Play the calls and exchanges; laws 29, 31 to 33, 35 and 36 strike in the first acceptance."""
    for letter in making.letters:
        making.tokens.append(letter)
        if letter == "G":
            give(making, making.elder, law)
            give(making, making.dealer, law)
            law = 0


def give(making: Making, player: str, law: int) -> None:
    random, hand = making.random, making.hands[player]
    is_elder = player == making.elder
    number = random.randint(1 if is_elder else 0, 5)
    taken = [making.stock.pop(0) for _ in range(min(number, len(making.stock)))]
    gone = random.sample(hand, len(taken))
    making.hands[player] = [card for card in hand if card not in gone] + taken
    making.out[player] += gone
    making.went[player].append(len(gone))
    written = list(taken)
    behind = ""
    if law == 35 and is_elder:
        making.tokens.append(f"!35({NAMES[making.aside()]}):aside")
    elif law == 36 and taken:
        word = "adversary" if is_elder else "own"
        if is_elder and random.random() < 0.5:
            making.note(36, making.dealer, f"{NAMES[making.aside()]};{word}", "aside")
        else:
            card = random.choice(taken)
            making.seen_held.append((other(player), 0, card))
            making.note(36, making.dealer, f"{NAMES[card]};{word}", "take")
    elif (law in (29, 31) and is_elder) or (law == 33 and not is_elder and gone):
        surplus = making.stock.pop()
        written.append(surplus)
        making.seen_gone[player].add(surplus)
        remedy = "discard" if law == 31 else "draw"
        offender = making.elder if law == 29 else making.dealer
        behind = incident(law, offender, "1", f"{remedy}({NAMES[surplus]})")
    elif law == 32 and is_elder and len(taken) > 1:
        missing = written.pop()
        behind = incident(law, making.dealer, "1", f"complete({NAMES[missing]})")
    making.tokens.append(f"-{format_hand(gone)}+{format_hand(written)}" if gone else "-0")
    if behind:
        making.tokens.append(behind)


def play(
    making: Making, *, revokes: float = 0.0, law: int = 0
) -> tuple[list[tuple[str, int]], dict[str, int]]:
    """Cards in order, and after how many each king was announced; laws 39 and 40 strike once."""
    random = making.random
    trump, king = making.turn_up // 8, making.turn_up // 8 * 8 + 7
    left = {player: list(hand) for player, hand in making.hands.items()}
    plays: list[tuple[str, int]] = []
    marked: dict[str, int] = {}
    announces = random.random() < 0.7
    strikes = random.randint(0, 4) if law else 9
    leader = making.elder
    for trick in range(5):
        lead = None
        if trick == strikes and law == 40:
            if random.random() < 0.5:
                card = random.choice(left[other(leader)])
                making.seen_held.append((leader, len(plays), card))
                making.before[len(plays)] = [incident(40, other(leader), f"{NAMES[card]};before", "takeback")]
            else:
                leader = other(leader)
        for player in (leader, other(leader)):
            choices = left[player] if random.random() < revokes else lawful(left[player], lead, trump)
            card = random.choice(choices)
            others = [one for one in left[player] if one != card]
            if trick == strikes and law == 39 and lead is not None and others:
                slip = random.choice(others)
                making.seen_held.append((other(player), len(plays), slip))
                making.before[len(plays)] = [incident(39, player, NAMES[slip], "takeback")]
            if announces and king in left[player] and len(left[player]) == 5:
                marked[player] = len(plays) + (card == king)
            left[player].remove(card)
            plays.append((player, card))
            if lead is None:
                lead = card
        first, second = plays[-2], plays[-1]
        if (
            trick == strikes
            and law == 40
            and len(plays) not in making.before
            and 2 * trick not in making.before
        ):
            making.before[len(plays)] = [incident(40, leader, f"{NAMES[first[1]]};after", "stand")]
        if takes(second[1], first[1], trump):
            leader = second[0]
    return plays, marked


def injured_deal(random: Random, law: int) -> tuple[PlayedDeal, str]:
    """Return a deal in which an irregularity of ``law`` was settled, and its text."""
    letters = "PGS" if 29 <= law <= 36 else random.choice(["S", "PR", "PGS", "PGPR", "PGPGS"])
    making = begin(random, letters)
    in_dealing(making, law)
    exchange(making, law)
    deal = played_deal(making, *play(making, revokes=0.2 if law == 43 else 0.0, law=law))
    earlier: list[str] = []
    if law == 43:
        earlier = revoke(making, deal)
    elif law == 25:
        earlier = false_king(making, deal)
    head = ["1.", deal.dealer, "3-2", f"^{NAMES[deal.turn_up]}"]
    head += [f"{player}:{format_hand(deal.dealt[player])}" for player in (making.elder, deal.dealer)]
    return deal, " ".join(
        [*head, *making.tokens, *earlier, *tokens_of(deal.plays, deal.marked, making.before)]
    )


def tokens_of(
    plays: list[tuple[str, int]], marked: dict[str, int], before: dict[int, list[str]]
) -> list[str]:
    tokens = []
    for number in range(len(plays) + 1):
        tokens += [f"K{player.lower()}" for player, when in marked.items() if when == number]
        tokens += before.get(number, [])
        tokens += [NAMES[card] for _, card in plays[number : number + 1]]
    return tokens


def played_deal(making: Making, plays: list[tuple[str, int]], marked: dict[str, int]) -> PlayedDeal:
    deal = PlayedDeal(
        making.dealer,
        making.turn_up,
        making.letters,
        making.dealt,
        making.out,
        making.hands,
        making.tokens,
        plays,
        marked,
        seen_gone=making.seen_gone,
        seen_held=making.seen_held,
    )
    for owner in "AB":
        cards = {card for who, card in making.exposed if who == owner}
        went = making.went[owner]
        stayed = min([5 - number for number in went], default=5)
        if not any(went):
            deal.seen_held += [(other(owner), 0, card) for card in cards]
        deal.seen_before.append((other(owner), cards, sum(went), stayed))
    return deal


def revoke(making: Making, deal: PlayedDeal) -> list[str]:
    """Apply law 43 at the first breach: the play is valid, or it is given up and its tokens are returned."""
    at = first_breach(making, deal.plays)
    if at is None:
        return []
    player, card = deal.plays[at]
    play_number = min(at + making.random.randint(1, 2), 10)
    deal.penalised[player] = (43, play_number)
    if making.random.random() < 0.5:
        making.before[play_number] = [incident(43, player, NAMES[card], "stand")]
        return []
    return play_again(making, deal, play_number, incident(43, player, NAMES[card], "replay"))


def false_king(making: Making, deal: PlayedDeal) -> list[str]:
    """Apply law 25 to a player without the king. Returns the tokens of a play that is given up."""
    player = making.random.choice("AB")
    if deal.king in (deal.turn_up, *deal.hands[player]):
        return []
    play_number = making.random.randint(0, 4)
    deal.marked[player] = 0
    deal.unmasked[player] = play_number
    if all(who != player for who, _ in deal.plays[:play_number]):
        # The law gives the opponent a choice once the player has played.
        making.before[play_number] = [incident(25, player, "", "correct")]
        return []
    deal.penalised[player] = (25, play_number)
    if making.random.random() < 0.5:
        making.before[play_number] = [incident(25, player, "", "stand")]
        return []
    deal.unmasked[player] = 0
    return play_again(making, deal, play_number, incident(25, player, "", "replay"))


def play_again(making: Making, deal: PlayedDeal, play_number: int, token: str) -> list[str]:
    """Replace the play by another; kings announced in the first ``play_number`` cards stay so, without a token."""
    deal.earlier = deal.plays[:play_number]
    announced = {player: when for player, when in deal.marked.items() if when < play_number}
    tokens = [*tokens_of(deal.earlier, announced, {}), token]
    deal.seen_held += [(other(player), 0, card) for player, card in deal.earlier]
    deal.penalised = {player: (law, 0) for player, (law, _) in deal.penalised.items()}
    deal.plays, marked = play(making)
    deal.marked = {**marked, **dict.fromkeys(announced, -1)}
    return tokens


def first_breach(making: Making, plays: list[tuple[str, int]]) -> int | None:
    left = {player: list(hand) for player, hand in making.hands.items()}
    for number, (player, card) in enumerate(plays):
        lead = plays[number - 1][1] if number % 2 else None
        if card not in lawful(left[player], lead, making.turn_up // 8):
            return number
        left[player].remove(card)
    return None
