"""A table as its page shows it: the seats, the queue with reasons, the stakes, and what can be recorded next."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.common.number_format import signed_money, typed_money
from matches.models import Rubber
from matches.pages.common.results import score_text
from matches.pages.sittings.context import SittingPage
from matches.rules.sittings.act_errors import SittingActError
from matches.rules.sittings.bet_rules import still_to_stake
from matches.rules.sittings.french import bets_offered
from matches.rules.sittings.state import Person, SittingState
from matches.sittings.queries import game_as_played, score_of_game
from matches.sittings.words import (
    LAST_DONE,
    card_sign,
    error_words,
    history_words,
    waiting_words,
    warning_words,
)

MOST_LATEST = 4


class TableView:
    """A pool or French table, as its page shows it to the viewer of ``page``."""

    def __init__(self, page: SittingPage) -> None:
        self.public_id = page.sitting.public_id
        self.state = page.state
        self.words = page.words

    @cached_property
    def headline(self) -> str:
        state = self.state
        a, b = (self.words.name(player) if player else "" for player in state.seats)
        if state.stage == "closed":
            return _("The table is closed")
        if self.game is not None and self.game["is_disputed"]:
            return _("Game %(game)s is disputed") % {"game": self.game["number"]}
        if self.game is not None:
            return _("Game %(game)s is being played") % {"game": self.game["number"]}
        if state.stage == "ready":
            return _("%(a)s and %(b)s play next") % {"a": a, "b": b}
        if state.stage == "cut":
            return _("Cut: the lowest stays out")
        needed = 3 if state.kind == "pool" else 2
        here = sum(person.is_here and person.is_playing for person in state.people)
        missing = max(1, needed - here)
        text = ngettext("%(count)s more player needed", "%(count)s more players needed", missing)
        return text % {"count": missing}

    @cached_property
    def seats(self) -> list[dict[str, Any]]:
        """The two seats with their players. Amounts are texts, "" for none."""
        if not all(self.state.seats) or self.state.stage == "closed":
            return []
        return [self._seat(letter, player) for letter, player in zip("AB", self.state.seats, strict=True)]

    def _seat(self, letter: str, player: str) -> dict[str, Any]:
        state, words = self.state, self.words
        side = next((side for side in state.sides if side.player == player), None)
        offered = bets_offered(state, player)
        bets = [bet for bet in state.bets if bet.on == player]
        return {
            "letter": letter,
            "player": player,
            "name": words.name(player),
            # The total of all stakes on the player; "" in a pool.
            "staked": words.money(side.total) if side is not None else "",
            # The part of it that the stakes on the other player do not match.
            "uncovered": words.money(side.uncovered) if side is not None and side.uncovered else "",
            # The bets on the other player that this player may take.
            "offered": words.money(offered) if offered else "",
            "bets": [(words.name(bet.player), words.money(bet.amount)) for bet in bets],
            "is_chouette": state.chouette == player,
            "deals": state.dealer == letter,
        }

    @cached_property
    def pool(self) -> list[str]:
        """Sentences on the pool: its amount, who may win it now, the cut for deal; [] without one."""
        pool, words = self.state.pool, self.words
        if pool is None or not pool.is_standing:
            return []
        amount = words.money(pool.amount)
        lines = [_("Pool %(number)s: %(amount)s") % {"number": pool.number, "amount": amount}]
        if pool.winner_of_one:
            winner = words.name(pool.winner_of_one)
            lines.append(_("%(name)s takes it by winning this game, too.") % {"name": winner})
        if self.state.cut:
            cards = [(card_sign(a), card_sign(b)) for a, b in self.state.cut]
            lines.append(_("Cut for deal: %(a)s against %(b)s.") % {"a": cards[-1][0], "b": cards[-1][1]})
        return lines

    @cached_property
    def waiting(self) -> list[tuple[str, str]]:
        """The name of each person in the queue, with the reason why the person waits."""
        words = self.words
        return [(words.name(each.player), waiting_words(each.why, words)) for each in self.state.queue]

    @cached_property
    def people(self) -> list[dict[str, Any]]:
        """The people who are or were at the table, with the balance, its CSS class, and the acts allowed."""
        return [self._person(person) for person in self.state.people]

    def _person(self, person: Person) -> dict[str, Any]:
        balance = self.state.balances[person.player]
        return {
            "player": person.player,
            "name": self.words.name(person.player),
            "balance": signed_money(balance, self.words.currency),
            "look": "good" if balance > 0 else "bad" if balance < 0 else "",
            "status": _status(person, self.state),
            "may": _may(person, self.state),
        }

    @cached_property
    def owed(self) -> list[dict[str, str]]:
        """The payments that would settle all balances; ``typed`` is the amount as a form takes it."""
        words = self.words
        return [
            {
                "payer": words.name(payer),
                "payee": words.name(payee),
                "amount": words.money(amount),
                "payer_id": payer,
                "payee_id": payee,
                "typed": typed_money(amount, words.currency),
            }
            for payer, payee, amount in self.state.owed
        ]

    @property
    def warnings(self) -> list[str]:
        return [warning_words(why, self.words) for why in self.state.warnings]

    @cached_property
    def latest(self) -> list[str]:
        return [history_words(line.why, self.words) for line in reversed(self.state.history[-MOST_LATEST:])]

    @property
    def on_table(self) -> str:
        return self.words.money(self.state.on_table) if self.state.on_table else ""

    @cached_property
    def game(self) -> dict[str, Any] | None:
        """The current game, with its score ("" if it is unknown) and the public id of its rubber."""
        game = self.state.game
        if game is None:
            return None
        rubber = game_as_played(self.state)
        points = None if rubber is None else score_of_game(rubber)
        return {
            "number": game.number,
            "rubber": game.rubber,
            "score": "" if points is None else score_text(*points),
            "pad_url": reverse("web:sitting_pad", args=[self.public_id]),
            "is_disputed": rubber is not None and rubber.state == Rubber.State.DISPUTED,
        }

    @property
    def last_done(self) -> str:
        return str(LAST_DONE.get(self.state.last_kind, ""))

    @property
    def last_game(self) -> str:
        """The URL of the page that corrects the last game won; "" if nobody has won a game."""
        won = [game for game in self.state.games if game.status == "won"]
        return reverse("web:sitting_game", args=[self.public_id, won[-1].number]) if won else ""

    @cached_property
    def to_stake(self) -> list[str]:
        """A sentence for each stake that is missing before the next game of a French table."""
        if self.state.kind != "french" or self.state.stage != "ready":
            return []
        least = self.state.terms["least"]
        errors = (SittingActError("stake_wanted", player, least) for player in still_to_stake(self.state))
        return [error_words(error, self.words) for error in errors]


def _status(person: Person, state: SittingState) -> str:
    if not person.is_here:
        return _("has left")
    if state.game is not None and person.player in state.game.players:
        return _("plays")
    return "" if person.is_playing else _("only bets")


def _may(person: Person, state: SittingState) -> tuple[tuple[str, str], ...]:
    """Return the acts that are possible for a person, with the words on their buttons."""
    is_playing_now = state.game is not None and person.player in state.game.players
    if state.phase == "closed" or is_playing_now:
        return ()
    if not person.is_here:
        return (("returned", _("Mark as back")),) if "returned" in state.may else ()
    acts = [("left", _("Leave"))] if "left" in state.may else []
    if state.kind == "french" and person.is_playing:
        acts.append(("stood_aside", _("Only bet")))
    if state.kind == "french" and not person.is_playing:
        acts.append(("stood_in", _("Wait for a seat")))
    return tuple(acts)
