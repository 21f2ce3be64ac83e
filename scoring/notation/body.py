"""Parse the body of a rubber, its games and ending, from tokens.

Each token is read once and gives one item. A fault is reported by the number of its token, because positions
in the text are not known here. Everything before the fault is returned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Final, cast

from scoring.cards import Card, Player
from scoring.notation.cardsets import read_card
from scoring.notation.faults import UnreadableError, clip
from scoring.notation.incidents import read_incident
from scoring.notation.layout import GameLayout, Moves, Stretch
from scoring.notation.lexer import END_OF_TEXT, PlacedComment
from scoring.notation.tokens import (
    ANYWHERE,
    CHOICE_WORD,
    CUT,
    DEAL_NUMBER,
    DEAL_NUMBERS,
    GAME,
    GAME_NUMBER,
    KNOWN_TOKENS,
    PAIR,
    PLAY,
    UNFINISHED,
    check_length,
    parse_token,
    turn_of,
)
from scoring.record import (
    CHOICES,
    FIRST_ITEM_TOKEN,
    ChoiceKind,
    Comment,
    Cut,
    Deal,
    Ending,
    Game,
    Incident,
    Item,
    Pair,
)

_CHOICE_STARTS: Final = frozenset(f"{kind}="[:5] for kind in CHOICES)


@dataclass(slots=True)
class Body:
    """The body of a rubber, up to the first fault.

    - ``fault``: the fault at which reading ended, or None if the whole body was read.
    - ``fault_token``: the number of the token that has the fault.
    - ``game`` and ``deal``: the game and deal that have the fault, numbered from 1.
    """

    games: list[Game] = field(default_factory=list)
    ending: Ending | None = None
    layout: list[GameLayout] = field(default_factory=list)
    ending_token: int | None = None
    fault: UnreadableError | None = None
    fault_token: int = 0
    game: int | None = None
    deal: int | None = None


def read_body(tokens: Sequence[str], comments: Sequence[PlacedComment] = ()) -> Body:
    """Parse the games and the ending from ``tokens``, whose last one is ``END_OF_TEXT``. Never raises: see
    ``Body.fault``.
    """
    reader = _BodyReader(tokens, comments)
    try:
        reader.read()
    except UnreadableError as unreadable:
        reader.body.fault = unreadable
        reader.body.fault_token = reader.at
    return reader.body


class _BodyReader:
    """Parses games and ending. Whenever ``UnreadableError`` may be raised, ``at`` is the number of the faulty
    token.
    """

    __slots__ = ("at", "body", "comments", "next_comment", "tokens")

    def __init__(self, tokens: Sequence[str], comments: Sequence[PlacedComment]) -> None:
        self.tokens = tokens
        self.comments = comments
        self.next_comment = 0
        self.at = 0
        self.body = Body()

    def read(self) -> None:
        body = self.body
        while self.tokens[self.at] == GAME:
            body.game = len(body.games) + 1
            _GameReader(self).read()
            body.game = None
        token = self.tokens[self.at]
        if token == END_OF_TEXT:
            if body.games:
                raise UnreadableError("E01", "stops")
            return
        self._read_ending(token)
        if (token := self.tokens[self.at]) != END_OF_TEXT:
            raise UnreadableError("E01", "after_ending", found=clip(token))

    def _read_ending(self, token: str) -> None:
        games_won: Pair | None = None
        if token.startswith("##"):
            games_won = read_pair(token, token[2:], "ending")
        elif token != UNFINISHED:
            variant = "late_tag" if token[0] == "[" else "game_or_ending"
            raise UnreadableError("E01", variant, found=clip(token))
        self.body.ending_token = self.at
        self.at += 1
        self.body.ending = Ending(games_won, self.texts_after(self.at - 1))

    def texts_after(self, token: int) -> tuple[str, ...]:
        """Return the texts of the comments after the token with this number."""
        return tuple(comment.text for comment in self.comments_after(Stretch(token, token + 1, [])))

    def comments_after(self, stretch: Stretch) -> tuple[Comment, ...]:
        """Return the comments after the tokens of ``stretch``, sorted by the canonical order of these tokens."""
        placed = []
        while self.next_comment < len(self.comments):
            token, text = self.comments[self.next_comment]
            if token >= stretch.end:
                break
            placed.append((token - stretch.start, text))
            self.next_comment += 1
        if not placed:
            return ()
        if stretch.moves:
            places = stretch.canonical_places()
            placed = sorted(((places[token], text) for token, text in placed), key=itemgetter(0))
        return tuple(Comment(token, text) for token, text in placed)


class _GameReader:
    """Parses one game from the token ``Game`` on, and adds it to the body even if a fault ends it."""

    __slots__ = (
        "body",
        "comments",
        "deals",
        "final",
        "final_comments",
        "layout",
        "number",
        "opening",
        "rubber",
    )

    def __init__(self, rubber: _BodyReader) -> None:
        self.rubber = rubber
        self.body = rubber.body
        self.number: int | None = None
        self.opening: list[Cut | Incident] = []
        self.deals: list[Deal] = []
        self.final: Pair | None = None
        self.comments: tuple[Comment, ...] = ()
        self.final_comments: tuple[str, ...] = ()
        self.layout = GameLayout(Stretch(rubber.at, rubber.at + 1, []))

    def read(self) -> None:
        rubber = self.rubber
        tokens = rubber.tokens
        try:
            self._read_heading()
            while (token := tokens[rubber.at]) in DEAL_NUMBERS or DEAL_NUMBER.fullmatch(token):
                self.body.deal = len(self.deals) + 1
                self._read_deal(rubber.at)
                self.body.deal = None
            self._read_final(token)
        except UnreadableError:
            self._add_game()
            raise
        if tokens[rubber.at] == END_OF_TEXT and self.final is None:
            # The deal may have been left unfinished, so count the fault as its own.
            self.body.deal = len(self.deals) or None
            self._add_game()
            raise UnreadableError("E01", "stops")
        self._add_game()

    def _add_game(self) -> None:
        if self.number is None:
            return
        self.body.layout.append(self.layout)
        self.body.games.append(
            Game(
                self.number,
                tuple(self.opening),
                tuple(self.deals),
                self.final,
                self.comments,
                self.final_comments,
            )
        )

    def _read_heading(self) -> None:
        """Read the game's heading: ``Game``, its number, then cuts and incidents."""
        rubber = self.rubber
        tokens = rubber.tokens
        heading = self.layout.heading
        rubber.at += 1
        number = GAME_NUMBER.fullmatch(tokens[rubber.at])
        if not number:
            raise self._build_error("game_number")
        self.number = int(number[1])
        rubber.at += 1
        try:
            while True:
                token = tokens[rubber.at]
                if token == CUT:
                    self._read_cut(heading)
                elif token[:1] == "!":
                    check_length(token)
                    self.opening.append(read_incident(token))
                    rubber.at += 1
                else:
                    break
        finally:
            heading.end = rubber.at
            self.comments = rubber.comments_after(heading)

    def _read_cut(self, heading: Stretch) -> None:
        """Read one cut: its pairs of cards, and the choices after it.

        A pair that names B first is stored with A first, and its tokens are noted as moved.
        """
        rubber = self.rubber
        pairs: list[tuple[Card, Card]] = []
        chosen: dict[ChoiceKind, str] = {}
        rubber.at += 1
        try:
            while not pairs or rubber.tokens[rubber.at][:2] in ("A=", "B="):
                first, first_card = self._read_cut_card()
                second, second_card = self._read_cut_card()
                if first == second:
                    rubber.at -= 1
                    raise self._build_error("cut_pair")
                if first == "A":
                    pairs.append((first_card, second_card))
                else:
                    pairs.append((second_card, first_card))
                    written = rubber.at - 1 - heading.start
                    heading.moves.append((written, written - 1))
            if rubber.tokens[rubber.at][:5] in _CHOICE_STARTS:
                self._read_choices(chosen, heading)
        finally:
            if pairs:
                in_order = tuple((kind, chosen[kind]) for kind in CHOICES if kind in chosen) if chosen else ()
                self.opening.append(Cut(tuple(pairs), in_order))

    def _read_choices(self, chosen: dict[ChoiceKind, str], heading: Stretch) -> None:
        """Read the choices after a cut (law 5) into ``chosen``."""
        rubber = self.rubber
        while True:
            token = rubber.tokens[rubber.at]
            name, sign, word = token.partition("=")
            kind = next((kind for kind in CHOICES if kind == name), None)
            if kind is None or not sign:
                return
            check_length(token)
            if not CHOICE_WORD.fullmatch(word):
                raise UnreadableError("E01", "chosen_word", found=clip(token))
            if kind in chosen:
                raise UnreadableError("E01", "chosen_twice", found=clip(token))
            written = rubber.at - heading.start
            before = sum(CHOICES.index(other) < CHOICES.index(kind) for other in chosen)
            if before < len(chosen):
                heading.moves.append((written, written - len(chosen) + before))
            chosen[kind] = word
            rubber.at += 1

    def _read_cut_card(self) -> tuple[str, Card]:
        token = self.rubber.tokens[self.rubber.at]
        if token[:2] not in ("A=", "B="):
            raise self._build_error("cut_pair")
        check_length(token)
        card = read_card(token, token[2:])
        self.rubber.at += 1
        return token[0], card

    def _read_final(self, token: str) -> None:
        rubber = self.rubber
        if token.startswith("#") and not token.startswith("##"):
            self.final = read_pair(token, token[1:], "final")
            self.layout.final = rubber.at
            rubber.at += 1
            self.final_comments = rubber.texts_after(rubber.at - 1)
        elif token not in (GAME, UNFINISHED, END_OF_TEXT) and not token.startswith("##"):
            raise self._build_error("game_token")

    def _read_deal(self, start: int) -> None:
        """Read the deal that begins at the token with the number ``start``, and add it to the game.

        Items that come out of canonical order are put in order, and their tokens noted as moved. If a token can't be
        read, the deal is added with the items before it.
        """
        rubber = self.rubber
        tokens = rubber.tokens
        number = DEAL_NUMBERS.get(tokens[start])
        if number is None:
            number = int(tokens[start][:-1])
        rubber.at = at = start + 1
        dealer = tokens[at]
        if dealer != "A" and dealer != "B":
            raise self._build_error("dealer")
        dealer = cast(Player, dealer)  # mypy can't tell this from the two comparisons
        items: list[Item] = []
        moves: Moves = []
        known = KNOWN_TOKENS.get
        rank_before = ANYWHERE
        try:
            while True:
                at += 1
                token = tokens[at]
                rank, item = known(token) or parse_token(token, dealer)
                if item is None:
                    break
                if rank > rank_before:
                    rank_before = rank
                elif rank != PLAY or rank_before != PLAY:
                    turn, rank_before = turn_of(items, item, rank, rank_before, dealer)
                    if turn < len(items):
                        moves.append((FIRST_ITEM_TOKEN + len(items), FIRST_ITEM_TOKEN + turn))
                        items.insert(turn, item)
                        continue
                items.append(item)
        except UnreadableError as unreadable:
            unreadable.params.setdefault("found", clip(token))
            raise
        finally:
            rubber.at = at
            stretch = Stretch(start, at, moves)
            self.layout.deals.append(stretch)
            comments = rubber.comments_after(stretch) if rubber.comments else ()
            self.deals.append(Deal(number, dealer, tuple(items), comments))

    def _build_error(self, variant: str) -> UnreadableError:
        """Return the error for the current token.

        ``variant`` selects the message, which says what was expected in the token's place. At the end of the
        text and at a tag, the message is another one.
        """
        token = self.rubber.tokens[self.rubber.at]
        if token == END_OF_TEXT:
            return UnreadableError("E01", "stops")
        if token[0] == "[":
            variant = "late_tag"
        return UnreadableError("E01", variant, found=clip(token))


def read_pair(token: str, text: str, variant: str) -> Pair:
    """Return the two numbers of ``text``: ``"5-3"`` gives ``(5, 3)``.

    Raises ``UnreadableError`` for ``token``, with the variant ``variant``, if ``text`` has another form.
    """
    match = PAIR.fullmatch(text)
    if not match:
        raise UnreadableError("E01", variant, found=clip(token))
    return int(match[1]), int(match[2])
