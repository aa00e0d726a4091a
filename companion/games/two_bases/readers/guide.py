"""The guide for the first turns: the steps of a turn, why each question is asked, what people usually do.

Also the player aid, and the tasks at the board. Numbers come from the match's sheet.
"""

from __future__ import annotations

from collections import Counter

from companion.engine.core.text import Text, listed, numeral, t
from companion.engine.game.data import read_toml
from companion.engine.game.guidance import Advice, Aid, AidFigures, Guide, Stage, Task, read_aids
from companion.games.two_bases import facts
from companion.games.two_bases.land import HALF, swaps_back
from companion.games.two_bases.phases import moves
from companion.games.two_bases.sheet import sheet
from companion.games.two_bases.state import Tile, TwoBasesState

SETUP = Stage("setup", t("Set-up"), t("Lay all tiles face down, four rows a side; turn up three tiles each."), "Setup")
TURN = (
    Stage("upkeep", t("Upkeep"), t("Count your connected land: that many action points are yours."), "Upkeep"),
    Stage("movement", t("Movement"), t("Move one piece; pieces may also attack."), "Movement"),
    Stage("action", t("Actions"), t("Spend your points: recruit, build, promote, turn up land."), "Action"),
)
ADVICE = (
    Advice(
        "setup.lay_tiles",
        t("The board is made of all the tiles, and nobody knows what lies where. In each half one Base lies hidden."),
        t("Each side lays its other Base itself, after turning up three tiles."),
    ),
    Advice("setup.first_player", t("Somebody has to begin; it is left to chance.")),
    Advice(
        "setup.turn_up_one",
        t("A few tiles of your half are open from the start. They are your first land."),
        t("Any will do: tiles of your half that lie face down connect them with your Base."),
    ),
    Advice(
        "setup.place_base",
        t("Only open land that is connected with a Base earns points; the enemy wants to mark both of yours."),
        t("Let it take the place of the tile you need least."),
        "base",
    ),
    Advice(
        "turn.look_for_base", t("Without an open Base nothing is connected, so you search for one."), about="search"
    ),
    Advice(
        "moves.choose_deed",
        t("A piece next to an enemy may attack. There are no dice: a tap shows what the first round of combat brings."),
        t("Attack where the other one falls and yours lives."),
        section="Movement",
        options=(moves.INVADE,),
    ),
    Advice(
        "moves.choose_deed",
        t("A piece next to a tile of the enemy where nobody stands may put a marker on it: then it counts as yours."),
        t("Take it: it earns for you, and no longer for the other side."),
        section="Movement",
        options=(moves.MARK,),
    ),
    Advice(
        "moves.choose_deed",
        t("One piece may move one space in this step; who stands next to an enemy may attack."),
        t("Go towards an enemy Base, over land you have turned up."),
        section="Movement",
    ),
    Advice(
        "moves.choose_deed",
        t("The piece you chose can go here, or attack here. What lies face down is turned up when it comes."),
        about="from",
    ),
    Advice(
        "moves.choose_deed",
        t("You have gone onto a tile that lies face down: turn it up and say what it is."),
        about="tile",
        section="Movement",
    ),
    *(
        Advice(rule, t("A marker on an enemy tile makes it yours."), t("Yes, nearly always."), "marker")
        for rule in ("moves.choose_deed", "actions.act", "combat.advance")
    ),
    Advice(
        "actions.act",
        t("A piece can be promoted: a card of the next level takes its place and is stronger."),
        t("Promote the piece that is nearest to the enemy."),
        options=("promote",),
    ),
    Advice(
        "actions.act",
        t("You can build: a developed tile pays more in each turn, and better cards ask for it."),
        t("Build on land that you are sure to keep."),
        options=("develop",),
    ),
    Advice(
        "actions.act",
        t(
            "Action points (AP) come in at the start of your turn, 1 for each connected tile; a Base pays none. They "
            "pay for all of this."
        ),
        t("Turn up land next to yours first, then recruit on it."),
        options=("reveal",),
    ),
    Advice(
        "actions.act",
        t("Your action points pay for all of this, in any order, as long as they are enough for something."),
        t("Take a piece where they are enough for one, else end the turn."),
    ),
    Advice(
        "actions.act",
        t("A new piece comes onto free connected land."),
        t("Peasants are cheap and hold land."),
        "recruit",
    ),
    *(
        Advice(
            "actions.act",
            t("It comes onto connected land of yours where nobody stands."),
            t("Where it will fight, or hold land."),
            kind,
        )
        for kind in facts.RECRUITS
    ),
    *(
        Advice(
            "actions.act",
            t("It takes the place of the tile that lies there, and stays."),
            t("On land that you are sure to keep."),
            kind,
        )
        for kind in facts.DEVELOPMENTS
    ),
    Advice(
        "actions.act",
        t("The piece leaves the board; its card comes back to your pile and may be used again."),
        t("Seldom: for a card that you need elsewhere."),
        "disband",
    ),
    Advice(
        "actions.act",
        t("A piece of the next level takes the place of this one and is stronger."),
        t("The piece that stands nearest to the enemy."),
        "promote",
    ),
    Advice(
        "actions.act",
        t("Once a turn one more piece may move that has not moved or attacked."),
        t("Only if it reaches a Base or saves a piece."),
        "extra",
    ),
    Advice("actions.act", t("This is the extra move: one space, without an attack."), about="from"),
    Advice(
        "moves.choose_deed",
        t("A tile of the enemy without a piece: go there, or stay and change its marker."),
        t("Go there, if the piece is not needed here."),
        section="Combat",
    ),
    Advice("actions.act", t("A development makes a tile pay more, or easier to defend."), about="develop"),
    Advice("actions.act", t("New land next to yours pays from the next turn on."), about="reveal"),
    Advice(
        "combat.go_on",
        t("Both pieces still stand. You may strike again, and so will the other."),
        t("Go on: yours lives and hits the other one."),
        "go_on",
        answer="yes",
    ),
    Advice(
        "combat.go_on",
        t("Both pieces still stand. You may strike again, and so will the other."),
        t("Stop: in the next round of combat yours falls, or does no damage."),
        "go_on",
    ),
    Advice(
        "combat.advance",
        t("The space is free: your piece may move in."),
        t("Yes, if it is not needed where it is."),
        "advance",
    ),
    Advice("", t("Turn the tile over on the table and tap what it shows, or let the app draw."), about="tile"),
)


def at(state: TwoBasesState) -> str:
    """The step of the turn that a match is in."""
    if not state.active:
        return SETUP.id
    return "upkeep" if state.phase in ("upkeep", "search") else state.phase


def stages(state: TwoBasesState) -> tuple[Stage, ...]:
    """The steps of the turn for the track; before the first turn also the set-up."""
    return TURN if state.active else (SETUP, *TURN)


GUIDE = Guide(
    t(
        "Turn up your land, raise pieces on it, and put your markers on both Bases of the other side; or leave it no "
        "open land."
    ),
    stages,
    at,
    ADVICE,
    needs=(t("All tiles and Bases, and for each side its cards and markers. No dice."),),
)


def aids(state: TwoBasesState) -> tuple[Aid, ...]:
    """The player aid: prices of actions, pieces, high ground and developments."""
    made = {
        "actions": [_actions()],
        "pieces": [_pieces(state)],
        "high_ground": [_high_ground(state)],
        "developments": [_developments(state)],
    }
    turns_up = state.rulings["onto_face_down"] == "turn-up"
    holds = {
        "turns_up": turns_up,
        "face_up_only": not turns_up,
        "entering": state.rulings["mark_base"] == "entering-only",
    }
    return AidFigures(holds, {}, {}, made).told(PARTS)


PARTS = read_aids(facts.PACKAGE, "phone_aids.toml")
DEFENSE: str = read_toml(facts.PACKAGE, "aids.toml")["block"]["developments"]["note"]
"""What the printed aid says below the same table."""


def _actions() -> Aid:
    priced = [(t(action.name), numeral(action.price)) for action in facts.ACTIONS.values() if action.price]
    return Aid("actions", t("Prices of actions"), "Action", columns=(t("Action"), t("AP")), rows=tuple(priced))


def _pieces(state: TwoBasesState) -> Aid:
    rows = tuple(
        (
            t(card.name),
            numeral(card.attack),
            numeral(card.health),
            numeral(card.cost or card.promote),
            _needs(card.need),
        )
        for card in sheet(state).pieces.values()
    )
    columns = (t("Piece"), t("Attack"), t("Health"), t("AP"), t("Needs"))
    return Aid("pieces", t("Pieces"), "Action", (_whose(state),), columns=columns, rows=rows)


def _high_ground(state: TwoBasesState) -> Aid:
    """Which kinds of piece have high ground, when, and what it does on each level."""
    rows = []
    for kind, high in sheet(state).high_ground.items():
        when = t("on {terrain}", terrain=t(facts.NAMES[high.ground])) if high.ground else t("enemy has none")
        effects = (t("attack"), "+", high.attack_plus), (t("damage taken"), "−", high.damage_taken_minus)
        for what, sign, levels in effects:
            if any(levels):
                figures = tuple(Text(f"{sign}{n}") for n in levels)
                rows.append((t(kind.capitalize()), when, what, *figures))
    columns = (t("Piece"), t("When"), t("What"), Text("I"), Text("II"), Text("III"))
    return Aid("high_ground", t("High ground"), "Combat", (_whose(state),), columns=columns, rows=tuple(rows))


def _developments(state: TwoBasesState) -> Aid:
    rows = tuple(
        (
            t(card.name),
            numeral(card.cost),
            t("+{n}", n=card.extra_ap),
            t("+{n}", n=card.defend_plus),
            listed([t(facts.name_of(one)) for one in card.replaces]),
            _needs(card.need),
        )
        for card in sheet(state).developments.values()
    )
    columns = (t("Development"), t("AP"), t("more AP"), t("Defense"), t("Replaces"), t("Needs"))
    return Aid("developments", t("Developments"), "Action", (_whose(state), t(DEFENSE)), columns=columns, rows=rows)


def _whose(state: TwoBasesState) -> Text:
    """Whose the numbers of the cards are."""
    if sheet(state).provenance("pieces", "high_ground", "developments") == "owner":
        return t("These numbers are yours where you have typed them in, and ours elsewhere.")
    return t("These numbers are ours: the document of the game has none.")


def _needs(need: dict[str, int]) -> Text:
    named = [(n, t(facts.group(name).name)) for name, n in need.items()]
    each = [t("{n} × {what}", n=n, what=what) if n > 1 else t("{n} {what}", n=n, what=what) for n, what in named]
    return listed(each) if each else Text("–")


def tasks(before: TwoBasesState, after: TwoBasesState) -> tuple[Task, ...]:
    """What players must do by hand on the board: place and remove markers and cards."""
    found = []
    for place, tile in after.board.items():
        found += _lying(place, before.board[place], tile, after.active or HALF[place], back=swaps_back(after))
        found += _square(place, before.board[place], tile)
    return (*found, *_gone(before, after))


def _gone(before: TwoBasesState, after: TwoBasesState) -> list[Task]:
    """Cards of pieces that stand nowhere any more: lost or disbanded."""
    now = [(place, piece.seat, piece.type) for place, tile in after.board.items() for piece in tile.pieces]
    was = [(place, piece.seat, piece.type) for place, tile in before.board.items() for piece in tile.pieces]
    left = Counter((seat, kind) for _place, seat, kind in now)
    found = []
    for place, seat, kind in sorted(was, key=lambda one: one not in now):  # those that still stand there come first
        left[seat, kind] -= 1
        if left[seat, kind] < 0:
            card, who = t(facts.name_of(kind)), facts.TITLES[seat]
            words = t("Take {card} of {who} off {place}.", card=card, who=who, place=place.upper())
            found.append(Task(f"gone:{place}:{kind}", words, seat))
    return found


def _lying(place: str, old: Tile, tile: Tile, seat: str, *, back: bool) -> list[Task]:
    """What lies on a space now: a tile that was turned up, or the Base that its owner laid there. `back` is whether the
    tile that it takes the place of goes into the pool.
    """
    if not tile.kind or tile.kind == old.kind:
        return []
    name, laid = place.upper(), old.kind and tile.kind == "base"
    words = t("{place} lies open: {kind}.", place=name, kind=t(facts.NAMES[tile.kind]))
    if laid and back:
        words = t("Lay your Base on {place}; the tile there goes into the pool.", place=name)
    elif laid:
        words = t("Lay your Base on {place}; the tile there leaves the game.", place=name)
    return [Task(f"tile:{place}", words, seat)]


def _square(place: str, old: Tile, tile: Tile) -> list[Task]:
    name, found = place.upper(), []
    if tile.marker and tile.marker != old.marker:
        words = t("Put a marker of {who} on {place}.", who=facts.TITLES[tile.marker], place=name)
        found.append(Task(f"marker:{place}", words, tile.marker))
    if old.marker and not tile.marker:
        found.append(Task(f"unmark:{place}", t("Take the marker off {place}.", place=name), old.marker))
    if tile.built and tile.built != old.built:
        words = t("Lay {card} on {place}.", card=t(facts.name_of(tile.built)), place=name)
        found.append(Task(f"built:{place}", words, tile.built_by))
    had = [piece.type for piece in old.pieces]
    for piece in tile.pieces:
        if piece.fresh and piece.type not in had:
            words = t("Put {card} on {place}.", card=t(piece.name), place=name)
            found.append(Task(f"new:{place}:{piece.type}", words, piece.seat))
    return found
