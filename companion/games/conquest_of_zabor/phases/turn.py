"""The turn: its ten phases, and the sequence of the whole game."""

from __future__ import annotations

from companion.engine.core.asking import goto, note, repeat
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Offer, menu
from companion.engine.core.refusals import refuse_if
from companion.engine.core.rules import flow, step
from companion.engine.core.text import listed, plural, t
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.phases.actions import (
    acquisition,
    begin_moves,
    build_army,
    campaign,
    civilize,
    council_seat,
    march,
    maritime,
)
from companion.games.conquest_of_zabor.phases.conflicts import fight
from companion.games.conquest_of_zabor.phases.diplomacy import diplomacy
from companion.games.conquest_of_zabor.phases.rituals import rituals
from companion.games.conquest_of_zabor.phases.setup import set_up
from companion.games.conquest_of_zabor.phases.track import nothing, row_names, space_offers
from companion.games.conquest_of_zabor.phases.trading import trade
from companion.games.conquest_of_zabor.phases.victory import claim, rank, reveal
from companion.games.conquest_of_zabor.realm.areas import controlled, controller, council, holder_of, units_in, who
from companion.games.conquest_of_zabor.realm.atlas import adjacent_empires, choose_area, label
from companion.games.conquest_of_zabor.realm.deeds import do
from companion.games.conquest_of_zabor.realm.effects import income, on_chart, supply, whens
from companion.games.conquest_of_zabor.realm.movement import movable, reach
from companion.games.conquest_of_zabor.realm.pieces import add_unit, come, lost_areas, trim
from companion.games.conquest_of_zabor.realm.piles import discard_down, draw_cards, throw
from companion.games.conquest_of_zabor.sheet import decks_of
from companion.games.conquest_of_zabor.state import ZaborState
from companion.games.conquest_of_zabor.wording import ACTION_WORDS, event_words

TELLS = ("council_seat", "diplomacy")
"""Actions that say themselves that there is nothing to do."""
HANDS = ("dynasty", "artifact", "destiny", "sorcery")


@flow("Rules (title block)", "Setup 1: position cards")
def play() -> Rule[list[str]]:
    """A whole match. Returns the winners."""
    yield from set_up()
    yield from reveal()
    return goto(turn())


@flow("Glossary: the turn", "Who goes first")
def turn() -> Rule[list[str]]:
    """The ten phases; then the next turn, or the end."""
    yield from lay_track()
    for seat in (yield from begin_phase(2)):
        yield from take_income(seat)
    yield from begin_phase(3)
    yield from event()
    yield from tidy()
    yield from begin_phase(4)
    yield from repeat(place_envoy())
    yield from begin_phase(5)
    yield from repeat(act())
    for seat in (yield from begin_phase(6)):
        yield from turn_of(seat)
        yield from warfare(seat)
    for seat in (yield from begin_phase(7)):
        yield from turn_of(seat)
        yield from trade(seat)
    yield from tidy()
    yield from begin_phase(8)
    yield from heal()
    for seat in (yield from begin_phase(9)):
        yield from turn_of(seat)
        yield from claim(seat)
    going = yield from end_turn()
    if not going:
        return (yield from rank())
    yield from reveal()
    return goto(turn())


@step("Who goes first", "Glossary: the turn")
def begin_phase(state: ZaborState, n: int) -> list[str]:
    """Begin phase `n`. Returns the seats in council order for it."""
    state.phase, state.active = facts.PHASES[n - 1], ""
    if n == 5:
        state.at = 0
    return council(state)


@step("Who goes first")
def turn_of(state: ZaborState, seat: str) -> None:
    """Whose turn it is in this phase."""
    state.active = seat


# ---- 1 to 4


@step("Phase 1: place action cards", "Action cards (all)")
def lay_track(state: ZaborState) -> Rule[None]:
    """The Master of the Council lays out the 8 Action Cards in any order."""
    state.phase, state.active = facts.PHASES[0], holder_of(state, facts.COUNCIL)
    state.spaces = [""] * (2 * len(facts.ACTIONS))
    usual, laid = list(state.track or facts.ACTIONS), list[str]()
    same = Offer("same", t("As in the last turn") if state.track else t("Usual order"), value=usual,
                 detail=listed([t(facts.ACTIONS[one]) for one in usual]))  # fmt: skip
    while len(laid) < len(facts.ACTIONS) - 1:
        offers = [Offer(one, t(words), value=[*laid, one], detail=t(ACTION_WORDS[one][0]))
                  for one, words in facts.ACTIONS.items() if one not in laid]  # fmt: skip
        prompt = t("Which Action Card lies on the left, to be carried out first?")
        if laid:
            prompt = t("{cards}: which Action Card comes next?", cards=listed([t(facts.ACTIONS[one]) for one in laid]))
        laid = yield from menu(state.active, prompt, [*([] if laid else [same]), *offers], about="track")
    state.track = [*laid, *(one for one in facts.ACTIONS if one not in laid)]


@step("Phase 2: income", "Gold")
def take_income(state: ZaborState, seat: str) -> Rule[None]:
    """Gold for areas and cards; then what cards do in this phase."""
    state.active = seat
    player = state.players[seat]
    asks = next((card for card, one in on_chart(state, seat) if one.get("per") == "adjacent_empire"), None)
    adjacent = 0
    if asks is not None:
        adjacent = yield from adjacent_empires(state, seat, t(asks.name), lambda n: income(state, seat, n).total)
    total = income(state, seat, adjacent)
    player.gold += total.total
    yield from note(t("{who} receives {n} Gold.", who=who(seat), n=total.total), total, kind="income")
    for card, effect in whens(state, seat, "income"):
        yield from do(state, seat, card, effect)
    if lost_areas(state, seat) and state.rulings["fallen"] == "returns":
        yield from _return(state, seat)


def _return(state: ZaborState, seat: str) -> Rule[None]:
    """An Empire without any area may put 1 Infantry on an empty Land Area (A53)."""

    def against(place: str) -> Refusal | None:
        full = units_in(state, place) or state.areas[place].upgrade or controller(state, place)
        return refuse_if(full, "Control of areas", t("It is not empty."))

    none = Offer("none", t("Not now"), value="")
    place = yield from choose_area(
        state,
        seat,
        t("On which empty area do you return with 1 Infantry?"),
        "land",
        against,
        also=[none],
        about="return",
    )
    if place:
        add_unit(state, seat, "infantry", place)
        yield from note(t("{who} returns to {place}.", who=who(seat), place=label(state, place)), kind="return")


@step("Phase 3: events", "Glossary: events")
def event(state: ZaborState) -> Rule[None]:
    """The Master of Events draws 3 and plays 1; it is resolved, then the Barbarians are placed."""
    master = state.active = holder_of(state, facts.EVENTS)
    drawn = yield from draw_cards(state, master, "event", facts.NUMBER["drawn"])
    cards = decks_of(state.owner).cards["event"]
    offers = [Offer(one, t(cards[one].name), value=one, detail=event_words(cards[one])) for one in drawn]
    if not offers:
        return
    name = yield from menu(master, t("Which event do you play?"), offers, about="event", skip_single=True)
    card = cards[name]
    for one in drawn:
        throw(state, "event", one)
    yield from note(t("Event: {card}. {words}.", card=t(card.name), words=event_words(card)), kind="card",
                    facts={"card": f"event:{name}"})  # fmt: skip
    for effect in card.effects:
        yield from do(state, council(state)[0], card, effect)
    for kind, n in card.pieces.items():
        for _ in range(n):
            yield from place_barbarian(state, master, kind)


def place_barbarian(state: ZaborState, master: str, kind: str) -> Rule[None]:
    """Place a Barbarian Unit or Keep in a Barbarian Area of the Master's choice; left out only if none is possible."""
    if not supply(state, facts.BARBARIAN, kind):
        return

    def against(place: str) -> Refusal | None:
        area, held = state.areas[place], controller(state, place)
        bare = not units_in(state, place) and not area.upgrade and state.rulings["barbarian_area"] == "pieces-only"
        built = kind == "keep" and (area.upgrade or units_in(state, place))
        return refuse_if(held, "Phase 3: events", t("An Empire holds it.")) or refuse_if(
            bare or built, "Phase 3: events", t("It cannot be put there."))  # fmt: skip

    names = {"keep": t("Keep"), **{one: t(unit.name) for one, unit in facts.UNITS.items()}}
    prompt = t("Where does a Barbarian {unit} appear?", unit=names[kind])
    place = yield from choose_area(
        state,
        master,
        prompt,
        "sea" if kind == "fleet" else "land",
        against,
        about="barbarian",
    )
    if place and kind == "keep":
        state.areas[place].upgrade, state.areas[place].holder = "keep", facts.BARBARIAN
    elif place:
        add_unit(state, facts.BARBARIAN, kind, place)
    if place:
        yield from note(come(state, facts.BARBARIAN, kind, place))


@step("Phase 4: place envoys")
def place_envoy(state: ZaborState) -> Rule[bool]:
    """Place the next Envoy on one of the 16 spaces. Returns False when all are placed."""
    seat, most = next_envoy(state)
    if not seat:
        return False
    state.active = seat
    prompt = plural(most, "Where does your last Envoy go?", "Where does your Envoy go? You have {n} left.")
    first = seat not in state.spaces
    offers = space_offers(state)
    n = yield from menu(seat, prompt, offers, about="envoy" if first else "next_envoy", look="grid",
                        rows=row_names(state), columns=[t("Primary"), t("Secondary")])  # fmt: skip
    state.spaces[n] = seat
    yield from note(t("{who}: Envoy on {space}.", who=who(seat), space=offers[n].words), kind="envoy")
    return True


def next_envoy(state: ZaborState) -> tuple[str, int]:
    """Whose Envoy is placed next, and how many this player still has; "" if all are placed."""
    order = council(state)
    left = {seat: envoys(state, seat) - state.spaces.count(seat) for seat in order}
    most = max(left.values())
    return (next(one for one in order if left[one] == most), most) if most > 0 else ("", 0)


def envoys(state: ZaborState, seat: str) -> int:
    """How many Envoys a player places: none after being eliminated (A53)."""
    out = state.rulings["fallen"] == "out" and not controlled(state, seat)
    return 0 if out else state.players[seat].envoys


# ---- 5 actions


@flow("Phase 5: actions", "Glossary: actions")
def act() -> Rule[bool]:
    """The next Envoy from left to right takes its action. Returns False when none is left."""
    what = yield from next_space()
    if not what:
        return False
    action, slot, seat = what
    yield from carry_out(action, seat, slot)
    yield from repeat(fight(seat))
    yield from tidy()
    for one in (yield from who_claims_now()):
        yield from claim(one)
    return True


@step("Phase 5: actions", "Glossary: actions")
def next_space(state: ZaborState) -> Rule[list[str]]:
    """Remove the next Envoy from its space. Returns action, slot and seat; empty when there is none."""
    while state.at < len(state.spaces):
        n, seat = state.at, state.spaces[state.at]
        state.at += 1
        if seat in state.players and n // 2 < len(state.track):
            state.spaces[n], state.active = "", seat
            action, slot = state.track[n // 2], "secondary" if n % 2 else "primary"
            why = nothing(state, seat, action, slot)
            if why is not None and action not in TELLS:
                yield from note(t("{who}: {action}, nothing possible. {why}", who=who(seat), why=why.reason,
                                  action=t(facts.ACTIONS[action])), kind="nothing", section=why.section)  # fmt: skip
            return [action, slot, seat]
    return []


@flow("Phase 5: actions", "Action cards (all)")
def carry_out(action: str, seat: str, slot: str) -> Rule[None]:
    """Carry out an action by its name."""
    rules = {
        "acquisition": acquisition,
        "build_army": build_army,
        "campaign": campaign,
        "civilize": civilize,
        "council_seat": council_seat,
        "diplomacy": diplomacy,
        "maritime": maritime,
        "rituals": rituals,
    }
    yield from rules[action](seat, slot)


@step("Phase 9: VP")
def who_claims_now(state: ZaborState) -> list[str]:
    """The seats that may claim at the end of an action: none, except by one reading of A39."""
    return council(state) if state.rulings["claim_time"] == "any-time" else []


@step("Glossary: Unit Capacity", "Glossary: card limits")
def tidy(state: ZaborState) -> Rule[None]:
    """After an action: remove Units above capacity, discard hands and charts down to 3."""
    for seat in council(state):
        yield from trim(state, seat)
        for deck in HANDS:
            yield from discard_down(state, seat, deck)


# ---- 6 warfare


@flow("Phase 6: warfare")
def warfare(seat: str) -> Rule[None]:
    """Any Units of a player move to one Land Area that the player chooses; battles follow at once."""
    yield from begin_moves()
    target = yield from war_target(seat)
    if target:
        yield from repeat(march(seat, "land", "", target, 0))
        yield from repeat(fight(seat))
        yield from tidy()


@step("Phase 6: warfare")
def war_target(state: ZaborState, seat: str) -> Rule[str]:
    """Choose the Land Area that Units move to. Returns "" for none."""
    state.active, state.target = seat, ""
    if not movable(state, seat, naval=False):
        return ""
    none = Offer("none", t("No Units move"), value="")
    place = yield from choose_area(state, seat, t("Warfare: to which Land Area do you move?"), "land",
                                   lambda place: None, also=[none], about="target",
                                   reach=reach(state, seat))  # fmt: skip
    if not place:
        yield from note(t("{who} moves nothing.", who=who(seat)), kind="declined")
    state.target = place
    return place


# ---- 8 and 10


@step("Phase 8: heal", "Monsters")
def heal(state: ZaborState) -> None:
    """Heal all wounds except those of Monsters."""
    for one in state.units.values():
        if one.kind in facts.UNITS:
            one.wounds = 0


@step("Phase 10: end")
def end_turn(state: ZaborState) -> bool:
    """End what lasts a turn. Returns False when the last VP card has been turned up."""
    state.phase, state.active, state.lasting = facts.PHASES[9], "", []
    for area in state.areas.values():
        area.misty = False
    for player in state.players.values():
        player.spent, player.conquered, player.barred = [], [], []
        player.won = player.won_empire = player.trades = player.extra_trade = player.fear = 0
    return state.turn < state.turns
