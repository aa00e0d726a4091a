"""Take pictures of printed sheets for the README: `python docs/pictures/sheets.py [FOLDER]`.

A sheet of counters, a sheet of tiles and a Hero Display, as the press prints them, at reading size.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import pypdfium2
from PIL.Image import Dither, Quantize

from companion.games import load_game
from printables.job import PrintJob

GAME = "heroes_vs_warlords"
WIDTH = 1100
"""In pixels."""
COLOURS = 256
"""Flat colours: so many are enough, and the files stay small. Evenly spread, or small spots of colour would turn."""
SHEETS = {"sheet": ("soldiers,mercenaries,guards", 0), "tiles": ("tiles", 0), "hero": ("hero_displays", 2)}
"""File name to the components printed and the page shown."""


def take(folder: Path) -> None:
    """Write all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    kit = load_game(GAME).printed()
    for name, (components, page) in SHEETS.items():
        pdf = pypdfium2.PdfDocument(PrintJob(kit, components=components.split(",")).pdf())
        scale = WIDTH / pdf[page].get_width()
        picture = (
            pdf[page]
            .render(scale=scale)
            .to_pil()
            .convert("RGB")
            .quantize(COLOURS, Quantize.FASTOCTREE, dither=Dither.NONE)
        )
        picture.save(folder / f"{name}.png", optimize=True)
        pdf.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
