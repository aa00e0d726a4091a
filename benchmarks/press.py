"""The speed of the press: 480 two-sided counters compared with a plain reportlab canvas, then a whole kit.

    python -m benchmarks.press [--rounds N] [--large] [--compare]

Both make the same sheets, with counters as games have them: ground with the side's pattern, symbol, type mark, four
numbers, label and crop marks on the fronts, ground, emblem and name on the backs, 16 mm counters with 2 mm between them
on A4, fonts embedded (`press_plain` is the plain canvas). The press adds captions, rulers, bookmarks, layers and what
the proof needs. Ratios are of the best of N rounds in one run, so machines do not matter. `--large` adds 48,000
counters; `--compare` looks at both files as pictures and says how much they differ. Figures: `docs/figures.md`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import press_plain
from printables.job import PrintJob
from printables.kinds import counter
from printables.model import Component, Kit, Piece

SIDES = ("blue", "teal", "orange", "grey")


def units(count: int) -> list[counter.UnitCounter]:
    """The kinds of counters: four sides, six levels."""
    return [
        counter.UnitCounter(
            side,
            "sword",
            "close",
            (
                counter.Corner("attack", level + 2),
                counter.Corner("defense", level + 1),
                counter.Corner("cost", level),
                counter.Corner("movement", 3),
            ),
            "Close",
        )
        for side in SIDES
        for level in range(1, 7)
    ][:count]


def kit(count: int) -> Kit:
    """A kit of so many counters, the same number of each kind."""
    kinds = units(24)
    pieces = tuple(
        Piece(
            f"u{i}",
            f"Unit {i}",
            count // len(kinds),
            counter.outline(),
            partial(counter.unit_front, model),
            partial(counter.emblem_back, counter.EmblemBack(model.side, model.side.upper())),
            0.7,
        )
        for i, model in enumerate(kinds)
    )
    return Kit("bench", "Benchmark", (Component("units", "Units", pieces),))


def press(count: int) -> bytes:
    """The PDF as made by the press."""
    return PrintJob(kit(count)).pdf()


def plain(count: int) -> bytes:
    """The PDF as made by the simplest program: every counter is drawn where it is."""
    return press_plain.draw([m for m in units(24) for _ in range(count // 24)])


def best(work: Callable[[], bytes], rounds: int) -> tuple[float, int]:
    """The seconds of the fastest run, and the size of the file in bytes."""
    times, size = [], 0
    for _ in range(rounds):
        start = time.perf_counter()
        size = len(work())
        times.append(time.perf_counter() - start)
    return (min(times), size)


def process(name: str, rounds: int) -> float:
    """The seconds of the fastest of some processes that each make one file."""
    program = f"from benchmarks import press; press.{name}(480)"
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True, cwd=Path(__file__).resolve().parents[1])
        times.append(time.perf_counter() - start)
    return min(times)


def differing(one: bytes, other: bytes, dpi: float = 100.0) -> float:
    """The share of pixels that look clearly different, without the strip of captions and rulers."""
    import pypdfium2
    from PIL import ImageChops

    found = total = 0
    files = [pypdfium2.PdfDocument(data) for data in (one, other)]
    for pages in zip(*files, strict=True):
        a, b = (page.render(scale=dpi / 72).to_pil().convert("RGB") for page in pages)
        box = (0, 0, a.width, int(a.height * 0.965))
        far = ImageChops.difference(a.crop(box), b.crop(box)).convert("L").point(lambda v: 255 * (v > 64))
        found += far.histogram()[255]
        total += box[2] * box[3]
    return found / total


def main() -> None:
    """Measure and print one line for each figure."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--large", action="store_true", help="also 48,000 counters")
    options.add_argument("--compare", action="store_true", help="how much both files differ as pictures")
    given = options.parse_args()
    if given.compare:
        print(f"pictures differ in {differing(plain(480), press(480)):.2%} of the points of counters and marks")
    theirs, their_size = best(lambda: plain(480), given.rounds)
    ours, our_size = best(lambda: press(480), given.rounds)
    print(f"warm     plain {theirs * 1000:7.1f} ms {their_size:8,} bytes")
    print(f"warm     press {ours * 1000:7.1f} ms {our_size:8,} bytes   ratio {ours / theirs:.2f}")
    whole = [process(name, max(3, given.rounds // 2)) for name in ("plain", "press")]
    print(
        f"process  plain {whole[0] * 1000:7.1f} ms, press {whole[1] * 1000:7.1f} ms   ratio {whole[1] / whole[0]:.2f}"
    )
    if given.large:
        theirs, their_size = best(lambda: plain(48_000), 1)
        ours, our_size = best(lambda: press(48_000), 1)
        print(f"48,000   plain {theirs:7.2f} s  press {ours:7.2f} s   ratio {ours / theirs:.2f}  {our_size:,} bytes")
    whole_kit(max(3, given.rounds // 2))


KIT = """
import time
from companion.games.heroes_vs_warlords.kit import kit
from printables.job import PrintJob
from printables.render import pdf
start = time.process_time()
job = PrintJob(kit())
data = job.pdf()
whole = time.process_time()
print(f"{whole - start} {whole} {len(data)} {job.plan()}")
"""


def whole_kit(rounds: int) -> None:
    """Print processor time and size for the largest kit, if its game is installed; each run is a process of its own."""
    runs = []
    for _ in range(rounds):
        done = subprocess.run(
            [sys.executable, "-c", KIT], capture_output=True, text=True, cwd=Path(__file__).resolve().parents[1]
        )
        if done.returncode:
            return
        drawn, whole, size, plan = done.stdout.split(" ", 3)
        runs.append((float(drawn), float(whole), int(size), plan.strip()))
    drawn, whole, size, plan = min(runs)
    print(f"kit      {plan}: {drawn:.2f} s of processor time, whole process {whole:.2f} s, {size:,} bytes")


if __name__ == "__main__":
    main()
