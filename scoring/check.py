"""Check the records of a file against the laws, and compute the marks and totals of each rubber, game by game.

``scoring.check_game`` judges a game and its deals.

A check is skipped if the record lacks the information that the check needs. A value that the record does not
determine is None.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from scoring.cards import Player
from scoring.check_game import judge_game
from scoring.checked import CheckedGame, CheckedRubber
from scoring.checks import LATEST_CHECKS
from scoring.findings import Finding, Locator, new_findings
from scoring.laws.cutting import dealer_by_cut, judge_cut
from scoring.laws.incidents import judge_opening_incidents
from scoring.laws.report import Report
from scoring.laws.rubber import judge_numbering, judge_totals, total_rubber
from scoring.marks import rubber_winner
from scoring.notation import ReadRubber, read_file
from scoring.record import Cut, Depth, Incident, Rubber, Rules
from scoring.variants import VARIATIONS

# Totals and the game's length are not judged if the rest of the record could not be read.
NOT_FOR_BROKEN = frozenset({"E05", "L46"})


def check_file(stream: BinaryIO) -> Iterator[CheckedRubber]:
    """Read and check the rubbers of an EGN file one at a time.

    Raises ``NotEgnError`` after the last line if the file contains no rubber.
    """
    for read in read_file(stream):
        yield check_read(read)


def check_read(read: ReadRubber) -> CheckedRubber:
    """Check a rubber that was read from a text, and return the result.

    In the result, the findings of the reader come before the findings of the laws.
    """
    faults = tuple(fault for fault in (read.preceding, read.fault) if fault is not None)
    return check_rubber(
        read.rubber,
        index=read.index,
        line=read.line,
        locate=read.locate,
        faults=faults,
        broken=read.fault is not None,
    )


def check_rubber(
    rubber: Rubber,
    *,
    index: int = 1,
    line: int = 1,
    locate: Locator | None = None,
    faults: tuple[Finding, ...] = (),
    broken: bool = False,
    checks: int = LATEST_CHECKS,
) -> CheckedRubber:
    """Check a record against the laws, and compute its marks and totals.

    - ``index`` and ``line``: the rubber's number in its file, from 1, and the line where it begins.
    - ``locate``: gives the line and column of a finding in the text that was read; None if there is no text.
    - ``faults``: the findings of the reader.
    - ``broken``: whether reading ended at a fault; then totals are not compared, and the rubber has no
      winner.
    - ``checks``: the version of the checks under which the record was entered. Findings and marks are those
      of this version. Findings that only the latest version makes are added as advisory ones, if they would
      block confirming the record.
    """
    checked = _check_rubber(rubber, index, line, locate, faults, broken=broken, checks=checks)
    if checks == LATEST_CHECKS or not _depends_on_version(rubber):
        return checked
    latest = _check_rubber(rubber, index, line, locate, faults, broken=broken, checks=LATEST_CHECKS)
    advisory = [
        replace(finding, is_advisory=True)
        for finding in new_findings(checked.findings, latest.findings)
        if finding.blocks_confirming
    ]
    return replace(checked, findings=(*checked.findings, *advisory))


def _depends_on_version(rubber: Rubber) -> bool:
    """Return whether the record has something that the versions of the checks judge differently.

    That is an incident, or, if the lowest cut deals, a cut. A later version may also allow more, but that
    adds no finding.
    """
    kinds = (Incident, Cut) if VARIATIONS[rubber.rules.variant].is_lowest_dealer else (Incident,)
    return any(
        isinstance(part, kinds)
        for game in rubber.games
        for part in (*game.opening, *(item for deal in game.deals for item in deal.items))
    )


def _check_rubber(
    rubber: Rubber,
    index: int,
    line: int,
    locate: Locator | None,
    faults: tuple[Finding, ...],
    *,
    broken: bool,
    checks: int,
) -> CheckedRubber:
    """Check a record by the version ``checks`` of the checks. The other parameters are those of ``check_rubber``."""
    report = Report()
    rules = rubber.rules
    judge_numbering(rubber.games, report)
    games, next_to_deal = _check_games(rubber, rules, report, checks)
    totals = total_rubber(rubber, rules, games)
    if not broken:
        judge_totals(rubber, rules, games, totals, report)
    left_out = NOT_FOR_BROKEN if broken else frozenset[str]()
    findings = faults if report.is_empty else faults + report.findings(locate, left_out=left_out)
    return CheckedRubber(
        index=index,
        line=line,
        rubber=rubber,
        depth=_find_depth(games),
        games=games,
        games_won=totals.games_won,
        points=totals.points,
        winner=None if broken else totals.winner,
        findings=findings,
        broken=broken,
        next_to_deal=None if broken else next_to_deal,
    )


def _find_depth(games: tuple[CheckedGame, ...]) -> Depth:
    depth: Depth = "result"
    for game in games:
        for deal in game.deals:
            if deal.depth == "play":
                return "play"
            depth = "marks"
    return depth


def _check_games(
    rubber: Rubber, rules: Rules, report: Report, checks: int
) -> tuple[tuple[CheckedGame, ...], Player | None]:
    """Return the checked games, and the next dealer or None if that is unknown or depends on a cut."""
    games: list[CheckedGame] = []
    rightful: Player | None = None
    won = [0, 0]
    decided_before = False
    last = len(rubber.games) - 1
    may_stop_short = rules.termination != "normal" or _is_unfinished(rubber)
    for position, game in enumerate(rubber.games):
        report.move_to(position, None)
        if rubber_winner((won[0], won[1]), rules.majority) is not None and not decided_before:
            decided_before = True
            report.add("L46", "error", 0, "game_after", number=position + 1)
        judge_cut(game, report, rules.variant, checks)
        judge_opening_incidents(game, report, code=rules.code, variant=rules.variant, checks=checks)
        by_cut = dealer_by_cut(game, rules.variant, checks)
        if by_cut is not None or rules.cut == "game" or not games:
            rightful = by_cut
        checked, rightful = judge_game(
            game,
            position,
            rules,
            rightful,
            report,
            checks,
            is_dealer_by_cut=by_cut is not None,
            may_stop_short=position == last and may_stop_short,
        )
        games.append(checked)
        if checked.winner is not None:
            won[0 if checked.winner == "A" else 1] += 1
    if rules.cut == "game" and games and games[-1].winner is not None:
        rightful = None
    return tuple(games), rightful


def _is_unfinished(rubber: Rubber) -> bool:
    return rubber.ending is not None and rubber.ending.games_won is None
