"""The press in the browser: orders, progress, downloads, and the jobs behind them."""

from __future__ import annotations

import html
import io
import re
import time
import zipfile
from pathlib import Path

import pytest
from flask import Flask

from companion.engine.core.text import Text
from companion.store import Store
from companion.web import Config
from companion.web.press import printing
from companion.web.press.jobs import Job, Jobs, Progress, TooBusy
from companion.web.press.printers import TARGETS
from printables.job import PrintJob
from printables.profile import PrinterProfile
from printables.storage import BOXES, LABELS
from tests.web.phones import HOST, Form, Phone

pytestmark = pytest.mark.slow

# ---- jobs


def finished(job: Job) -> Job:
    for _ in range(100):
        if job.state in ("ready", "failed"):
            return job
        time.sleep(0.02)
    raise AssertionError(job)


def test_a_job_reports_its_progress_and_keeps_its_file(tmp_path: Path) -> None:
    """From waiting to ready."""
    jobs = Jobs()
    seen: list[int] = []

    def work(progress: Progress) -> Path:
        progress(1, 4, Text("drawing"))
        seen.append(job.percent)
        (tmp_path / "x.pdf").write_bytes(b"x")
        return tmp_path / "x.pdf"

    job = Job("", "", "")
    job = jobs.begin("Title", "me", work)
    assert finished(job).percent == 100
    assert job.file == tmp_path / "x.pdf"
    assert jobs.get(job.id) is job


def test_a_failed_job_says_so_in_plain_words() -> None:
    """Never a stack trace."""

    def work(_: object) -> Path:
        raise ZeroDivisionError("secret")

    job = finished(Jobs().begin("Title", "me", work))
    assert job.state == "failed"
    assert "secret" not in str(job.problem)


def test_the_press_takes_only_so_much_at_once() -> None:
    """The next order is told to wait."""
    jobs = Jobs(queue=1)
    jobs.begin("Title", "me", lambda _: (time.sleep(0.3), Path("x"))[1])
    with pytest.raises(TooBusy):
        jobs.begin("Title", "me", lambda _: Path("x"))


def test_finished_jobs_are_forgotten_with_their_files(tmp_path: Path) -> None:
    """A server that runs for months does not fill the disk."""
    jobs = Jobs(keep=1)
    (tmp_path / "other").mkdir()

    def work(_: object) -> Path:
        file = tmp_path / f"{len(list(tmp_path.iterdir()))}.pdf"
        file.write_bytes(b"x")
        return file

    for _ in range(4):
        finished(jobs.begin("Title", "me", work))
    assert len(list(tmp_path.iterdir())) <= 3


# ---- the press, with the first game that has something to print


@pytest.fixture
def press(store: Store) -> tuple[Phone, str]:
    from companion.games import all_games, load_game
    from companion.web import create_app

    largest = next(
        game for game in all_games() if game.kit and {"soldiers"} & {c.id for c in game.printed().components}
    )
    app: Flask = create_app(store, Config(testing=True), find_game=load_game, games=all_games)
    return Phone(app), largest.name


def test_an_order_is_planned_printed_and_downloaded(press: tuple[Phone, str]) -> None:
    """Form, plan, progress page that refreshes itself, file."""
    phone, name = press
    phone.get(f"/print/{name}")
    assert "Sheets of paper: " in phone.text
    form = order_form(phone, name)
    first = next(value for key, value in form.fields if key == "component") if form.value("component") else ""
    phone.send(form, component=[first] if first else [])
    for _ in range(300):
        assert phone.page is not None
        if "It is ready." in phone.text:
            break
        assert phone.page.headers["Refresh"] == "1"
        time.sleep(0.1)
        phone.get(phone.page.request.path)
    assert phone.page is not None
    file = phone.get(phone.page.request.path + "/file")
    assert file.data.startswith(b"%PDF")
    assert "attachment" in file.headers["Content-Disposition"]


def test_an_impossible_order_is_refused_at_its_field(press: tuple[Phone, str]) -> None:
    """What was chosen stays."""
    phone, name = press
    phone.get(f"/print/{name}")
    page = phone.send(order_form(phone, name), margin="99", paper="letter")
    assert page.status_code == 422
    assert 'value="99"' in phone.text
    assert 'value="letter" selected' in phone.text
    for bad in ("much", "", "-1"):
        phone.get(f"/print/{name}")
        assert phone.send(order_form(phone, name), follow=False, margin=bad).status_code in (303, 422)


def test_a_print_belongs_to_the_browser_that_ordered_it(press: tuple[Phone, str]) -> None:
    """Another phone cannot fetch it by its address."""
    phone, name = press
    phone.get(f"/print/{name}")
    phone.send(order_form(phone, name))
    assert phone.page is not None
    path = phone.page.request.path
    stranger = Phone(phone.client.application)
    assert stranger.get(path).status_code == 404


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("margin", "much", "&#39;much&#39; is not a number"),
        ("margin", "25,5", "25.5 mm is not between 0 and 25 mm"),
        ("gap", "inf", "is not a number"),
        ("thickness", "9", "9 mm is not between 0.1 and 5 mm"),
        ("storage", "some", "is not one of none"),
        ("turn", "4", "4 is not between \u22123 and 3"),
        ("shift_x", "x", "is not a number"),
        ("paper", "a9", "is not one of a4"),
        ("sides", "twice", "is not one of duplex-long"),
        ("ink", "gold", "is not one of full"),
        ("format", "doc", "is not one of pdf"),
        ("component", [], "choose at least one"),
    ],
)
def test_every_bad_value_is_told_at_its_field(
    press: tuple[Phone, str], field: str, value: str | list[str], reason: str
) -> None:
    """422, the reason once more beside the control, which is marked; what was typed stays."""
    phone, name = press
    phone.get(f"/print/{name}")
    page = phone.send(order_form(phone, name), **{field: value})
    assert page.status_code == 422
    wrong = re.search(r'aria-describedby="wrong-([a-z_]+)"', phone.text)
    assert wrong
    assert wrong.group(1) == ("components" if field == "component" else field)
    assert re.search(rf'id="wrong-{wrong.group(1)}">[^<]*{re.escape(reason)}', phone.text)


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("margin", "viel", "ist keine Zahl"),
        ("margin", "26", "26 mm liegt nicht zwischen 0 und 25 mm"),
        ("margin", "25", "passt nicht auf dieses Papier; bei 25 mm Rand bleiben"),
        ("turn", "4", "4 liegt nicht zwischen \u22123 und 3"),
        ("paper", "a9", "gehört nicht zu a4"),
        ("component", [], "wähle mindestens eines"),
    ],
)
def test_a_bad_value_is_told_in_the_readers_language(
    press: tuple[Phone, str], field: str, value: str | list[str], reason: str
) -> None:
    """The press knows no languages; the page finds the words for what it says."""
    phone, name = press
    phone.get("/language/de")
    phone.get(f"/print/{name}")
    phone.send(order_form(phone, name), **{field: value})
    assert phone.text.count(reason) >= 2, "above the form and beside the field"


def test_a_paper_too_small_is_told_before_anything_is_printed(press: tuple[Phone, str]) -> None:
    """The display of a Hero does not fit on A4 with wide edges."""
    phone, name = press
    phone.get(f"/print/{name}")
    page = phone.send(order_form(phone, name), margin="25")
    assert page.status_code == 422
    assert 'role="alert"' in phone.text


def test_every_option_reaches_the_press(press: tuple[Phone, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """All fields of the form become the options of the job."""
    made: list[PrintJob] = []
    monkeypatch.setattr(printing, "printed_file", lambda job, _progress: made.append(job) or Path("x"))
    phone, name = press
    phone.get(f"/print/{name}")
    wanted = {"paper": "letter", "sides": "fold", "ink": "low", "format": "png", "margin": "6,5", "gap": "0"}
    wanted |= {"storage": "only", "thickness": "1,5"}
    errors = {"shift_x": "0,4", "shift_y": "-0.2", "turn": "0.1", "scale_x": "0.2", "scale_y": "-0.3"}
    phone.send(order_form(phone, name), component=["soldiers"], codes=[], **wanted, **errors)
    for _ in range(100):
        if made:
            break
        time.sleep(0.02)
    (job,) = made
    assert (job.paper, job.sides, job.ink, job.format, job.margin, job.gap) == ("letter", "fold", "low", "png", 6.5, 0)
    assert job.profile == PrinterProfile(0.4, -0.2, 0.1, 0.2, -0.3)
    assert (job.storage, job.thickness, job.wanted) == ("only", 1.5, ("soldiers",))
    assert [one.id for one in job.chosen] == [BOXES, LABELS]
    assert job.kit.address == ""


def test_several_files_come_as_one_archive(press: tuple[Phone, str]) -> None:
    """Pictures and cutting lines of every sheet in one download."""
    phone, name = press
    for kind, ending in (("svg", ".svg"), ("cut", ".pdf")):
        phone.get(f"/print/{name}")
        phone.send(order_form(phone, name), component=["soldiers"], format=kind)
        wait_for(phone, "It is ready.")
        assert phone.page is not None
        file = phone.get(phone.page.request.path + "/file")
        names = zipfile.ZipFile(io.BytesIO(file.data)).namelist()
        assert len(names) > 1
        assert any(one.endswith(ending) for one in names)


def test_the_ink_is_weighed_before_printing(press: tuple[Phone, str]) -> None:
    """A table of the sheets with their ink; the order can be printed from there as it was."""
    phone, name = press
    phone.get(f"/print/{name}")
    phone.send(order_form(phone, name), component=["soldiers"], do="ink", paper="letter")
    wait_for(phone, "Ink of each printed side")
    assert re.search(r"<td class=.number.>\d+ \+ \d+ %</td>", phone.text), "front and back of the sheet"
    phone.send(phone.form(f"/print/{name}"))
    wait_for(phone, "It is ready.")
    assert f"{name}-soldiers-letter-duplex-long.pdf" in phone.text


def test_this_browser_remembers_its_printer(press: tuple[Phone, str]) -> None:
    """After an order its paper, edges and error stand in the form of the next; another browser knows nothing of it."""
    phone, name = press
    phone.get(f"/print/{name}")
    phone.send(order_form(phone, name), component=["soldiers"], paper="letter", margin="7", shift_x="0.4", ink="low")
    phone.get(f"/print/{name}")
    form = order_form(phone, name)
    assert (form.value("paper"), form.value("margin"), form.value("shift_x")) == ("letter", "7", "0.4")
    assert form.value("ink") == "full", "the ink belongs to the order, not to the printer"
    stranger = Phone(phone.client.application)
    stranger.get(f"/print/{name}")
    assert order_form(stranger, name).value("paper") == "a4"


def test_a_cookie_somebody_wrote_in_is_left_alone(press: tuple[Phone, str]) -> None:
    """Nonsense remembered is nothing remembered."""
    phone, name = press
    phone.client.set_cookie("printer", "paper=letter&turn=99", domain=HOST.partition(":")[0], path="/print")
    assert phone.get(f"/print/{name}").status_code == 200
    assert order_form(phone, name).value("paper") == "a4"


def test_a_printer_is_measured_and_remembered(press: tuple[Phone, str]) -> None:
    """The page to print, five readings, the error worked out; the next order is made with it; it can be forgotten."""
    phone, name = press
    phone.get("/print/printer")
    page = phone.get("/print/printer/calibration.pdf?paper=letter&sides=duplex-short")
    assert page.data.startswith(b"%PDF")
    assert phone.get("/print/printer/calibration.pdf?sides=fold").status_code == 404
    phone.get("/print/printer")
    read = {
        f"{target} {way}": "0,5" if way == "across" else "-0.25" for target in TARGETS for way in ("across", "down")
    }
    phone.send(phone.form("/print/printer"), **read)
    assert "Backs lie 0.5 mm too far to the right." in phone.text
    assert "Backs lie 0.25 mm too high." in phone.text
    phone.get(f"/print/{name}")
    form = order_form(phone, name)
    assert [form.value(one) for one in ("shift_x", "shift_y", "turn")] == ["0.5", "-0.25", "0"]
    phone.get("/print/printer")
    phone.send(phone.form("/print/printer"), forget="1")
    phone.get(f"/print/{name}")
    assert order_form(phone, name).value("shift_x") == "0"


@pytest.mark.parametrize(
    ("read", "field"),
    [
        ({"middle across": "x", "middle down": "0"}, "middle-across"),
        ({"middle across": "1"}, "middle-down"),
        ({"top left across": "99", "top left down": "0"}, "top-left-across"),
        ({"middle across": "1", "middle down": "1"}, ""),
    ],
)
def test_bad_readings_are_told_at_their_field(press: tuple[Phone, str], read: dict[str, str], field: str) -> None:
    """What was typed stays; too few targets are told."""
    phone, _name = press
    phone.get("/print/printer")
    assert phone.send(phone.form("/print/printer"), **read).status_code == 422
    assert f'id="wrong-{field}"' in phone.text if field else "Readings: read both scales" in phone.text
    for value in read.values():
        assert f'value="{value}"' in phone.text


def test_components_are_looked_at_before_printing(press: tuple[Phone, str]) -> None:
    """Fronts and backs, small pieces together, large ones one by one, each a picture that can be fetched."""
    phone, name = press
    for component, least in (("soldiers", 2), ("tiles", 32)):
        phone.get(f"/print/{name}/look/{component}?ink=low")
        pictures = [html.unescape(one) for one in re.findall(r'<img [^>]*src="([^"]+)"', phone.text)]
        assert len(pictures) == least
        texts = {phone.get(one).get_data(as_text=True) for one in pictures[:2]}
        assert len(texts) == 2, "the back is not the front"
        assert all(text.startswith("<?xml") or "<svg" in text for text in texts)
    assert phone.get(f"/print/{name}/look/nothing").status_code == 404
    assert phone.get(f"/print/{name}/picture/tiles.svg?piece=nothing").status_code == 404
    assert phone.get(f"/print/{name}/picture/tiles.svg?ink=gold").status_code == 404


def test_an_open_page_asks_for_its_plan(press: tuple[Phone, str]) -> None:
    """The fragment follows the fields: fewer components, fewer sheets; pictures in the ink chosen; faults in words."""
    phone, name = press
    phone.get(f"/print/{name}/plan?chosen=1&component=soldiers&ink=low")
    assert "printed sides: 2, pieces: 108" in phone.text
    assert "<html" not in phone.text
    assert "ink=low" in phone.text
    phone.get(f"/print/{name}/plan?chosen=1&component=soldiers&format=shop")
    assert "-shop.csv" in phone.text
    assert "printed sides" not in phone.text
    assert phone.get(f"/print/{name}/plan?chosen=1&component=soldiers&margin=auto").status_code == 200
    assert "Margins of" in phone.text
    assert phone.get(f"/print/{name}/plan?chosen=1&component=soldiers&margin=x").status_code == 200
    assert "is not a number" in phone.text


def wait_for(phone: Phone, words: str) -> None:
    """Follow a progress page to its end."""
    for _ in range(300):
        assert phone.page is not None
        if words in phone.text:
            return
        assert "Refresh" in phone.page.headers, phone.text
        time.sleep(0.1)
        phone.get(phone.page.request.path)


def order_form(phone: Phone, name: str) -> Form:
    return phone.form(f"/print/{name}")


def test_printed_codes_lead_to_this_server(press: tuple[Phone, str]) -> None:
    """The address other phones use; without the tick, no code and no address in print."""
    phone, name = press
    phone.get(f"/print/{name}")
    assert "They open http://192.168.1.5:8000/ on any phone" in phone.text
    with_codes = phone.forms()[0].value("codes")
    phone.get(f"/print/{name}?chosen=1&component=x")
    assert (with_codes, phone.forms()[0].value("codes")) == ("yes", "")
