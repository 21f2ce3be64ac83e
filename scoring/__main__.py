"""The command-line program ``python -m scoring check|format|tables|notation|findings|golden``."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, get_args

from scoring.check import check_file
from scoring.checked import CheckedRubber
from scoring.errors import NotEgnError
from scoring.findings import Finding, Severity
from scoring.golden import FOLDER, NAMES, differing, records_of
from scoring.notation import read_file, write_rubber
from scoring.reference import findings_reference
from scoring.tables import marks_tables

CLEAN, FAULTY, UNREADABLE = 0, 1, 2
NOTATION: Final = Path(__file__).parent / "notation.md"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command-line program, and return its exit status.

    The status is 2 if a file can't be read. It is 1 if a record has an error or needs a ruling, or if a
    golden file differs from the expected result. Otherwise it is 0.
    """
    parser = argparse.ArgumentParser(
        prog="python -m scoring", description="Read, check and format écarté records."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="apply the laws to EGN files and compute the marks")
    check.add_argument("--json", action="store_true", help="one object a line for each rubber")
    check.add_argument("files", nargs="+", metavar="FILE", help="an EGN file; - is standard input")
    layout = commands.add_parser("format", help="write a file in canonical form to standard output")
    layout.add_argument("file", metavar="FILE", help="an EGN file; - is standard input")
    commands.add_parser("tables", help="print the marks as data, in JSON")
    commands.add_parser("notation", help="print the reference of the notation")
    commands.add_parser("findings", help="print the reference of the findings")
    golden = commands.add_parser("golden", help="check the golden files, and compare with what is expected")
    golden.add_argument("--where", action="store_true", help="print the folder that they are in, and no more")
    options = parser.parse_args(arguments)
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    if options.command == "check":
        return _run_check(options.files, as_json=options.json)
    if options.command == "format":
        return _run_format(options.file)
    if options.command == "notation":
        sys.stdout.write(NOTATION.read_text(encoding="utf-8"))
        return CLEAN
    if options.command == "findings":
        sys.stdout.write(findings_reference())
        return CLEAN
    if options.command == "golden":
        return _run_golden(where_alone=options.where)
    json.dump(marks_tables(), sys.stdout, separators=(",", ":"))
    sys.stdout.write("\n")
    return CLEAN


@contextmanager
def _open_input(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
        return
    with open(name, "rb") as stream:
        yield stream


def _print_error(name: str, reason: str) -> int:
    print(f"{name}: {reason}", file=sys.stderr)
    return UNREADABLE


def _run_check(names: Sequence[str], *, as_json: bool) -> int:
    status = CLEAN
    counts: Counter[str] = Counter()
    for name in names:
        try:
            with _open_input(name) as stream:
                for checked in check_file(stream):
                    counts["rubbers"] += 1
                    counts.update(finding.severity for finding in checked.findings)
                    if not checked.is_clean:
                        status = max(status, FAULTY)
                    _print_rubber(name, checked, as_json=as_json)
        except OSError as error:
            status = _print_error(name, f"can't be opened: {error.strerror or error}")
        except NotEgnError as error:
            status = _print_error(name, str(error))
    if not as_json:
        print(_format_summary(len(names), counts))
    return status


def _print_rubber(name: str, checked: CheckedRubber, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(checked.as_json(), ensure_ascii=False), flush=True)
        return
    for finding in checked.findings:
        print(_format_finding(name, checked, finding))


def _format_finding(name: str, checked: CheckedRubber, finding: Finding) -> str:
    line = finding.line if finding.line is not None else checked.line
    column = finding.column if finding.column is not None else 1
    settle = f" {finding.settle}" if finding.settle else ""
    return f"{name}:{line}:{column}: {finding.code} {finding.severity}: {finding.message}{settle}"


def _format_summary(files: int, counts: Counter[str]) -> str:
    def count_noun(count: int, noun: str) -> str:
        return f"{count} {noun}" if count == 1 else f"{count} {noun}s"

    severities = [count_noun(counts[severity], severity) for severity in get_args(Severity)]
    return (
        f"{count_noun(counts['rubbers'], 'rubber')} in {count_noun(files, 'file')}: {', '.join(severities)}"
    )


def _run_format(name: str) -> int:
    status = CLEAN
    try:
        with _open_input(name) as stream:
            written = 0
            for read in read_file(stream):
                for fault in (read.preceding, read.fault):
                    if fault is not None:
                        status = FAULTY
                        place = f"{fault.line or read.line}:{fault.column or 1}"
                        print(f"{name}:{place}: {fault.code} error: {fault.message}", file=sys.stderr)
                if read.fault is not None:
                    print(f"{name}:{read.line}: rubber {read.index} is left out", file=sys.stderr)
                    continue
                sys.stdout.write(("\n" if written else "") + write_rubber(read.rubber))
                written += 1
    except OSError as error:
        return _print_error(name, f"can't be opened: {error.strerror or error}")
    except NotEgnError as error:
        return _print_error(name, str(error))
    return status


def _run_golden(*, where_alone: bool) -> int:
    if where_alone:
        print(FOLDER)
        return CLEAN
    status = CLEAN
    for name in NAMES:
        differences = differing(name)
        status = max(status, FAULTY if differences else CLEAN)
        result = f"differs at rubber {', '.join(map(str, differences))}" if differences else "as expected"
        print(f"{records_of(name).name}: {result}")
    return status


def run() -> None:
    """Run the installed command with the arguments of the process, and end the process with the exit status.

    If the reader of the output closes the pipe (``| head``), the command ends without an error message.
    """
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        sys.stderr.close()
        status = CLEAN
    sys.exit(status)


if __name__ == "__main__":
    run()
