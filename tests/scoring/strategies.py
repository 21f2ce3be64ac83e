"""Records of every shape that the notation can write, for property tests: ``rubbers()`` and its parts.

They are records, not lawful play: cards come twice, players follow no suit, scores make no sense. What they
keep to is what canonical form asks: its order, its characters, its sizes.
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
    Pair,
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


def players() -> st.SearchStrategy[Player]:
    return st.sampled_from(PLAYERS)


def cards() -> st.SearchStrategy[int]:
    return st.integers(0, len(CARD_NAMES) - 1)


def numbers() -> st.SearchStrategy[int]:
    return st.integers(0, 12) | st.integers(0, 10**9 - 1)


def points() -> st.SearchStrategy[Pair]:
    return st.tuples(st.integers(0, 5), st.integers(0, 5)) | st.tuples(numbers(), numbers())


def card_sets(most: int = 6) -> st.SearchStrategy[int]:
    """Masks, and now and then a tally with a card twice."""
    masks = st.lists(cards(), min_size=1, max_size=most).map(mask_of)
    return masks | masks.map(lambda mask: mask | (mask << 32))


def comment_texts() -> st.SearchStrategy[str]:
    free = st.text(COMMENT_CHARACTERS, max_size=20).filter(lambda text: '[EGN "' not in text)
    return free | st.sampled_from(["", "well played", "two\nlines", '[EGN "1"]', "{ ; \\", " \n "])


def incidents() -> st.SearchStrategy[Incident]:
    sets = card_sets().map(format_cards)
    facts = st.sampled_from([*SUITS, "looked", "own", "king", "0", "42"]) | sets
    remedies = st.sampled_from(["replay", "stand", "fresh", "choose", "void"])
    with_remedy = st.tuples(remedies, st.none() | sets)
    return st.builds(
        lambda law, player, facts, remedy: Incident(law, player, tuple(facts), *(remedy or (None, None))),
        st.integers(1, 55),
        st.none() | players(),
        st.lists(facts, max_size=3),
        st.none() | with_remedy,
    )


def anywhere() -> st.SearchStrategy[Item]:
    """Items that may stand at any point of a deal."""
    return kings() | incidents()


def kings() -> st.SearchStrategy[Item]:
    return st.builds(KingMarked, players()) | st.builds(KingAnnounced, players())


def exchanges() -> st.SearchStrategy[Exchange]:
    taken = st.none() | card_sets()
    known = st.builds(lambda out, taken: Exchange(out.bit_count(), out, taken), card_sets(), taken)
    return known | st.builds(lambda count, taken: Exchange(count, None, taken), st.integers(0, 99), taken)


def play() -> st.SearchStrategy[Item]:
    """Calls, exchanges and cards: what may stand between the hands and the outcome."""
    suffixes = st.sampled_from(SUFFIXES)
    return (
        st.builds(Call, st.sampled_from(CALLS), suffixes)
        | st.builds(Call, st.just("G"), suffixes, st.just(True))
        | exchanges()
        | st.builds(CardPlayed, st.none() | cards(), suffixes)
        | st.builds(CardPlayed, cards())
    )


@st.composite
def preludes(draw: st.DrawFn, dealer: Player) -> list[Item]:
    """Packets, turn-up and hands in canonical order, unless an incident stands between them."""
    elder: Player = "B" if dealer == "A" else "A"
    ranked: list[tuple[int, Item]] = [
        (0, Packets(draw(st.sampled_from(["3-2", "2-3"])))),
        (1, TurnUp(draw(cards()))),
        (2, Hand(elder, draw(card_sets()), draw(st.booleans()))),
        (3, Hand(dealer, draw(card_sets()), draw(st.booleans()))),
    ]
    chosen = draw(st.lists(st.sampled_from(ranked), unique=True))
    items: list[Item] = []
    rank_before = -1
    for rank, item in chosen:
        if rank < rank_before or draw(st.integers(0, 5)) == 0:
            items.append(draw(incidents()))
        items.append(item)
        rank_before = rank
    return items


def outcomes() -> st.SearchStrategy[Item]:
    won = st.builds(Outcome, players(), st.sampled_from([None, 3, 4, 5]))
    return won | st.just(VoidDeal())


@st.composite
def endings_of_deals(draw: st.DrawFn) -> list[Item]:
    """From the outcome on; an incident behind it may lead to more play and another outcome."""
    items: list[Item] = []
    if draw(st.booleans()):
        items.append(draw(outcomes()))
        items += draw(st.lists(kings(), max_size=1))
        if draw(st.integers(0, 3)) == 0:
            items += [draw(incidents()), *draw(st.lists(play(), max_size=3)), draw(outcomes())]
    if draw(st.booleans()):
        items.append(Score(draw(points())))
        items += draw(st.lists(anywhere() | st.builds(Score, points()), max_size=3))
    return items


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    dealer = draw(players())
    items = [
        *draw(preludes(dealer)),
        *draw(st.lists(play() | anywhere(), max_size=12)),
        *draw(endings_of_deals()),
    ]
    comments = draw(comments_behind(FIRST_ITEM_TOKEN + len(items)))
    return Deal(draw(numbers()), dealer, tuple(items), comments)


@st.composite
def comments_behind(draw: st.DrawFn, tokens: int) -> tuple[Comment, ...]:
    """Comments behind some of the first ``tokens`` tokens."""
    places = sorted(draw(st.lists(st.integers(0, tokens - 1), max_size=3)))
    return tuple(Comment(place, draw(comment_texts())) for place in places)


def cuts() -> st.SearchStrategy[Cut]:
    pairs = st.lists(st.tuples(cards(), cards()), min_size=1, max_size=3)
    words = st.sampled_from(["red", "north-east", "près", "2"])
    chosen = st.lists(st.sampled_from(CHOICES), unique=True).flatmap(
        lambda kinds: st.tuples(*(st.tuples(st.just(kind), words) for kind in CHOICES if kind in kinds))
    )
    return st.builds(lambda pairs, chosen: Cut(tuple(pairs), chosen), pairs, chosen)


@st.composite
def games(draw: st.DrawFn) -> Game:
    opening = tuple(draw(st.lists(cuts() | incidents(), max_size=2)))
    tokens = 2 + sum(tokens_of_opening(item) for item in opening)
    final = draw(st.none() | points())
    return Game(
        draw(numbers()),
        opening,
        tuple(draw(st.lists(deals(), max_size=3))),
        final,
        draw(comments_behind(tokens)),
        () if final is None else tuple(draw(st.lists(comment_texts(), max_size=2))),
    )


def texts(min_size: int = 0) -> st.SearchStrategy[str]:
    """What a tag's value may be: one line of anything."""
    return st.text(TAG_CHARACTERS, min_size=min_size, max_size=20)


def dates() -> st.SearchStrategy[str]:
    return st.dates().map(lambda day: f"{day:%Y.%m.%d}".rjust(10, "0")) | st.sampled_from(
        ["2026.??.??", "????.02.29", "20??.??.31", "????.??.??"]
    )


def pair_texts() -> st.SearchStrategy[str]:
    return points().map(lambda pair: f"{pair[0]}-{pair[1]}")


@st.composite
def tags(draw: st.DrawFn) -> tuple[tuple[str, str], ...]:
    names = texts(min_size=1).filter(str.strip)
    known = {
        **dict.fromkeys(("Event", "Site", "Club", "Round", "Table", "AId", "BId", "RubberId"), texts()),
        "Date": dates(),
        "Code": st.sampled_from(["English", "French"]),
        "BestOf": st.integers(0, 49).map(lambda half: str(2 * half + 1)),
        "Reckoning": st.sampled_from(["plain", "treble"]),
        "RubberBonus": numbers().map(str),
        "Cut": st.sampled_from(["rubber", "game"]),
        "Termination": st.sampled_from(["normal", "walkover", "retired", "unfinished"]),
        "Winner": players(),
        "Result": pair_texts() | st.just("*"),
        "Points": pair_texts(),
    }
    others = st.dictionaries(st.sampled_from(["Scorer", "Remark", "x", "Élan"]), texts(), max_size=2)
    found = draw(st.fixed_dictionaries({"EGN": st.just("1"), "A": names, "B": names}, optional=known))
    return sort_tags({**found, **draw(others)}.items())


@st.composite
def rubbers(draw: st.DrawFn) -> Rubber:
    """Any record that can be written; most have few games, so that the small ones are many."""
    played = tuple(draw(st.lists(games(), max_size=2)))
    endings = st.builds(
        lambda won, texts: Ending(won, tuple(texts)),
        st.none() | points(),
        st.lists(comment_texts(), max_size=2),
    )
    ending = draw(endings if played else st.none() | endings)
    return Rubber(draw(tags()), played, ending, tuple(draw(st.lists(comment_texts(), max_size=2))))
