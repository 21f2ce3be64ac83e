"""Reading and writing the notation: deals a second, beside the cheapest that Python can do with the same bytes."""

from __future__ import annotations

import io
import tracemalloc

from scoring.notation import read_file, write_rubbers
from tests.bench import SEASON, Figure, best_seconds, show


def peak_mebibytes(data: bytes) -> float:
    """Return the most memory that reading ``data`` holds at any time, the data itself left out."""
    stream = io.BytesIO(data)
    tracemalloc.start()
    for _ in read_file(stream):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / (1 << 20)


def main() -> list[Figure]:
    data = SEASON.read_bytes()
    rubbers = [read.rubber for read in read_file(io.BytesIO(data))]
    deals = sum(len(game.deals) for rubber in rubbers for game in rubber.games)
    full = sum(len(deal.items) > 12 for rubber in rubbers for game in rubber.games for deal in game.deals)
    text = data.decode()
    read = best_seconds(lambda: [read.rubber for read in read_file(io.BytesIO(data))])
    written = best_seconds(lambda: "".join(write_rubbers(rubbers)))
    split = best_seconds(lambda: [line.replace(",", " ").split() for line in data.decode().split("\n")])
    encoded = best_seconds(lambda: text.encode().decode())
    ten = data[: data.index(b"[EGN", len(data) // 30)]
    figures = [
        Figure(f"read, {full} of {deals} deals fully recorded", deals / read, "deals/s"),
        Figure("the same bytes only decoded and split into words", deals / split, "deals/s"),
        Figure("reading, in times of splitting", read / split, "times"),
        Figure("write", deals / written, "deals/s"),
        Figure("the same text only encoded and decoded", deals / encoded, "deals/s"),
        Figure("peak memory, 10 rubbers", peak_mebibytes(ten), "MiB"),
        Figure("peak memory, 10,200 rubbers", peak_mebibytes((data + b"\n") * 34), "MiB"),
    ]
    return show(figures)


if __name__ == "__main__":
    main()
