"""Reaction movement (7.3): guards and enemy Heroes next to a hex that a Hero enters."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.core.chances import Bands
from companion.engine.core.forms import Confirm, Pick
from companion.engine.core.shared import by_lot
from companion.engine.rules import Ask, Offer, Option, Rule, all_of, ask, flow, goto, note, roll, step, t
from companion.games.heroes_vs_warlords.advanced import terrain
from companion.games.heroes_vs_warlords.fighting import battles, fights, sides
from companion.games.heroes_vs_warlords.moving import paths
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import (
    ability,
    army_text,
    city_at,
    guards_player,
    hero_name,
    hero_of,
    heroes_in_play,
    left_of,
    ruled,
    stacks_of,
    strength,
    units_of,
)
from companion.games.heroes_vs_warlords.records.state import Hero, HvWState, Site


@flow("7.3")
def reactions(hero_id: str) -> Rule[None]:
    """All reactions into the hex a Hero has entered, with the battles they lead to."""
    who = yield from _heroes_first(hero_id, guard_reactions)
    if who == "hero":
        yield from battles.fight()
        yield from after_hero_reaction(hero_id)


@flow("7.3.1")
def guard_reactions(hero_id: str) -> Rule[str]:
    """Guard stacks check one after another until one succeeds and is fought (7.3.1)."""
    place = yield from guard_check(hero_id)
    if place == "failed":
        return goto(guard_reactions(hero_id))
    if place:
        yield from battles.fight()
    return ""


@flow("7.3")
def first_reaction(hero_id: str) -> Rule[str]:
    """Who reacts, without the battle: `hero`, `guards` or "". For the odds; a match uses `reactions`."""
    return (yield from _heroes_first(hero_id, guards_come))


@flow("7.3.1")
def guards_come(hero_id: str) -> Rule[str]:
    """The checks of `guard_reactions` without the battle. Returns `guards` when one succeeds."""
    place = yield from guard_check(hero_id)
    if place == "failed":
        return goto(guards_come(hero_id))
    return "guards" if place else ""


def _heroes_first(hero_id: str, guards: Callable[[str], Rule[str]]) -> Rule[str]:
    """Enemy Heroes first, guards only if those decline (7.3.2). Gives `hero`, or what the guards give."""
    reactor = yield from hero_reaction(hero_id)
    if reactor == "":
        return (yield from guards(hero_id))
    return "" if reactor == "failed" else "hero"


# ---- guards


@step("7.3.1", "7.3.1.1", asks_first=True)
def guard_check(state: HvWState, hero_id: str) -> Rule[str]:
    """The next guard stack checks. Returns its place (with the battle set up), `failed`, or "" when none is left."""
    hero = hero_of(state, hero_id)
    if hero.status != "in_play" or hero.turn_over:
        return ""
    waiting = eligible_guards(state, hero)
    if not waiting:
        return ""
    site = yield from _next_to_check(state, hero, waiting)
    level = paths.next_level(state, site)
    reacts = yield from reaction_roll(state, site, hero, level)
    _mark_tried(state, site, level)
    if not reacts:
        return "failed"
    yield from guard_attack(state, hero, site, level)
    return site.place


def eligible_guards(state: HvWState, hero: Hero) -> list[Site]:
    """Guards next to the Hero that have not tried in this turn; never into Cities or Camps (7.3.1)."""
    if city_at(state, hero.place) is not None:
        return []
    return [site for site in guards_beside(state, hero.place) if paths.may_try(state, site)]


def guards_beside(state: HvWState, place: str) -> list[Site]:
    """The hexes with guards next to a place; without a map in the app, those that the players named."""
    around = terrain.within_reach(state, place) if state.world.mapped else state.world.near
    return [state.sites[one] for one in around if one in state.sites and state.sites[one].guards]


def _mark_tried(state: HvWState, site: Site, level: int) -> None:
    """One attempt in a turn for each hex, or for each stack in it (7.3.1, ruling R28)."""
    site.tried.append(level)
    alone = ruled(state, "guard_stack") == "per_unit_stack"
    site.asked = not alone or all(stack.level in site.tried for stack in site.guards)


def _next_to_check(state: HvWState, hero: Hero, waiting: list[Site]) -> Rule[Site]:
    """The stack with the highest Level checks first; ties are decided by a die (7.3.1)."""
    best = max(paths.next_level(state, site) for site in waiting)
    tied = [one for one in waiting if paths.next_level(state, one) == best]
    prompt = t("Several stacks of Level {level} could come out: a die decides which of them checks first.", level=best)
    lots = [Offer(one.place, t(one.label), value=one) for one in tied]
    return (yield from by_lot(left_of(state, hero.seat), prompt, lots))


def reaction_roll(state: HvWState, site: Site, hero: Hero, level: int) -> Rule[bool]:
    """A reaction roll: a d20 up to twice the highest Level of the guards succeeds (7.3.1.1)."""
    limit = facts.REACTION_MAX[level]
    prompt = t("Do the guards of {site} react to {hero}?", site=t(site.label), hero=hero_name(hero))
    needs = t("{limit} or less: they attack", limit=limit)
    seat, about = guards_player(state, hero.seat), f"site:{site.place}"
    die = yield from roll(seat, prompt, 20, Bands((limit + 1,)), needs, about=about, section="7.3.1.1")
    words = "{site}: the guards react." if die <= limit else "{site}: the guards stay."
    yield from note(t(words, site=t(site.label)), about=about, section="7.3.1.1")
    return die <= limit


def guard_attack(state: HvWState, hero: Hero, site: Site, level: int) -> Rule[None]:
    """Reacting guards move into the Hero's hex (7.3.1.2): all of theirs, by ruling R28 only the stack that checked."""
    alone = level if ruled(state, "guard_stack") == "per_unit_stack" else 0
    battles.guards_react(state, hero, site, alone)
    army = army_text(fights.current(state).attacker.stacks)
    yield from note(t("{army} attack {hero}.", army=army, hero=hero_name(hero)), section="7.3.1.2")


@flow("7.3.1")
def guards_appeared(hero_id: str) -> Rule[None]:
    """Guards that a Hero revealed and did not beat check against other Heroes next to them (7.3.1, ruling R30)."""
    target = yield from appearing_check(hero_id)
    if target:
        yield from battles.fight()


@step("7.3.1")
def appearing_check(state: HvWState, hero_id: str) -> Rule[str]:
    """Returns the id of the Hero that new guards attack (with the battle set up), or ""."""
    reading = ruled(state, "appearing_guards")
    site = roused_site(state, hero_id)
    if site is None or not paths.may_try(state, site) or reading == "off":
        return ""
    others = [one for one in heroes_in_play(state) if one.id != hero_id]
    able = [one for one in others if units_of(one) and not city_at(state, one.place)]
    targets = yield from _beside(state, site, able)
    if not targets:
        return ""
    hero = yield from _whom(state, site, targets)
    while paths.may_try(state, site):
        level = paths.next_level(state, site)
        _mark_tried(state, site, level)
        if reading == "automatic" or (yield from reaction_roll(state, site, hero, level)):
            yield from guard_attack(state, hero, site, level)
            return hero.id
    return ""


def roused_site(state: HvWState, hero_id: str) -> Site | None:
    """The hex whose guards appeared because of this Hero and are still there, or None."""
    return next((one for one in state.sites.values() if one.guards and one.roused_by == hero_id), None)


def _beside(state: HvWState, site: Site, able: list[Hero]) -> Rule[list[Hero]]:
    """The Heroes next to a hex; without a map the table names them."""
    if state.world.mapped:
        return [hero for hero in able if terrain.reacts_across(state, site.place, hero.place)]
    if not able:
        return []
    prompt = t("Which of these Heroes stand next to {site}?", site=t(site.label))
    form = Pick(tuple(Option(hero.id, hero_name(hero)) for hero in able))
    named = yield from ask(state.active, prompt, form, observation=True, about=f"site:{site.place}")
    return [hero for hero in able if hero.id in named]


def _whom(state: HvWState, site: Site, targets: list[Hero]) -> Rule[Hero]:
    """Of several Heroes a die chooses one (7.3.1)."""
    prompt = t("A die decides which Hero the guards go for.")
    lots = [Offer(one.id, hero_name(one), value=one) for one in targets]
    return (yield from by_lot(left_of(state, state.active), prompt, lots, about=f"site:{site.place}"))


# ---- Heroes


@step("7.3.2", asks_first=True)
def hero_reaction(state: HvWState, mover_id: str) -> Rule[str]:
    """Enemy Heroes next to the moving Hero may react (7.3.2). Returns the one who does (with the battle set up),
    `failed`, or "".

    With ruling R31 `yes` a failed attempt counts as nothing, so that guards may still check.
    """
    mover = hero_of(state, mover_id)
    if mover.status != "in_play" or mover.turn_over:
        return ""
    able = [hero for hero in heroes_in_play(state) if _may_react(state, hero, mover)]
    if not able:
        return ""
    willing = yield from _who_wants(able, mover)
    if not willing:
        return ""
    reactor = yield from _highest_initiative(willing)
    reactor.reacted_to.append(mover.id)
    side = sides.hero_side(state, reactor)
    attempt = yield from fights.initiative_roll(side, "7.3.2", t("React to {hero}.", hero=hero_name(mover)))
    words = "{hero} reacts." if attempt.success else "{hero} fails to react."
    yield from note(t(words, hero=hero_name(reactor)), *attempt.why)
    if attempt.success:
        battles.hero_reacts(state, reactor, mover)
        return reactor.id
    return "" if ruled(state, "guards_after_failed_hero") == "yes" else "failed"


def _may_react(state: HvWState, hero: Hero, mover: Hero) -> bool:
    """An enemy Hero with units beside the mover, but not into a hex he may not enter himself (3.3.2, 7.3.2)."""
    if hero.seat == mover.seat or mover.id in hero.reacted_to or not units_of(hero) or not state.world.open_war:
        return False
    if not _is_beside_hero(state, hero, mover):
        return False
    return paths.entry_refusal(state, hero, mover.place) is None


def _is_beside_hero(state: HvWState, hero: Hero, mover: Hero) -> bool:
    if not state.world.mapped:
        return hero.id in state.world.near
    return terrain.reacts_across(state, hero.place, mover.place)


def _who_wants(able: list[Hero], mover: Hero) -> Rule[list[Hero]]:
    """Each Hero who could react is asked; declining is free (7.3.2)."""
    answers = yield from all_of(*(_wants_to_react(hero, mover) for hero in able))
    return [hero for hero, wants in zip(able, answers, strict=True) if wants]


def _wants_to_react(hero: Hero, mover: Hero) -> Ask:
    """The question, with the chance and both armies; only the stronger one is advised to attack."""
    stronger = strength(stacks_of(hero)) > strength(stacks_of(mover))
    form = Confirm(t("React"), t("Let him pass"), usual="yes" if stronger else "no")
    limit = ability(hero, "initiative")
    needs = t("On {limit} or less ({percent} %) he attacks: {own} against {theirs}.", limit=limit,
              percent=fights.percent_up_to(limit), own=army_text(stacks_of(hero)),
              theirs=army_text(stacks_of(mover)))  # fmt: skip
    prompt = t("Does {hero} react to {mover}?", hero=hero_name(hero), mover=hero_name(mover))
    return Ask(hero.seat, "7.3.2", prompt, form, about=f"hero:{hero.id}", needs=needs)


def _highest_initiative(willing: list[Hero]) -> Rule[Hero]:
    """Of several, the Hero with the highest Initiative reacts; ties are decided by a die (7.3.2)."""
    best = max(ability(hero, "initiative") for hero in willing)
    tied = [hero for hero in willing if ability(hero, "initiative") == best]
    lots = [Offer(hero.id, hero_name(hero), value=hero) for hero in tied]
    return (yield from by_lot(tied[0].seat, t("Equal Initiative: a die decides who reacts."), lots))


@step("7.3.2")
def after_hero_reaction(state: HvWState, mover_id: str) -> Rule[None]:
    """The reacting Hero is back in the own hex; a moving Hero who won continues with the remaining MP (7.3.2)."""
    mover = hero_of(state, mover_id)
    if mover.status == "in_play" and not mover.turn_over and mover.mp:
        yield from note(t("{hero} may go on: {mp} MP left.", hero=hero_name(mover), mp=mover.mp))
