"""A print job: a kit, the options, and three verbs: `plan`, `document`, `write`.

This is the press as the command line and the web application see it. Options are checked when a job is
made; a bad one raises `BadOption` with the name of the field. Same job, same bytes.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast, get_args

from printables.errors import BadOption
from printables.layout.leaves import Side, two_sided
from printables.layout.placing import Sheet, place
from printables.layout.plan import Plan
from printables.layout.plan import plan as count
from printables.layout.sheets import NO_ERROR, Faces, compose
from printables.layout.shops import AUTO, templates
from printables.look.display import Document
from printables.look.theme import INKS, Ink, Look
from printables.model import Component, Kit, Piece
from printables.paper import PAPERS, SIDES, Paper, Setup, Sides, paper, setups
from printables.profile import PrinterProfile
from printables.storage import STORAGE, THICKNESS, storage

if TYPE_CHECKING:
    from printables.proof.ink import Cover

AUTO_MARGINS, NARROW_MARGINS = (12.7, 10.0, 8.0, 6.35, 5.0), (4.2, 3.0)
"""What `auto` tries, widest first: half an inch, a quarter, and millimetres between. What many printers cannot print on
is tried only where nothing else fits.
"""
CHANGED = "changed"
"""What a file says of itself that holds only pieces different from an older one."""

Format = Literal["pdf", "svg", "png", "cut", "faces", "shop", "virtual"]
Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many steps are done, and how many there are."""

FORMATS: tuple[Format, ...] = get_args(Format)
SHEETS = ("pdf", "svg", "png", "cut")
"""Formats that are sheets of paper; the others are for shops and virtual tables."""
INK_NAMES: dict[str, str] = {
    "full": "Full colour",
    "low": "Low ink: white grounds, coloured lines",
    "grey": "Greyscale",
}
FORMAT_NAMES: dict[str, str] = {
    "pdf": "PDF, one file",
    "svg": "SVG, one file a page",
    "png": "PNG at 300 dpi, one file a page",
    "cut": "PDF with registration marks, and an SVG of the cutting lines for each sheet",
    "faces": "PNG at 300 dpi of every face with its bleed",
    "shop": "PNG at 300 dpi of every face for print on demand: size, bleed and safe area of the shop's template",
    "virtual": "PNG sheets of cards and counters for a virtual table, and a saved object for Tabletop Simulator",
}


def choices() -> dict[str, dict[str, str]]:
    """Every option with its values and what to call them, for forms and help texts."""
    return {
        "paper": {p.id: p.name for p in PAPERS.values()},
        "sides": dict(SIDES),
        "ink": dict(INK_NAMES),
        "format": dict(FORMAT_NAMES),
        "storage": dict(STORAGE),
        "shop": {AUTO: "The nearest for each piece", **{t.id: t.name for t in templates().values()}},
    }


@dataclass(frozen=True)
class PrintJob:
    """What to print and how.

    `components` are ids of the kit (`None` for all); `margin` is what the printer cannot print on at every edge in mm
    (`auto` for the widest that costs no sheet more), `gap` the space between counters in mm; `profile` is the printer's
    measured error; with `since`, an older PDF (or the fingerprints in it), only pieces that changed are printed; `shop`
    is the template of format `shop` (`auto` for the nearest of each piece). With `storage` (`with` or `only`) there are
    tuck boxes and tray labels for the components, whose pieces are `thickness` mm thick when they are finished.
    """

    kit: Kit
    paper: str = "a4"
    sides: str = "duplex-long"
    ink: str = "full"
    components: Sequence[str] | None = None
    format: str = "pdf"
    margin: float | Literal["auto"] = 5.0
    gap: float = 2.0
    profile: PrinterProfile = NO_ERROR
    since: Path | bytes | dict[str, str] | None = None
    shop: str = AUTO
    storage: str = "none"
    thickness: float = THICKNESS

    def __post_init__(self) -> None:
        """Refuse impossible options, naming the field."""
        _one_of("sides", self.sides, tuple(SIDES))
        _one_of("ink", self.ink, INKS)
        _one_of("format", self.format, FORMATS)
        _one_of("shop", self.shop, (AUTO, *templates()))
        if self.margin != "auto":
            _between("margin", self.margin, 0.0, 25.0)
        _between("gap", self.gap, 0.0, 20.0)
        _one_of("storage", self.storage, tuple(STORAGE))
        _between("thickness", self.thickness, 0.1, 5.0)
        if self.storage != "none" and self.format not in SHEETS:
            raise BadOption("storage", "boxes and labels come on sheets only: {known}", known=", ".join(SHEETS))
        paper(self.paper)
        if self.components is not None and not self.components:
            raise BadOption("components", "choose at least one")
        _ = self.chosen

    @property
    def wanted(self) -> tuple[str, ...]:
        """The ids of the components that were asked for, in the kit's order."""
        asked = None if self.components is None else {self.kit.component(c).id for c in self.components}
        return tuple(c.id for c in self.kit.components if asked is None or c.id in asked)

    @cached_property
    def chosen(self) -> tuple[Component, ...]:
        """The components to print in their order, of those only what changed `since` then. Raises BadOption."""
        found = tuple(self.kit.component(name) for name in self.wanted)
        if self.storage != "none":
            kept = storage(self.kit, found, self.thickness)
            found = kept if self.storage == "only" else (*found, *kept)
            if not found and self.kit.components:
                raise BadOption("storage", "none of these pieces need a box or a label")
        if self.since is None:
            return found
        from printables import changes

        return changes.changed(found, self.look, self.older)

    @cached_property
    def older(self) -> dict[str, str]:
        """The fingerprints of the older file, if there is one."""
        from printables import changes

        if self.since is None or isinstance(self.since, dict):
            return self.since or {}
        return changes.read(self.since, self.kit.id)

    @property
    def look(self) -> Look:
        """The theme in the job's ink."""
        return Look(cast(Ink, self.ink), self.kit.language)

    @property
    def sheet_paper(self) -> Paper:
        """The paper the job prints on."""
        return paper(self.paper)

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        """Everything placed."""
        if self.margin != "auto":
            return self._placed(self.margin)
        for margins in (AUTO_MARGINS, NARROW_MARGINS):
            found = []
            for margin in margins:
                with suppress(BadOption):
                    found.append(self._placed(margin))
            if found:
                return min(found, key=len)
        return self._placed(NARROW_MARGINS[-1])

    def _placed(self, margin: float) -> tuple[Sheet, ...]:
        sides = cast(Sides, self.sides)
        ways: tuple[Setup, ...] = setups(self.sheet_paper, sides, margin, self.gap, self.format == "cut")
        return place(self.chosen, ways)

    def plan(self) -> Plan:
        """Sheets, pieces and cuts, without drawing anything."""
        return count(self.sheets)

    @property
    def made(self) -> str:
        """What the files hold, in words: sheets and pieces; for a shop only the pieces that it cuts."""
        if self.format != "shop":
            return str(self.plan())
        from printables.render import shop

        return (
            f"{sum(piece.count for found in shop.chosen(self.chosen, self.shop).values() for piece, _ in found)} pieces"
        )

    def document(self, progress: Progress | None = None) -> Document:
        """The pages as a display list."""
        return compose(self.kit, self.sheets, self.look, progress, self.profile, sides_once=self.format == "svg")

    def pdf(self, progress: Progress | None = None) -> bytes:
        """The finished PDF."""
        from printables.changes import fingerprints, to_text
        from printables.render import pdf

        with uncollected():
            document = self.document(progress)
            faces = self.older | fingerprints(document.forms)  # so that this file can be the next one to compare with
            return pdf.render(document, self.info | {"Faces": to_text(faces)})

    @property
    def info(self) -> dict[str, str]:
        """What the file says of itself, enough to prove it later."""
        own = {"Kit": self.kit.id, "Paper": self.paper, "Sides": self._printed_sides, "Ink": self.ink}
        if self.components is not None:
            own["Components"] = " ".join(self.wanted)
        own |= {"Sets": " ".join(f"{name}={n}" for name, n in self.kit.sets)} if self.kit.sets else {}
        if self.storage != "none":
            own |= {"Storage": self.storage, "Thickness": f"{self.thickness:g}"}
        if self.since is not None:
            own |= {"Only": CHANGED, "Printed": " ".join(self.counts)}
        if self.kit.address:
            own["Address"] = self.kit.address
        if self.kit.language != "en":
            own["Language"] = self.kit.language
        return own if self.profile == NO_ERROR else own | {"Profile": str(self.profile)}

    @property
    def _printed_sides(self) -> str:
        """How the file is to be printed: one where nothing has a back must not meet the duplex unit of a printer."""
        return self.sides if self.sides == "fold" or two_sided(self.sheets) else "single"

    @property
    def counts(self) -> dict[str, int]:
        """Piece id to the number of copies this job prints."""
        return {p.id: p.count for c in self.chosen for p in c.pieces}

    @property
    def stem(self) -> str:
        """The file name without its ending."""
        part = "" if self.components is None else "-" + "-".join(self.wanted)
        part += {"none": "", "with": "-and-boxes", "only": "-boxes"}[self.storage]
        ink = "" if self.ink == "full" else f"-{self.ink}"
        language = "" if self.kit.language == "en" else f"-{self.kit.language}"
        name = f"{self.kit.id}{part}-{self.paper}-{self.sides}{ink}{language}"
        return name if self.since is None else f"{name}-{CHANGED}"

    def write(self, out_dir: Path | str, progress: Progress | None = None) -> list[Path]:
        """Write the files into a directory (made if needed) and return their paths."""
        folder = Path(out_dir)
        folder.mkdir(parents=True, exist_ok=True)
        files = self.files(progress)
        paths = [self._not_the_older(folder / name) for name in files]
        for path, data in zip(paths, files.values(), strict=True):
            path.write_bytes(self._at_home(path, data))
        return paths

    def _at_home(self, path: Path, data: bytes) -> bytes:
        """A file as it is written into its folder: a saved object names the pictures that lie beside it."""
        if self.format != "virtual" or path.suffix != ".json":
            return data
        from printables.render.tabletop import with_folder

        return with_folder(data, path.parent.resolve().as_uri() + "/")

    def _not_the_older(self, path: Path) -> Path:
        """The path, or one beside it where the file lies that this job compares with."""
        number = 2
        wanted = path
        while isinstance(self.since, Path) and path.resolve() == self.since.resolve():
            path, number = wanted.with_stem(f"{wanted.stem}-{number}"), number + 1
        return path

    def files(self, progress: Progress | None = None) -> dict[str, bytes]:
        """File names and contents, for a download or a directory."""
        from printables.outputs import files

        return files(self, progress)

    def ink_report(self) -> list[Cover]:
        """How much ink each printed side takes, in percent of the page."""
        from printables.proof.ink import covers

        return covers(self.pdf())


@contextmanager
def uncollected() -> Iterator[None]:
    """While a document is drawn nothing is searched for garbage: records in great number, none of them in a circle."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def run(job: PrintJob, out_dir: Path | str, progress: Progress | None = None) -> list[Path]:
    """Do a job; the same as `job.write`."""
    return job.write(out_dir, progress)


def _one_of(field: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise BadOption(field, "'{value}' is not one of {known}", value=value, known=", ".join(known))


def _between(field: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        message = "{value} mm is not between {low} and {high} mm"
        raise BadOption(field, message, value=f"{value:g}", low=f"{low:g}", high=f"{high:g}")


def piece_svg(piece: Piece, side: Side = "front", ink: str = "full", language: str = "en", embed: bool = False) -> str:
    """One face as an SVG picture exactly as large as the piece; a piece without a back shows its front. With `embed`
    it carries its fonts.
    """
    from printables.render import svg

    faces = Faces(Look(cast(Ink, ink), language))
    _, name = faces.of(piece, side if piece.back else "front")
    forms = faces.all()
    form = next(f for f in forms if f.name == name)
    return svg.form_svg(form, forms, f"{piece.name}, {side}", embed)


def preview_svg(kit: Kit, component_id: str, side: Side = "front", ink: str = "full", embed: bool = True) -> str:
    """One picture of a component for a page: each different face once, in rows.

    With `embed` it carries its fonts (for `<img>`); without, it takes those of the page it is put into.
    """
    from printables.render.preview import overview

    return overview(kit.component(component_id), side, Look(cast(Ink, ink), kit.language), embed)


def calibration_pdf(paper_id: str = "a4", sides: str = "duplex-long") -> bytes:
    """The two-sided page on which a printer's error is read (`layout.calibration.profile` takes the readings)."""
    from printables.layout import calibration
    from printables.render import pdf

    _one_of("sides", sides, tuple(SIDES))
    document = calibration.document(paper(paper_id), cast(Sides, sides))
    return pdf.render(document, {"Paper": paper_id, "Sides": sides})
