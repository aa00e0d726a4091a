"""The board as panels: map, battle, stacks, hand, standing. Shows the state, decides nothing.

What a seat may not know is never read: of other players' chits only `face` and `bears`, and what the seat has scouted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import structs

from companion.engine.core.effects import Card, Sum
from companion.engine.core.text import Text, plural, t
from companion.engine.game.hexes import fullest
from companion.engine.game.panels import (
    BattlePanel,
    BattleSide,
    Board,
    Display,
    Gauge,
    Held,
    HexView,
    MapPanel,
    Panel,
    Rung,
    StackView,
    TablePanel,
    Token,
)  # fmt: skip
from companion.engine.game.verdict import compared
from companion.games.archmagi import facts
from companion.games.archmagi.fights.battle import higher
from companion.games.archmagi.fights.forecast import chances
from companion.games.archmagi.fights.losses import ROLES, is_last_archmagi
from companion.games.archmagi.fights.rolls import army, as_seen, combatant, force, total
from companion.games.archmagi.land import banners, hex_name, hexes
from companion.games.archmagi.phases.piles import card_of
from companion.games.archmagi.phases.turn import last_turn
from companion.games.archmagi.picking import own_facts
from companion.games.archmagi.readers.guide import STAGE_OF
from companion.games.archmagi.seen import chit_words, known_kind, stack_words
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.silhouettes import GROUND, sign_of
from companion.games.archmagi.state import ArchmagiState, Player, Unit
from companion.games.archmagi.units import stack
from companion.games.archmagi.wording import called, in_a_row, name_of, says

LOOKS = {
    "red": ("red", "bars", "winged_sword"), "blue": ("blue", "solid", "shield"), "green": ("teal", "stripes", "bow"),
    "yellow": ("orange", "chevrons", "axe"), "purple": ("purple", "checks", "axe_sword"),
    "white": ("grey", "dots", "keep"),
}  # fmt: skip
"""Colour, pattern and emblem of the seats, on paper and phone."""
SEGMENTS = {"I Reveal": "Reveal", "II Options": "Tactical options", "III Roll": "Battle roll", "IV Respite": "Respite"}
"""The segments of a battle, by their sections."""


def board(state: ArchmagiState, seat: str) -> Board:
    """Everything that a phone or screen shows of a match, without what is hidden from the seat."""
    panels: list[Panel] = []
    if state.battle is not None:
        panels.append(battle_panel(state, seat))
    if state.hexes:
        panels.append(map_panel(state, seat))
    if seat in state.players and state.hexes:
        panels += [hand(state, state.players[seat]), *([own_stacks(state, seat)] if _places(state, seat) else [])]
    if any(_places(state, one) for one in state.seats if one != seat):
        panels.append(others(state, seat))
    panels += [standing(state)] if state.hexes else []
    scenes = tuple(scene(state, one, seat) for one in state.seats) if state.hexes and state.active else ()
    acting = force(state, ROLES[0]).seat if state.battle is not None else state.active
    return Board(_where(state), _doing(state), tuple(panels), acting, scenes)


def scene(state: ArchmagiState, one: str, seat: str) -> Display:
    """What a player has in hand, as far as a seat knows it: the figures, and the chits that moved in this turn."""
    player, (colour, pattern, emblem) = state.players[one], LOOKS[one]
    gauges = (
        Gauge(t("Banners"), len(banners(state, one)), colour, "B"),
        Gauge(t("Units"), sum(unit.seat == one for unit in state.units.values()), colour, "U"),
        Gauge(t("Reserve"), len(player.reserve), "grey", "R"),
        Gauge(t("Spells"), len(player.spells), "grey", "S"),
    )
    moved = Counter(
        (unit.place, known_kind(state, seat, name, unit))
        for name, unit in state.units.items()
        if unit.seat == one and unit.moved and unit.place
    )
    chits = lists_of(state.owner).chits
    slots = tuple(
        StackView(t(chits[kind].name) if kind in chits else t("hidden"), n, colour=colour, pattern=pattern,
                  emblem=emblem, marks=(hex_name(state, place),))
        for (place, kind), n in moved.items()
    )  # fmt: skip
    return Display(f"scene:{one}", "now", t(facts.TITLES[one]), one, Text(""), colour, pattern, emblem, gauges, slots,
                   numbered=False)  # fmt: skip


def _where(state: ArchmagiState) -> Text:
    if state.winners:
        return t("End of the game")
    if not state.active:
        return t("Set-up")
    last, what = last_turn(state), STAGE_OF[state.phase or "Battle"].title
    if state.battle is not None and state.battle.place:
        what = t("Battle in {place}", place=state.battle.place.upper())
    if not last:
        return t("Turn {n} · {what}", n=_turn(state), what=what)
    return t("Turn {n} of {last} · {what}", n=_turn(state), last=last, what=what)


def _turn(state: ArchmagiState) -> int:
    """Which turn of the active player it is. While he draws, his own count may be raised already or not: then it is
    that of the players before him, or one more than that of those after him.
    """
    own, playing = state.players[state.active].turns, [one for one in state.seats if not state.players[one].out]
    if state.phase != "Draw" or state.active not in playing:
        return own
    before = playing[: playing.index(state.active)]
    others = [state.players[one].turns for one in playing if one != state.active]
    return max(state.players[one].turns for one in before) if before else max(others, default=own - 1) + 1


def _doing(state: ArchmagiState) -> Text:
    if state.winners:
        return t("{who} has won", who=", ".join(facts.TITLES[one] for one in state.winners))
    if state.battle is not None:
        names = [t(facts.TITLES[force(state, role).seat]) for role in ROLES]
        return t("{a} attacks {b}", a=names[0], b=names[1])
    words = DOING.get(state.phase, "{who} is playing")
    return t(words, who=t(facts.TITLES[state.active])) if state.active else t("Setting up")


DOING = {
    "Draw": "{who} draws chits", "Deploy": "{who} deploys chits", "Explore": "{who} explores", "Move": "{who} moves",
    "Scout": "{who} scouts", "Banner": "{who} raises banners", "End": "{who} ends the turn",
}  # fmt: skip
"""What the player does in a phase."""


# ---- the map


def map_panel(state: ArchmagiState, seat: str) -> MapPanel:
    """The map: terrain, banners, and the number of chits in each stack; a small screen begins where the battle or
    the side on turn is, before the first turn at its own chits, and in the middle of the land while it has none.
    """
    acting = fullest(one.place for one in state.units.values() if one.seat == (state.active or seat))
    scene = state.battle.place if state.battle is not None and state.battle.place else acting
    hexes_ = tuple(_hex(state, place) for place in state.hexes)
    focus = scene or middle(state) if seat else scene
    return MapPanel("map", "map", t("Map"), hexes_, focus=focus, scene=scene, turns=True)


def middle(state: ArchmagiState) -> str:
    """The hex of land nearest to all others: most of what can be a start stands round it. "" without a map."""
    land, grid = [place for place, one in state.hexes.items() if not one.water], hexes(state)
    if state.mapped == "table":
        return ""
    return min(land, key=lambda one: sum(grid.distance(one, other) for other in land), default="")


def _hex(state: ArchmagiState, place: str) -> HexView:
    here, (q, r) = state.hexes[place], hexes(state).at(place)
    ground, symbol = GROUND.get(here.terrain, ("lake" if here.water else "clear", ""))
    row = lists_of(state.owner).terrain.get(here.terrain)
    words = t(row.name if row is not None else "unknown")
    counts = Counter(one.seat for one in state.units.values() if one.place == place)
    tokens = tuple(_token(state, place, seat, n) for seat, n in counts.items())
    hidden = not here.terrain and state.mapped == "unknown" and not here.water
    flag = LOOKS[here.banner][0] if here.banner else ""
    return HexView(place, q, r, ground, symbol, words, name=place.upper(), word=words, hidden=hidden, owner=here.banner,
                   owner_colour=flag, tokens=tokens, path=f"/hexes/{place}")  # fmt: skip


def _token(state: ArchmagiState, place: str, seat: str, n: int) -> Token:
    chits = lists_of(state.owner).chits
    faces = [one.face for one in state.units.values() if (one.place, one.seat) == (place, seat) and one.face]
    king = any(chits[face].terrain == facts.ARCHMAGI for face in faces)
    words = plural(n, "{who}: 1 chit", "{who}: {n} chits", who=t(facts.TITLES[seat]))
    if king:
        words = plural(
            n, "{who}: 1 chit, the Archmagi", "{who}: {n} chits with the Archmagi", who=t(facts.TITLES[seat])
        )
    return Token(words, "A" if king else seat[0].upper(), *LOOKS[seat], badge=str(n))


# ---- stacks and hands


def own_stacks(state: ArchmagiState, seat: str) -> Display:
    """The chits of a seat on the map, hex by hex."""
    held = tuple(Held(hex_name(state, place), _stack(state, seat, place)) for place in _places(state, seat))
    return Display("stacks", "army", t("Your stacks"), seat, t("Others see only what has been shown"), *LOOKS[seat],
                   held=held)  # fmt: skip


def _stack(state: ArchmagiState, seat: str, place: str) -> tuple[Card, ...]:
    """The own chits in a hex, equal ones once with their number."""
    cards = [_chit(state, one) for one in stack(state, place, (seat,)).values()]
    return tuple(structs.replace(one, count=cards.count(one)) for n, one in enumerate(cards) if one not in cards[:n])


def _chit(state: ArchmagiState, unit: Unit) -> Card:
    """An own chit with what the lists say of it, its artifacts and what hinders it."""
    said = [says(state, "unit", unit.kind), *own_facts(state, unit), *([t("paralyzed")] if unit.paralyzed else [])]
    return structs.replace(card_of(state, "unit", unit.kind, 1), detail=in_a_row(said))


def _places(state: ArchmagiState, seat: str) -> list[str]:
    return sorted(dict.fromkeys(one.place for one in state.units.values() if one.seat == seat and one.place))


def others(state: ArchmagiState, seat: str) -> TablePanel:
    """The stacks of the other players, as far as this seat knows them."""
    rows = [(t(facts.TITLES[one]), hex_name(state, place), stack_words(state, one, place, seat))
            for one in state.seats if one != seat for place in _places(state, one)]  # fmt: skip
    return TablePanel("others", "army", t("Stacks of the others"), (t("Player"), t("Hex"), t("Chits")), tuple(rows))


def hand(state: ArchmagiState, player: Player) -> Display:
    """Reserve, spells and kept artifacts as they are printed, each with what it does; for their owner only."""
    most, units, spells = facts.LIMITS, len(player.reserve), len(player.spells)
    piles = (("unit", t("Reserve: {n}, you may keep {most}", n=units, most=most["unit"]), player.reserve),
             ("spell", t("Spells: {n}, you may keep {most}", n=spells, most=most["spell"]), player.spells),
             ("artifact", t("Artifacts without a Hero"), player.kept))  # fmt: skip
    held = tuple(Held(heading, tuple(card_of(state, pile, one, n) for one, n in Counter(chits).items()))
                 for pile, heading, chits in piles if chits or pile != "artifact")  # fmt: skip
    return Display("hand", "army", t("Your hand"), player.seat, t("Only you see this"), *LOOKS[player.seat],
                   held=held)  # fmt: skip


def standing(state: ArchmagiState) -> TablePanel:
    """Banners, units on the map, and the number of chits each player holds; at the end what is compared, with the
    strength of the units.
    """
    kept = any(player.kept for player in state.players.values())
    names = ["Banners", "Units", "Reserve", "Spells", *(["Artifacts"] if kept else [])]
    names = ["Banners", "Units", "Strength"] if state.winners else names
    rows = []
    for seat in state.seats:
        called = t(facts.TITLES[seat])
        figures = figures_of(state, seat)
        words = t("{who} (out)", who=called) if state.players[seat].out else called
        rows.append((seat, words, [figures[one] for one in names]))
    return compared([t(name) for name in names], rows, ended=bool(state.winners), in_order=state.ending == "rounds")


def figures_of(state: ArchmagiState, seat: str) -> dict[str, int]:
    """What is compared between the players, by the words of the columns."""
    player, chits = state.players[seat], lists_of(state.owner).chits
    own = [one for one in state.units.values() if one.seat == seat]
    return {"Banners": len(banners(state, seat)), "Units": len(own), "Reserve": len(player.reserve),
            "Spells": len(player.spells), "Artifacts": len(player.kept),
            "Strength": sum(chits[one.kind].brm for one in own) if state.winners else 0}  # fmt: skip


# ---- a battle


def battle_panel(state: ArchmagiState, seat: str) -> BattlePanel:
    """The two sides, as far as they are revealed, and the four segments of a battle."""
    ladder = tuple(Rung(n, t(name), section, about=section) for n, (section, name) in enumerate(SEGMENTS.items(), 1))
    sides = tuple(_side(state, role, seat) for role in ROLES)
    assert state.battle is not None
    where = hex_name(state, state.battle.place) if state.battle.place in state.hexes else t("Battle")
    legend = (t("On a counter: what the unit itself adds to the die. Above: all that is added."),) if seat else ()
    lines = (*_mortal(state, seat), *_forecast(state))
    return BattlePanel("battle", "now", t("Battle: {place}", place=where), (sides[0], sides[1]), ladder, lines,
                       legend=legend)  # fmt: skip


def _mortal(state: ArchmagiState, seat: str) -> tuple[Text, ...]:
    """What hangs on it for a player whose last Archmagi fights; whether it is the last, only its owner knows."""
    own = [unit for role in ROLES if (unit := combatant(state, role)) is not None and unit.seat == seat]
    return tuple(t("If {unit} is destroyed, {who} is out of the game.", unit=name_of(state, unit.kind),
                   who=called(unit.seat))
                 for unit in own if is_last_archmagi(state, unit))  # fmt: skip


def _forecast(state: ArchmagiState) -> tuple[Text, ...]:
    """The chances of the next roll, by what lies open on both sides."""
    added = [_added(state, role) for role in ROLES]
    if state.battle is None or state.battle.over or state.battle.dice or added[0] is None or added[1] is None:
        return ()
    one, other = (t(facts.TITLES[force(state, role).seat]) for role in ROLES)
    won, tie, lost = chances(added[0].total - added[1].total)
    return (t("To win the roll as it lies: {one} {won} %, {other} {lost} %; a tie {tie} %.",
              one=one, other=other, won=won, lost=lost, tie=tie),)  # fmt: skip


def _side(state: ArchmagiState, role: str, seat: str) -> BattleSide:
    side, chits = force(state, role), lists_of(state.owner).chits
    units = sorted(army(state, role).items(), key=lambda one: (one[0] != side.fights, one[0] not in side.helpers))
    stacks = counted([_counter(state, role, seat, name, unit) for name, unit in units])
    made = _added(state, role)
    gauges = (Gauge(t("Added to the die"), made.total, LOOKS[side.seat][0], "+"),) if made is not None else ()
    lost = tuple(t(chits[kind].name) for kind in side.lost)
    dice = state.battle.dice if state.battle is not None else []
    die = dice[ROLES.index(role)] if dice else 0
    return BattleSide(t(facts.TITLES[side.seat]), side.seat, t(role.title()), gauges, stacks, lost, made=made, die=die,
                      chance=_of_roll(state, role))  # fmt: skip


def _of_roll(state: ArchmagiState, role: str) -> Text | None:
    """What the roll of this round was for a side, beside its name; what it is so far while a spell may change it."""
    latest = state.battle.latest if state.battle is not None else ""
    sums = [_added(state, one) for one in ROLES]
    if not latest and state.battle is not None and len(state.battle.dice) == len(ROLES) and all(sums):
        a, b = (one.total + die for one, die in zip(sums, state.battle.dice, strict=True) if one is not None)
        so_far = higher(a, b)
        return t("tied so far") if so_far == "tie" else t("ahead") if so_far == role else t("behind")
    if latest == "tie":
        return t("tie")
    return {role: t("won the roll"), "": None}.get(latest, t("lost the roll"))


def _added(state: ArchmagiState, role: str) -> Sum | None:
    """What a side adds to its die, by what lies open."""
    seen = as_seen(state)
    return total(seen, role) if combatant(seen, role) is not None else None


def _counter(state: ArchmagiState, role: str, seat: str, name: str, unit: Unit) -> StackView:
    side, kind = force(state, role), known_kind(state, seat, name, unit)
    chits = lists_of(state.owner).chits
    marks = [t("in the fight")] if name == side.fights else [t("helping")] if name in side.helpers else []
    if unit.paralyzed:
        marks.append(t("paralyzed"))
    brm = chits[kind].brm if kind in chits else None
    colour, pattern, emblem = LOOKS[unit.seat]
    sign = sign_of(lists_of(state.owner), kind)
    return StackView(chit_words(state, seat, name, unit), None, kind=sign, attack=brm, colour=colour, pattern=pattern,
                     emblem=emblem, marks=tuple(marks), active=name == side.fights)  # fmt: skip


def counted(chits: Sequence[StackView]) -> tuple[StackView, ...]:
    """Hidden chits that look alike as one with their number: so all are as large as there is room."""
    looks = [one for n, one in enumerate(chits) if one.kind or one not in chits[:n]]
    return tuple(structs.replace(one, count=n, marks=(one.label, *one.marks))
                 if not one.kind and (n := chits.count(one)) > 1 else one for one in looks)  # fmt: skip


def outcome(state: ArchmagiState) -> Text:
    """How the match ended, in a line."""
    return _doing(state) if state.winners else t("The match goes on.")
