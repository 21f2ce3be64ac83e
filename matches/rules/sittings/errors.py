"""What may not be done at a table as it stands: the error, and all its codes."""

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
    "terms_same": (),
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
    "here_already": ("player",),
    "was_here": ("player",),
    "not_here": ("player",),
    "away_not": ("player",),
    "never_here": ("player",),
    "too_many_people": ("most",),
    "last_of_pool": ("player", "pool"),
    "aside_already": ("player",),
    "in_already": ("player",),
    # who sits
    "people_wanted": ("wanted",),
    "cut_wanted": (),
    "cut_people": ("round",),
    "cut_card": ("card",),
    "cut_card_twice": ("card",),
    "cut_again": ("players",),
    "cut_too_often": ("round",),
    "seated_stranger": ("player",),
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
    "nothing_uncovered": (),
    "levelled_other_side": ("player",),
    "levelled_wrong": ("amount", "uncovered"),
    "take_not_seated": ("player",),
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
    "undone_another": ("version", "last"),
    "undone_after_play": ("game",),
    "undone_abandoned": ("game",),
}
"""The parameters of each code: players by public id, ``players`` a list of them; amounts in the smallest unit; games,
pools and rounds of a cut from 1. ``cut_again``: these tie. ``chouette_of_bets``: others bet on him, and
do not give way. ``way_wrong``: those who bet on him give way otherwise than by the rule.
"""


class SittingActError(ValueError):
    """This may not be done at the table as it stands. ``code`` is one of ``ERROR_CODES``, ``params`` its parameters."""

    def __init__(self, code: str, *params: Any) -> None:
        super().__init__(code, *params)
        self.code = code
        self.params = params
