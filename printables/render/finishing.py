"""What reportlab's file still lacks: layers, tags, shared resources, how to print it; and what it says too much.

Knows the PDF as pikepdf sees it and nothing of how pages are drawn.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence

import pikepdf

from printables.look.display import Page
from printables.render import tagging

LIBRARY_PREFIX = "FormXob."
"""What reportlab puts before the names of forms among the resources."""
LAYERS = ("Art", "Cut", "Fold", "Marks", "Text")
UNSAID = {"/Author", "/Keywords", "/Subject", "/Trapped", "/Producer", "/CreationDate", "/ModDate"}
"""Entries that have nothing to say: empty ones, and the same date in every file."""
DEFAULTS = ("/Rotate", "/Trans")
"""What the library writes of a page although it is so anyway."""
MOST_IN_A_LIST = 100
CMAP_BEGIN = (
    "/CIDInit /ProcSet findresource begin",
    "12 dict begin",
    "begincmap",
    "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def",
    "/CMapName /Adobe-Identity-UCS def",
    "/CMapType 2 def",
    "1 begincodespacerange",
    "<00> <FF>",
    "endcodespacerange",
)
CMAP_END = ("endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end")


def finished(data: bytes, info: Mapping[str, str], pages: Sequence[Page], told: Sequence[tagging.Told]) -> bytes:
    """Add the layers, the tags (of each page what is `told`, nothing for none) and the information entries."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        groups = {n: pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name=n)) for n in LAYERS}
        order = pikepdf.Array(groups.values())
        pdf.Root.OCProperties = pikepdf.Dictionary(
            OCGs=order, D=pikepdf.Dictionary(Order=order, BaseState=pikepdf.Name.ON)
        )
        pdf.Root.ViewerPreferences = pikepdf.Dictionary(
            DisplayDocTitle=True, PrintScaling=pikepdf.Name("/None"), Duplex=_duplex(info.get("Sides", ""))
        )
        _share_resources(pdf, groups)
        _tell_characters(pdf)
        if told:
            tagging.add_tree(pdf, pages, told)
        for key in UNSAID & pdf.docinfo.keys():
            del pdf.docinfo[key]
        for key, value in info.items():
            pdf.docinfo[f"/{key}"] = value
        out = io.BytesIO()
        pdf.save(
            out,
            deterministic_id=True,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            recompress_flate=False,
        )
        return out.getvalue()


def _share_resources(pdf: pikepdf.Pdf, groups: Mapping[str, pikepdf.Object]) -> None:
    """One resource dictionary for all, the one of the last page, instead of one each; forms without default entries."""
    forms = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
    shared = pikepdf.Dictionary(XObject=pikepdf.Dictionary(), Properties=pikepdf.Dictionary())
    for name, group in groups.items():
        shared.Properties[f"/{name}"] = group
    own = pdf.pages[-1].obj.Resources
    if "/Font" in own:
        shared.Font = own.Font
    for name, form in own.get("/XObject", pikepdf.Dictionary()).items():
        shared.XObject[name.replace(LIBRARY_PREFIX, "")] = form
    indirect = pdf.make_indirect(shared)
    for form in forms:
        for key in ("/Type", "/FormType", "/Matrix"):  # all at their defaults
            del form[key]
        text = form.read_bytes().strip()
        form.write(text)
        if b" Do" in text or b" Tj" in text:
            form.Resources = indirect
        else:
            del form.Resources
    for page in pdf.pages:
        page.obj.Resources = indirect
        page.Contents.write(page.Contents.read_bytes().strip())
        for key in DEFAULTS:
            del page.obj[key]


def _tell_characters(pdf: pikepdf.Pdf) -> None:
    """Say of each font which characters its codes mean, of those alone that are used.

    The library fills up with spaces and lets the first code, of no character, mean U+0000, which PDF/UA forbids.
    """
    for font in pdf.objects:
        if isinstance(font, pikepdf.Dictionary) and "/ToUnicode" in font:
            told = re.findall(r"<(..)> <([0-9A-F]{4,6})>\n", font.ToUnicode.read_bytes().decode("ascii"))
            used = [(code, _halves(char)) for code, char in told if char not in ("0000", "0020") or code == "20"]
            del font["/Name"]  # from the first version of PDF
            font.ToUnicode = pdf.make_stream(_characters(used).encode("ascii"))


def _halves(char: str) -> str:
    """A letter beyond the first 65,536 (emoji) in two halves, as PDF wants it."""
    return chr(int(char, 16)).encode("utf-16-be").hex().upper()


def _characters(used: Sequence[tuple[str, str]]) -> str:
    """A table of codes and characters as fonts have it."""
    lists = []
    for run in (used[at : at + MOST_IN_A_LIST] for at in range(0, len(used), MOST_IN_A_LIST)):
        lists += [f"{len(run)} beginbfchar", *(f"<{code}> <{char}>" for code, char in run), "endbfchar"]
    return "\n".join((*CMAP_BEGIN, *lists, *CMAP_END))


def _duplex(sides: str) -> pikepdf.Name:
    names = {"duplex-long": "/DuplexFlipLongEdge", "duplex-short": "/DuplexFlipShortEdge"}
    return pikepdf.Name(names.get(sides, "/Simplex"))
