"""Collect the findings of a rubber while the laws judge it.

Each finding has its position in the record. Lines and columns of the text are added at the end.
"""

from __future__ import annotations

from dataclasses import replace

from scoring.findings import FINAL_TOKEN, Finding, Locator, Severity, Spot


class Report:
    """The findings of one rubber, while the laws judge it.

    ``move_to`` sets the indexes, from 0, of the game and deal to which new findings belong. ``deal_errors`` is
    the number of errors in the current deal.
    """

    __slots__ = ("_findings", "_unreliable_games", "deal", "deal_errors", "game")

    def __init__(self) -> None:
        self._findings: list[tuple[Spot, Finding]] = []
        self._unreliable_games: set[int | None] = set()
        self.game: int | None = None
        self.deal: int | None = None
        self.deal_errors = 0

    def move_to(self, game: int | None, deal: int | None) -> None:
        self.game, self.deal = game, deal
        self.deal_errors = 0

    def add(
        self,
        code: str,
        severity: Severity,
        token: int | None,
        variant: str = "",
        *,
        trick: int | None = None,
        cause: int | None = None,
        names_deal: bool = True,
        **params: str | int,
    ) -> None:
        """Add a finding at the token with the number ``token`` in the current deal.

        If there is no current deal, the token is one of the game's heading. ``trick`` is the number of the trick
        that the finding is about, 1 to 5, or None. ``cause`` is the number of the law that alone
        explains a wrong score. ``names_deal`` is False if the finding concerns the whole game; the finding then
        names no deal, although its token is in one.
        """
        if severity == "error" and self.deal is not None:
            self.deal_errors += 1
        finding = Finding(
            code=code,
            severity=severity,
            variant=variant,
            law=int(code[1:3]) if code[0] == "L" else None,
            game=None if self.game is None else self.game + 1,
            deal=None if self.deal is None or not names_deal else self.deal + 1,
            trick=trick,
            cause=cause,
            params=params,
        )
        if severity == "error" and (finding.deal is not None or code == "L46"):
            self._unreliable_games.add(self.game)
        self._findings.append((Spot(self.game, self.deal, token, trick), finding))

    @property
    def is_empty(self) -> bool:
        return not self._findings

    def has_errors(self, game: int | None = None) -> bool:
        """Return whether any game has an error that makes totals unreliable.

        Such an error is in a deal or against law 46. A fault in a heading or in the number of a game or deal
        is not included. ``game`` limits the search to the game with that index, from 0.
        """
        return bool(self._unreliable_games) if game is None else game in self._unreliable_games

    def findings(
        self, locate: Locator | None, *, left_out: frozenset[str] = frozenset()
    ) -> tuple[Finding, ...]:
        """Return the findings in the order of the record.

        Findings whose code is in ``left_out`` are omitted. ``locate`` gives the line and column of each
        finding; it is None if the record was not read from a text.
        """
        placed = []
        for spot, finding in self._findings:
            if finding.code in left_out:
                continue
            place = locate(spot) if locate is not None else None
            if place is not None:
                finding = replace(finding, line=place[0], column=place[1])
            placed.append((spot, finding))
        placed.sort(key=lambda pair: _sort_key(pair[0]))
        return tuple(finding for _, finding in placed)


def _sort_key(spot: Spot) -> tuple[int, int, int]:
    """Return the sort key of a spot: tags come first, then each game's heading, deals and final points, then
    the ending.
    """
    last = 1 << 30  # after every deal and token
    if spot.game is None:
        return (last, 0, 0) if spot.token == FINAL_TOKEN else (-1, 0, 0)
    if spot.deal is None:
        return (spot.game, last, 0) if spot.token == FINAL_TOKEN else (spot.game, -1, spot.token or 0)
    return spot.game, spot.deal, spot.token or 0
