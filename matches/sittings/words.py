"""Put what happens at a pool or a French table into words: each code with its parameters becomes a sentence.

``matches.rules.sittings`` lists the codes with the names of their parameters. The name of a parameter
determines how its value is worded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from matches.common.number_format import money
from matches.rules.events.state import Why
from matches.rules.sittings.act_errors import ERROR_CODES, SittingActError
from matches.rules.sittings.facts import first_stakes
from matches.rules.sittings.state import ENTRY_CODES, HISTORY_CODES, WAITING_CODES, WARNING_CODES

Text = str | Promise
Templates = Mapping[str, Text]

KINDS: Final[Templates] = {"pool": _("Pool"), "french": _("French table")}
CUSTOMS: Final[Templates] = {
    "loser": _("the loser of a game pays a stake"),
    "entrant": _("the player who comes in pays a stake"),
}
ENGAGED: Final = _("the two who play pay a stake, and so does the player who comes in")
POOL_CUSTOMS: Final[Templates] = {
    "loser": _(
        "All three stake, and the loser of each game adds a stake. With a stake of %(one)s the pool is %(three)s after"
        " the cut, %(four)s after game 1 and %(five)s after game 2."
    ),
    "engaged": _(
        "Only the two who play stake, and the player who is out adds a stake each time they come in. With a stake of"
        " %(one)s the pool is %(two)s after the cut, %(three)s when the third player enters game 2 and %(four)s when"
        " the first one returns."
    ),
    "entrant": _(
        "All three stake, and the player who is out adds a stake each time they come in. With a stake of %(one)s the"
        " pool is %(three)s after the cut, %(four)s when the third player enters game 2 and %(five)s when the first"
        " one returns."
    ),
}
"""The customs of a pool, by example. ``one`` is the amount of one stake, ``two`` of two stakes."""
SHARINGS: Final[Templates] = {
    "paid": _("each player gets back what was paid for their place"),
    "equal": _("in equal parts"),
}
FIELDS: Final[Templates] = {
    "stake": _("the stake"),
    "least": _("the minimum stake"),
    "custom": _("who pays in"),
    "first_stakes": _("who stakes when the pool begins"),
}

WAITING: Final[Templates] = {
    "out_by_cut": _("cut the lowest card, %(card)s"),
    "out_by_word": _("stays out after the cut"),
    "out_by_loss": _("lost game %(game)s"),
    "out_by_place": _("took the place of the player who was out"),
    "waits_for_place": _("waits for a place, no. %(position)s"),
    "not_played": _("has not played yet"),
    "went_out": _("went out after game %(game)s"),
    "came_back": _("came back after game %(game)s"),
}
HISTORY: Final[Templates] = {
    "opened": _("Opened: %(kind)s."),
    "agreed": _("The stakes were changed."),
    "joined": _("%(player)s joins the table."),
    "joined_to_bet": _("%(player)s joins the table, only to bet."),
    "left": _("%(player)s leaves."),
    "returned": _("%(player)s is back."),
    "stood_aside": _("%(player)s only bets now."),
    "stood_in": _("%(player)s waits for a seat again."),
    "took_place": _("%(player)s takes %(of)s’s place."),
    "cut": _("%(player)s cuts %(card)s."),
    "seated_out": _("%(player)s stays out."),
    "pool_begun": _("Pool %(pool)s begins with %(amount)s in it."),
    "seated": _("%(player_a)s and %(player_b)s sit down."),
    "bet": _("%(player)s stakes %(amount)s on %(on)s."),
    "bet_withdrawn": _("%(player)s withdraws %(amount)s."),
    "levelled": _("%(player)s gets back what is not covered: %(amount)s."),
    "bets_taken": _("%(player)s takes %(amount)s of the bets, ahead of the bystanders."),
    "made_way": _("%(player)s makes room and gets %(amount)s back."),
    "chouette": _("%(player)s covers all bets on the other side: la chouette."),
    "chouette_undone": _("%(player)s no longer covers all bets."),
    "game_begun": _("Game %(game)s begins: %(player_a)s and %(player_b)s."),
    "game_won": _("Game %(game)s: %(winner)s beats %(loser)s."),
    "game_void": _("Game %(game)s is void. The two play again."),
    "game_abandoned": _("Game %(game)s is abandoned."),
    "paid_in": _("%(player)s pays %(amount)s into the pool."),
    "keeps_seat": _("%(player)s played la chouette and keeps the seat."),
    "pool_taken": _("%(player)s wins pool %(pool)s: %(amount)s."),
    "pool_shared": _("Pool %(pool)s of %(amount)s is shared: %(how)s."),
    "paid": _("%(payer)s pays %(payee)s %(amount)s."),
    "closed": _("The table is closed."),
    "reopened": _("The table is open again."),
}
ENTRIES: Final[Templates] = {
    "stakes": _("Stakes for pool %(pool)s"),
    "loss": _("Lost game %(game)s"),
    "entrance": _("Comes in for game %(game)s"),
    "pool": _("Pool %(pool)s won"),
    "sharing": _("Pool %(pool)s shared"),
    "bets": _("Stakes on game %(game)s"),
    "winnings": _("Game %(game)s: winnings and losses"),
    "bets_back": _("Stakes on game %(game)s returned"),
    "cash": _("Payment"),
}
WARNINGS: Final[Templates] = {
    "seats_not_due": _(
        "By the current results, %(player_a)s and %(player_b)s should have played game %(game)s. It"
        " counts as it was played."
    ),
    "game_undecided": _(
        "Game %(game)s has no result, and later games have begun. Record its result, or leave it void."
    ),
    "pool_carried": _(
        "By the current results, nobody had won the pool before pool %(pool)s. Its money went into this one."
    ),
    "pool_without_cut": _(
        "By the current results, a pool was won before game %(game)s. Pool %(pool)s began with that"
        " game, without a cut."
    ),
    "sharing_unused": _("By the current results, there was no pool to share. The next is pool %(pool)s."),
    "closed_too_early": _(
        "The table was closed with %(amount)s on it. Open it again to share this money or play for it."
    ),
}
LAST_DONE: Final[Templates] = {
    "agreed": _("new stakes"),
    "joined": _("a player joined"),
    "left": _("a player left"),
    "returned": _("a player came back"),
    "stood_aside": _("a player only bets"),
    "stood_in": _("a player waits for a seat"),
    "cut": _("the cut"),
    "seated": _("who plays next"),
    "bet": _("the last bet"),
    "bet_withdrawn": _("a bet withdrawn"),
    "levelled": _("uncovered bets returned"),
    "bets_taken": _("a player took bets"),
    "chouette": _("la chouette"),
    "chouette_undone": _("end of la chouette"),
    "game_begun": _("start of the game"),
    "game_abandoned": _("game abandoned"),
    "pool_shared": _("pool shared"),
    "paid": _("the last payment"),
    "closed": _("table closed"),
    "reopened": _("table opened again"),
}
ERRORS: Final[Templates] = {
    "not_opened": _("This table is not open yet."),
    "opened_already": _("This table is open already."),
    "kind_unknown": _("Choose a pool or a French table."),
    "name_wanted": _("Give the table a name."),
    "date_wrong": _("That is not a date."),
    "currency_wrong": _("The club has no currency: an owner sets it in the club’s settings."),
    "terms_wrong": _("Check %(field)s: the value is missing or not allowed."),
    "terms_same": _("These are the stakes already."),
    "sitting_closed": _("The table is closed. Open it again to go on."),
    "sitting_not_closed": _("The table is open already."),
    "only_pool": _("This works only for a pool."),
    "only_french": _("This works only for a French table."),
    "game_underway": _("Game %(game)s is being played. Wait for its end, or abandon it."),
    "game_undecided": _("Game %(game)s has no result yet. A director has to decide before the table closes."),
    "pool_standing": _("Nobody has won pool %(pool)s yet. Play it out, or share it first."),
    "pool_not_standing": _("There is no pool to share."),
    "player_wanted": _("Choose a player."),
    "here_already": _("%(player)s is at the table already."),
    "was_here": _("%(player)s was here before. Use “Mark as back” instead."),
    "not_here": _("%(player)s has left the table."),
    "away_not": _("%(player)s is at the table already."),
    "never_here": _("%(player)s is not at this table."),
    "too_many_people": _("A table has %(number)s people at most."),
    "last_of_pool": _("%(player)s is the last in pool %(pool)s. Share the pool before they leave."),
    "aside_already": _("%(player)s already only bets."),
    "in_already": _("%(player)s is already waiting for a seat."),
    "people_wanted": _("Players still missing: %(wanted)s."),
    "cut_wanted": _("First cut to see who stays out."),
    "cut_people": _("In cut %(round)s, give one card to each player who cuts, and to no one else."),
    "cut_card": _("%(card)s is not a card of this pack."),
    "cut_card_twice": _("Two players cut %(card)s. Check the cards."),
    "cut_again": _("Tied for lowest: %(players)s cut again."),
    "cut_too_often": _("There can be at most %(round)s cuts."),
    "seated_stranger": _("%(player)s does not play here."),
    "seated_with_himself": _("A player cannot play against themselves: %(player)s."),
    "seated_same": _("These two are seated already."),
    "amount_wrong": _("Stake at least %(least)s and at most %(most)s."),
    "bet_on_nobody": _("%(player)s does not play next. Bet on one of the two seated players."),
    "bet_on_adversary": _("%(player)s is playing, and cannot bet on the opponent."),
    "bet_on_both": _("%(player)s has already bet on %(on)s. Nobody bets on both sides."),
    "bet_on_chouette": _(
        "%(player)s plays la chouette and covers all bets alone. Nobody can bet on that side."
    ),
    "not_bet": _("%(player)s has no stake to withdraw."),
    "bet_is_less": _("%(player)s staked %(amount)s and cannot withdraw more."),
    "nothing_uncovered": _("Both sides are level. There is nothing to return."),
    "levelled_other_side": _("%(player)s did not bet on the side with the higher stakes."),
    "levelled_wrong": _(
        "%(uncovered)s is not covered, but %(amount)s was to be returned. The two amounts must be equal."
    ),
    "take_not_seated": _(
        "%(player)s does not play next. Only the two players can take bets ahead of the others."
    ),
    "nothing_to_take": _("%(player)s has already covered all bets on the other side."),
    "taken_too_much": _("Only %(most)s is offered, not %(amount)s."),
    "way_wrong": _("The latest bets on %(player)s have to be returned first if there is no room for them."),
    "chouette_not_seated": _("%(player)s does not play next. Only a seated player can play la chouette."),
    "chouette_already": _("%(player)s plays la chouette already."),
    "chouette_of_bets": _(
        "Others have bet on %(player)s. They have to withdraw their bets before la chouette."
    ),
    "no_chouette": _("Nobody plays la chouette."),
    "share_wrong": _("Choose how the pool is shared."),
    "game_number": _("The next game is game %(due)s, not game %(game)s."),
    "game_seats": _("%(player_a)s and %(player_b)s play next."),
    "game_rubber": _("The game has no rubber of its own."),
    "stake_wanted": _("Before the game begins, %(player)s has to stake at least %(least)s."),
    "no_game": _("No game is being played."),
    "paid_himself": _("A player cannot pay themselves: %(player)s."),
    "undone_all": _("There is nothing to undo."),
    "undone_another": _("Something else has been recorded since. Check the table."),
    "undone_after_play": _("Game %(game)s is over. Correct its result, or have it declared void."),
    "undone_abandoned": _("Game %(game)s was abandoned and is void. Begin another."),
}
SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RANK_SIGNS: Final[Templates] = {
    "K": pgettext_lazy("sign of a card", "K"),
    "Q": pgettext_lazy("sign of a card", "Q"),
    "J": pgettext_lazy("sign of a card", "J"),
    "A": pgettext_lazy("sign of a card", "A"),
    "T": "10",
}
PEOPLE: Final = frozenset({"player", "player_a", "player_b", "on", "of", "winner", "loser", "payer", "payee"})
AMOUNTS: Final = frozenset({"amount", "least", "most", "uncovered"})
WORDS: Final[Mapping[str, Templates]] = {"how": SHARINGS, "field": FIELDS, "kind": KINDS}
COUNTED: Final = "too_many_people"
"""The code of the only error whose first parameter is a number of people, not an amount."""


@dataclass(frozen=True, slots=True)
class WordingContext:
    """The names of people by public id, and the currency of amounts."""

    names: Mapping[str, str]
    currency: str

    def name(self, public_id: str) -> str:
        return self.names.get(public_id, gettext("someone else"))

    def money(self, amount: int) -> str:
        return money(amount, self.currency)


def card_sign(card: str) -> str:
    """Return a card with its suit sign, such as ``K♥`` for ``HK``. A text that is not a card is returned unchanged."""
    if len(card) != 2 or card[0] not in SUIT_SIGNS:
        return card
    return f"{RANK_SIGNS.get(card[1], card[1])}{SUIT_SIGNS[card[0]]}"


def waiting_words(why: Why, context: WordingContext) -> str:
    return _sentence(WAITING, WAITING_CODES, why, context)


def history_words(why: Why, context: WordingContext) -> str:
    return _sentence(HISTORY, HISTORY_CODES, why, context)


def entry_words(why: Why, context: WordingContext) -> str:
    return _sentence(ENTRIES, ENTRY_CODES, why, context)


def warning_words(why: Why, context: WordingContext) -> str:
    return _sentence(WARNINGS, WARNING_CODES, why, context)


def error_words(error: SittingActError, context: WordingContext) -> str:
    if error.code == COUNTED:
        return str(ERRORS[COUNTED]) % {"number": error.params[0]}
    return _sentence(ERRORS, ERROR_CODES, (error.code, *error.params), context)


def terms_words(kind: str, terms: Mapping[str, Any], context: WordingContext) -> str:
    """Return the terms of a table as a phrase, such as ``stake £2.00, whoever loses a game pays a stake``."""
    if kind == "pool":
        is_engaged = first_stakes(terms) == "engaged"
        return gettext("stake %(stake)s, %(custom)s") % {
            "stake": context.money(terms["stake"]),
            "custom": ENGAGED if is_engaged else CUSTOMS[terms["custom"]],
        }
    return gettext("minimum stake %(least)s") % {"least": context.money(terms["least"])}


def _sentence(
    templates: Templates, codes: Mapping[str, Sequence[str]], why: Why, context: WordingContext
) -> str:
    code, *params = why
    values = {name: _parameter(name, value, context) for name, value in zip(codes[code], params, strict=True)}
    return str(templates[code]) % values


def _parameter(name: str, value: Any, context: WordingContext) -> str:
    if name in PEOPLE:
        return context.name(value)
    if name == "players":
        return ", ".join(context.name(each) for each in value)
    if name in AMOUNTS:
        return context.money(value)
    if name == "card":
        return card_sign(value)
    if name in WORDS:
        return str(WORDS[name][value])
    return str(value)
