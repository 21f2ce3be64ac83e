"""The score pad of a real browser, used as a thumb uses it: every tap counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from playwright.sync_api import BrowserContext, Locator, Page, expect

from matches.models import PadEntry, Rubber
from matches.operations.rebuild import Rebuild
from matches.pages.common.rubber_context import checked_record
from scoring.cards import CARD_NAMES, Player
from scoring.checked import CheckedDeal

CUT = [("CJ", "D9")]


class Phone(Protocol):
    def __call__(self, **options: Any) -> BrowserContext: ...


@dataclass(frozen=True, slots=True)
class DealTaps:
    """A deal as tapped in marks. ``calls`` and ``won`` are those of an entry. No winner: the king ends the deal."""

    calls: str
    king: str = ""
    winner: str = ""
    won: str = "point"
    times: int = 1


def taps_of(deal: CheckedDeal) -> DealTaps:
    """Return the taps that enter a fully recorded deal on a pad that stores marks alone."""
    letters = "".join(deal.course.letters)
    given = letters.count("G")
    calls = ("given_" if given else "") + ("refused" if letters.endswith("R") else "stood")
    king = next((mark.player for mark in deal.marks if mark.law == 47), "")
    winner = won = ""
    if deal.tricks is not None:
        winner = "A" if deal.tricks[0] > deal.tricks[1] else "B"
        won = "vole" if 5 in deal.tricks else "point"
    return DealTaps(calls if letters else "", king, winner, won, max(1, given))


def cards_of_set(text: str) -> list[str]:
    """Return the cards of a set: ``SQ.CA7`` is SQ, CA and C7."""
    return [group[0] + rank for group in text.split(".") if group for rank in group[1:]]


def marks_of(rubber: Rubber) -> list[dict[str, Any]]:
    """Return the stored record's games in the form of the samples, without tricks, which marks do not record."""
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
    """``taps`` counts every tap."""

    page: Page
    taps: int = field(default=0)

    @classmethod
    def by_link(
        cls, context: BrowserContext, token: str, holder: str = "both", *, screen: str = "cut"
    ) -> PadOnPage:
        """Return the pad of a phone that has scanned a table's code and chosen its side, once it shows ``screen``."""
        pad = cls(context.new_page())
        pad.page.goto(f"/t/#{token}")
        pad.is_at("who")
        pad.tap("side", holder)
        pad.is_at(screen)
        return pad

    @classmethod
    def begun(cls, context: BrowserContext, token: str, holder: str = "both") -> PadOnPage:
        """Return the pad of such a phone once its cut, by which A deals, has been sent."""
        pad = cls.by_link(context, token, holder)
        pad.cut(CUT)
        pad.is_sent()
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
        self.page.locator('[data-net="well"]').wait_for()

    @contextmanager
    def offline(self) -> Iterator[None]:
        """Cut the phone off from the network; afterwards, wait until its entries have been sent."""
        self.page.context.set_offline(True)
        yield
        self.page.context.set_offline(False)
        self.is_sent()

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
        if deal.calls.startswith("given"):
            self.tap("said", "given")
            for _ in range(deal.times - 1):
                self.tap("again")
            if deal.calls == "given_refused":
                self.tap("then", "refused")
        elif deal.calls:
            self.tap("said", deal.calls)
        if deal.king:
            self.tap("king", deal.king)
        if deal.winner:
            self.tap("won", f"{deal.winner} {deal.won}")

    def write(self, *deals: DealTaps) -> int:
        """Tap the deals one after another, and return the number of taps."""
        before = self.taps
        for deal in deals:
            self.choose(deal)
            self.tap("write")
        return self.taps - before

    def write_cards(self, line: str) -> None:
        """Tap a deal in the notation ("2-3 ^C9 S Kb CT C8, CK ..."), token by token; the board adds the outcome."""
        self.page.locator('#pad:is([data-screen="deal"], [data-screen="cards"])').wait_for()
        if self.button("cards").count():
            self.tap("cards")
        self.is_at("cards")
        for token in line.replace(",", " ").split():
            self.token(token)
        expect(self.button("write")).not_to_have_attribute("aria-disabled", "true")
        self.tap("write")

    def answered(self) -> None:
        """Wait for the board's response to the current line."""
        self.page.locator("#pad .board.answered").wait_for()

    def token(self, token: str) -> None:
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
        """Report the end as ``reporter``, and confirm it for the other side on the same phone."""
        other = "B" if reporter == "A" else "A"
        self.tap("report", reporter)
        self.tap("confirm", other)

    def fix(self) -> None:
        """Open the screen of the menu where earlier deals are put right."""
        self.tap("open", "menu")
        self.tap("open", "right")


FOUR_DEALS = (
    DealTaps("stood", winner="B"),
    DealTaps("given_stood", king="A", winner="A"),
    DealTaps("refused", winner="B"),
    DealTaps("stood", winner="A", won="vole"),
)
"""The first of them dealt by A."""


SCORES = [(0, 1), (2, 1), (2, 3), (4, 3)]


def is_stored(rubber: Rubber, scores: Sequence[tuple[int, int]]) -> None:
    """Check that the record is one game with these scores, deal by deal, and follows from the log."""
    (game,) = marks_of(rubber)
    assert [tuple(deal["score"]) for deal in game["deals"]] == list(scores)
    assert [deal["number"] for deal in game["deals"]] == list(range(1, len(scores) + 1))
    assert [str(each) for each in Rebuild(write=False).differences()] == []


def outcomes(rubber: Rubber) -> list[str]:
    """Return the outcomes of all entries that phones sent, in order of arrival."""
    return list(PadEntry.objects.filter(rubber=rubber).order_by("pk").values_list("outcome", flat=True))
