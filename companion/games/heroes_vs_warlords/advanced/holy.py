"""Holy places (15.4): a Hero who stops in one rolls for a gift."""

from __future__ import annotations

from companion.engine.core.chances import Bands, Faces
from companion.engine.rules import Offer, Rule, confirm, note, partial, roll, t
from companion.games.heroes_vs_warlords.advanced import experience, quests, terrain
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import hero_name, resource_sites, ruled, site_at, stacks_of
from companion.games.heroes_vs_warlords.records.goods import give
from companion.games.heroes_vs_warlords.records.state import Hero, HvWState, Site

MOVEMENT_GIFT = 4
LINES = tuple(facts.HOLY_PLACE)


def offers(state: HvWState, hero: Hero, site: Site) -> bool:
    """Whether a Hero who enters may still use the holy place in this Round (ruling R69)."""
    if not terrain.used(state):
        return False
    if ruled(state, "holy_limit") == "per_place_and_hero":
        return hero.id not in site.used_by
    return not site.visited


def visit(state: HvWState, hero: Hero, site: Site) -> Rule[None]:
    """The Hero may stop, which costs all remaining Movement points, and roll for a gift; passing through has no
    effect.
    """
    prompt = t("{hero} may stop here and roll; the rest of his Movement is lost. Stop?", hero=hero_name(hero))
    stops = yield from confirm(hero.seat, prompt, t("Stop and roll"), t("Pass through"), about=f"hero:{hero.id}",
                               section="15.4")  # fmt: skip
    if stops:
        yield from _use(state, hero, site)


def stay_offers(state: HvWState, hero: Hero) -> list[Offer]:
    """By ruling R97, the offer for a Hero who has been in a holy place since an earlier turn to use it before
    moving.
    """
    if ruled(state, "holy_stay") == "must_enter" or not terrain.used(state) or hero.moved:
        return []
    site = site_at(state, hero.place)
    if site is None or site.kind != "holy_place" or not offers(state, hero, site):
        return []
    label = t("{hero} stays in the holy place and rolls", hero=hero_name(hero))
    return [Offer(f"holy:{hero.number}", label, partial(_use, state, hero, site), kind="holy")]


def _use(state: HvWState, hero: Hero, site: Site) -> Rule[None]:
    """The rest of his Movement is lost, and he rolls (15.4); it counts for a quest however he got there (17.2)."""
    site.visited = True
    site.used_by.append(hero.id)
    hero.mp = 0
    cuts = tuple(top + 1 for top in LINES[:-1])
    prompt = t("The holy place: what does it give?")
    die = yield from roll(hero.seat, prompt, 20, Bands(cuts), about=f"site:{site.place}", section="15.4")
    gift = gift_of(die)
    words = t("{hero} stops in a holy place.", hero=hero_name(hero))
    yield from note(words, about=f"site:{site.place}", kind="holy", facts={"what": gift}, section="15.4")
    yield from _gift(state, hero, gift)
    yield from quests.did(state, hero, "holy_place", site.place)


def gift_of(die: int) -> str:
    """The gift for a roll of the d20 (15.4)."""
    return next(gift for top, gift in facts.HOLY_PLACE.items() if die <= top)


def _gift(state: HvWState, hero: Hero, gift: str) -> Rule[None]:
    match gift:
        case "gold":
            yield from give(state, hero, {"gold": 1}, "15.4")
        case "resources":
            yield from give(state, hero, holdings(state, hero.seat), "15.4")
        case "movement":
            hero.mp = MOVEMENT_GIFT
            yield from note(t("{hero} may go on with {mp} MP.", hero=hero_name(hero), mp=hero.mp), section="15.4")
        case "honor":
            yield from _honor(state, hero)
        case "experience":
            gained = yield from roll(hero.seat, t("How many EP?"), 20, Faces(), about=f"hero:{hero.id}", section="15.4")
            hero.ep += gained
            text = t("{hero} gains {gained} EP and has {ep}.", hero=hero_name(hero), gained=gained, ep=hero.ep)
            yield from note(text, about=f"hero:{hero.id}", section="15.4")


def _honor(state: HvWState, hero: Hero) -> Rule[None]:
    """Honor for each stack he leads; without Honor in the match nothing (ruling R92)."""
    if not experience.honor_used(state):
        words = t("{hero}: the match plays without Honor, so nothing is gained.", hero=hero_name(hero))
        yield from note(words, section="15.4")
        return
    hero.honor += stacks_led(hero)
    text = t("{hero} gains {n} Honor and has {honor}.", hero=hero_name(hero), n=stacks_led(hero), honor=hero.honor)
    yield from note(text, about=f"hero:{hero.id}", section="15.4")


def holdings(state: HvWState, seat: str) -> dict[str, int]:
    """One of each kind for every Resource hex with the player's Control marker (15.4, ruling R69)."""
    own = [site.resource for site in resource_sites(state, seat)]
    return {name: own.count(name) for name in facts.RESOURCES if name in own}


def stacks_led(hero: Hero) -> int:
    """How many stacks the Hero leads, Mercenaries included (ruling R69)."""
    return len(stacks_of(hero))
