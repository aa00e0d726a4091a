"""Printer profiles: what is read on the calibration page brings every corner home."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printables.errors import BadOption
from printables.job import PrintJob, calibration_pdf
from printables.layout import calibration
from printables.model import Kit
from printables.paper import PAPERS, setups
from printables.profile import PrinterProfile, inverse, parse
from printables.proof.proving import prove
from printables.proof.readback import read_pages
from printables.units import apply, then

W, H = 210.0, 297.0
SETUP = setups(PAPERS["a4"], "duplex-long")[0]
ERRORS = st.builds(
    PrinterProfile,
    st.floats(-2, 2),
    st.floats(-2, 2),
    st.floats(-0.5, 0.5),
    st.floats(-0.7, 0.7),
    st.floats(-0.7, 0.7),
)


def read(printer: PrinterProfile, to: float = 0.1) -> dict[str, tuple[float, float]]:
    """What somebody reads at the targets, rounded as the vernier allows."""
    error = printer.error(W, H)
    out = {}
    for name, at in calibration.targets(SETUP).items():
        across, down = calibration.scales(at)
        dx = apply(error, across)[0] - across[0]
        dy = apply(error, down)[1] - down[1]
        out[name] = (round(dx / to) * to, round(dy / to) * to)
    return out


def fitted(printer: PrinterProfile, to: float = 0.1) -> PrinterProfile:
    return calibration.profile(PAPERS["a4"], "duplex-long", read(printer, to))


def worst_corner(printer: PrinterProfile, profile: PrinterProfile) -> float:
    """How far the corners of the paper end from where they belong, corrected by profile, printed by printer."""
    both = then(profile.correction(W, H), printer.error(W, H))
    return max(math.dist(apply(both, p), p) for p in ((0, 0), (W, 0), (0, H), (W, H)))


def test_the_promised_simulation() -> None:
    """2 mm shift, half a degree, 0.7 % scale: without correction corners are off by more than 3 mm."""
    printer = PrinterProfile(2.0, -2.0, 0.5, 0.7, -0.7)
    assert worst_corner(printer, PrinterProfile()) > 3.0
    assert worst_corner(printer, fitted(printer)) <= 0.15


@settings(max_examples=200)
@given(ERRORS)
def test_every_corner_of_every_such_printer_ends_within_015_mm(printer: PrinterProfile) -> None:
    assert worst_corner(printer, fitted(printer)) <= 0.15


@given(ERRORS)
def test_exact_readings_give_the_printer_back(printer: PrinterProfile) -> None:
    found = fitted(printer, 1e-9)
    for name in ("shift_x", "shift_y", "turn", "scale_x", "scale_y"):
        assert getattr(found, name) == pytest.approx(getattr(printer, name), abs=0.02)


@given(ERRORS, st.floats(0, W), st.floats(0, H))
def test_the_inverse_undoes(printer: PrinterProfile, x: float, y: float) -> None:
    error = printer.error(W, H)
    assert apply(then(error, inverse(error)), (x, y)) == pytest.approx((x, y), abs=1e-6)


def test_a_profile_survives_as_text() -> None:
    profile = PrinterProfile(0.4, -1.25, 0.1, 0.05, -0.3)
    assert parse(str(profile)) == profile
    assert parse("") == PrinterProfile()


@pytest.mark.parametrize(("text", "field"), [("tilt=1", "profile"), ("turn=x", "turn"), ("shift_x=99", "shift_x")])
def test_a_bad_profile_is_refused_by_name(text: str, field: str) -> None:
    with pytest.raises(BadOption) as caught:
        parse(text)
    assert caught.value.field == field


def test_corrected_files_pass_the_proof_and_only_with_their_profile(kit: Kit) -> None:
    """The proof sees the backs where this printer will put them; without the error they would be off."""
    job = PrintJob(kit, components=["wedges"], profile=PrinterProfile(1.0, 0.5, 0.2, 0.3, 0.1))
    report = prove(job.pdf(), job.counts)
    assert report.ok, [str(p) for p in report.problems]
    assert report.worst_back <= 0.01
    plain = PrintJob(kit, components=["wedges"]).pdf()
    pages, _ = read_pages(job.pdf())
    before, _ = read_pages(plain)
    moved = math.dist(pages[1].pieces[0].trim[0], before[1].pieces[0].trim[0])
    assert moved > 0.5
    assert pages[0].pieces[0].trim == before[0].pieces[0].trim


@pytest.mark.parametrize("sides", ["duplex-long", "duplex-short"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_calibration_targets_meet_through_the_paper(paper: str, sides: str) -> None:
    """The zero of each main scale on the front lies on the zero of its vernier on the back."""
    setup = setups(PAPERS[paper], sides)[0]  # type: ignore[arg-type]
    pages, _ = read_pages(calibration_pdf(paper, sides))
    turn = setup.turn()
    assert turn is not None
    zeros = [[d[0][1] for d in page.strokes["Art"] if len(d) > 20] for page in pages]
    assert len(zeros[0]) == len(zeros[1]) == 10
    for name, at in calibration.targets(setup).items():
        (x1, y1), (x2, y2) = calibration.scales(at)
        for first, zero in (((x1 - calibration.REACH, y1), (x1, y1)), ((x2, y2 - calibration.REACH), (x2, y2))):
            assert min(math.dist(apply(turn, z), first) for z in zeros[0]) < 0.001, name
            assert min(math.dist(z, zero) for z in zeros[1]) < 0.001, name


def test_readings_that_say_too_little_are_refused() -> None:
    for bad in ({}, {"top left": (0.1, 0.1)}, {"nowhere": (0.0, 0.0)}):
        with pytest.raises(BadOption) as caught:
            calibration.profile(PAPERS["a4"], "duplex-long", bad)
        assert caught.value.field == "readings"


def test_only_two_sided_printing_is_calibrated() -> None:
    with pytest.raises(BadOption):
        calibration_pdf("a4", "single")
