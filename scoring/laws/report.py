"""Where the laws write what they find: findings with their spots, placed in the text at the end."""

from __future__ import annotations

from dataclasses import replace

from scoring.findings import FINAL_TOKEN, Finding, Locator, Severity, Spot


class Report:
    """Findings of one rubber in the making. ``at`` says which game and deal (0-based) is being judged."""

    __slots__ = ("_found", "_spoilt_games", "deal", "deal_errors", "game")

    def __init__(self) -> None:
        self._found: list[tuple[Spot, Finding]] = []
        self._spoilt_games: set[int | None] = set()
        self.game: int | None = None
        self.deal: int | None = None
        self.deal_errors = 0

    def at(self, game: int | None, deal: int | None) -> None:
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
        deal_alone: bool = True,
        **params: str | int,
    ) -> None:
        """Add a finding at ``token`` of the present deal, or of the heading where there is none.

        ``deal_alone`` False: the finding concerns the game as a whole and carries no deal, wherever it stands.
        """
        if severity == "error" and self.deal is not None:
            self.deal_errors += 1
        finding = Finding(
            code=code,
            severity=severity,
            variant=variant,
            law=int(code[1:3]) if code[0] == "L" else None,
            game=None if self.game is None else self.game + 1,
            deal=None if self.deal is None or not deal_alone else self.deal + 1,
            trick=trick,
            cause=cause,
            params=params,
        )
        if severity == "error" and (finding.deal is not None or code == "L46"):
            self._spoilt_games.add(self.game)
        self._found.append((Spot(self.game, self.deal, token, trick), finding))

    @property
    def is_empty(self) -> bool:
        return not self._found

    def has_errors(self, game: int | None = None) -> bool:
        """Whether an error stands in a deal or breaks law 46, anywhere or in the game at that 0-based position.

        Totals follow from such an error; a slip in a heading or a number does not touch them.
        """
        return bool(self._spoilt_games) if game is None else game in self._spoilt_games

    def findings(
        self, locate: Locator | None, *, left_out: frozenset[str] = frozenset()
    ) -> tuple[Finding, ...]:
        """The findings in the order of the record, each with its line and column where there is a text.

        Codes in ``left_out`` are dropped.
        """
        placed = []
        for spot, finding in self._found:
            if finding.code in left_out:
                continue
            place = locate(spot) if locate is not None else None
            if place is not None:
                finding = replace(finding, line=place[0], column=place[1])
            placed.append((spot, finding))
        placed.sort(key=lambda found: _order(found[0]))
        return tuple(finding for _, finding in placed)


def _order(spot: Spot) -> tuple[int, int, int]:
    """Tags first, then games with their headings, deals and final points, then the rubber's ending."""
    last = 1 << 30
    if spot.game is None:
        return (last, 0, 0) if spot.token == FINAL_TOKEN else (-1, 0, 0)
    if spot.deal is None:
        return (spot.game, last, 0) if spot.token == FINAL_TOKEN else (spot.game, -1, spot.token or 0)
    return spot.game, spot.deal, spot.token or 0
