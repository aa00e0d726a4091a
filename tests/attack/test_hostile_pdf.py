"""A PDF from a stranger, sent to "only what changed since": it is read where it can do no harm, or refused in words."""

from __future__ import annotations

import io
import resource
import time
import zlib
from pathlib import Path

import pikepdf
import pytest

from companion.games import load_game
from printables import changes, limited
from printables.errors import BadOption, ProofError
from printables.job import PrintJob


def hostile_objects(unpacked: int) -> bytes:
    """A PDF whose information stands in a stream of objects that unpacks to a thousand times its size."""
    press, blank = zlib.compressobj(9), b" " * 1_000_000
    packed = press.compress(b"4 0 <</Faces (a=b)>>")
    packed += b"".join(press.compress(blank) for _ in range(unpacked // len(blank))) + press.flush()
    parts = [
        b"1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n",
        b"2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n",
        b"3 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length %d>>stream\n%s\nendstream endobj\n"
        % (len(packed), packed),
    ]
    body, places = b"%PDF-1.5\n", []
    for part in parts:
        places.append(len(body))
        body += part
    table = b"".join(
        [b"\x00" + bytes(4) + b"\xff"]
        + [b"\x01" + place.to_bytes(4, "big") + b"\x00" for place in places]
        + [b"\x02" + (3).to_bytes(4, "big") + b"\x00", b"\x01" + len(body).to_bytes(4, "big") + b"\x00"]
    )
    start = len(body)
    body += b"5 0 obj<</Type/XRef/Size 6/W[1 4 1]/Root 1 0 R/Info 4 0 R/Length %d>>stream\n" % len(table)
    return body + table + b"\nendstream endobj\nstartxref\n%d\n%%%%EOF" % start


def encrypted() -> bytes:
    out = io.BytesIO()
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(out, encryption=pikepdf.Encryption(owner="o", user="u"))
    return out.getvalue()


@pytest.mark.parametrize(
    "data",
    [b"", b"%PDF-1.7", b"\x00" * 100_000, encrypted(), b"%PDF-1.5\n" + b"1 0 obj" * 50_000, hostile_objects(10)[:-40]],
    ids=["empty", "head", "zeros", "encrypted", "open", "cut"],
)
def test_what_is_no_pdf_of_ours_is_refused(data: bytes) -> None:
    """Whatever stands in it: a reason at the field, no crash."""
    with pytest.raises(BadOption) as caught:
        changes.read(data, "toy")
    assert caught.value.field == "since"


@pytest.mark.slow
def test_a_file_that_unpacks_to_gigabytes() -> None:
    """A megabyte that wants two gigabytes is refused; this process takes nothing of it, and little time."""
    data = hostile_objects(1_200_000_000)
    assert len(data) < 2_000_000
    before, begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.perf_counter()
    with pytest.raises(BadOption, match="that file"):
        changes.read(data, "toy")
    seconds = time.perf_counter() - begun
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"hostile PDF: {len(data)} bytes, {seconds:.1f} s, {grown:.0f} MiB here, {child:.0f} MiB in its own process")
    assert seconds < limited.MOST_SECONDS + 2
    assert grown < 64


def test_the_same_small_is_read() -> None:
    """The file above is a sound one but for its size: the limit refuses it, not its shape."""
    assert limited.read_info(hostile_objects(10)) == {"Faces": "a=b"}


def test_a_file_that_takes_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader is ended after its time."""
    monkeypatch.setattr(limited, "MOST_SECONDS", 1)
    monkeypatch.setattr(limited, "_ENTRIES", "while True: pass")
    begun = time.perf_counter()
    with pytest.raises(ProofError, match="too long"):
        limited.read_info(b"%PDF")
    assert time.perf_counter() - begun < 5


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is on the disk only while it is read."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(ProofError):
        limited.read_info(b"no PDF")
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_ours_is_read() -> None:
    """The fingerprints of a finished PDF come back whole."""
    kit = load_game("two_bases").printed()
    job = PrintJob(kit, components=[kit.components[0].id])
    assert set(changes.read(job.pdf(), kit.id)) == {piece.id for piece in kit.components[0].pieces}
