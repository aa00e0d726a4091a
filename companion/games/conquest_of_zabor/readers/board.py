"""The board as panels: the track, empires, areas by owner, a graph of borders, battle, hand, standing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import structs

from companion.engine.core.effects import Card
from companion.engine.core.text import Text, listed, plural, t
from companion.engine.game.panels import (
    Board,
    Display,
    Gauge,
    GraphPanel,
    Held,
    NodeView,
    Panel,
    Sign,
    StackView,
    TablePanel,
    Token,
)  # fmt: skip
from companion.engine.game.verdict import compared
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.phases.turn import next_envoy
from companion.games.conquest_of_zabor.phases.victory import goals, metric, trait_claim, vp_claim, within_reach
from companion.games.conquest_of_zabor.readers.battle_board import battle_panel, won_by
from companion.games.conquest_of_zabor.readers.looks import ITEM_SIGNS, LOOKS, MONSTER_SIGN, UNIT_SIGNS
from companion.games.conquest_of_zabor.readers.progress import have
from companion.games.conquest_of_zabor.readers.tv import TRACK_PHASES, claims, foot, open_goals, track
from companion.games.conquest_of_zabor.realm.areas import controlled, controller, holder_of, kind_of, units_in, who
from companion.games.conquest_of_zabor.realm.atlas import label
from companion.games.conquest_of_zabor.realm.battle import ROLES, army, force
from companion.games.conquest_of_zabor.realm.effects import capacity, count_of
from companion.games.conquest_of_zabor.realm.piles import says, title
from companion.games.conquest_of_zabor.sheet import decks_of
from companion.games.conquest_of_zabor.state import Player, ZaborState
from companion.games.conquest_of_zabor.wording import PHASE_TITLES, goal_words, some_units


def board(state: ZaborState, seat: str) -> Board:
    """Everything that a phone or screen shows of a match, without the hands and drafts of others."""
    panels: list[Panel] = []
    if state.battle is not None:
        panels.append(battle_panel(state, told=seat in state.players))
    if state.track and state.phase in TRACK_PHASES and state.battle is None:
        panels.append(track(state, told=seat not in state.players))
    if state.areas:
        panels += [picture(state), *(areas_of(state, one) for one in (*state.seats, ""))]
    if seat in state.players:
        own = hand(state, state.players[seat])
        panels += [own] if own.lines or own.held else []
    panels += [chart(state, state.players[one], told=seat in state.players) for one in _seat_first(state, seat)]
    panels += vp_panels(state, seat)
    scenes = tuple(scene(state, one) for one in state.seats)
    below, goals_now = (foot(state), open_goals(state)) if state.battle is None else ((), ())
    title_ = t("VP cards still open")
    return Board(_where(state), _doing(state), tuple(panels), acting(state), scenes, below, goals_now, title_)


def scene(state: ZaborState, seat: str) -> Display:
    """What an Empire has in hand: its figures, and the Units that have moved in this action."""
    own = [one for one in state.units.values() if one.seat == seat and one.moved]
    moved = Counter((one.kind, one.place) for one in own)
    slots = tuple(
        StackView(t(kind_of(state, kind).name), n, kind=UNIT_SIGNS.get(kind, MONSTER_SIGN), colour=LOOKS[seat][0],
                  pattern=LOOKS[seat][1], emblem=LOOKS[seat][2], marks=(label(state, place),))
        for (kind, place), n in moved.items()
    )  # fmt: skip
    whole = chart(state, state.players[seat])
    owned = tuple(structs.replace(one, letter="") for one in whole.gauges[:2])
    armed = tuple(Gauge(t(one.name), n, "grey", icon=UNIT_SIGNS.get(kind, MONSTER_SIGN))
                  for kind, one in facts.UNITS.items() if (n := count_of(state, seat, kind)))  # fmt: skip
    return structs.replace(whole, gauges=(*owned, *armed), slots=slots, held=(), moves=bool(slots))


def _seat_first(state: ZaborState, seat: str) -> list[str]:
    return [*(one for one in state.seats if one == seat), *(one for one in state.seats if one != seat)]


def _where(state: ZaborState) -> Text:
    if state.winners:
        return t("End of the game")
    if not state.phase:
        return t("Set-up")
    if state.battle is not None and state.battle.rounds is not None:
        goes_on = all(army(state, role) for role in ROLES)
        n = state.battle.round if goes_on else max(1, state.battle.rounds)
        return t("Turn {n} of {most} · Battle, round {round}", n=state.turn, most=state.turns, round=n)
    return t("Turn {n} of {most} · {phase}", n=state.turn, most=state.turns, phase=PHASE_TITLES[state.phase])


def _doing(state: ZaborState) -> Text:
    """What is going on: who is meant is known before he has done anything."""
    if state.winners:
        return outcome(state)
    if state.battle is not None:
        left = [role for role in ROLES if army(state, role)]
        if len(left) == 1:
            return won_by(force(state, left[0]).seat)
        return t("{a} attacks {b}", a=who(state.battle.attacker.seat), b=who(state.battle.defender.seat))
    active, phase = acting(state), state.phase
    if phase == facts.INCOME:
        return t("Everybody receives Gold")
    if not active and not phase:
        return _setting_up(state)
    if not active:
        return t("The turn goes on")
    if phase == TRACK_PHASES[-1] and 0 < state.at <= 2 * len(state.track):
        action, slot = (
            t(facts.ACTIONS[state.track[(state.at - 1) // 2]]),
            "secondary" if state.at % 2 == 0 else "primary",
        )
        return t("{who}: {action}, {slot}", who=who(active), action=action, slot=t(slot))
    if phase == facts.WARFARE and state.target in state.areas:
        return t("{who} moves to {place}", who=who(active), place=label(state, state.target))
    return t(DOING.get(phase, "{who} is playing"), who=who(active))


def _setting_up(state: ZaborState) -> Text:
    """What comes next of the set-up, by what there is already."""
    players = state.players.values()
    if not all(one.positions for one in players):
        return t("Position Cards")
    if not all(one.traits for one in players):
        return t("Empire Traits")
    if not all(one.home for one in players):
        return t("Starting areas")
    keeps = sum(one.holder == facts.BARBARIAN for one in state.areas.values())
    if not keeps:
        return t("What Traits bring at the start, Barbarian Keeps")
    return t("Barbarian Keeps") if keeps < len(state.seats) else t("The first VP card")


DOING = {
    facts.LAY_CARDS: "{who} lays the Action Cards", facts.DRAW_EVENTS: "{who} chooses the event",
    facts.PLACE_ENVOYS: "{who} places an Envoy", facts.WARFARE: "{who} may move to one area",
    facts.TRADE: "{who} may trade", facts.CLAIM: "{who} claims Victory Points",
    facts.PHASES[-1]: "{who} turns up the next VP card",
}  # fmt: skip
"""What the player does in a phase."""


def acting(state: ZaborState) -> str:
    """Whose turn it is; in a battle the attacker's; where a Master or the next Envoy is awaited, whose that is. Of
    income it is nobody's: all who have to say something do so at once.
    """
    if state.battle is not None:
        return state.battle.attacker.seat if state.battle.attacker.seat in state.players else ""
    if state.phase == facts.INCOME:
        return ""
    masters = {facts.LAY_CARDS: facts.COUNCIL, facts.DRAW_EVENTS: facts.EVENTS, facts.PHASES[-1]: facts.EVENTS}
    if state.phase in masters:
        return holder_of(state, masters[state.phase])
    seat = next_envoy(state)[0] if state.phase == facts.PLACE_ENVOYS else state.active
    return seat if seat in state.players else ""


# ---- areas


def picture(state: ZaborState) -> GraphPanel:
    """The known borders between areas as a graph, not a map."""
    nodes = tuple(_node(state, place) for place in state.areas)
    lines = tuple((one, other) for one, others in state.borders.items() for other in others
                  if one < other and one in state.areas and other in state.areas)  # fmt: skip
    return GraphPanel("picture", "map", t("Areas and their borders"), nodes, lines,
                      grows=not any(area.charted for area in state.areas.values()),
                      counted=t("Number: Units"))  # fmt: skip


def _node(state: ZaborState, place: str) -> NodeView:
    area = state.areas[place]
    counts = Counter(one.seat for one in units_in(state, place).values())
    tokens = tuple(Token(who(seat), "", *LOOKS[seat], badge=str(n), icon=LOOKS[seat][2]) for seat, n in counts.items())
    holder = area.holder if area.upgrade else controller(state, place)
    built = [one for one in (area.upgrade, "road" if area.roads else "") if one]
    return NodeView(
        place,
        label(state, place),
        "lake" if area.sea else "plains",
        LOOKS[holder][0] if holder else "",
        tuple(Sign(ITEM_SIGNS[one], t(facts.ITEMS[one].name)) for one in built),
        tokens,
        area.beside,
    )


def areas_of(state: ZaborState, seat: str) -> TablePanel:
    """The areas of an Empire, or those of nobody (seat ""), with buildings and Units."""
    places = controlled(state, seat) if seat else [one for one in state.areas if not controller(state, one)]
    rows = tuple((label(state, place), _land(state, place), _units(state, place, seat)) for place in places)
    words = t("Areas of {who}", who=who(seat)) if seat else t("Areas of no Empire")
    return TablePanel(f"areas-{seat or 'none'}", "map", words, (t("Area"), t("Land and Upgrades"), t("Units")), rows,
                      told=True)  # fmt: skip


def _kind(state: ZaborState, place: str) -> Text:
    area = state.areas[place]
    kind = {"land": t("Land"), "coast": t("Coast"), "sea": t("Sea")}[area.kind]
    region = {"": Text(""), "north": t("north"), "south": t("south"), "zabor": t("Zabor")}[area.region]
    return t("{kind}, {region}", kind=kind, region=region) if area.region else kind


def _land(state: ZaborState, place: str) -> Text:
    """What an area is, and what is built there."""
    area = state.areas[place]
    words = [_kind(state, place)]
    words += [t(facts.ITEMS[area.upgrade].name)] if area.upgrade else []
    words += [t("Road")] * len(area.roads) + [t("Mists")] * area.misty
    return listed(words)


def _units(state: ZaborState, place: str, holder: str) -> Text:
    """The Units there; those that are not the holder's, after all others and with their owner's name."""
    here = dict.fromkeys(one.seat for one in units_in(state, place).values())
    own = _group(state, place, holder) if holder in here else None
    others = [t("{who}: {units}", who=who(seat), units=_group(state, place, seat)) for seat in here if seat != holder]
    groups = [*([own] if own is not None else []), *others]
    if not groups:
        return t("-")
    return t("; ".join(f"{{g{n}}}" for n in range(len(groups))), **{f"g{n}": one for n, one in enumerate(groups)})


def _group(state: ZaborState, place: str, seat: str) -> Text:
    """Units of one owner by type and wounds."""
    words = []
    for (kind, wounds), n in Counter((one.kind, one.wounds) for one in units_in(state, place, seat).values()).items():
        unit = some_units(n, kind_of(state, kind))
        words.append(plural(wounds, "{unit} (1 wound)", "{unit} ({n} wounds)", unit=unit) if wounds else unit)
    return listed(words)


# ---- charts and hands


def chart(state: ZaborState, player: Player, *, told: bool = True) -> Display:
    """An Empire Chart: Gold, capacities, and the cards on it; if `told` with what they say. Who only watches has the
    Units as soon as there are any, in few words: a big screen is read from far away.
    """
    seat = player.seat
    gauges = [Gauge(t("Gold"), player.gold, "orange", "G", "coins", f"/players/{seat}/gold"),
              Gauge(t("VP"), player.vp, "purple", "V", "laurels", f"/players/{seat}/vp")]  # fmt: skip
    gauges += [
        Gauge(t("{unit}, at most {n}", unit=t(one.name), n=capacity(state, seat, kind)) if told else t(one.name),
              count_of(state, seat, kind), "grey", one.name[0], UNIT_SIGNS[kind])
        for kind, one in facts.UNITS.items() if told or state.areas
    ]  # fmt: skip
    drafting = not told and not state.areas
    cards = [(deck, one) for deck, names in (
        ("position", player.positions), ("trait", player.traits), ("dynasty", player.dynasty),
        ("artifact", player.artifact)) for one in names]  # fmt: skip
    cards += [("monster", one) for one in player.monsters]
    told_too = told or drafting  # before there are areas a big screen has room for what the cards say
    lines = [] if told_too else [title(state, deck, one) for deck, one in cards]
    if drafting and not player.traits:  # those that are revealed are named
        lines += _chosen(player)
    if told or player.destiny or player.sorcery:
        lines.append(t("In hand: {d} Destiny, {s} Sorcery", d=len(player.destiny), s=len(player.sorcery)))
    shown = tuple(_card(state, deck, one) for deck, one in cards) if told_too else ()
    held = (Held(t("On the chart"), shown),) if shown else ()
    return Display(f"chart-{seat}", "army", t("Empire of {who}", who=who(seat)), seat, Text(""), *LOOKS[seat],
                   gauges=() if drafting else tuple(gauges), lines=tuple(lines), held=held, numbered=False)  # fmt: skip


def _chosen(player: Player) -> list[Text]:
    """How far an Empire has come in the set-up, for all to see."""
    n = len(player.traits) + len(player.kept)
    return [t("Empire Traits: {n} of {most}", n=n, most=facts.NUMBER["kept"])]


def _card(state: ZaborState, deck: str, name: str, n: int = 1) -> Card:
    """A card with what it says; a Monster with its symbol."""
    return Card(name, title(state, deck, name), n, detail=says(state, deck, name, between="\n"),
                sign=MONSTER_SIGN if deck == "monster" else "")  # fmt: skip


def hand(state: ZaborState, player: Player) -> Display:
    """What only its owner sees: Destiny and Sorcery cards, the hand of the draft."""
    piles = (
        (t("Kept"), "trait", player.kept), (t("Draft"), "trait", player.passing),
        (t("Destiny"), "destiny", player.destiny), (t("Sorcery"), "sorcery", player.sorcery),
    )  # fmt: skip
    held = tuple(Held(words, tuple(_card(state, deck, one, n) for one, n in Counter(names).items()))
                 for words, deck, names in piles if names)  # fmt: skip
    none = () if held or state.winners else (t("No card yet: Rituals bring Destiny and Sorcery."),)
    return Display("hand", "army", t("Your hand"), player.seat, t("Only you see this"), *LOOKS[player.seat],
                   lines=none, held=held, numbered=False)  # fmt: skip


# ---- points


def vp_cards(state: ZaborState, seat: str, names: Sequence[str]) -> TablePanel:
    """Some VP cards: the seat's own progress, and who has claimed them."""
    cards, rows = decks_of(state.owner).cards["vp"], []
    for name in names:
        card = cards.get(name)
        if card is not None:
            claimed = [who(one) for one in state.seats if vp_claim(name) in state.players[one].claims]
            rows.append((t(card.name), t(goal_words(card.goals[0])), *have(state, seat, card.goals[0]),
                         Text(str(card.goals[0].vp)), listed(claimed) if claimed else t("-")))  # fmt: skip
    return TablePanel("vp", "standing", t("VP cards"), _columns(state, seat, t("Claimed by")), tuple(rows), told=True)


def conditions(state: ZaborState, seat: str, reader: str) -> TablePanel:
    """The conditions of a player's traits: the progress of each, as far as it can be counted, and which are claimed."""
    cards, player, rows = decks_of(state.owner).cards["trait"], state.players[seat], []
    for name in player.traits:
        for n, goal in enumerate(cards[name].goals if name in cards else ()):
            done = t("yes") if trait_claim(name, n) in player.claims else t("-")
            done = done if within_reach(state, goal) else t("too few players")
            rows.append((title(state, "trait", name), t(goal_words(goal)), *have(state, seat, goal),
                         Text(str(goal.vp)), done))  # fmt: skip
    words = t("Your conditions") if seat == reader else t("Conditions of {who}", who=who(seat))
    return TablePanel(f"goals-{seat}", "standing", words, _columns(state, seat, t("Claimed")), tuple(rows),
                      told=True)  # fmt: skip


def _columns(state: ZaborState, seat: str, last: Text) -> tuple[Text, ...]:
    has = (t("Now"),) if seat in state.players else ()
    return (t("Card"), t("Needs"), *has, t("VP"), last)


def vp_panels(state: ZaborState, seat: str) -> list[Panel]:
    """The standing, the VP cards, and the conditions of traits, one's own first. Who only watches has the cards beside
    the charts until something is claimed, and no conditions: a big screen has no room for them.
    """
    cards = [vp_cards(state, seat, state.face_up)] if state.face_up else []
    if seat not in state.players:
        if state.phase == facts.CLAIM:
            return list(claims(state))
        return [standing(state), *(structs.replace(one, tab="army") for one in cards)]
    own = [conditions(state, one, seat) for one in _seat_first(state, seat) if state.players[one].traits]
    return [standing(state), *cards, *own]


def standing(state: ZaborState) -> TablePanel:
    """The figures of all players; at the end those that are compared, in their order, and the winner's first."""
    order = sorted(state.seats, key=lambda one: one not in state.winners)
    rows = {seat: _figures(state, seat) for seat in order}
    kinds = [kind for kind, _n in rows[state.seats[0]]]
    table = compared(kinds, [(seat, who(seat), [n for _kind, n in row]) for seat, row in rows.items()],
                     ended=bool(state.winners), in_order=True)  # fmt: skip
    if state.winners:
        return table
    led = tuple(one for one in table.best if one[1] < len(kinds))  # what is still to come leads nobody
    words = t("★ most of all. Goals left: conditions on traits and VP cards that can still bring VP.")
    return structs.replace(table, best=led, note=words)


def _figures(state: ZaborState, seat: str) -> list[tuple[Text, int]]:
    """What is compared at the end in its order; before that, what the others want to know of a player."""

    def count(name: str) -> int:
        return metric(state, seat, name)

    if state.winners:
        return [(t("VP"), state.players[seat].vp), (t("Metropols"), count("metropols")), (t("Gold"), count("gold")),
                (t("Cities"), count("cities")), (t("Keeps"), count("keeps")),
                (t("Strength"), count("unit_strength"))]  # fmt: skip
    return [(t("VP"), state.players[seat].vp), (t("Areas"), len(controlled(state, seat))), (t("Gold"), count("gold")),
            (t("Units"), count("units")), (t("Goals left"), len(goals(state, seat)))]  # fmt: skip


def outcome(state: ZaborState) -> Text:
    """How the match ended, in a line."""
    if not state.winners:
        return t("The match goes on.")
    best = state.players[state.winners[0]].vp
    return t("{who} wins with {n} VP", who=listed([who(one) for one in state.winners]), n=best)
