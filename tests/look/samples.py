"""Realistic states of a match to draw: the boards, questions of every kind, and a log."""

from __future__ import annotations

from types import SimpleNamespace

from companion.engine.core.chances import Contest
from companion.engine.core.effects import Ask, Card, Draw, Note, Part, Pool, Roll, Sum, Term
from companion.engine.core.errors import Refusal
from companion.engine.core.forms import Choose, Confirm, Counts, Field, Fields, Number, Option, Pick, Row
from companion.engine.core.questions import Question
from companion.engine.core.text import Text, t
from companion.engine.game.record import SeatInfo
from tests.look.boards import *  # noqa: F403  the boards are samples too
from tests.look.boards import AMAZONS, AXIAL, BARBARIANS, KNIGHTS, SEATS, game_map


def question(part: Part, key: str, **more: object) -> Question:
    return Question(key, "g", part, **more)  # type: ignore[arg-type]


NOT_YET = Refusal("7.2", Text("not before all tiles are discovered"))
TURN = question(
    Ask(
        "knights",
        "6.4",
        t("Your turn: Hero 1, {n} movement points left", n=4),
        Choose(
            (
                Option("move", Text("Move")),
                Option("drop", Text("Drop units")),
                Option("take", Text("Control this hex"), None, Text("costs 2 movement points")),
                Option("attack", Text("Attack a hero"), NOT_YET),
                Option("end", Text("End turn")),
            )
        ),
    ),
    "turn-1",
)
MANY = question(
    Ask(
        "knights",
        "5.3",
        Text("Which tile lies here?"),
        Choose(tuple(Option(f"T{n:02}", t("Tile {n}", n=n)) for n in range(1, 14)), "list"),
    ),
    "many-1",
)
MANY_SHUT = question(
    Ask(
        "knights",
        "4.2",
        Text("Build"),
        Choose(
            (
                Option("market", Text("Market"), None, Text("2 Wood, 3 Stone: trade at 2 to 1")),
                *(
                    Option(f"b{n}", t("Facility {n}", n=n), Refusal("4.2", t("needs {n} more Stone", n=n)))
                    for n in range(1, 7)
                ),
            )
        ),
    ),
    "shut-1",
)


def map_question() -> Question:
    """Where to move: the hexes round the hero."""
    hexes = game_map().hexes
    hero = next(h for h in hexes if h.place == "T02:N")
    near = [h for h in hexes if (h.q - hero.q, h.r - hero.r) in list(AXIAL.values())[1:]]
    opts = tuple(Option(h.place, t("{tile} {name}: {what}", tile=h.tile, name=h.name, what=h.label)) for h in near)
    opts += (Option("end", Text("End turn")), Option("attack", Text("Attack a hero"), NOT_YET))
    return question(Ask("knights", "7.1", Text("Where does Hero 1 go?"), Choose(opts, "map")), "map-1")


ROLL = question(
    Roll("knights", "8.7.5", Text("Breach the wall"), (20,), needs=Text("14 or more destroys the wall")), "roll-1"
)
D6 = question(Roll("knights", "5.1", Text("Roll for initiative"), (6,)), "roll-2")
TWO = question(Roll("table", "8.4", Text("Attacker and defender roll"), (20, 20), Contest(3)), "roll-3")
FOUR = question(Roll("table", "8.4", Text("Four dice"), (6, 6, 6, 6)), "roll-4")
D100 = question(Roll("table", "9", Text("Percent"), (100,)), "roll-5")
MINE = question(
    Roll("knights", "8.4.6", Text("Knights strike"), (20,), needs=Text("+4, higher than the Guards")),
    "duel-1",
    joint=Contest(1),
)
THEIRS = question(Roll("table", "8.4.6", Text("Guards defend"), (20,), needs=Text("+3")), "duel-2", joint=Contest(1))
POOL = question(Pool("knights", "3.1", Text("Archers shoot"), 7, 6, 5), "pool-1")
DRAW = question(
    Draw(
        "knights",
        "9.2",
        Text("Draw from the equipment cup"),
        (Card("sword", Text("Long sword"), 2), Card("bow", Text("War bow")), Card("ring", Text("Ring of haste"), 3)),
    ),
    "draw-1",
)
DRAW_TWO = question(
    Draw("knights", "9.2", Text("Draw two quests"), tuple(Card(f"q{n}", t("Quest {n}", n=n)) for n in range(9)), 2),
    "draw-2",
)
UNITS = (
    ("Level 1 close", 1),
    ("Level 1 ranged", 1),
    ("Level 2 close", 2),
    ("Level 2 cavalry", 2),
    ("Level 3 ranged", 3),
)
ARMY = question(
    Ask(
        "knights",
        "4.1",
        Text("Buy your army"),
        Counts(
            (
                *(Row(f"u{n}", Text(name), 12 - n, cost) for n, (name, cost) in enumerate(UNITS)),
                Row("u9", Text("Level 3 cavalry"), 4, 3, Refusal("4.1", Text("needs a Level 2 training area"))),
            ),
            20,
            "4.1",
            30,
        ),
    ),
    "army-1",
)
PICK = question(
    Ask(
        "knights",
        "7.4",
        Text("Which units stay as a garrison?"),
        Pick(
            (
                Option("a", Text("5 × Level 1 close")),
                Option("b", Text("3 × Level 3 ranged")),
                Option("c", Text("12 × Level 2 cavalry"), Refusal("7.4", Text("have attacked already"))),
            ),
            1,
            2,
        ),
    ),
    "pick-1",
)
CONFIRM = question(
    Ask(
        "knights", "7.5", Text("Do the guards of the mine react?"), Confirm(Text("They react"), Text("They stay")), True
    ),
    "confirm-1",
)
CONFIRM_NO = question(
    Ask("knights", "8.9", Text("Withdraw?"), Confirm(refusal=Refusal("8.9", Text("no free hex to go to")))), "confirm-2"
)
NUMBER = question(Ask("knights", "6.2", Text("How many EP does Godfrey gain?"), Number(0, 12, 3)), "number-1")
BIG_NUMBER = question(Ask("knights", "1", Text("How many Rounds do you play?"), Number(1, 99, 8)), "number-2")
SITUATION = question(
    Ask(
        "table",
        "8.7",
        Text("The situation"),
        Fields(
            (
                Field("side", Text("Attacker"), Choose(tuple(Option(s.id, Text(s.title)) for s in SEATS.values()))),
                Field("attack", Text("Attack of the hero"), Number(0, 20, 3)),
                Field("tower", Text("Is there a tower?"), Confirm()),
                Field(
                    "units",
                    Text("Units"),
                    Counts(tuple(Row(f"l{n}", t("Level {n}", n=n), 30, n) for n in (1, 2, 3)), 20, "4.1"),
                ),
                Field("gear", Text("Equipment"), Pick((Option("ram", Text("Ram")), Option("ladder", Text("Ladders"))))),
                Field("tile", Text("Tile"), Choose(tuple(Option(f"T{n}", t("Tile {n}", n=n)) for n in range(1, 14)))),
            )
        ),
    ),
    "fields-1",
)

WHY = (
    Sum(
        Text("Knights"),
        (
            Term(Text("Level 2 cavalry"), 4, "8.3"),
            Term(Text("Hero"), 2, "8.3"),
            Term(Text("Second attacker"), -1, "8.4"),
            Term(Text("Die"), 13),
        ),
    ),
    Sum(Text("Guards"), (Term(Text("Level 1 close"), 2, "8.3"), Term(Text("Die"), 9))),
)
HIT = Note("8.4.6", Text("The cavalry hits: 4 guards of Level 1 are lost."), WHY)


def entry(n: int, seat: SeatInfo | None, prompt: str, value: str, **more: object) -> SimpleNamespace:
    """What the log shows of an entry."""
    base = {
        "n": n, "seat": seat, "title": "", "by": None, "time": "20:14", "kind": "answer", "section": "8.4.6",
        "prompt": Text(prompt) if prompt else None, "value": value, "notes": (), "source": "typed", "undone": False,
        "undo_url": f"#undo-{n}", "change_url": f"#change-{n}", "sealed": False, "replaces": 0,
    }  # fmt: skip
    return SimpleNamespace(**(base | more))


ENTRIES = (
    entry(41, KNIGHTS, "Knights strike", "17", notes=(HIT,), source="rolled"),
    entry(40, KNIGHTS, "Which stack attacks?", "12 × Level 2 cavalry", change_url=""),
    entry(39, BARBARIANS, "Trade", "3 Wood for 1 Gold", undone=True, section="4.5"),
    entry(
        38,
        AMAZONS,
        "How many units stay?",
        "2 × Level 1",
        notes=(Note("7.4", Text("The garrison of the mine has 2 units.")),),
        section="7.4",
    ),
)
WRONG_ARMY = Refusal("4.1", Text("That costs 24; there is only 20."), "counts")
WRONG_ROW = Refusal("4.1", Text("Level 2 close: 0 to 10."), "u2")
WRONG_FIELD = Refusal("", Text("Attack of the hero: Enter a number from 0 to 20."), "attack.number")
