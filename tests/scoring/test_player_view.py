"""Cards seen by a player at a moment of a deal: their own, and those of the opponent that lay on the table."""

from __future__ import annotations

from scoring.cards import Player, format_cards
from scoring.player_view import CallHeard, ExchangeSeen, PlayerView, view_at
from tests.scoring.egn import checked, one_deal
from tests.support.rows import each_row

EXCHANGED = (
    "2. B 2-3 ^H7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8 P G -SA.DQ7+HT.D8.CA -SQJ.DA.C8+CKJT7"
    " S CA CK, CT HT, H9 H8, D9 CJ, D8 C7 =A4 (1-1)"
)
RUBBER = checked(f"Game 1\n1. A ^C9 S =B (0-1)\n{EXCHANGED}\n*", Termination="unfinished")


def seen(token: int, player: Player) -> PlayerView:
    return view_at(RUBBER, game=1, deal=2, token=token, player=player)


def test_each_sees_their_own_exchange_and_the_number_of_the_other_s() -> None:
    exchanged = [each for each in seen(11, "A").events if isinstance(each, ExchangeSeen)]
    assert [(each.player, each.number, each.drawn) for each in exchanged] == [("A", 3, 3), ("B", 4, 4)]
    assert [(format_cards(each.out), format_cards(each.taken)) for each in exchanged] == [
        ("SA.DQ7", "HT.D8.CA"),
        ("", ""),
    ]


def test_who_called_what() -> None:
    heard = [each for each in seen(9, "B").events if isinstance(each, CallHeard)]
    assert heard == [CallHeard("A", "P", ""), CallHeard("B", "G", "P")]
    assert seen(7, "B").calls == "P"


def test_hand_and_score_are_those_of_the_moment() -> None:
    before = seen(6, "A")
    assert (format_cards(before.hand), before.score, before.games_won) == ("SA.H9.DQ97", (0, 1), (0, 0))
    assert (before.dealer, before.events, before.tricks) == ("B", (), ())


@each_row("player", ["A", "B"])
def test_tricks_stand_as_far_as_they_have_come(player: Player) -> None:
    first = RUBBER.games[0].deals[1].course.card_tokens[0]
    assert seen(first, player).tricks == ()
    (led,) = seen(first + 1, player).tricks
    assert (led.leader, led.reply, led.winner) == ("A", None, None)
    (done,) = seen(first + 2, player).tricks
    assert done.winner == "B"


AFTER_LEAD = one_deal(
    "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 CT P R C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-2)",
    Variant="Triomphe",
)


def test_point_offered_after_the_lead_is_the_dealer_s_and_the_elder_hand_answers() -> None:
    lead, reply = AFTER_LEAD.games[0].deals[0].course.card_tokens[:2]

    def at(token: int) -> PlayerView:
        return view_at(AFTER_LEAD, game=1, deal=1, token=token, player="A")

    heard = [each for each in at(reply).events if isinstance(each, CallHeard)]
    assert [(each.player, each.letter) for each in heard] == [("A", "P"), ("B", "R")]
    assert (at(lead).calls, at(lead).vulnerable) == ("", None)
    assert (at(reply).calls, at(reply).vulnerable) == ("SPR", "B")
