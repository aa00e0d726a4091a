"""Files that unfold: what a stranger hands to the press costs a child process its life, and the server nothing."""

from __future__ import annotations

import io
import resource
import time
import zlib
from pathlib import Path

import pikepdf
import pytest

from printables import apart
from printables.errors import BadOption
from printables.job import PrintJob
from printables.model import Component, Kit
from tests.printables.conftest import hex_tile

UNFOLDED = 2**30
KIT = Kit("small", "Small", (Component("tiles", "Tiles", (hex_tile(1), hex_tile(2)), "tiles"),))


def bomb(size: int = UNFOLDED) -> bytes:
    """A PDF of a megabyte whose table of objects unfolds to a gigabyte."""
    made = zlib.compressobj(9)
    block = bytes(2**20)
    packed = b"".join(made.compress(block) for _ in range(size // len(block))) + made.flush()
    head = b"%PDF-1.5\n"
    entries = f"1 0 obj\n<</Type/XRef/Size {size // 4}/W[1 2 1]/Root 2 0 R/Filter/FlateDecode/Length {len(packed)}>>"
    body = entries.encode() + b"\nstream\n" + packed + b"\nendstream\nendobj\n"
    return head + body + f"startxref\n{len(head)}\n%%EOF".encode()


def locked() -> bytes:
    out = io.BytesIO()
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(out, encryption=pikepdf.Encryption(owner="a", user="b"))
    return out.getvalue()


@pytest.mark.parametrize("make", [bomb, locked, lambda: b"%PDF-1.7\n" + b"<<" * 200_000, lambda: bytes(3 * 2**20)])
def test_a_hostile_pdf_is_refused_in_good_time_and_takes_no_memory_of_ours(make: object) -> None:
    """Within the limits of the child, with its words at the field; our own memory stays as it was."""
    data = make()  # type: ignore[operator]
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.monotonic()
    with pytest.raises(BadOption, match="since"):
        apart.read_apart(data)
    took, grown = time.monotonic() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert took < apart.SECONDS + 5
    assert grown < 100 * 1024  # kB
    child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert child * 1024 <= apart.MEMORY
    print(f"{len(data)} bytes: refused in {took:.1f} s, {grown} kB more here, {child} kB in the child")


def test_a_file_of_ours_is_read_as_before(tmp_path: Path) -> None:
    """Apart or not, the fingerprints are the same."""
    from printables.changes import read

    file = PrintJob(KIT).pdf()
    assert apart.read_apart(file) == read(file) != {}


def test_a_reader_that_never_ends_is_stopped() -> None:
    """Whatever it does."""
    with pytest.raises(BadOption, match="since"):
        apart.read_apart(PrintJob(KIT).pdf(), seconds=0.01)
