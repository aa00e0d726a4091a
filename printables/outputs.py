"""The files of a job in each format: PDF, pictures of pages, of pieces and for shops, cut files, a virtual table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from printables.layout.sheets import Progress
from printables.look.theme import Look
from printables.model import Component

if TYPE_CHECKING:
    from printables.job import PrintJob


def files(job: PrintJob, progress: Progress | None = None) -> dict[str, bytes]:
    """File names and contents of a job, by its format."""
    if job.format == "pdf":
        return {f"{job.stem}.pdf": job.pdf(progress)}
    if job.format == "cut":
        return {f"{job.stem}-cut.pdf": job.pdf(progress), **_cut_files(job)}
    if job.format == "shop":
        return _shop_files(job, progress)
    if job.format in ("faces", "virtual"):
        return _pictures(job, progress)
    if job.format == "png":
        from printables.render import png

        return _numbered(job, png.pages(job.pdf(), progress=progress))
    from printables.render import svg

    return _numbered(job, [text.encode() for text in svg.write_pages(job.document(progress))])


def _pictures(job: PrintJob, progress: Progress | None) -> dict[str, bytes]:
    from printables.render import faces

    makers = {"faces": faces.single_faces, "virtual": faces.virtual_sheets}
    make: Callable[[Component, Look], dict[str, bytes]] = makers[job.format]
    found: dict[str, bytes] = {}
    for number, component in enumerate(job.chosen, 1):
        if progress:
            progress(component.name, number, len(job.chosen))
        found |= {f"{job.kit.id}-{component.id}-{n}.png": d for n, d in make(component, job.look).items()}
    return found | _saved_object(job) if job.format == "virtual" else found


def _shop_files(job: PrintJob, progress: Progress | None) -> dict[str, bytes]:
    """A picture of every face on its template, and the list of what to order."""
    from printables.render import shop

    found = shop.chosen(job.chosen, job.shop)
    out: dict[str, bytes] = {}
    for number, (component, pieces) in enumerate(found.items(), 1):
        if progress:
            progress(component, number, len(found))
        made = shop.shop_faces(pieces, job.look)
        out |= {f"{job.kit.id}-{component}-{name}.png": data for name, data in made.items()}
    return out | {f"{job.kit.id}-shop.csv": shop.order_list(found)}


def _saved_object(job: PrintJob) -> dict[str, bytes]:
    """The file that puts the whole kit onto a virtual table, with its name."""
    from printables.render.laying import things
    from printables.render.tabletop import saved_object

    seats = [seat for seat, _title in job.kit.seats]
    return {f"{job.kit.id}.json": saved_object(job.kit.title, seats, things(job.kit, job.chosen), job.kit.dice)}


def _cut_files(job: PrintJob) -> dict[str, bytes]:
    from printables.render import cut

    out = {}
    for i, sheet in enumerate(job.sheets, 1):
        text = cut.sheet_svg(sheet, f"{job.kit.title}, sheet {i}: {', '.join(sheet.names)}")
        out[f"{job.stem}-cut-{i:02}.svg"] = text.encode()
    return out


def _numbered(job: PrintJob, pages: list[bytes]) -> dict[str, bytes]:
    return {f"{job.stem}-{i:02}.{job.format}": data for i, data in enumerate(pages, 1)}
