"""What happens at a pool or a French table, in words: codes with parameters made into sentences.

``matches.rules.sittings`` lists its codes with the names of their parameters; the name says what a parameter is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from matches.rules.events.state import Why
from matches.rules.sittings.errors import ERROR_CODES, SittingActError
from matches.rules.sittings.facts import first_stakes
from matches.rules.sittings.state import ENTRY_CODES, HISTORY_CODES, WAITING_CODES, WARNING_CODES
from matches.sittings.money import money

Text = str | Promise
Templates = Mapping[str, Text]

KINDS: Final[Templates] = {"pool": gettext_lazy("Pool"), "french": gettext_lazy("French table")}
CUSTOMS: Final[Templates] = {
    "loser": gettext_lazy("whoever loses a game pays a stake"),
    "entrant": gettext_lazy("whoever comes in pays a stake"),
}
ENGAGED: Final = gettext_lazy("the two who play stake, and whoever comes in pays a stake")
POOL_CUSTOMS: Final[Templates] = {
    "loser": gettext_lazy(
        "All three stake, and the loser of each game adds a stake. With a stake of %(one)s the pool is %(three)s after"
        " the cut, %(four)s after game 1 and %(five)s after game 2."
    ),
    "engaged": gettext_lazy(
        "Only the two who play stake, and the player who is out adds a stake each time they come in. With a stake of"
        " %(one)s the pool is %(two)s after the cut, %(three)s when the third player enters game 2 and %(four)s when"
        " the first one returns."
    ),
    "entrant": gettext_lazy(
        "All three stake, and the player who is out adds a stake each time they come in. With a stake of %(one)s the"
        " pool is %(three)s after the cut, %(four)s when the third player enters game 2 and %(five)s when the first"
        " one returns."
    ),
}
"""The customs of a pool to choose from, with the figures of an example: ``one`` is the stake, ``two`` twice that."""
SHARINGS: Final[Templates] = {
    "paid": gettext_lazy("each takes back what was paid for his place"),
    "equal": gettext_lazy("in equal parts"),
}
FIELDS: Final[Templates] = {
    "stake": gettext_lazy("the stake"),
    "least": gettext_lazy("the least stake"),
    "custom": gettext_lazy("who pays in"),
    "first_stakes": gettext_lazy("who stakes as the pool begins"),
}

WAITING: Final[Templates] = {
    "out_by_cut": gettext_lazy("cut the lowest card, %(card)s"),
    "out_by_word": gettext_lazy("stays out by the cut"),
    "out_by_loss": gettext_lazy("lost game %(game)s"),
    "out_by_place": gettext_lazy("took the place of who was out"),
    "waits_for_place": gettext_lazy("waits for a place, no. %(position)s"),
    "not_played": gettext_lazy("has not played yet"),
    "went_out": gettext_lazy("went out with game %(game)s"),
    "came_back": gettext_lazy("came back after game %(game)s"),
}
HISTORY: Final[Templates] = {
    "opened": gettext_lazy("Opened: %(kind)s."),
    "agreed": gettext_lazy("Other stakes agreed."),
    "joined": gettext_lazy("%(player)s comes to the table."),
    "joined_to_bet": gettext_lazy("%(player)s comes to the table, to bet."),
    "left": gettext_lazy("%(player)s leaves."),
    "returned": gettext_lazy("%(player)s is back."),
    "stood_aside": gettext_lazy("%(player)s stands aside, and only bets."),
    "stood_in": gettext_lazy("%(player)s waits for a seat again."),
    "took_place": gettext_lazy("%(player)s takes the place of %(of)s."),
    "cut": gettext_lazy("%(player)s cuts %(card)s."),
    "seated_out": gettext_lazy("%(player)s stays out."),
    "pool_begun": gettext_lazy("Pool %(pool)s begins with %(amount)s in it."),
    "seated": gettext_lazy("%(player_a)s and %(player_b)s sit down."),
    "bet": gettext_lazy("%(player)s stakes %(amount)s on %(on)s."),
    "bet_withdrawn": gettext_lazy("%(player)s takes %(amount)s back."),
    "levelled": gettext_lazy("%(amount)s of %(player)s is not covered and goes back."),
    "bets_taken": gettext_lazy("%(player)s takes %(amount)s of the bets, ahead of the bystanders."),
    "made_way": gettext_lazy("%(player)s gives way and takes %(amount)s back."),
    "chouette": gettext_lazy("%(player)s covers all that is bet against him: la chouette."),
    "chouette_undone": gettext_lazy("%(player)s does not cover all any more."),
    "game_begun": gettext_lazy("Game %(game)s begins: %(player_a)s and %(player_b)s."),
    "game_won": gettext_lazy("Game %(game)s: %(winner)s beats %(loser)s."),
    "game_void": gettext_lazy("Game %(game)s is void: the two play again."),
    "game_abandoned": gettext_lazy("Game %(game)s is given up."),
    "paid_in": gettext_lazy("%(player)s pays %(amount)s into the pool."),
    "keeps_seat": gettext_lazy("%(player)s played la chouette and keeps his seat."),
    "pool_taken": gettext_lazy("%(player)s takes pool %(pool)s: %(amount)s."),
    "pool_shared": gettext_lazy("Pool %(pool)s of %(amount)s is shared: %(how)s."),
    "paid": gettext_lazy("%(payer)s hands %(amount)s to %(payee)s."),
    "closed": gettext_lazy("The table is closed."),
    "reopened": gettext_lazy("The table is open again."),
}
ENTRIES: Final[Templates] = {
    "stakes": gettext_lazy("Stakes for pool %(pool)s"),
    "loss": gettext_lazy("Lost game %(game)s"),
    "entrance": gettext_lazy("Comes in for game %(game)s"),
    "pool": gettext_lazy("Pool %(pool)s won"),
    "sharing": gettext_lazy("Pool %(pool)s shared"),
    "bets": gettext_lazy("Stakes on game %(game)s"),
    "winnings": gettext_lazy("Game %(game)s won and lost"),
    "bets_back": gettext_lazy("Stakes on game %(game)s go back"),
    "cash": gettext_lazy("Cash handed over"),
}
WARNINGS: Final[Templates] = {
    "seats_not_due": gettext_lazy(
        "By the results as they are now, %(player_a)s and %(player_b)s should have played game %(game)s. It counts as"
        " it was played."
    ),
    "game_undecided": gettext_lazy(
        "Game %(game)s has no result, and others were begun after it. Write its result down, or leave it void."
    ),
    "pool_carried": gettext_lazy(
        "By the results as they are now, nobody had won the pool before when pool %(pool)s was cut for: its money went"
        " on into this one."
    ),
    "pool_without_cut": gettext_lazy(
        "By the results as they are now, a pool was won before game %(game)s: pool %(pool)s began with it, without a"
        " cut."
    ),
    "sharing_unused": gettext_lazy(
        "By the results as they are now, no pool was standing when one was shared: the next is pool %(pool)s."
    ),
    "closed_too_early": gettext_lazy(
        "The table was closed with %(amount)s on it. Open it again, and share or play for that."
    ),
}
LAST_DONE: Final[Templates] = {
    "agreed": gettext_lazy("the other stakes"),
    "joined": gettext_lazy("that somebody came"),
    "left": gettext_lazy("that somebody left"),
    "returned": gettext_lazy("that somebody is back"),
    "stood_aside": gettext_lazy("that somebody stands aside"),
    "stood_in": gettext_lazy("that somebody waits for a seat"),
    "cut": gettext_lazy("the cut"),
    "seated": gettext_lazy("who sits and who is out"),
    "bet": gettext_lazy("the last bet"),
    "bet_withdrawn": gettext_lazy("that a bet went back"),
    "levelled": gettext_lazy("that the excess went back"),
    "bets_taken": gettext_lazy("that a player took bets"),
    "chouette": gettext_lazy("la chouette"),
    "chouette_undone": gettext_lazy("the end of la chouette"),
    "game_begun": gettext_lazy("the beginning of the game"),
    "game_abandoned": gettext_lazy("that the game was given up"),
    "pool_shared": gettext_lazy("that the pool was shared"),
    "paid": gettext_lazy("the last cash"),
    "closed": gettext_lazy("the close"),
    "reopened": gettext_lazy("that the table is open again"),
}
ERRORS: Final[Templates] = {
    "not_opened": gettext_lazy("This table is not open yet."),
    "opened_already": gettext_lazy("This table is open already."),
    "kind_unknown": gettext_lazy("Choose a pool or a French table."),
    "name_wanted": gettext_lazy("Give the table a name."),
    "date_wrong": gettext_lazy("That is not a day."),
    "currency_wrong": gettext_lazy("The club has no currency: an owner sets it in the club's settings."),
    "terms_wrong": gettext_lazy("Look at %(field)s once more: it is missing, or cannot be so."),
    "terms_same": gettext_lazy("These are the stakes that are agreed already."),
    "sitting_closed": gettext_lazy("The table is closed. Open it again to go on."),
    "sitting_not_closed": gettext_lazy("The table is open already."),
    "only_pool": gettext_lazy("That is for a pool alone."),
    "only_french": gettext_lazy("That is for a French table alone."),
    "game_underway": gettext_lazy("Game %(game)s is being played: wait for its end, or give it up."),
    "game_undecided": gettext_lazy(
        "Game %(game)s has no result yet: a director settles it before the table closes."
    ),
    "pool_standing": gettext_lazy("Pool %(pool)s is not won yet: play it out, or share it first."),
    "pool_not_standing": gettext_lazy("There is no pool to share."),
    "player_wanted": gettext_lazy("Say who."),
    "here_already": gettext_lazy("%(player)s is at the table already."),
    "was_here": gettext_lazy("%(player)s was here before: let him come back."),
    "not_here": gettext_lazy("%(player)s has left the table."),
    "away_not": gettext_lazy("%(player)s is at the table already."),
    "never_here": gettext_lazy("%(player)s is not at this table."),
    "too_many_people": gettext_lazy("A table has %(number)s people at most."),
    "last_of_pool": gettext_lazy("%(player)s is the last in pool %(pool)s: share it before he leaves."),
    "aside_already": gettext_lazy("%(player)s only bets already."),
    "in_already": gettext_lazy("%(player)s waits for a seat already."),
    "people_wanted": gettext_lazy("Wanted at the table besides: %(wanted)s."),
    "cut_wanted": gettext_lazy("Cut first for who stays out."),
    "cut_people": gettext_lazy("In cut %(round)s, give each of those who cut a card, and nobody else."),
    "cut_card": gettext_lazy("%(card)s is no card of this pack."),
    "cut_card_twice": gettext_lazy("Two have cut %(card)s: look at the cards once more."),
    "cut_again": gettext_lazy("The lowest tie: %(players)s cut again."),
    "cut_too_often": gettext_lazy("More than %(round)s cuts are too many."),
    "seated_stranger": gettext_lazy("%(player)s does not play here."),
    "seated_with_himself": gettext_lazy("%(player)s cannot play against himself."),
    "seated_same": gettext_lazy("These two sit already."),
    "amount_wrong": gettext_lazy("Stake at least %(least)s, and at most %(most)s."),
    "bet_on_nobody": gettext_lazy("%(player)s does not play next: bet on one of the two who sit."),
    "bet_on_adversary": gettext_lazy("%(player)s plays, and may not bet against himself."),
    "bet_on_both": gettext_lazy("%(player)s has bet on %(on)s already: nobody bets on both sides."),
    "bet_on_chouette": gettext_lazy(
        "%(player)s plays la chouette and covers all himself: nobody bets on him."
    ),
    "not_bet": gettext_lazy("%(player)s has nothing staked that he may take back."),
    "bet_is_less": gettext_lazy("%(player)s has staked %(amount)s: no more goes back."),
    "nothing_uncovered": gettext_lazy("Both sides are level: nothing goes back."),
    "levelled_other_side": gettext_lazy("%(player)s did not bet on the larger side."),
    "levelled_wrong": gettext_lazy(
        "%(uncovered)s is not covered, and %(amount)s was to go back: they have to agree."
    ),
    "take_not_seated": gettext_lazy(
        "%(player)s does not play next: only the two who play take bets ahead of the others."
    ),
    "nothing_to_take": gettext_lazy("%(player)s has covered all that is bet on the other side already."),
    "taken_too_much": gettext_lazy("%(most)s is offered, and %(amount)s is more."),
    "way_wrong": gettext_lazy(
        "The latest bets on %(player)s give way first, as far as there is no room for them."
    ),
    "chouette_not_seated": gettext_lazy("%(player)s does not play next: only who sits plays la chouette."),
    "chouette_already": gettext_lazy("%(player)s plays la chouette already."),
    "chouette_of_bets": gettext_lazy(
        "Others have bet on %(player)s: they take that back before he covers all himself."
    ),
    "no_chouette": gettext_lazy("Nobody plays la chouette."),
    "share_wrong": gettext_lazy("Choose how the pool is shared."),
    "game_number": gettext_lazy("Game %(due)s is due, not game %(game)s."),
    "game_seats": gettext_lazy("%(player_a)s and %(player_b)s are to play next."),
    "game_rubber": gettext_lazy("The game has no record of its own."),
    "stake_wanted": gettext_lazy("%(player)s has to stake at least %(least)s before the game begins."),
    "no_game": gettext_lazy("No game is being played."),
    "paid_himself": gettext_lazy("%(player)s cannot hand money to himself."),
    "undone_all": gettext_lazy("There is nothing to take back."),
    "undone_another": gettext_lazy("Something else was put down since: look at the table as it is now."),
    "undone_after_play": gettext_lazy("Game %(game)s is over: correct its result, or have it declared void."),
    "undone_abandoned": gettext_lazy("Game %(game)s was given up, and its record is void: begin another."),
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
WORDS: Final[Mapping[str, Templates]] = {
    "how": SHARINGS,
    "field": FIELDS,
    "kind": KINDS,
}
COUNTED: Final = "too_many_people"
"""Its ``most`` is a number of people and no amount."""


@dataclass(frozen=True, slots=True)
class Said:
    """Who is meant by the ids, and in which currency the amounts are."""

    names: Mapping[str, str]
    currency: str

    def name(self, public_id: str) -> str:
        return self.names.get(public_id, _("somebody else"))

    def money(self, amount: int) -> str:
        return money(amount, self.currency)


def card_sign(card: str) -> str:
    """``K♥``; what is no card as it was written."""
    if len(card) != 2 or card[0] not in SUIT_SIGNS:
        return card
    return f"{RANK_SIGNS.get(card[1], card[1])}{SUIT_SIGNS[card[0]]}"


def waiting_words(why: Why, said: Said) -> str:
    return _sentence(WAITING, WAITING_CODES, why, said)


def history_words(why: Why, said: Said) -> str:
    return _sentence(HISTORY, HISTORY_CODES, why, said)


def entry_words(why: Why, said: Said) -> str:
    return _sentence(ENTRIES, ENTRY_CODES, why, said)


def warning_words(why: Why, said: Said) -> str:
    return _sentence(WARNINGS, WARNING_CODES, why, said)


def error_words(error: SittingActError, said: Said) -> str:
    if error.code == COUNTED:
        return str(ERRORS[COUNTED]) % {"number": error.params[0]}
    return _sentence(ERRORS, ERROR_CODES, (error.code, *error.params), said)


def terms_words(kind: str, terms: Mapping[str, Any], said: Said) -> str:
    """``stake £2.00, whoever loses a game pays a stake``."""
    if kind == "pool":
        is_engaged = first_stakes(terms) == "engaged"
        return _("stake %(stake)s, %(custom)s") % {
            "stake": said.money(terms["stake"]),
            "custom": ENGAGED if is_engaged else CUSTOMS[terms["custom"]],
        }
    return _("least stake %(least)s") % {"least": said.money(terms["least"])}


def _sentence(templates: Templates, codes: Mapping[str, Sequence[str]], why: Why, said: Said) -> str:
    code, *params = why
    told = {name: _told(name, value, said) for name, value in zip(codes[code], params, strict=True)}
    return str(templates[code]) % told


def _told(name: str, value: Any, said: Said) -> str:
    if name in PEOPLE:
        return said.name(value)
    if name == "players":
        return ", ".join(said.name(each) for each in value)
    if name in AMOUNTS:
        return said.money(value)
    if name == "card":
        return card_sign(value)
    if name in WORDS:
        return str(WORDS[name][value])
    return str(value)
