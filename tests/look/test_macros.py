"""What the macros write: the names the app reads, labels, reasons, and nothing that a strict policy forbids."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from companion.engine.core.effects import Pool
from companion.engine.core.errors import Refusal
from companion.engine.core.questions import Question
from companion.engine.core.text import Text
from companion.engine.game.panels import HexView, Token
from tests.look import samples
from tests.look.gallery import PAGES, ROOT, environment, form_view, page
from tests.look.reading import Element, elements, names


def test_whose_a_place_is_is_said_once() -> None:
    """What stands there says it by itself, if it is of the same side."""
    words = environment().get_template("parts/map.html").module.hex_words  # type: ignore[attr-defined]
    token = Token(Text("Red: 1 chit"), "R", "orange")
    place = HexView("1,2", 1, 2, label=Text("Desert"), owner="red", owner_colour="orange")
    assert str(words(place)).count("Red") == 1
    assert str(words(replace(place, tokens=(token,)))).count("Red") == 1
    assert str(words(replace(place, tokens=(replace(token, colour="teal"),)))).count("Red") == 2


@pytest.mark.parametrize(
    ("section", "links", "linked"), [("8.3", 1, False), ("Fights", 1, True), ("Fights;Ends", 2, True), ("", 0, False)]
)
def test_what_has_a_named_section_leads_there_itself(section: str, links: int, linked: bool) -> None:
    """A number stands beside it; a name is never put beside a name, whatever the two say."""
    draw = environment().get_template("parts/bits.html").module.ruled_by  # type: ignore[attr-defined]
    drawn = str(draw("toy", "Fighting", section))
    assert drawn.count("<a ") == links
    assert ("<b>Fighting</b></a>" in drawn) is linked
    assert drawn.count("<b>Fighting</b>") == 1


def form(question: Question, refusal: Refusal | None = None, typed: dict[str, list[str]] | None = None) -> str:
    draw = environment().get_template("parts/forms.html").module.question_form  # type: ignore[attr-defined]
    map_panel = samples.game_map() if question.key == "map-1" else None
    return str(draw(form_view(question, "p1", refusal, typed, map_panel)))


def fixed(name: str, values: object) -> set[tuple[str, str]]:
    return {(name, str(value)) for value in values}  # type: ignore[attr-defined]


APP = {("roll", "app")}
EXPECTED = {
    "TURN": fixed("choice", ("move", "drop", "take", "end")),
    "CONFIRM": fixed("choice", ("yes", "no")),
    "CONFIRM_NO": fixed("choice", ("no",)),
    "NUMBER": fixed("number", range(13)),
    "BIG_NUMBER": {("number", "")},
    "PICK": fixed("choice", ("a", "b")),
    "ARMY": {(f"count.u{n}", "") for n in range(5)},
    "ROLL": fixed("die.0", range(1, 21)) | APP,
    "D6": fixed("die.0", range(1, 7)) | APP,
    "TWO": fixed("die.0", range(1, 21)) | fixed("die.1", range(1, 21)) | APP,
    "D100": {("die.0", "")} | APP,
    "POOL": fixed("number", range(8)) | APP,
    "DRAW": fixed("card", ("sword", "bow", "ring")) | APP,
    "DRAW_TWO": {(f"count.q{n}", "") for n in range(9)} | APP,
    "SITUATION": fixed("f.side.choice", samples.SEATS)
    | fixed("f.tower.choice", ("yes", "no"))
    | fixed("f.gear.choice", ("ram", "ladder"))
    | {("f.attack.number", ""), ("f.tile.choice", "")}
    | {(f"f.units.count.l{n}", "") for n in (1, 2, 3)},
}


@pytest.mark.parametrize("name", EXPECTED)
def test_every_form_posts_exactly_the_names_and_values_the_app_reads(name: str) -> None:
    """Nothing is missing, nothing greyed can be sent, and nothing else is there."""
    assert names(elements(form(getattr(samples, name)))) == EXPECTED[name]


def test_the_hidden_fields_say_which_question_and_count_the_post_once() -> None:
    """A post carries the form token, its idempotency key, the key of the question and what the page adds."""
    found = elements(form(samples.TURN))
    hidden = {one.attrs["name"]: one.attrs["value"] for one in found if one.attrs.get("type") == "hidden"}
    assert hidden == {"csrf": "token", "post": "p1", "key": "turn-1", "tab": "now"}


@pytest.mark.parametrize("name", PAGES)
def test_no_page_needs_inline_style_or_script(name: str) -> None:
    """A policy without inline code breaks nothing: no style attributes, no handlers, no script text."""
    for one in elements(page(name)):
        assert "style" not in one.attrs, one
        assert not [attr for attr in one.attrs if attr.startswith(("on", "hx-on"))], one
        assert one.tag != "style"
        assert one.tag != "script" or (one.attrs.get("src") and not one.text.strip())


@pytest.mark.parametrize("name", PAGES)
def test_every_control_has_a_name_for_those_who_do_not_see_it(name: str) -> None:
    """Inputs and selects have a label; buttons and links have words, unless they repeat what a field does."""
    found = elements(page(name))
    labelled = {one.attrs["for"]: one.text.strip() for one in found if one.tag == "label" and "for" in one.attrs}
    for one in found:
        if one.tag in ("input", "select") and one.attrs.get("type") != "hidden":
            around = one.up("label")
            words = labelled.get(one.attrs.get("id", "")) or (around.text.strip() if around else "")
            assert words or one.attrs.get("aria-label"), one.attrs
        if one.tag in ("button", "a") and one.attrs.get("aria-hidden") != "true" and one.up("svg") is None:
            assert one.text.strip() or one.attrs.get("aria-label"), one.attrs


@pytest.mark.parametrize("name", PAGES)
def test_ids_are_unique_and_whatever_is_pointed_at_exists(name: str) -> None:
    """`aria-describedby`, `aria-labelledby`, `for` and links inside the page all lead somewhere."""
    found = elements(page(name))
    ids = [one.attrs["id"] for one in found if "id" in one.attrs and one.up("defs") is None]
    assert len(ids) == len(set(ids)), sorted({one for one in ids if ids.count(one) > 1})
    for one in found:
        for attr in ("aria-describedby", "aria-labelledby", "for"):
            for target in one.attrs.get(attr, "").split():
                assert target in ids, (attr, target)
        if one.attrs.get("href", "").startswith("#q-"):
            assert one.attrs["href"][1:] in ids, one.attrs


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (samples.TURN, "not before all tiles"),
        (samples.CONFIRM_NO, "no free hex"),
        (samples.PICK, "have attacked already"),
    ],
)
def test_what_is_not_allowed_is_disabled_and_described_by_its_reason_and_section(
    question: Question, reason: str
) -> None:
    """A greyed option cannot be chosen, and says why and by which section."""
    found = elements(form(question))
    by_id = {one.attrs["id"]: one for one in found if "id" in one.attrs}
    (off,) = [one for one in found if "disabled" in one.attrs]
    words = by_id[off.attrs["aria-describedby"]].text
    assert reason in words
    assert f"§\u202f{question.section if reason != 'not before all tiles' else '7.2'}" in words


def test_a_line_that_cannot_be_bought_says_why_and_has_no_field() -> None:
    """The refused row of a counts form shows its reason where the number would be."""
    found = elements(form(samples.ARMY))
    assert "needs a Level 2 training area" in next(one for one in found if one.attrs.get("class") == "row off").text
    assert "count.u9" not in {one.attrs.get("name") for one in found}


def invalid(found: list[Element]) -> list[str]:
    return [one.attrs.get("name", one.tag) for one in found if one.attrs.get("aria-invalid")]


def test_a_refused_line_is_marked_and_described_where_it_stands() -> None:
    """The field in question, and only that, is invalid and points at the reason; what was typed is kept."""
    found = elements(form(samples.ARMY, samples.WRONG_ROW, {"count.u0": ["4"], "count.u2": ["11"]}))
    assert invalid(found) == ["count.u2"]
    (message,) = [one for one in found if one.attrs.get("role") == "alert"]
    assert message.attrs["id"] == "q-army-1-refusal"
    assert message.parent is not None
    assert message.parent.attrs["class"] == "row"
    values = {one.attrs.get("name"): one.attrs.get("value") for one in found}
    assert (values["count.u0"], values["count.u2"], values["count.u1"]) == ("4", "11", "0")


def test_a_refusal_inside_a_group_of_fields_stands_at_its_field_with_everything_typed_kept() -> None:
    """Choices, ticks and numbers come back as they were, the reason beside the number that is wrong."""
    typed = {"f.attack.number": ["44"], "f.side.choice": ["amazons"], "f.gear.choice": ["ram"], "f.tile.choice": ["T3"]}
    found = elements(form(samples.SITUATION, samples.WRONG_FIELD, typed))
    assert invalid(found) == ["f.attack.number"]
    on = {(one.attrs["name"], one.attrs["value"]) for one in found if "checked" in one.attrs}
    assert on == {("f.side.choice", "amazons"), ("f.gear.choice", "ram"), ("f.tower.choice", "no")}
    assert [one.attrs["value"] for one in found if "selected" in one.attrs] == ["T3"]
    assert [one.attrs["value"] for one in found if one.attrs.get("name") == "f.attack.number"] == ["44"]


def test_a_refusal_without_a_field_stands_at_the_head_of_the_form() -> None:
    """A form refused as a whole says so once, before its fields."""
    found = elements(form(samples.TURN, Refusal("6.4", Text("It is not your turn."))))
    (message,) = [one for one in found if one.attrs.get("role") == "alert"]
    assert message.parent is not None
    assert message.parent.tag == "form"


def test_places_on_the_map_are_links_to_the_buttons_that_choose_them() -> None:
    """Each place can be tapped in the picture and pressed in the list under the same number; the rest are buttons."""
    found = elements(form(samples.map_question()))
    links = {one.attrs["href"][1:] for one in found if "data-press" in one.attrs}
    buttons = {one.attrs.get("id", ""): one for one in found if one.tag == "button"}
    places = {buttons[link].attrs["value"] for link in links}
    assert places == {option.id for option in samples.map_question().part.form.options if ":" in option.id}  # type: ignore[union-attr]
    assert ("choice", "end") in names(found)
    numbers = [one.text for one in found if one.tag == "text" and one.parent and one.parent.tag == "g" and one.up("a")]
    assert sorted(numbers) == sorted(one.text for one in found if one.attrs.get("class") == "no")


def test_texts_of_a_game_are_escaped() -> None:
    """A label with markup in it is shown as it is written."""
    html = str(environment().get_template("parts/bits.html").module.undo_button("/", "p", "<b>&"))  # type: ignore[attr-defined]
    assert "&lt;b&gt;&amp;" in html


@pytest.mark.parametrize("name", ["bits.html", "forms.html", "log.html", "map.html", "panels.html"])
def test_icons_are_used_by_their_meaning_and_colours_by_their_name(name: str) -> None:
    """No colour is written in a template (white and black for the QR code excepted)."""
    source = (ROOT / "templates" / "parts" / name).read_text(encoding="utf-8")
    assert not [one for one in re.findall(r'"#[0-9a-fA-F]{3,8}"', source) if one not in ('"#fff"', '"#000"')]


def test_many_dice_say_what_they_bring_on_average() -> None:
    """Who has never counted it reads beside the dice how many of them are to be expected."""
    part = samples.POOL.part
    assert isinstance(part, Pool)
    share = (part.sides - part.target + 1) / part.sides
    (mean,) = re.findall(r'class="mean">([^<]*)<', form(samples.POOL))
    assert f"{part.count * share:.1f}" in mean
