"""The score pad of a real browser, used as a thumb uses it: every tap counted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from playwright.sync_api import expect

from matches.models import Rubber
from matches.pages.common.checked_record import checked_record
from scoring.cards import CARD_NAMES, Player
from scoring.checked import CheckedDeal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import BrowserContext, Locator, Page


class Phone(Protocol):
    """Makes another phone: a browser's context, with ``options`` of its own."""

    def __call__(self, **options: Any) -> BrowserContext: ...


@dataclass(frozen=True, slots=True)
class DealTaps:
    """A deal as it is tapped in marks; ``said`` and ``won`` as an entry has them. No winner: the king ends it."""

    said: str
    king: str = ""
    winner: str = ""
    won: str = "point"
    times: int = 1


def taps_of(deal: CheckedDeal) -> DealTaps:
    """What of a fully recorded deal is tapped where marks alone are written."""
    letters = "".join(deal.course.letters)
    given = letters.count("G")
    said = ("given_" if given else "") + ("refused" if letters.endswith("R") else "stood")
    king = next((mark.player for mark in deal.marks if mark.law == 47), "")
    winner = won = ""
    if deal.tricks is not None:
        winner = "A" if deal.tricks[0] > deal.tricks[1] else "B"
        won = "vole" if 5 in deal.tricks else "point"
    return DealTaps(said if letters else "", king, winner, won, max(1, given))


def cards_of_set(text: str) -> list[str]:
    """``SQ.CA7`` is SQ, CA and C7."""
    return [group[0] + rank for group in text.split(".") if group for rank in group[1:]]


def marks_of(rubber: Rubber) -> list[dict[str, Any]]:
    """The stored record's games in the shape of the samples, without tricks: they are not noted in marks."""
    rubber.refresh_from_db()
    return [
        {
            "number": game.number,
            "points": list(game.points or ()),
            "winner": game.winner,
            "value": game.value,
            "deals": [
                {"number": deal.number, "dealer": deal.dealer, "score": list(deal.score or ())}
                for deal in game.deals
            ],
        }
        for game in checked_record(rubber).games
    ]


@dataclass
class PadOnPage:
    """``taps`` counts every tap since it was set to 0."""

    page: Page
    taps: int = field(default=0)

    @classmethod
    def by_link(
        cls, context: BrowserContext, token: str, holder: str = "both", *, screen: str = "cut"
    ) -> PadOnPage:
        """The pad of a phone that has scanned a table's code and said who holds it; waits until it is at ``screen``."""
        pad = cls(context.new_page())
        pad.page.goto(f"/t/#{token}")
        pad.is_at("who")
        pad.tap("side", holder)
        pad.is_at(screen)
        return pad

    def button(self, does: str, value: str = "") -> Locator:
        valued = f'[data-value="{value}"]' if value else ""
        return self.page.locator(f'#pad [data-does="{does}"]{valued}')

    def tap(self, does: str, value: str = "") -> None:
        self.button(does, value).first.click()
        self.taps += 1

    def open(self, address: str) -> None:
        self.page.goto(address)
        self.is_drawn()

    def is_drawn(self) -> None:
        self.page.locator("#pad[data-screen]").wait_for()

    def is_at(self, screen: str) -> None:
        # `expect` looks again after as much as a second; this sees the screen as soon as it is drawn.
        self.page.locator(f'#pad[data-screen="{screen}"]').wait_for()

    def is_sent(self) -> None:
        """Waits until nothing waits."""
        self.page.locator('[data-net="well"]').wait_for()

    def has_score(self, a: int, b: int) -> None:
        expect(self.page.locator('[data-points="A"]')).to_have_text(str(a))
        expect(self.page.locator('[data-points="B"]')).to_have_text(str(b))

    def cut(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Cards as the notation has them: ("CJ", "D9")."""
        self.is_at("cut")
        for pair in pairs:
            for player, card in zip("AB", pair, strict=True):
                self.tap("cut-rank", player + card[1])
                self.tap("cut-suit", player + card[0])
        self.tap("write-cut")
        self.page.locator('#pad[data-screen="cut"]').wait_for(state="detached")

    def choose(self, deal: DealTaps) -> None:
        """Everything of a deal but the last tap."""
        self.is_at("deal")
        if deal.said.startswith("given"):
            self.tap("said", "given")
            for _ in range(deal.times - 1):
                self.tap("again")
            if deal.said == "given_refused":
                self.tap("then", "refused")
        elif deal.said:
            self.tap("said", deal.said)
        if deal.king:
            self.tap("king", deal.king)
        if deal.winner:
            self.tap("won", f"{deal.winner} {deal.won}")

    def write(self, deal: DealTaps) -> int:
        """Taps a whole deal; how many taps it took."""
        before = self.taps
        self.choose(deal)
        self.tap("write")
        return self.taps - before

    def write_cards(self, line: str) -> None:
        """A deal as the notation has it ("2-3 ^C9 S Kb CT C8, CK ..."), token by token; the outcome is the board's."""
        self.page.locator('#pad:is([data-screen="deal"], [data-screen="cards"])').wait_for()
        if self.button("cards").count():
            self.tap("cards")
        self.is_at("cards")
        for token in line.replace(",", " ").split():
            self.token(token)
        expect(self.button("write")).not_to_have_attribute("aria-disabled", "true")
        self.tap("write")

    def answered(self) -> None:
        """Waits for what the board says of the line as it stands."""
        self.page.locator("#pad .board.answered").wait_for()

    def token(self, token: str) -> None:
        """One token of a deal's line, by the taps that write it."""
        if token in ("3-2", "2-3"):
            self.tap("packets", token)
        elif token[0] == "^":
            self.tap("card", token[1:])
        elif token[1:2] == ":":
            self._pick("hand", token[2:])
        elif token[0] == "-" and not token[1:].isdigit():
            out, _, taken = token[1:].partition("+")
            self._pick("out", out)
            self._picked(taken)
        elif token in CARD_NAMES:
            self.tap("card", token)
        elif token[0] not in "=(":
            self.tap("token", token)

    def _pick(self, what: str, cards: str) -> None:
        self.tap("pick", what)
        self._picked(cards)

    def _picked(self, cards: str) -> None:
        for card in cards_of_set(cards):
            self.tap("pick-card", card)
        self.tap("picked")

    def confirm_passed_round(self, reporter: Player) -> None:
        """``reporter`` reports the end, and hands the phone over for the other side's word."""
        other = "B" if reporter == "A" else "A"
        self.tap("report", reporter)
        self.tap("hand", other)
        self.tap("confirm", other)
