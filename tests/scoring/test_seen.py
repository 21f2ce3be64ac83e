"""What a player had seen at a moment of a deal: his own cards, and of the adversary's what lay on the table."""

from __future__ import annotations

from scoring.cards import Player, format_cards
from scoring.check import check_rubber
from scoring.notation import read_one
from scoring.seen import CallHeard, ExchangeSeen, Seen, seen_at
from tests.matches.pages.records import EXCHANGED, text
from tests.support.rows import each_row

RUBBER = check_rubber(
    read_one(
        text(
            deals=f"1. A ^C9 S =B (0-1)\n{EXCHANGED}",
            final="",
            ending="*",
            tags='[Termination "unfinished"]\n',
        )
    )
)


def seen(token: int, player: Player) -> Seen:
    return seen_at(RUBBER, game=1, deal=2, token=token, player=player)


def test_each_sees_his_own_exchange_and_the_number_of_the_other_s() -> None:
    exchanged = [each for each in seen(11, "A").said if isinstance(each, ExchangeSeen)]
    assert [(each.player, each.number, each.drawn) for each in exchanged] == [("A", 3, 3), ("B", 4, 4)]
    assert [(format_cards(each.out), format_cards(each.taken)) for each in exchanged] == [
        ("SA.DQ7", "HT.D8.CA"),
        ("", ""),
    ]


def test_who_called_what() -> None:
    heard = [each for each in seen(9, "B").said if isinstance(each, CallHeard)]
    assert heard == [CallHeard("A", "P", ""), CallHeard("B", "G", "P")]
    assert seen(7, "B").calls == "P"


def test_hand_and_score_are_those_of_the_moment() -> None:
    before = seen(6, "A")
    assert (format_cards(before.hand), before.score, before.games_won) == ("SA.H9.DQ97", (0, 1), (0, 0))
    assert (before.dealer, before.said, before.tricks) == ("B", (), ())


@each_row("player", ["A", "B"])
def test_tricks_stand_as_far_as_they_have_come(player: Player) -> None:
    first = RUBBER.games[0].deals[1].course.card_tokens[0]
    assert seen(first, player).tricks == ()
    (led,) = seen(first + 1, player).tricks
    assert (led.leader, led.reply, led.winner) == ("A", None, None)
    (done,) = seen(first + 2, player).tricks
    assert done.winner == "B"


AFTER_LEAD = check_rubber(
    read_one(
        text(
            deals="1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 CT P R C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-2)",
            final="",
            ending="*",
            tags='[Termination "unfinished"]\n[Variant "Triomphe"]\n',
        )
    )
)


def test_point_offered_after_the_lead_is_the_dealer_s_and_the_elder_hand_answers() -> None:
    lead, reply = AFTER_LEAD.games[0].deals[0].course.card_tokens[:2]

    def at(token: int) -> Seen:
        return seen_at(AFTER_LEAD, game=1, deal=1, token=token, player="A")

    heard = [each for each in at(reply).said if isinstance(each, CallHeard)]
    assert [(each.player, each.letter) for each in heard] == [("A", "P"), ("B", "R")]
    assert (at(lead).calls, at(lead).vulnerable) == ("", None)
    assert (at(reply).calls, at(reply).vulnerable) == ("SPR", "B")
