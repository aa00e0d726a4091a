"""What a print job will write, before anything is drawn: the names of its files, and the margins it has chosen."""

from __future__ import annotations

from printables.job import SHEETS, PrintJob
from printables.model import Piece


def names(job: PrintJob) -> tuple[str, ...]:
    """The files in the order in which they are made."""
    if job.format == "pdf":
        return (f"{job.stem}.pdf",)
    if job.format == "cut":
        return (f"{job.stem}-cut.pdf", *(f"{job.stem}-cut-{n:02}.svg" for n, _ in enumerate(job.sheets, 1)))
    if job.format in ("png", "svg"):
        return tuple(f"{job.stem}-{n:02}.{job.format}" for n in range(1, job.plan().pages + 1))
    return {"shop": _shop, "virtual": _virtual, "faces": _faces}[job.format](job)


def margins(job: PrintJob) -> tuple[float, ...]:
    """The edges in mm that `auto` has chosen, and left free; none where they were given."""
    if job.margin != "auto" or job.format not in SHEETS:
        return ()
    return tuple(dict.fromkeys(sheet.setup.margin for sheet in job.sheets))


def sides(piece: Piece) -> tuple[str, ...]:
    """The sides of a piece that have a face."""
    return ("front", "back") if piece.back else ("front",)


def _faces(job: PrintJob) -> tuple[str, ...]:
    found = [(c.id, p) for c in job.chosen for p in c.pieces]
    return tuple(f"{job.kit.id}-{component}-{p.id}-{side}.png" for component, p in found for side in sides(p))


def _shop(job: PrintJob) -> tuple[str, ...]:
    from printables.render import shop

    found = [(component, *one) for component, pieces in shop.chosen(job.chosen, job.shop).items() for one in pieces]
    pictures = (
        f"{job.kit.id}-{component}-{way.template.id if way else shop.OWN}-{piece.id}-{side}.png"
        for component, piece, way in found
        for side in sides(piece)
    )
    return (*pictures, f"{job.kit.id}-shop.csv")


def _virtual(job: PrintJob) -> tuple[str, ...]:
    from printables.render.faces import batches

    sheets = dict.fromkeys(
        f"{job.kit.id}-{component.id}-{name}.png"
        for component in job.chosen
        for batch in batches(component)
        for name in batch.pictures.values()
    )
    return (*sheets, f"{job.kit.id}.json")
