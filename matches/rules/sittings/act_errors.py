"""``SittingActError``, raised when a sitting's state does not allow a fact to be recorded, and all its codes."""

from __future__ import annotations

from typing import Any, Final

ERROR_CODES: Final[dict[str, tuple[str, ...]]] = {
    # the evening
    "not_opened": (),
    "opened_already": (),
    "kind_unknown": (),
    "name_wanted": (),
    "date_wrong": (),
    "currency_wrong": (),
    "terms_wrong": ("field",),
    "terms_same": (),  # the new terms are the present ones
    "sitting_closed": (),
    "sitting_not_closed": (),
    "only_pool": (),
    "only_french": (),
    "game_underway": ("game",),
    "game_undecided": ("game",),
    "pool_standing": ("pool",),
    "pool_not_standing": (),
    # people
    "player_wanted": (),
    "here_already": ("player",),  # joins, and is at the table
    "was_here": ("player",),  # joins, but came earlier and left: they return instead
    "not_here": ("player",),  # came, and has left
    "away_not": ("player",),  # returns, and never left
    "never_here": ("player",),  # never came to this table
    "too_many_people": ("most",),
    "last_of_pool": ("player", "pool"),
    "aside_already": ("player",),  # wants only to bet, and does so already
    "in_already": ("player",),  # wants a seat, and waits for one already
    # seats
    "people_wanted": ("wanted",),  # so many players are missing
    "cut_wanted": (),
    "cut_people": ("round",),
    "cut_card": ("card",),
    "cut_card_twice": ("card",),
    "cut_again": ("players",),
    "cut_too_often": ("round",),
    "seated_stranger": ("player",),  # can't be seated, or stay out of the pool
    "seated_with_himself": ("player",),
    "seated_same": (),
    # stakes
    "amount_wrong": ("least", "most"),
    "bet_on_nobody": ("player",),
    "bet_on_adversary": ("player",),
    "bet_on_both": ("player", "on"),
    "bet_on_chouette": ("player",),
    "not_bet": ("player",),
    "bet_is_less": ("player", "amount"),
    "nothing_uncovered": (),  # both sides have staked the same
    "levelled_other_side": ("player",),  # did not bet on the side that staked more
    "levelled_wrong": ("amount", "uncovered"),  # what is given back is not what is uncovered
    "take_not_seated": ("player",),  # only a seated player may take bets
    "nothing_to_take": ("player",),
    "taken_too_much": ("amount", "most"),
    "way_wrong": ("player",),
    "chouette_not_seated": ("player",),
    "chouette_already": ("player",),
    "chouette_of_bets": ("player",),
    "no_chouette": (),
    "share_wrong": (),
    # games
    "game_number": ("game", "due"),
    "game_seats": ("player_a", "player_b"),
    "game_rubber": (),
    "stake_wanted": ("player", "least"),
    "no_game": (),
    # cash and undoing
    "paid_himself": ("player",),
    "undone_all": (),
    "undone_another": ("version", "last"),  # the fact to undo is not the last one
    "undone_after_play": ("game",),
    "undone_abandoned": ("game",),
}
"""The names of each code's parameters, by code: ``{"bet_is_less": ("player", "amount")}``.

Players are given by public id, ``players`` as a list of them; amounts are in the currency's smallest unit;
games, pools and rounds of a cut count from 1. ``matches.sittings.words`` has the sentence for each code, and
docs/sittings.md explains when stakes are covered, and la chouette. ``cut_again``: these players tie.
``chouette_of_bets``: others have bet on the player, and the payload does not withdraw their bets. ``way_wrong``: the
payload does not withdraw the bets that the rule of ``check_bets_taken`` requires.
"""


class SittingActError(ValueError):
    """A sitting's state does not allow a fact. ``code`` is one of ``ERROR_CODES``, ``params`` are its values."""

    def __init__(self, code: str, *params: Any) -> None:
        super().__init__(code, *params)
        self.code = code
        self.params = params
