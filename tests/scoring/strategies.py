"""Records of every shape that the notation can write, for property tests: ``rubbers()`` and its parts.

They are records, not lawful play: cards come twice, players do not follow suit, scores make no sense. They satisfy
only the requirements of canonical form: its order, its characters, its sizes.
"""

from __future__ import annotations

from hypothesis import strategies as st

from scoring.cards import CARD_NAMES, PLAYERS, SUITS, Player, format_cards, mask_of
from scoring.notation.tags import sort_tags
from scoring.record import (
    CHOICES,
    FIRST_ITEM_TOKEN,
    Call,
    CallLetter,
    CardPlayed,
    Comment,
    Cut,
    Deal,
    Ending,
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
    tokens_of_opening,
)

SUFFIXES = ("", "!!", "!", "!?", "?!", "?", "??")
CALLS: tuple[CallLetter, ...] = ("P", "S", "G", "R")

# Cs: UTF-8 has no surrogates. A NUL is no text, and a carriage return is one line end too many.
COMMENT_CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0\r}")
TAG_CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n")


PLAYER = st.sampled_from(PLAYERS)
CARDS = st.integers(0, len(CARD_NAMES) - 1)
NUMBERS = st.integers(0, 12) | st.integers(0, 10**9 - 1)
POINTS = st.tuples(st.integers(0, 5), st.integers(0, 5)) | st.tuples(NUMBERS, NUMBERS)
MASKS = st.lists(CARDS, min_size=1, max_size=6).map(mask_of)
CARD_SETS = MASKS | MASKS.map(lambda mask: mask | (mask << 32))
"""Masks, and now and then a tally with a card twice."""
COMMENTS = st.text(COMMENT_CHARACTERS, max_size=20).filter(
    lambda text: '[EGN "' not in text
) | st.sampled_from(["", "well played", "two\nlines", '[EGN "1"]', "{ ; \\", " \n "])

CARDS_TEXT = CARD_SETS.map(format_cards)
REMEDIES = st.sampled_from(["replay", "stand", "fresh", "choose", "void"])
INCIDENTS = st.builds(
    lambda law, player, facts, remedy: Incident(law, player, tuple(facts), *(remedy or (None, None))),
    st.integers(1, 55),
    st.none() | PLAYER,
    st.lists(st.sampled_from([*SUITS, "looked", "own", "king", "0", "42"]) | CARDS_TEXT, max_size=3),
    st.none() | st.tuples(REMEDIES, st.none() | CARDS_TEXT),
)
KINGS: st.SearchStrategy[Item] = st.builds(KingMarked, PLAYER) | st.builds(KingAnnounced, PLAYER)
ANYWHERE = KINGS | INCIDENTS
"""Items that may occur at any point of a deal."""

TAKEN = st.none() | CARD_SETS
EXCHANGES = st.builds(lambda out, taken: Exchange(out.bit_count(), out, taken), CARD_SETS, TAKEN) | st.builds(
    lambda count, taken: Exchange(count, None, taken), st.integers(0, 99), TAKEN
)
SUFFIX = st.sampled_from(SUFFIXES)
PLAY: st.SearchStrategy[Item] = (
    st.builds(Call, st.sampled_from(CALLS), SUFFIX)
    | st.builds(Call, st.just("G"), SUFFIX, st.just(True))
    | EXCHANGES
    | st.builds(CardPlayed, st.none() | CARDS, SUFFIX)
    | st.builds(CardPlayed, CARDS)
)
"""Calls, exchanges and cards: the items that may come between the hands and the outcome."""
OUTCOMES: st.SearchStrategy[Item] = st.builds(Outcome, PLAYER, st.sampled_from([None, 3, 4, 5])) | st.just(
    VoidDeal()
)


@st.composite
def preludes(draw: st.DrawFn, dealer: Player) -> list[Item]:
    """Generate packets, turn-up and hands in canonical order, unless an incident comes between them."""
    elder: Player = "B" if dealer == "A" else "A"
    ranked: list[tuple[int, Item]] = [
        (0, Packets(draw(st.sampled_from(["3-2", "2-3"])))),
        (1, TurnUp(draw(CARDS))),
        (2, Hand(elder, draw(CARD_SETS), draw(st.booleans()))),
        (3, Hand(dealer, draw(CARD_SETS), draw(st.booleans()))),
    ]
    chosen = draw(st.lists(st.sampled_from(ranked), unique=True))
    items: list[Item] = []
    rank_before = -1
    for rank, item in chosen:
        if rank < rank_before or draw(st.integers(0, 5)) == 0:
            items.append(draw(INCIDENTS))
        items.append(item)
        rank_before = rank
    return items


@st.composite
def endings_of_deals(draw: st.DrawFn) -> list[Item]:
    """Generate the items from the outcome on; an incident behind it may lead to more play and another outcome."""
    items: list[Item] = []
    if draw(st.booleans()):
        items.append(draw(OUTCOMES))
        items += draw(st.lists(KINGS, max_size=1))
        if draw(st.integers(0, 3)) == 0:
            items += [draw(INCIDENTS), *draw(st.lists(PLAY, max_size=3)), draw(OUTCOMES)]
    if draw(st.booleans()):
        items.append(Score(draw(POINTS)))
        items += draw(st.lists(ANYWHERE | st.builds(Score, POINTS), max_size=3))
    return items


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    dealer = draw(PLAYER)
    items = [
        *draw(preludes(dealer)),
        *draw(st.lists(PLAY | ANYWHERE, max_size=12)),
        *draw(endings_of_deals()),
    ]
    comments = draw(comments_behind(FIRST_ITEM_TOKEN + len(items)))
    return Deal(draw(NUMBERS), dealer, tuple(items), comments)


@st.composite
def comments_behind(draw: st.DrawFn, tokens: int) -> tuple[Comment, ...]:
    """Comments behind some of the first ``tokens`` tokens."""
    places = sorted(draw(st.lists(st.integers(0, tokens - 1), max_size=3)))
    return tuple(Comment(place, draw(COMMENTS)) for place in places)


WORDS = st.sampled_from(["red", "north-east", "près", "2"])
CUTS = st.builds(
    lambda pairs, chosen: Cut(tuple(pairs), chosen),
    st.lists(st.tuples(CARDS, CARDS), min_size=1, max_size=3),
    st.lists(st.sampled_from(CHOICES), unique=True).flatmap(
        lambda kinds: st.tuples(*(st.tuples(st.just(kind), WORDS) for kind in CHOICES if kind in kinds))
    ),
)


@st.composite
def games(draw: st.DrawFn) -> Game:
    opening = tuple(draw(st.lists(CUTS | INCIDENTS, max_size=2)))
    tokens = 2 + sum(tokens_of_opening(item) for item in opening)
    final = draw(st.none() | POINTS)
    return Game(
        draw(NUMBERS),
        opening,
        tuple(draw(st.lists(deals(), max_size=3))),
        final,
        draw(comments_behind(tokens)),
        () if final is None else tuple(draw(st.lists(COMMENTS, max_size=2))),
    )


TEXTS = st.text(TAG_CHARACTERS, max_size=20)
"""Values of a tag: one line of any characters."""
NAMES = st.text(TAG_CHARACTERS, min_size=1, max_size=20).filter(str.strip)
DATES = st.dates().map(lambda day: f"{day:%Y.%m.%d}".rjust(10, "0")) | st.sampled_from(
    ["2026.??.??", "????.02.29", "20??.??.31", "????.??.??"]
)
PAIRS = POINTS.map(lambda pair: f"{pair[0]}-{pair[1]}")


@st.composite
def tags(draw: st.DrawFn) -> tuple[tuple[str, str], ...]:
    known = {
        **dict.fromkeys(("Event", "Site", "Club", "Round", "Table", "AId", "BId", "RubberId"), TEXTS),
        "Date": DATES,
        "Code": st.sampled_from(["English", "French"]),
        "BestOf": st.integers(0, 49).map(lambda half: str(2 * half + 1)),
        "Reckoning": st.sampled_from(["plain", "treble"]),
        "RubberBonus": NUMBERS.map(str),
        "Cut": st.sampled_from(["rubber", "game"]),
        "Termination": st.sampled_from(["normal", "walkover", "retired", "unfinished"]),
        "Winner": PLAYER,
        "Result": PAIRS | st.just("*"),
        "Points": PAIRS,
    }
    others = st.dictionaries(st.sampled_from(["Scorer", "Remark", "x", "Élan"]), TEXTS, max_size=2)
    standard = draw(st.fixed_dictionaries({"EGN": st.just("1"), "A": NAMES, "B": NAMES}, optional=known))
    return sort_tags({**standard, **draw(others)}.items())


@st.composite
def rubbers(draw: st.DrawFn) -> Rubber:
    """Any record that can be written; most have few games, so that the small ones are many."""
    played = tuple(draw(st.lists(games(), max_size=2)))
    endings = st.builds(
        lambda won, texts: Ending(won, tuple(texts)),
        st.none() | POINTS,
        st.lists(COMMENTS, max_size=2),
    )
    ending = draw(endings if played else st.none() | endings)
    return Rubber(draw(tags()), played, ending, tuple(draw(st.lists(COMMENTS, max_size=2))))
