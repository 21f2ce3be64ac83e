"""Write records in canonical form (notation, section 6).

The writer is strict: it raises ``RecordError``, with a reason, for a record that could not be read back
unchanged. It does not apply the laws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from scoring.cards import CARD_NAMES, PLAYERS, Card, Player
from scoring.errors import RecordError
from scoring.notation.beginnings import holds_beginning
from scoring.notation.faults import UnreadableError, clip
from scoring.notation.incidents import write_incident
from scoring.notation.limits import COMMENT_CHARACTERS, RUBBER_BYTES
from scoring.notation.tags import REQUIRED_TAGS, sort_tags, write_tag
from scoring.notation.tokens import (
    ANYWHERE,
    CHOICE_WORD,
    CUT,
    DEALER_HAND,
    ELDER_HAND,
    GAME,
    KNOWN_TOKENS,
    OUTCOME,
    PACKETS,
    PLAY,
    SCORE,
    TURN_UP,
    UNFINISHED,
    turn_of,
    write_exchange,
    write_hand,
    write_number,
    write_pair,
)
from scoring.record import (
    CHOICES,
    FIRST_ITEM_TOKEN,
    Call,
    CardPlayed,
    Comment,
    Cut,
    Deal,
    Exchange,
    Game,
    Hand,
    Incident,
    Item,
    KingAnnounced,
    KingMarked,
    Outcome,
    Packets,
    Rubber,
    Score,
    TurnUp,
    VoidDeal,
)

REPLAY: Final = "replay"

_CARD_TEXTS: Final = {
    (item.card, item.suffix): token
    for token, (_, item) in KNOWN_TOKENS.items()
    if isinstance(item, CardPlayed)
}
_TEXTS: Final[dict[Item, str]] = {
    item: token for token, (_, item) in KNOWN_TOKENS.items() if item is not None
}


def write_rubber(rubber: Rubber) -> str:
    """Return the canonical text of a rubber, ending in one line end.

    Raises ``RecordError`` if the record can't be written: its reading ended at a fault, a required tag is
    missing, items or tags are out of order, or the notation has no form for a value.
    """
    lines = _write_head(rubber)
    if rubber.games or rubber.ending:
        lines.append("")
    for game in rubber.games:
        lines += _write_game(game)
    if rubber.ending is not None:
        won = rubber.ending.games_won
        ending = UNFINISHED if won is None else f"##{write_pair(won)}"
        lines.append(ending + _write_comments(rubber.ending.comments))
    elif rubber.games:
        raise RecordError("a rubber with games can't be written without an ending, ## or *")
    lines.append("")
    text = "\n".join(lines)
    _check_text(text)
    return text


def _check_text(text: str) -> None:
    if "\0" in text:
        raise RecordError("a rubber can't be written: it holds a NUL, which is no text")
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise RecordError("a rubber can't be written: it holds characters that UTF-8 has not got") from None
    if size >= RUBBER_BYTES:
        raise RecordError(f"a rubber can't be written: its text is longer than {RUBBER_BYTES} bytes")


def _write_head(rubber: Rubber) -> list[str]:
    names = [name for name, _ in rubber.tags]
    for required in REQUIRED_TAGS:
        if required not in names:
            raise RecordError(f"a rubber can't be written without the tag {required}")
    if len(set(names)) < len(names):
        raise RecordError("a rubber can't be written with a tag given twice")
    if rubber.tags != sort_tags(rubber.tags):
        raise RecordError("a rubber can't be written: its tags are not in canonical order")
    lines = [write_tag(name, value) for name, value in rubber.tags]
    lines[-1] += _write_comments(rubber.comments)
    return lines


def _write_game(game: Game) -> list[str]:
    heading = _write_heading(game)
    deals = [write_deal(deal) for deal in game.deals]
    if game.final is None:
        if game.final_comments:
            raise RecordError("comments on a game's final points can't be written without the points")
        return [heading, *deals]
    final = f"#{write_pair(game.final)}{_write_comments(game.final_comments)}"
    return [heading, *deals, final] if deals else [f"{heading} {final}"]


def _write_heading(game: Game) -> str:
    parts = [GAME, write_number(game.number)]
    for item in game.opening:
        if isinstance(item, Incident):
            parts.append(write_incident(item))
            continue
        parts += _write_cut_parts(item)
    for token, comment in _group_comments(game.comments, len(parts)).items():
        parts[token] += comment
    return " ".join(parts)


def write_cut(cut: Cut) -> str:
    """Return the canonical text of one cut for deal. Raises ``RecordError`` if it has no pair of cards or a
    wrong choice.
    """
    return " ".join(_write_cut_parts(cut))


def _write_cut_parts(cut: Cut) -> list[str]:
    if not cut.pairs:
        raise RecordError("a cut can't be written without a pair of cards")
    cards = [
        f"{player}={_write_card_name(card)}"
        for pair in cut.pairs
        for player, card in zip(PLAYERS, pair, strict=True)
    ]
    return [CUT, *cards, *_write_choices(cut)]


def _write_choices(cut: Cut) -> list[str]:
    kinds = [kind for kind, _ in cut.chosen]
    if kinds != [kind for kind in CHOICES if kind in kinds]:
        raise RecordError("a cut can't be written with its choices out of order, or one given twice")
    for _, word in cut.chosen:
        if not CHOICE_WORD.fullmatch(word):
            raise RecordError(f"a choice can't be written: {clip(word)!r} is not one word")
    return [f"{kind}={word}" for kind, word in cut.chosen]


def write_deal(deal: Deal) -> str:
    """Return the canonical text of a deal, without a line end. It is one line unless a comment has several.

    Raises ``RecordError`` if the deal can't be written, as ``write_rubber`` does.
    """
    dealer = deal.dealer
    if dealer not in PLAYERS:
        raise RecordError(f"a deal can't be written: its dealer is {dealer!r}, neither A nor B")
    parts = [f"{write_number(deal.number)}.", dealer]
    rank_before = ANYWHERE
    is_reply = False
    trick_end = 0
    for item in deal.items:
        if isinstance(item, CardPlayed):
            rank = PLAY
            text = _write_card(item)
            if is_reply:
                trick_end = len(parts)
            elif trick_end:
                parts[trick_end] += ","
                trick_end = 0
            is_reply = not is_reply
        else:
            rank, write = _KINDS[type(item)]
            if isinstance(item, Hand):
                rank = DEALER_HAND if item.player == dealer else ELDER_HAND
            text = write(item)
            if isinstance(item, Incident) and item.remedy == REPLAY:
                is_reply = False
        if rank > rank_before:
            rank_before = rank
        elif rank != PLAY or rank_before != PLAY:
            # Only an item that comes before the play needs the items before it.
            before = deal.items[: len(parts) - FIRST_ITEM_TOKEN] if ANYWHERE < rank < PLAY else ()
            rank_before = _check_turn(before, item, rank, rank_before, dealer)
        parts.append(text)
    if deal.comments:
        for token, comment in _group_comments(deal.comments, len(parts)).items():
            parts[token] += comment
    return " ".join(parts)


def _check_turn(items: Sequence[Item], item: Item, rank: int, rank_before: int, dealer: Player) -> int:
    """Return the rank that the next item must follow. Raises ``RecordError`` if this item is out of order."""
    try:
        turn, rank_behind = turn_of(items, item, rank, rank_before, dealer)
    except UnreadableError:
        turn = -1
    if turn != len(items):
        raise RecordError(f"a deal can't be written: a {type(item).__name__} stands out of its turn")
    return rank_behind


def _write_card(item: CardPlayed) -> str:
    text = _CARD_TEXTS.get((item.card, item.suffix))
    if text is None:
        raise RecordError(f"a card can't be written: {item.card} with the suffix {clip(item.suffix)!r}")
    return text


def _write_known(item: Item) -> str:
    text = _TEXTS.get(item)
    if text is None:
        raise RecordError(f"an item can't be written: {clip(str(item))}")
    return text


def _write_score(item: Score) -> str:
    return _TEXTS.get(item) or f"({write_pair(item.points)})"


_KINDS: Final[dict[type[Item], tuple[int, Callable[[Any], str]]]] = {
    Packets: (PACKETS, _write_known),
    TurnUp: (TURN_UP, _write_known),
    Hand: (ELDER_HAND, write_hand),
    Call: (PLAY, _write_known),
    Exchange: (PLAY, write_exchange),
    CardPlayed: (PLAY, _write_card),
    KingMarked: (ANYWHERE, _write_known),
    KingAnnounced: (ANYWHERE, _write_known),
    Incident: (ANYWHERE, write_incident),
    Outcome: (OUTCOME, _write_known),
    VoidDeal: (OUTCOME, _write_known),
    Score: (SCORE, _write_score),
}


def _write_card_name(card: Card) -> str:
    if not 0 <= card < len(CARD_NAMES):
        raise RecordError(f"a card can't be written: {card} is not one of the 32")
    return CARD_NAMES[card]


def _group_comments(comments: Sequence[Comment], tokens: int) -> dict[int, str]:
    """Return the text of the comments after each token, including the blanks before them."""
    texts: dict[int, list[str]] = {}
    last = 0
    for comment in comments:
        if not last <= comment.after < tokens:
            raise RecordError(
                f"comments can't be written: token {comment.after} is out of order, or none of the {tokens}"
            )
        last = comment.after
        texts.setdefault(last, []).append(comment.text)
    return {token: _write_comments(behind) for token, behind in texts.items()}


def _write_comments(texts: Iterable[str]) -> str:
    return "".join(f" {{{_check_comment(text)}}}" for text in texts)


def _check_comment(text: str) -> str:
    if "}" in text or "\r" in text or holds_beginning(text) or len(text) > COMMENT_CHARACTERS:
        raise RecordError(
            f"a comment can't be written: it holds a brace that closes it, a carriage return, a line that"
            f" starts a rubber, or more than {COMMENT_CHARACTERS} characters: {clip(text)!r}"
        )
    return text


def write_rubbers(rubbers: Iterable[Rubber]) -> Iterator[str]:
    """Yield rubbers in canonical form, with a blank line between two of them; joined, they are the text of a file."""
    for index, rubber in enumerate(rubbers):
        text = write_rubber(rubber)
        yield "\n" + text if index else text
