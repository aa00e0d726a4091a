"""The turn: draw, deploy, explore, move, scout, battle, banner, end; the sequence of the whole game, and its end."""

from __future__ import annotations

from functools import partial

from companion.engine.core.asking import goto, note, repeat
from companion.engine.core.effects import Rule
from companion.engine.core.menu import Offer, menu, several
from companion.engine.core.rules import flow, step
from companion.engine.core.shared import round_from
from companion.engine.core.text import Text, listed, t
from companion.engine.game.piles import put
from companion.games.archmagi import facts
from companion.games.archmagi.fights.battle import battle
from companion.games.archmagi.fights.losses import best, destroy, fall, last_one_wins
from companion.games.archmagi.land import (
    ashore,
    banners,
    enemies,
    ground,
    hex_name,
    is_stranded,
    neighbours,
    occupied,
)
from companion.games.archmagi.phases.ahead import FOUND
from companion.games.archmagi.phases.deploy import deploy
from companion.games.archmagi.phases.gear import give_found
from companion.games.archmagi.phases.movement import move
from companion.games.archmagi.phases.piles import draw_chits, held
from companion.games.archmagi.phases.scouting import scout
from companion.games.archmagi.phases.setup import set_up, turn_up
from companion.games.archmagi.picking import chit_offer, hexes_to_pick, in_phase, where
from companion.games.archmagi.state import ArchmagiState, Battle, Force
from companion.games.archmagi.units import is_archmagi, on_map, values
from companion.games.archmagi.wording import called, name_of, title


@flow("Setup", "Turn")
def play() -> Rule[list[str]]:
    """A whole match. Returns the winners."""
    first = yield from set_up()
    return goto(turn(first))


@flow("Turn")
def turn(seat: str) -> Rule[list[str]]:
    """The eight phases of a turn; then the next player's turn."""
    yield from draw(seat)
    yield from repeat(deploy(seat))
    yield from repeat(explore(seat))
    yield from repeat(move(seat))
    yield from repeat(scout(seat))
    yield from repeat(fight(seat))
    found = yield from raise_banners(seat)
    for place in found:
        yield from find_artifact(seat, place)
    yield from discard(seat)
    following = yield from end_turn(seat)
    return goto(turn(following)) if following else (yield from winners())


@step("Winning")
def winners(state: ArchmagiState) -> list[str]:
    """The seats that have won."""
    return state.winners


# ---- 1 draw


@step("Draw")
def draw(state: ArchmagiState, seat: str) -> Rule[None]:
    """Draw 1 unit chit and 1 more for every 3 banners; 1 spell chit, more with a Staff of Stars."""
    player, limits = state.players[seat], facts.LIMITS
    state.active, state.phase = seat, "Draw"
    player.turns, player.deployed, player.absent, player.explored = player.turns + 1, 0, 0, []
    player.looked = ""
    last, words = last_turn(state), t("{who}: turn {n}.", who=called(seat), n=player.turns)
    if last:
        words = t("{who}: turn {n} of {last}.", who=called(seat), n=player.turns, last=last)
    yield from note(words, kind="turn")
    for unit in state.units.values():
        unit.moved = unit.hurry = unit.fed = 0
        unit.halted = unit.wades = False
        unit.used = []
    state.fought = []
    own = on_map(state, seat).values()
    counts = {"unit": min(limits["draw"], 1 + len(banners(state, seat)) // limits["banners_per_draw"]),
              "spell": 1 + sum(sum(values(state, one, "spell draw")) for one in own)}  # fmt: skip
    for pile, n in counts.items():
        held(pile, player).extend((yield from draw_chits(state, seat, pile, n)))
    state.phase = "Deploy"


# ---- 3 explore


@step("Explore")
def explore(state: ArchmagiState, seat: str) -> Rule[bool]:
    """On an unknown map each own stack turns up a neighbouring hex. Returns False when the player is done."""
    near = unexplored(state, seat) if state.mapped == "unknown" else {}
    offers = [
        Offer(place, hex_name(state, place), partial(find_out, state, seat, place, by)) for place, by in near.items()
    ]
    prompt = t("Which hex is explored?")
    return (yield from in_phase(state, seat, ("Explore", "Move"), prompt, offers, "map", asked=bool(near)))


def find_out(state: ArchmagiState, seat: str, place: str, by: str) -> Rule[bool]:
    """A stack turns up a hex."""
    state.players[seat].explored.append(by)
    yield from turn_up(state, seat, place)
    return True


def unexplored(state: ArchmagiState, seat: str) -> dict[str, str]:
    """The hexes that can be turned up, each with its stack: if several could, the one with the fewest choices."""
    ways = {place: [one for one in neighbours(state, place) if not state.hexes[one].terrain]
            for place in occupied(state, seat) if place not in state.players[seat].explored}  # fmt: skip
    return {to: place for place in sorted(ways, key=lambda one: -len(ways[one])) for to in ways[place]}


# ---- 6 battle


@flow("Battle", "Turn")
def fight(seat: str) -> Rule[bool]:
    """One battle of the Battle phase. Returns False when none is left."""
    found = yield from next_battle(seat)
    if not found:
        return False
    yield from battle()
    yield from after_battle()
    return True


@step("Battle")
def next_battle(state: ArchmagiState, seat: str) -> Rule[bool]:
    """Choose the next battle where own units meet opposing ones; the active player attacks. Returns False when none
    is left.
    """
    found = [] if state.winners else battles(state, seat)
    state.phase = "Battle" if found else "Banner"
    if not found:
        return False
    offers = [Offer(name, label, value=(place, seats)) for name, label, place, seats in found]
    prompt = t("Which battle is fought first?")
    place, seats = yield from menu(seat, prompt, offers, about="battle", skip_single=True)
    state.battle = Battle(place, Force([seat]), Force(list(seats)))
    state.fought += [f"{place}:{one}" for one in seats]
    yield from note(t("Battle on {place}.", place=hex_name(state, place)), kind="battle")
    return True


def battles(state: ArchmagiState, seat: str) -> list[tuple[str, Text, str, tuple[str, ...]]]:
    """The battles still to be fought, with hex and opponents; several opponents one by one or together (A19, A14)."""
    found = []
    for place in occupied(state, seat):
        foes = [one.seat for one in enemies(state, seat, place)]
        foes = sorted(dict.fromkeys(foes), key=lambda one: (-foes.count(one), state.seats.index(one)))
        foes = [one for one in foes if f"{place}:{one}" not in state.fought]
        if not foes or (place in state.truces and state.rulings["shared_hex"] == "stay-friends"):
            continue
        for seats in [tuple(foes)] if state.rulings["two_opponents"] == "together" else [(one,) for one in foes]:
            label = t("{place}: {who}", place=hex_name(state, place), who=called(seats[0]))
            found.append((f"{place}:{seats[0]}", label, place, seats))
    return found


@step("Battle", "Winning")
def after_battle(state: ArchmagiState) -> Rule[None]:
    """Put the stacks back on the board."""
    state.battle = None
    yield from ()


# ---- 7 banner


@step("Banner")
def raise_banners(state: ArchmagiState, seat: str) -> Rule[list[str]]:
    """Place a banner in each land hex with only own units. Returns the hexes where it finds an artifact: some where it
    is the first banner ever.
    """
    finds: list[str] = []
    if state.winners:
        return finds
    state.phase = "Banner"
    for place in occupied(state, seat):
        here = state.hexes[place]
        if here.water or here.banner == seat or enemies(state, seat, place):
            continue
        if len(banners(state, seat)) >= facts.LIMITS["banners"] and not (yield from _spare(state, seat, place)):
            continue
        here.banner, first, here.founded = seat, not here.founded, True
        words = t("{who}: a banner on {place}.", who=called(seat), place=hex_name(state, place))
        yield from note(words, kind="banner")
        if first and ground(state, place) in FOUND:
            finds.append(place)
    state.phase = "Banner" if finds else "End"
    return finds


@step("Banner")
def find_artifact(state: ArchmagiState, seat: str, place: str) -> Rule[None]:
    """Draw the artifact that the first banner ever in a hex has found. What is discarded next belongs to the end."""
    for artifact in (yield from draw_chits(state, seat, "artifact")):
        yield from give_found(state, seat, artifact, place)
    state.phase = "End"


def _spare(state: ArchmagiState, seat: str, place: str) -> Rule[bool]:
    """All banners lie on the map: an own one may be moved."""
    prompt = t("All your banners are on the map. Which one goes to {place}?", place=place.upper())
    offers = [Offer("none", t("No banner is moved")), *hexes_to_pick(state, banners(state, seat))]
    picked = yield from menu(seat, prompt, offers, look="map", about="banner")
    if picked:
        state.hexes[picked].banner = ""
    return bool(picked)


# ---- 8 end


SURPLUS = {"spell": "You may keep {most} of your spells: which are discarded?",
           "unit": "You may keep {most} of your Reserve: which are discarded?"}  # fmt: skip


@step("End")
def discard(state: ArchmagiState, seat: str) -> Rule[None]:
    """Discard down to 7 spell chits and 10 Reserve chits."""
    state.phase = "End"
    for pile, words in SURPLUS.items():
        hand = sorted(held(pile, state.players[seat]))
        prompt = t(words, most=facts.LIMITS[pile])
        over = len(hand) - facts.LIMITS[pile]
        if over <= 0 or state.winners:
            continue
        ids = [f"{one}:{hand[:n].count(one) + 1}" for n, one in enumerate(hand)]
        chits = [chit_offer(state, pile, one, name, value=one) for name, one in zip(ids, hand, strict=True)]
        gone = yield from several(seat, prompt, chits, over, over, about=f"discard:{pile}",
                                  send=[t("Discard")])  # fmt: skip
        for one in gone:
            held(pile, state.players[seat]).remove(one)
            put(state.discards[pile], one)
        names = listed([title(state, pile, one) for one in gone])
        yield from note(t("{who} discards {chits}.", who=called(seat), chits=names))


@step("End", "Winning")
def end_turn(state: ArchmagiState, seat: str) -> Rule[str]:
    """Stranded units, paralysis, eliminations, the last round. Returns who is next, "" at the end of the game."""
    for name in [name for name, one in state.units.items() if one.seat == seat and is_stranded(state, one, one.place)]:
        if name in state.units:
            yield from _strand(state, seat, name)
    for unit in state.units.values():
        if unit.paralyzed > 0 and (unit.seat == seat or state.rulings["paralyze_turns"] == "all-turns"):
            unit.paralyzed -= 1
    yield from _falls(state)
    if not state.winners:
        yield from _last_round(state, seat)
    if state.winners:
        names = ", ".join(facts.TITLES[one] for one in state.winners)
        yield from note(t("{who} wins.", who=names), section="Winning", kind="end", facts={"how": state.ending})
        return ""
    following = round_from(state.seats, seat)[1:]
    state.active, state.phase = next(one for one in following if not state.players[one].out), "Draw"
    return state.active


def _strand(state: ArchmagiState, seat: str, name: str) -> Rule[None]:
    unit = state.units[name]
    ways = ashore(state, unit, unit.place)
    if not ways:
        words = t("{unit} drowns on {place}: it can neither swim nor fly there, and no ship carries it.",
                  unit=name_of(state, unit.kind), place=hex_name(state, unit.place))  # fmt: skip
        yield from note(words, kind="stranded")
        yield from destroy(state, name)
        return
    unit.place = yield from where(state, seat, t("Where is the unit washed ashore?"), ways, "ashore")
    yield from turn_up(state, seat, unit.place)


def _falls(state: ArchmagiState) -> Rule[None]:
    """Players without an Archmagi are out; if the last ones fall together, the best of them win (A43)."""
    kings = [one.seat for one in state.units.values() if is_archmagi(state, one)]
    falling = [one for one in state.seats if not state.players[one].out and one not in kings]
    if falling and all(state.players[one].out or one in falling for one in state.seats):
        state.winners, state.ending = best(state, falling, by_strength=False), "together"
        return
    for seat in falling:
        yield from fall(state, seat)
    last_one_wins(state)


def last_turn(state: ArchmagiState) -> int:
    """The turn of each player after which the game ends by itself (A44); 0 if it does not."""
    found: int = facts.SETUP["rounds"][state.rulings["last_round"]]
    return found


def _last_round(state: ArchmagiState, seat: str) -> Rule[None]:
    """After everybody's last turn the player with most banners wins (A44)."""
    last, left = last_turn(state), [one for one in state.seats if not state.players[one].out]
    if last and seat == left[-1] and state.players[seat].turns >= last:
        state.winners, state.ending = best(state, left), "rounds"
    yield from ()
