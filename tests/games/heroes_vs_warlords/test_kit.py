"""The printed kit carries the game's data: every value once, from the data files, in the right place."""

from __future__ import annotations

import math
import re
import subprocess
import sys
import tomllib
from collections import Counter
from importlib.resources import files
from itertools import pairwise
from typing import Any

import pytest

from companion.games.heroes_vs_warlords.fighting.hits import ATTRITION
from companion.games.heroes_vs_warlords.kit import kit
from companion.games.heroes_vs_warlords.kit.cities import army, defenses, improvements
from companion.games.heroes_vs_warlords.kit.making import COLOURS, Making
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.sheet import HOUSE_SHEET
from printables.claims import claims, counts
from printables.job import PrintJob
from printables.kinds.tile import MIDDLES
from printables.look.display import Circle, Group, Item, Layer, Path, Place, Style, Text
from printables.look.theme import INKS, Look
from printables.model import Piece
from printables.paper import PAPERS, SIDES
from printables.profile import PrinterProfile
from printables.proof.proving import prove
from printables.proof.turning import TOLERANCE

pytestmark = pytest.mark.slow

RACES = ("knights", "amazons", "barbarians")
COUNTED = {
    "mercenaries": "mercenaries",
    "control_markers": "control_markers",
    "hero_markers": "hero_markers",
    "equipment": "equipment_markers",
    "siege_markers": "siege_markers",
    "hit_markers": "hit_markers",
    "number_markers": "amount_markers",
}


def data(name: str) -> dict[str, Any]:
    path = files("companion.games.heroes_vs_warlords").joinpath("data", f"{name}.toml")
    return tomllib.loads(path.read_text("utf-8"))


def texts(items: tuple[Item, ...]) -> list[Text]:
    out: list[Text] = []
    for item in items:
        if isinstance(item, Text):
            out.append(item)
        elif isinstance(item, Group | Layer):
            out += texts(item.items)
    return out


def words(piece: Piece, side: str = "front") -> list[str]:
    draw = piece.front if side == "front" else piece.back
    assert draw is not None
    return [t.text for t in texts(draw(Look()).items)]


def pieces(component: str) -> dict[str, Piece]:
    return {p.id: p for p in kit().component(component).pieces}


def test_counts_are_those_of_the_data() -> None:
    counters = data("counters")["counters"]
    assert kit().component("soldiers").count == counters["soldiers"] == 108
    assert kit().component("guards").count == counters["neutral_guards"] == 36
    assert kit().component("tiles").count == counters["terrain_tiles"] == 16
    assert kit().component("hero_displays").count == 6
    assert kit().component("standees").count == 7
    for component, name in COUNTED.items():
        assert kit().component(component).count == counters[name], component
    places = counters["explored_markers"] + counters["outpost_markers"]
    assert kit().component("place_markers").count == places
    assert kit().component("equipment").count == sum(r["count"] for r in data("equipment")["equipment"])
    assert kit().component("quest_cards").count == len(data("quests")["quest"])
    assert kit().component("city_displays").count == len(RACES)
    by_race = Counter(p.id.split("-")[0] for p in pieces("soldiers").values() for _ in range(p.count))
    assert by_race == dict.fromkeys(RACES, 36)


@pytest.mark.parametrize("side", [*RACES, "neutrals"])
def test_every_unit_carries_its_values_in_the_corners(side: str) -> None:
    """Attack top left, Defense top right, Movement bottom left, Level bottom right."""
    known = pieces("soldiers") | pieces("guards")
    for level, values in data("units")["units"][side].items():
        piece = known[f"{side}-{level}"]
        found = {}
        for text in texts(piece.front(Look()).items):
            if text.text.isdigit():
                found[text.x > 8, text.y > 8] = int(text.text)
        assert found == {
            (False, False): values["attack"],
            (True, False): values["defense"],
            (False, True): values["move"],
            (True, True): int(level),
        }


def test_house_values_are_told_once() -> None:
    """On the aids and the credits, on the back of the Round track; what lies on the table is clear of the word."""
    sides = {c.id: [words(p, side) for p in c.pieces for side in ("front", "back") if side == "front" or p.back]
             for c in kit().components}  # fmt: skip
    everything = {name: " ".join(word for one in found for word in one).lower() for name, found in sides.items()}
    found = {name for name, said in everything.items() if re.search(r"\bhouse\b", said)}
    assert {"round_track"} <= found <= {"round_track", "player_aid", "table_aid", "advanced_aid"}


def test_guard_backs_show_the_level_and_nothing_else() -> None:
    for piece_id, piece in pieces("guards").items():
        assert words(piece, "back") == ["LEVEL", piece_id.split("-")[1]]


def test_soldier_backs_tell_the_race_only() -> None:
    backs = {piece_id.split("-")[0]: tuple(words(p, "back")) for piece_id, p in pieces("soldiers").items()}
    assert backs == {race: (race.upper(),) for race in RACES}


def test_units_of_a_type_share_the_type_mark_and_no_two_units_of_a_race_look_alike() -> None:
    faces = {piece_id: p.front(Look()) for piece_id, p in pieces("soldiers").items()}
    assert len({repr(f) for f in faces.values()}) == len(faces)


def test_tiles_show_their_contents_in_their_hexes() -> None:
    known = pieces("tiles")
    for row in data("tiles")["tile"]:
        shown = texts(known[f"tile-{row['id']}"].front(Look()).items)
        for name, content in row["hexes"].items():
            x, y = MIDDLES[name]
            here = {t.text for t in shown if abs(t.x - x) < 9 and abs(t.y - y) < 13}
            feature = content.partition("/")[2].replace("_", " ").title()
            assert (not feature) or feature in here, (row["id"], name)
            assert name == "C" or name in here
            assert name != "C" or any(t.startswith(row["id"]) for t in here)


def test_only_resource_hexes_have_a_golden_edge() -> None:
    gold = Look().neutral("gold")
    known = pieces("tiles")
    for row in data("tiles")["tile"]:
        face = known[f"tile-{row['id']}"].front(Look())
        edges = sum(1 for i in face.items if getattr(getattr(i, "style", None), "stroke", None) == gold)
        resources = sum(v.partition("/")[2] in ("wood", "stone", "crystal", "gold") for v in row["hexes"].values())
        assert edges == resources


def test_only_start_tiles_have_a_coloured_back() -> None:
    known, look = pieces("tiles"), Look()
    for row in data("tiles")["tile"]:
        back = known[f"tile-{row['id']}"].back
        assert back is not None
        colors = {getattr(getattr(i, "style", None), "fill", None) for i in back(look).items}
        races = {race for race in RACES if look.side(COLOURS[race]).swatch.color in colors}
        assert races == ({row["start"]} if "start" in row else set())
        assert "N" in words(known[f"tile-{row['id']}"], "back")


def test_hero_displays_run_to_the_limits_and_mark_the_start() -> None:
    heroes = data("heroes")
    for race in RACES:
        shown = Counter(words(pieces("hero_displays")[f"hero-{race}-1"]))
        limits = heroes["hero_limits"]
        assert shown["Attack"] == shown["Defense"] == shown["Initiative"] == shown["Movement"] == 1
        assert shown["18"] == 1, "only Initiative runs to 18"
        assert shown["15"] == sum(limits[a] >= 15 for a in ("attack", "defense", "initiative", "movement"))
        assert {"1", "2", "3", "4", "5", "6", "Level", "EP", "Equipment", "Honor"} <= set(shown)


def test_city_displays_show_the_costs_of_their_race() -> None:
    order = ("stone", "wood", "gold", "crystal")
    for race in RACES:
        piece = pieces("city_displays")[f"city-{race}"]
        shown = texts(piece.front(Look()).items)
        heads = {t.text: t for t in shown if t.size > 10 and t.font.endswith("SemiBold")}
        for key, name in (("barracks", "Barracks"), ("tavern", "Tavern"), ("tower_2", "Tower 2"), ("palace", "Palace")):
            head = heads[name]
            inside = [t for t in shown if head.x <= t.x < head.x + 36 and head.y < t.y < head.y + 20]
            amounts = [int(t.text) for t in sorted(inside, key=lambda t: t.y) if t.text.isdigit()]
            cost = dict(zip(order, data("buildings")["cost"][key][race], strict=True))
            assert amounts == [v for v in cost.values() if v], (race, key)


def test_the_aid_shows_every_entry_of_the_guards_table() -> None:
    shown = set(words(pieces("player_aid")["player-aid"]))
    for column in ("resource", "ruin", "tower"):
        for entry in data("tables")["guards"][column].values():
            assert (" + ".join(f"{n} × L{level}" for level, n in entry) or "none") in shown


def test_the_advanced_aid_has_every_gift_of_a_holy_place_and_the_hits_in_return() -> None:
    """15.4, 19.16.1: its figures are those the app rolls and counts with."""
    aid = pieces("advanced_aid")["advanced-aid"]
    front, back = words(aid), words(aid, "back")
    first, ranges = 1, []
    for top in facts.HOLY_PLACE:
        ranges.append(f"{first}–{top}" if first < top else str(top))
        first = top + 1
    assert set(ranges) <= set(front)
    tops = [int(word.partition("–")[2]) for word in back if re.fullmatch(r"\d+–\d+", word)]
    assert [top // ATTRITION for top in tops] == list(range(len(tops)))


def test_the_aid_shows_what_every_terrain_costs() -> None:
    """15.6: 1, 2 or 3 MP in a line each; what has no price says what it takes instead."""
    shown = words(pieces("advanced_aid")["advanced-aid"])
    lines = dict(pairwise(shown))
    assert lines["1 MP"] == "Clear, Desert, City, Holy Place, Road"
    assert lines["2 MP"] == "Hills, Woods"
    assert lines["3 MP"] == "Mountain"
    assert {"Camp, Lake: the other terrain of the hex", "Mountain range: no way through"} <= set(shown)
    assert "River: only over a whole bridge" in shown
    told = {*data("terrain")["cost"], *data("terrain")["special"]}
    ground = {value.partition("/")[0] for row in data("tiles")["tile"] for value in row["hexes"].values()}
    assert ground <= told, "every terrain of the tiles has its cost"


def test_track_and_record_sheet_count_the_same_rounds() -> None:
    """Every Round of the track has a column for each race on the sheet."""
    track, sheet = words(pieces("round_track")["round-track"]), words(pieces("record_sheet")["record-sheet"])
    last = max(int(word) for word in track if word.isdecimal())
    assert sheet.count(str(last)) == len(RACES)
    assert str(last + 1) not in sheet


def test_quests_show_task_and_reward() -> None:
    for row in data("quests")["quest"]:
        shown = " ".join(words(pieces("quest_cards")[f"quest-{row['id']}"]))
        assert row["task"] in shown
        for amount in row["reward"].values():
            assert str(amount) in shown


def test_numbers_that_could_be_misread_are_underlined() -> None:
    """6 and 9 carry a line more than 8 for the large number and for each small one at the right."""
    known = pieces("number_markers")
    shapes = {n: len(known[f"number-{n}"].front(Look()).items) for n in (6, 8, 9)}
    assert shapes[6] == shapes[9] == shapes[8] + 1 + 2


def places(component: str) -> list[Place]:
    """Where markers lie on the fronts of a component."""
    return [
        item for piece in pieces(component).values() for item in piece.front(Look()).items if isinstance(item, Place)
    ]


def test_every_box_and_slot_of_a_display_says_what_lies_there() -> None:
    """So that the proof can compare it: tracks, sections, Equipment, Honor, facilities, resources, arena, hexes."""
    limits = data("heroes")["hero_limits"]
    tracks = sum(limits[a] for a in ("attack", "defense", "initiative", "movement", "level")) + 10 + 11
    assert len(places("hero_displays")) == 6 * (tracks + 3 * (limits["skill"] + 1) + 2 * 6 + 4 + 1)
    assert len(places("city_displays")) == 3 * (18 + 4 * 11)
    assert len(places("arena_display")) == 2 * 14
    siege = [one for one in pieces("arena_display")["arena"].back(Look()).items if isinstance(one, Place)]
    assert [one.takes for one in siege].count("damaged") == 3  # the wall and two towers
    assert len(places("battle_display")) == 99
    assert len(places("round_track")) == 12 + 3 + 6
    known = [piece.id for component in kit().components for piece in component.pieces]
    shown = [*places("hero_displays"), *places("city_displays"), *places("arena_display"), *places("battle_display")]
    for takes in {place.takes for place in [*shown, *places("round_track")]}:
        assert takes
        assert any(name.startswith(takes) for name in known), takes


@pytest.mark.parametrize("race", RACES)
def test_there_is_a_small_marker_for_every_track_at_once(race: str) -> None:
    """Four abilities, Level, EP in ones and tens and three skills for each Hero; each resource."""
    needed = 2 * (4 + 1 + 2 + 3) + 4
    assert pieces("track_markers")[f"track-{race}"].count >= needed
    assert pieces("track_markers")["track-round"].count >= 3


WAYS = [(paper, way) for n, paper in enumerate(PAPERS) for m, way in enumerate(SIDES) if (n + m) % 2 == 0]
"""Every other one: each paper and each way of printing, but not all together, which a smaller kit is proved with."""
ALWAYS = 2
"""So many ways are proved in every run, the others in the slow tests."""


@pytest.mark.parametrize(
    ("number", "paper", "sides"),
    [pytest.param(n, *way, marks=() if n < ALWAYS else pytest.mark.slow) for n, way in enumerate(WAYS)],
)
def test_the_finished_pdf_passes_the_proof(number: int, paper: str, sides: str) -> None:
    """Every paper and way of printing, the inks in turn, half with codes: every back lies on its front within
    0.01 mm, no text leaves its safe box, and what the file says of itself leads to the counts of the data."""
    ink, address = INKS[number % len(INKS)], "http://192.168.100.200:8765/" if (number + number // 4) % 2 else ""
    whole = kit(address=address)
    pdf = PrintJob(whole, paper, sides, ink).pdf()
    said = claims(pdf)
    assert (said["Paper"], said["Sides"], said["Ink"], said.get("Address", "")) == (paper, sides, ink, address)
    report = prove(pdf, counts(said, kit(address=said.get("Address", ""))))
    assert report.ok, [str(p) for p in report.problems[:5]]
    assert report.worst_back <= TOLERANCE
    assert report.fronts == sum(c.count for c in whole.components)
    backs = sum(p.count for c in whole.components for p in c.pieces if p.back)
    assert report.backs == (0 if sides == "single" else backs)


@pytest.mark.parametrize("sides", ["duplex-long", "duplex-short"])
@pytest.mark.slow
def test_with_a_printer_profile_the_proof_holds_once_the_printer_has_erred(sides: str) -> None:
    """The correction is undone by the printer: 2 mm, half a degree and 0.7 % leave no back beside its front."""
    profile = PrinterProfile(2.0, -1.2, 0.5, 0.7, -0.7)
    job = PrintJob(kit(), sides=sides, profile=profile)
    report = prove(job.pdf(), job.counts)
    assert report.ok, [str(p) for p in report.problems[:5]]


@pytest.mark.slow
def test_same_kit_same_bytes() -> None:
    assert PrintJob(kit()).pdf() == PrintJob(kit()).pdf()


def test_the_kit_needs_no_web_framework() -> None:
    program = (
        "import sys\nfrom companion.games.heroes_vs_warlords.kit import kit\nkit()\n"
        "sys.exit(','.join(m for m in sys.modules if m in ('flask', 'werkzeug', 'sqlalchemy')) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_with_an_address_things_carry_codes_that_lead_to_them() -> None:
    """Tiles, displays and seats open their own page; without an address nothing carries a code."""
    plain, linked = kit(), kit(address="http://table.local:8000/")
    ids = {c.id for c in linked.components} - {c.id for c in plain.components}
    assert ids == {"seat_cards"}
    for component, kind in (("tiles", "tile"), ("hero_displays", "hero"), ("city_displays", "city")):
        for piece in linked.component(component).pieces:
            model = (piece.back or piece.front).args[0] if component == "tiles" else piece.front.args[0]  # type: ignore[attr-defined]
            assert model.link.startswith(f"http://table.local:8000/p/heroes_vs_warlords/{kind}/")
    links = {p.front.args[0].link for c in linked.components for p in c.pieces if hasattr(p.front.args[0], "link")}  # type: ignore[attr-defined]
    assert len(links - {""}) == 16 + 6 + 3 + 3
    report = prove(PrintJob(linked).pdf(), PrintJob(linked).counts)
    assert report.ok, [str(p) for p in report.problems[:5]]


def shapes(item: Group) -> list[Path]:
    """The lines of a pattern."""
    return [line for line in item.items if isinstance(line, Path)]


def test_seat_cards_differ_without_colour() -> None:
    """Each race's card has the pattern of its counters on its back."""
    cards = kit(address="http://192.168.1.7:8000").component("seat_cards").pieces
    grey = Look("grey")
    shown = {
        tuple(line.data for item in card.back(grey).items if isinstance(item, Group) for line in shapes(item))
        for card in cards
        if card.back
    }
    assert len(shown) == len(RACES)


def test_the_code_on_a_tile_lies_in_the_middle_of_its_compass() -> None:
    """North stays at the top; the code takes the place of the arrow, inside the ring."""
    tile = kit(address="http://192.168.1.7:8000").component("tiles").pieces[0]
    assert tile.back
    items = tile.back(Look()).items
    x, y = MIDDLES["C"]
    ring = min(item.radius for item in items if isinstance(item, Circle))
    whites = [item for item in items if isinstance(item, Path) and item.style == Style(fill="#ffffff")]
    (plate,) = whites
    reach = [math.dist((x, y), (v[-2], v[-1])) for _, v in plate.data if v]
    assert max(reach) < ring
    assert max(reach) - min(reach) < 0.01, "the same way from the middle to every corner"


def test_standees_say_where_they_are_folded() -> None:
    """At both feet and at the top, for the fold layer of cut files."""
    assert all(len(piece.folds) == 3 for piece in pieces("standees").values())


def test_facilities_of_a_city_have_symbols_of_their_own() -> None:
    """Only the steps of the wall and the two towers share one."""
    making = Making(HOUSE_SHEET)
    for race in facts.RACES:
        shown = [*army(making, race), *improvements(making, race), *defenses(making, race)]
        signs = Counter(one.icon for one in shown if one.icon not in {"wall", "tower"})
        assert max(signs.values()) == 1, signs
