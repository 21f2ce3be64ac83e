"""Parse and write the tokens of a deal.

The items that tokens stand for are frozen, and nearly all tokens come from a small set. Each token of this
set has one shared item, looked up by the token's text. Only hands, exchanges, incidents and unusual numbers
are parsed.

Every token has a *rank*, which says where in a deal it may come. Packets, turn-up, the elder's hand and the
dealer's hand come first, once each; then calls, exchanges and cards; then the outcome; then scores. Kings and
incidents may come anywhere. Tokens that end a deal have the rank ``END``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NoReturn, TypeAlias

from scoring.cards import CARD_NAMES, PLAYERS, Player
from scoring.errors import RecordError
from scoring.notation.cardsets import read_card, read_set, write_set
from scoring.notation.faults import UnreadableError, clip
from scoring.notation.incidents import read_incident
from scoring.notation.lexer import END_OF_TEXT
from scoring.notation.limits import NUMBER_DIGITS, TOKEN_CHARACTERS
from scoring.record import (
    Call,
    CallLetter,
    CardPlayed,
    Exchange,
    Hand,
    Incident,
    Item,
    KingAnnounced,
    KingMarked,
    Outcome,
    Packets,
    Pair,
    Score,
    TurnUp,
    VoidDeal,
)

ANYWHERE: Final = 0
PACKETS: Final = 1
TURN_UP: Final = 2
ELDER_HAND: Final = 3
DEALER_HAND: Final = 4
PLAY: Final = 5
OUTCOME: Final = 6
SCORE: Final = 7
END: Final = 8

_KINGS: Final = (KingMarked, KingAnnounced)
_PRELUDE_NAMES: Final = {PACKETS: "packets", TURN_UP: "turn_up", ELDER_HAND: "hand", DEALER_HAND: "hand"}

Entry: TypeAlias = tuple[int, Item | None]

SUFFIXES: Final = ("", "!!", "!", "!?", "?!", "?", "??")
NO_CARD: Final = "--"
CALLS: Final[tuple[CallLetter, ...]] = ("P", "S", "G", "R")
PACKET_ORDERS: Final = ("3-2", "2-3")
OUTCOME_TRICKS: Final = (None, 3, 4, 5)
CONDITIONAL: Final = "g"
"""The letter for ``G`` (cards are given) on condition that the stock has enough cards (law 38)."""
KING_TOKENS: Final[dict[Player, str]] = {"A": "Ka", "B": "Kb"}
ANNOUNCED_TOKENS: Final[dict[Player, str]] = {"A": "ka", "B": "kb"}
VOID: Final = "=void"
GAME: Final = "Game"
CUT: Final = "cut"
UNFINISHED: Final = "*"

_HAND_STARTS: Final = tuple(f"{player}:" for player in PLAYERS)
_NUMBER: Final = rf"([0-9]{{1,{NUMBER_DIGITS}}})"
DEAL_NUMBER: Final = re.compile(rf"{_NUMBER}\.")
GAME_NUMBER: Final = re.compile(_NUMBER)
PAIR: Final = re.compile(rf"{_NUMBER}-{_NUMBER}")

CHOICE_WORD: Final = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
"""The word for a choice after the cut, for example ``red`` or ``north-east``: letters and digits of any script."""

_SCORE: Final = re.compile(rf"\({_NUMBER}-{_NUMBER}\)")
_COUNT: Final = re.compile(r"-([0-9]{1,2})(\+.*)?", re.DOTALL)
_CARD_LIKE: Final = re.compile(r"([A-Z][A-Z0-9]|[SHDCshdc][A-Za-z0-9]|[SHDC]10|10[SHDC])[!?]*")
_KING_LIKE: Final = re.compile(r"[Kk][a-zAB]")
DEAL_NUMBERS: Final[dict[str, int]] = {f"{number}.": number for number in range(1, 100)}
"""The common numbers of deals by their tokens: ``"1."`` is 1."""


def _build_known_tokens() -> dict[str, Entry]:
    """Return the rank and item of every token of ``KNOWN_TOKENS``."""
    known: dict[str, Entry] = {}
    for order in PACKET_ORDERS:
        known[order] = (PACKETS, Packets(order))
    for card, name in enumerate(CARD_NAMES):
        known["^" + name] = (TURN_UP, TurnUp(card))
    for suffix in SUFFIXES:
        for card, name in enumerate(CARD_NAMES):
            known[name + suffix] = (PLAY, CardPlayed(card, suffix))
        known[NO_CARD + suffix] = (PLAY, CardPlayed(None, suffix))
        for letter in CALLS:
            known[letter + suffix] = (PLAY, Call(letter, suffix))
        known[CONDITIONAL + suffix] = (PLAY, Call("G", suffix, is_conditional=True))
    for player in PLAYERS:
        known[KING_TOKENS[player]] = (ANYWHERE, KingMarked(player))
        known[ANNOUNCED_TOKENS[player]] = (ANYWHERE, KingAnnounced(player))
        for tricks in OUTCOME_TRICKS:
            known[f"={player}{tricks or ''}"] = (OUTCOME, Outcome(player, tricks))
    known[VOID] = (OUTCOME, VoidDeal())
    for first in range(6):
        for second in range(6):
            known[f"({first}-{second})"] = (SCORE, Score((first, second)))
    for count in range(6):
        known[f"-{count}"] = (PLAY, Exchange(count))
    known.update(dict.fromkeys((GAME, UNFINISHED, END_OF_TEXT), (END, None)))
    return known


KNOWN_TOKENS: Final[dict[str, Entry]] = _build_known_tokens()
"""The rank and item of each common token in a deal.

The table is never extended at run time, so that no file can make it grow.
"""


def parse_token(token: str, dealer: Player) -> Entry:
    """Return the rank and item of a token that ``KNOWN_TOKENS`` lacks. See the module's docstring for ranks.

    Return ``(END, None)`` for a token that ends the deal. Raises ``UnreadableError`` if a deal can't contain
    such a token.
    """
    check_length(token)
    first = token[0]
    if token.startswith(_HAND_STARTS):
        player = PLAYERS[first == "B"]
        return DEALER_HAND if player == dealer else ELDER_HAND, _read_hand(player, token)
    if first == "-":
        return PLAY, _read_exchange(token)
    if first == "#" or DEAL_NUMBER.fullmatch(token):
        return END, None
    if first == "!":
        return ANYWHERE, read_incident(token)
    if score := _SCORE.fullmatch(token):
        return SCORE, Score((int(score[1]), int(score[2])))
    return _raise_fault(token)


def check_length(token: str) -> None:
    if len(token) > TOKEN_CHARACTERS:
        raise UnreadableError("E01", "token_too_long", found=clip(token), most=TOKEN_CHARACTERS)


def _read_hand(player: Player, token: str) -> Hand:
    cards = token[2:]
    return Hand(player, read_set(token, cards.removesuffix("~")), cards.endswith("~"))


def _read_exchange(token: str) -> Exchange:
    counted = _COUNT.fullmatch(token)
    if counted:
        taken = read_set(token, counted[2][1:]) if counted[2] else None
        return Exchange(int(counted[1]), None, taken)
    put_out, plus, taken_in = token[1:].partition("+")
    out = read_set(token, put_out)
    return Exchange(out.bit_count(), out, read_set(token, taken_in) if plus else None)


def _raise_fault(token: str) -> NoReturn:
    """Raise ``UnreadableError`` for a token that a deal can't contain, with the variant that explains it best."""
    excerpt = clip(token)
    first = token[0]
    if first == "^" and len(token) > 1:
        read_card(token, token[1:])
    if _KING_LIKE.fullmatch(token):
        raise UnreadableError("E01", "king", found=excerpt)
    if match := _CARD_LIKE.fullmatch(token):
        read_card(token, match[1])
        raise UnreadableError("E01", "suffix", found=excerpt)
    if first == "=":
        raise UnreadableError("E01", "outcome", found=excerpt)
    if first == "(":
        raise UnreadableError("E01", "score", found=excerpt)
    if first == "[":
        raise UnreadableError("E01", "late_tag", found=excerpt)
    raise UnreadableError("E01", "deal_token", found=excerpt)


def write_hand(hand: Hand) -> str:
    return f"{hand.player}:{write_set(hand.cards)}{'~' if hand.partial else ''}"


def write_exchange(exchange: Exchange) -> str:
    """Return the token of an exchange.

    Raises ``RecordError`` if count and cards disagree, or if the cards can't be written.
    """
    if exchange.out is None:
        if not 0 <= exchange.count <= 99:
            raise RecordError("an exchange's count can't be written: it is not 0 to 99")
        text = f"-{exchange.count}"
    else:
        text = "-" + write_set(exchange.out)
        if exchange.count != exchange.out.bit_count():
            raise RecordError(f"an exchange can't be written: {text} is not as many cards as it counts")
    return text if exchange.taken is None else f"{text}+{write_set(exchange.taken)}"


def write_pair(pair: Pair) -> str:
    return f"{write_number(pair[0])}-{write_number(pair[1])}"


def write_number(number: int) -> str:
    if not 0 <= number < 10**NUMBER_DIGITS:
        raise RecordError(f"a number can't be written: it has a sign, or more than {NUMBER_DIGITS} digits")
    return str(number)


def _find_prelude_rank(item: Item, dealer: Player) -> int:
    """Return the rank of an item that comes before the play, or ``ANYWHERE`` for any other item."""
    if isinstance(item, Packets):
        return PACKETS
    if isinstance(item, TurnUp):
        return TURN_UP
    if isinstance(item, Hand):
        return DEALER_HAND if item.player == dealer else ELDER_HAND
    return ANYWHERE


def turn_of(
    items: Sequence[Item], item: Item, rank: int, rank_before: int, dealer: Player
) -> tuple[int, int]:
    """Return the index in ``items`` at which canonical order puts ``item``, and the next ``rank_before``.

    Call this function only for an item whose ``rank`` is not above ``rank_before``, the rank of the item
    before it. Canonical order sorts everything before the play by rank, and puts it before any king. It moves
    nothing past an incident, because the position of an incident shows when the irregularity was discovered.
    Raises ``UnreadableError`` if the item is not allowed at the end of ``items``.
    """
    if isinstance(item, _KINGS) and rank_before < PLAY:
        # After a king, search for the turn of packets, turn-up and hands.
        return len(items), DEALER_HAND
    if rank in (ANYWHERE, SCORE):
        # The consequence of an incident found after the outcome, such as a replay, comes after the incident.
        reopens = rank_before == OUTCOME and isinstance(item, Incident)
        return len(items), PLAY if reopens else rank_before
    if rank_before == SCORE:
        raise UnreadableError("E01", "after_score")
    if rank >= PLAY:
        raise UnreadableError("E01", "after_outcome")
    if rank_before >= PLAY:
        raise UnreadableError("E01", "late_" + _PRELUDE_NAMES[rank])
    if any(_find_prelude_rank(other, dealer) == rank for other in items):
        raise UnreadableError("E01", "twice_" + _PRELUDE_NAMES[rank])
    turn = len(items)
    while turn and (
        isinstance(items[turn - 1], _KINGS) or _find_prelude_rank(items[turn - 1], dealer) > rank
    ):
        turn -= 1
    return turn, rank_before
