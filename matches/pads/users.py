"""Who uses a pad: an account that may enter the rubber, or a table that came by its link."""

from __future__ import annotations

from dataclasses import dataclass

from matches.clubs.access import Viewer
from matches.clubs.permissions import GRANTS, Grant, Powers, Word, powers_of
from matches.common.command_context import Act
from matches.common.log import Seat
from matches.models import Player, Rubber, TableLink, User
from matches.pads.table_links import refusal_of
from matches.sittings.current_state import stored_state


@dataclass(frozen=True, slots=True)
class PadUser:
    """``by`` is the account; of a link, who made it and answers for it.

    ``side``: the one that an account plays on; empty for a link, which speaks for either, and for a helper. ``word`` is
    what ``Powers.word_on`` says, and ``helper`` of a link. ``may_rule``: the director's rulings open on the last deal.
    ``is_director``: older deals of a rubber that is being played may be corrected. ``corrects_only``: the player of a
    pool who is out of this game. They may correct its score, and neither end it nor pass the pad on.
    """

    by: User
    link: TableLink | None
    side: Seat
    word: Word
    may_rule: bool
    is_director: bool
    corrects_only: bool = False

    def act(self, key: str, *, reason: str = "", version: int | None = None) -> Act:
        return Act(by=self.by, key=key, reason=reason, version=version, link=self.link)


def pad_user(rubber: Rubber, *, link: TableLink | None, viewer: Viewer) -> PadUser | None:
    """Who comes to the pad of ``rubber`` (club loaded) by ``link``, signed in as ``viewer``; None for who may not.

    An account whose word is final goes before the link, the link before any other account. A link that is another
    rubber's, or good no more, is none. Of a rubber that is over the pad is read; what may still be done is for the
    services to say.
    """
    account = _account(rubber, viewer)
    if account is not None and account.word == "final":
        return account
    if link is not None and is_link_of(link, rubber) and not refusal_of(link):
        return PadUser(link.created_by, link, side="", word="helper", may_rule=True, is_director=False)
    return account


def is_link_of(link: TableLink, rubber: Rubber) -> bool:
    """Whether the link leads to the pad of ``rubber`` (as ``stored_rubber`` gives it): its own, or of its sitting."""
    if link.sitting_id is None:
        return link.rubber_id == rubber.pk
    game = getattr(rubber, "sitting_game", None)
    return game is not None and game.sitting_id == link.sitting_id


def _account(rubber: Rubber, viewer: Viewer) -> PadUser | None:
    if not viewer.is_authenticated:
        return None
    powers = powers_of(viewer, rubber.club)
    may_enter = powers.may_enter(rubber.player_a_id, rubber.player_b_id)
    may_rule = powers.can("undo_deal", rubber)
    is_out = not (may_enter and may_rule) and is_out_of_game(rubber, powers)
    if not (may_enter or is_out):
        return None
    return PadUser(
        by=viewer,
        link=None,
        side=powers.seat_in(rubber),
        word=powers.word_on(rubber.player_a_id, rubber.player_b_id),
        may_rule=may_rule or is_out,
        is_director=powers.is_host or GRANTS["correct_rubber"][powers.role] is Grant.YES,
        corrects_only=not may_enter,
    )


def is_out_of_game(rubber: Rubber, powers: Powers) -> bool:
    """Tell whether a club's member is the player of a pool who is out of this game, and may correct its score."""
    game = getattr(rubber, "sitting_game", None)
    if game is None or not powers.players or not powers.can("see_sittings"):
        return False
    state = stored_state(game.sitting)
    played = next((each for each in state.games if each.number == game.number), None)
    out = "" if played is None else state.out_of(played)
    return bool(out) and Player.objects.filter(pk__in=powers.players, public_id=out).exists()
