"""A table as its page shows it: who sits, who waits and why, what is staked, what may be done next."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.models import Rubber
from matches.pages.common.result_lines import score_text
from matches.rules.sittings.bet_rules import still_to_stake
from matches.rules.sittings.errors import SittingActError
from matches.rules.sittings.french import bets_offered
from matches.rules.sittings.state import Person, SittingState
from matches.sittings.money import signed_money, typed_money
from matches.sittings.queries import game_as_played, names_of_players, score_of_game
from matches.sittings.words import (
    LAST_DONE,
    Said,
    card_sign,
    error_words,
    history_words,
    waiting_words,
    warning_words,
)

LATEST_SHOWN = 4
"""Lines of the history at the foot of the table."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One of the two. ``staked`` is empty in a pool; ``uncovered`` where the other side has enough against it.

    ``offered``: how much of the other side's bets this player may take ahead of bystanders; empty for none.
    """

    letter: str
    player: str
    name: str
    staked: str
    uncovered: str
    offered: str
    bets: tuple[tuple[str, str], ...]
    is_chouette: bool
    deals: bool


@dataclass(frozen=True, slots=True)
class Waits:
    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Here:
    """Somebody who is, or was, at the table. ``look`` of his balance: good, bad or none. ``may``: acts by name."""

    player: str
    name: str
    balance: str
    look: str
    status: str
    may: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Payment:
    """``typed``: the amount as a form sends it."""

    payer: str
    payee: str
    amount: str
    payer_id: str
    payee_id: str
    typed: str


@dataclass(frozen=True, slots=True)
class Game:
    """The game that is played, or whose result is disputed. ``score`` is empty where it is not known."""

    number: int
    rubber: str
    score: str
    pad_url: str
    is_disputed: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """``to_stake``: what is wanted before the next game of a French table may begin, a sentence for each."""

    headline: str
    seats: tuple[Seat, ...]
    pool: tuple[str, ...]
    waiting: tuple[Waits, ...]
    people: tuple[Here, ...]
    owed: tuple[Payment, ...]
    warnings: tuple[str, ...]
    latest: tuple[str, ...]
    on_table: str
    game: Game | None
    last_done: str
    last_game: str
    to_stake: tuple[str, ...]


def said_at(state: SittingState) -> Said:
    """The names of all who were at the table, in one query; with a number where two have the same."""
    found = names_of_players([person.player for person in state.people])
    names: dict[str, str] = {}
    for person in state.people:
        name = found.get(person.player) or _("A former player")
        alike = sum(each == name or each.startswith(f"{name} (") for each in names.values())
        names[person.player] = f"{name} ({alike + 1})" if alike else name
    return Said(names, state.currency)


def shown(public_id: str, state: SittingState, said: Said) -> Shown:
    """The table of the sitting with this public id."""
    game = _game(public_id, state)
    return Shown(
        headline=_headline(state, game, said),
        seats=_seats(state, said),
        pool=_pool(state, said),
        waiting=tuple(Waits(said.name(each.player), waiting_words(each.why, said)) for each in state.queue),
        people=tuple(_here(person, state, said) for person in state.people),
        owed=tuple(_payment(each, said) for each in state.owed),
        warnings=tuple(warning_words(why, said) for why in state.warnings),
        latest=tuple(history_words(line.why, said) for line in reversed(state.history[-LATEST_SHOWN:])),
        on_table=said.money(state.on_table) if state.on_table else "",
        game=game,
        last_done=str(LAST_DONE.get(state.last_kind, "")),
        last_game=_last_game(public_id, state),
        to_stake=_to_stake(state, said),
    )


def _headline(state: SittingState, game: Game | None, said: Said) -> str:
    a, b = (said.name(player) if player else "" for player in state.seats)
    if state.stage == "closed":
        return _("The table is closed")
    if state.game is not None and game is not None and game.is_disputed:
        return _("Game %(game)s is disputed") % {"game": state.game.number}
    if state.game is not None:
        return _("Game %(game)s is being played") % {"game": state.game.number}
    if state.stage == "ready":
        return _("%(a)s and %(b)s play next") % {"a": a, "b": b}
    if state.stage == "cut":
        return _("Cut: the lowest stays out")
    return _wanted(state)


def _wanted(state: SittingState) -> str:
    needed = 3 if state.kind == "pool" else 2
    here = sum(person.is_here and person.is_playing for person in state.people)
    missing = max(1, needed - here)
    return ngettext("%(count)s more is wanted to play", "%(count)s more are wanted to play", missing) % {
        "count": missing
    }


def _seats(state: SittingState, said: Said) -> tuple[Seat, ...]:
    if not all(state.seats) or state.stage == "closed":
        return ()
    sides = {side.player: side for side in state.sides}
    found = []
    for letter, player in zip("AB", state.seats, strict=True):
        side = sides.get(player)
        found.append(
            Seat(
                letter=letter,
                player=player,
                name=said.name(player),
                staked=said.money(side.total) if side is not None else "",
                uncovered=said.money(side.uncovered) if side is not None and side.uncovered else "",
                offered=said.money(offered) if (offered := bets_offered(state, player)) else "",
                bets=tuple(
                    (said.name(bet.player), said.money(bet.amount)) for bet in state.bets if bet.on == player
                ),
                is_chouette=state.chouette == player,
                deals=state.dealer == letter,
            )
        )
    return tuple(found)


def _pool(state: SittingState, said: Said) -> tuple[str, ...]:
    """What stands in the pool, and who is near it; nothing of a French table."""
    pool = state.pool
    if pool is None or not pool.is_standing:
        return ()
    lines = [_("Pool %(number)s: %(amount)s") % {"number": pool.number, "amount": said.money(pool.amount)}]
    if pool.winner_of_one:
        lines.append(
            _("It is %(name)s’s if he wins this game, too.") % {"name": said.name(pool.winner_of_one)}
        )
    if state.cut:
        cards = [(card_sign(a), card_sign(b)) for a, b in state.cut]
        lines.append(_("Cut for deal: %(a)s against %(b)s.") % {"a": cards[-1][0], "b": cards[-1][1]})
    return tuple(lines)


def _to_stake(state: SittingState, said: Said) -> tuple[str, ...]:
    if state.kind != "french" or state.stage != "ready":
        return ()
    least = state.terms["least"]
    return tuple(
        error_words(SittingActError("stake_wanted", player, least), said) for player in still_to_stake(state)
    )


def _here(person: Person, state: SittingState, said: Said) -> Here:
    balance = state.balances[person.player]
    return Here(
        player=person.player,
        name=said.name(person.player),
        balance=signed_money(balance, said.currency),
        look="good" if balance > 0 else "bad" if balance < 0 else "",
        status=_status(person, state),
        may=_may(person, state),
    )


def _status(person: Person, state: SittingState) -> str:
    if not person.is_here:
        return _("has left")
    if state.game is not None and person.player in state.game.players:
        return _("plays")
    return "" if person.is_playing else _("only bets")


def _may(person: Person, state: SittingState) -> tuple[tuple[str, str], ...]:
    """What may be put down about him, with the words on its button."""
    is_playing_now = state.game is not None and person.player in state.game.players
    if state.phase == "closed" or is_playing_now:
        return ()
    if not person.is_here:
        return (("returned", _("Is back")),) if "returned" in state.may else ()
    found = [("left", _("Leaves"))] if "left" in state.may else []
    if state.kind == "french" and person.is_playing:
        found.append(("stood_aside", _("Only bets")))
    if state.kind == "french" and not person.is_playing:
        found.append(("stood_in", _("Wants a seat")))
    return tuple(found)


def _payment(payment: tuple[str, str, int], said: Said) -> Payment:
    payer, payee, amount = payment
    typed = typed_money(amount, said.currency)
    return Payment(said.name(payer), said.name(payee), said.money(amount), payer, payee, typed)


def _game(public_id: str, state: SittingState) -> Game | None:
    if state.game is None:
        return None
    rubber = game_as_played(state)
    points = None if rubber is None else score_of_game(rubber)
    return Game(
        number=state.game.number,
        rubber=state.game.rubber,
        score="" if points is None else score_text(*points),
        pad_url=reverse("web:sitting_pad", args=[public_id]),
        is_disputed=rubber is not None and rubber.state == Rubber.State.DISPUTED,
    )


def _last_game(public_id: str, state: SittingState) -> str:
    """Where the result of the last game that was won is corrected; empty where none was."""
    won = [game for game in state.games if game.status == "won"]
    if not won:
        return ""
    return reverse("web:sitting_game", args=[public_id, won[-1].number])
