"""How fast the press is: 480 two-sided counters against a plain reportlab canvas, then a whole kit.

    python benchmarks/press.py [--rounds N] [--large]

Both make the same sheets: coloured ground, symbol, four numbers, label and crop marks on the fronts, ground
and symbol on the backs, 16 mm counters with 2 mm between them on A4, fonts embedded. Ratios are of the best of N
rounds in one run, so machines do not matter. `--large` adds 48,000 counters.

2026-11-20, two busy cores, Python 3.11.7, reportlab 5.1.0:
    480 counters warm 0.12 to 0.20 of plain, whole process 0.39 to 0.63, file 43.4 kB against 214 kB;
    48,000 counters 0.05 to 0.07; the Heroes vs Warlords kit, 526 pieces on 26 sheets, 0.5 s and 454 kB.
2026-11-20, later the same day, cores three times as busy; marks, rectangles and texts written shorter:
    480 counters file 39.5 kB (was 43.4; the aim is 30). What is left: 8.6 kB of fonts, 6.4 kB to place 960 faces, 19 kB
    of 60 forms, a third of which is their dictionaries. A face as a form of its own costs about 450 bytes, and 30 kB
    would mean to give that up. The kit 441 kB (was 454).
"""

from __future__ import annotations

import argparse
import io
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from printables import fonts
from printables.icons import icon_path
from printables.job import PrintJob
from printables.kinds import counter
from printables.model import Component, Kit, Piece
from printables.render import pdf
from printables.theme import Look
from printables.units import points

SIDES = ("knights", "amazons", "barbarians", "neutrals")
CHIPS = (("attack", 0, 0), ("defense", 1, 0), ("cost", 1, 1), ("movement", 0, 1))
PITCH, SIZE, COLUMNS, ROWS = 18.0, 16.0, 10, 15


def units(count: int) -> list[counter.UnitCounter]:
    """The kinds of counters that are printed: four sides, six levels."""
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
            "house",
        )
        for side in SIDES
        for level in range(1, 7)
    ][:count]


def kit(count: int) -> Kit:
    """As many counters as asked for, the same number of each kind."""
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
    """Our way."""
    return PrintJob(kit(count)).pdf()


def plain(count: int) -> bytes:
    """The way one would write it first: every counter drawn where it stands."""
    pdf._register_fonts()
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(points(210), points(297)), pageCompression=1, invariant=1)
    canvas.setTitle("Benchmark")
    models = [m for m in units(24) for _ in range(count // 24)]
    per_page = COLUMNS * ROWS
    for start in range(0, len(models), per_page):
        page = models[start : start + per_page]
        for back in (False, True):
            for i, model in enumerate(page):
                row, column = divmod(i, COLUMNS)
                x = 16.0 + (COLUMNS - 1 - column if back else column) * PITCH
                y = 297 - 16.0 - row * PITCH - SIZE
                _plain_counter(canvas, model, x, y, back)
            _plain_marks(canvas)
            canvas.showPage()
    canvas.save()
    return out.getvalue()


def _plain_counter(canvas: Canvas, model: counter.UnitCounter, x: float, y: float, back: bool) -> None:
    look = Look()
    side = look.side(model.side)
    canvas.setFillColor(HexColor(side.swatch.color))
    canvas.rect(points(x - 0.7), points(y - 0.7), points(SIZE + 1.4), points(SIZE + 1.4), stroke=0, fill=1)
    canvas.setFillColor(HexColor("#ffffff"))
    _plain_icon(canvas, side.emblem if back else model.silhouette, x + 4.5, y + 4.5, 7.0)
    if back:
        canvas.setFont(fonts.LABEL, 8)
        canvas.drawCentredString(points(x + 8), points(y + 1.6), model.side.upper())
        return
    for (ability, right, low), corner in zip(CHIPS, model.corners, strict=True):
        plate = look.plate("ability", ability)
        left = x + (SIZE - 5.05 if right else 0.75)
        bottom = y + (0.75 if low else SIZE - 4.9)
        canvas.setFillColor(HexColor(plate.fill))
        canvas.setStrokeColor(HexColor("#ffffff"))
        canvas.roundRect(points(left), points(bottom), points(4.3), points(4.15), points(0.8), stroke=1, fill=1)
        canvas.setFillColor(HexColor(plate.text))
        canvas.setFont(fonts.NUMBER, 12)
        canvas.drawCentredString(points(left + 2.15), points(bottom + 0.6), str(corner.value))
    canvas.setFillColor(HexColor("#ffffff"))
    canvas.setFont(fonts.LABEL_LIGHT, 4.6)
    canvas.drawCentredString(points(x + 8), points(y + 1.1), model.note)


def _plain_icon(canvas: Canvas, name: str, x: float, y: float, size: float) -> None:
    canvas.saveState()
    canvas.translate(points(x), points(y + size))
    canvas.scale(points(size) / 512, -points(size) / 512)
    path = canvas.beginPath()
    for op, values in icon_path(name):
        {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}[op](*values)
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.restoreState()


def _plain_marks(canvas: Canvas) -> None:
    canvas.setLineWidth(0.3)
    canvas.setStrokeColor(HexColor("#000000"))
    for column in range(COLUMNS):
        for edge in (0.0, SIZE):
            x = points(16.0 + column * PITCH + edge)
            canvas.line(x, points(297 - 14.8), x, points(297 - 12.4))
            canvas.line(x, points(297 - 16 - ROWS * PITCH - 1.2), x, points(297 - 16 - ROWS * PITCH - 3.6))
    for row in range(ROWS):
        for edge in (0.0, SIZE):
            y = points(297 - 16.0 - row * PITCH - edge)
            canvas.line(points(14.8), y, points(12.4), y)
            canvas.line(points(16 + COLUMNS * PITCH + 1.2), y, points(16 + COLUMNS * PITCH + 3.6), y)


def best(work: Callable[[], bytes], rounds: int) -> tuple[float, int]:
    """The fastest of some rounds in seconds, and the size of the file."""
    times, size = [], 0
    for _ in range(rounds):
        start = time.perf_counter()
        size = len(work())
        times.append(time.perf_counter() - start)
    return (min(times), size)


def process(name: str, rounds: int) -> float:
    """A whole process that makes one file, best of some rounds in seconds."""
    program = f"import sys; sys.path.insert(0, 'benchmarks'); import press; press.{name}(480)"
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True, cwd=Path(__file__).resolve().parents[1])
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Measure and print, one line a figure."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--large", action="store_true", help="also 48,000 counters")
    given = options.parse_args()
    pdfmetrics.getRegisteredFontNames()
    theirs, their_size = best(lambda: plain(480), given.rounds)
    ours, our_size = best(lambda: press(480), given.rounds)
    print(f"warm     plain {theirs * 1000:7.1f} ms {their_size / 1000:6.1f} kB")
    print(f"warm     press {ours * 1000:7.1f} ms {our_size / 1000:6.1f} kB   ratio {ours / theirs:.2f}")
    whole = [process(name, max(3, given.rounds // 2)) for name in ("plain", "press")]
    print(
        f"process  plain {whole[0] * 1000:7.1f} ms, press {whole[1] * 1000:7.1f} ms   ratio {whole[1] / whole[0]:.2f}"
    )
    if given.large:
        theirs, their_size = best(lambda: plain(48_000), 1)
        ours, our_size = best(lambda: press(48_000), 1)
        print(
            f"48,000   plain {theirs:7.2f} s  press {ours:7.2f} s   ratio {ours / theirs:.2f}  {our_size / 1000:.0f} kB"
        )
    whole_kit()


def whole_kit() -> None:
    """Time and size of the largest kit there is, if its game is installed."""
    try:
        from companion.games.heroes_vs_warlords.kit import kit as game_kit
    except ImportError:
        return
    start = time.perf_counter()
    job = PrintJob(game_kit())
    data = job.pdf()
    took = time.perf_counter() - start
    print(f"kit      {job.plan()}: {took:.2f} s, {len(data) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
