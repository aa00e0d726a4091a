"""Special buildings (17.3): Blacksmith, Shaman Tent and Temple turn Honor into help for the defenders of a place."""

from __future__ import annotations

from companion.engine.core.forms import Counts, Field, Fields, Number, Row
from companion.engine.rules import Offer, Refused, Rule, Text, ask, note, number, partial, plural, t
from companion.games.heroes_vs_warlords.advanced import methods
from companion.games.heroes_vs_warlords.advanced.experience import honor_used
from companion.games.heroes_vs_warlords.advanced.skills import about_role
from companion.games.heroes_vs_warlords.fighting.fights import grave_of
from companion.games.heroes_vs_warlords.records.common import city_at, hero_name, ruled, stack_text, usable
from companion.games.heroes_vs_warlords.records.facts import AGAINST
from companion.games.heroes_vs_warlords.records.state import Battle, City, Fighter, Hero, HvWState, Side

BUILDING = "special_building"
NAMES = {"knights": "Blacksmith", "barbarians": "Shaman Tent", "amazons": "Temple"}
SECTIONS = {"knights": "17.3.1", "barbarians": "17.3.2", "amazons": "17.3.3"}


def buildable(state: HvWState, city: City) -> bool:
    """Whether it can be built: only at home, only with Honor in the match, never in a place that was once conquered
    (17.3).
    """
    return honor_used(state) and city.owner == city.home and not city.conquered


# ---- storing


def store_offers(state: HvWState, hero: Hero) -> list[Offer]:
    """The offer to store Honor permanently, for a Hero in the City or Camp with the building (17.3)."""
    if not honor_used(state):
        return []
    city = city_at(state, hero.place)
    if city is None or city.owner != hero.seat or not usable(city, BUILDING):
        return []
    none = AGAINST(nothing_to_store=not hero.honor)
    label = t("{hero} stores Honor in the {building}", hero=hero_name(hero), building=t(NAMES[city.home]))
    return [Offer(f"store:{hero.number}", label, partial(_store, hero, city), refusal=none, kind="store")]


def _store(hero: Hero, city: City) -> Rule[None]:
    prompt = t("How many Honor Points? They cannot be taken out again.")
    amount = yield from number(hero.seat, prompt, 0, hero.honor, hero.honor, about=f"hero:{hero.id}", section="17.3")
    hero.honor -= amount
    city.honor += amount
    text = plural(city.honor, "{building}: 1 Honor Point stored.", "{building}: {n} Honor Points stored.",
                  building=t(NAMES[city.home]))  # fmt: skip
    yield from note(text, about=f"city:{city.id}", section="17.3")


# ---- in a combat


def _city(state: HvWState, fight: Battle) -> City | None:
    city = state.cities.get(fight.city) if fight.city else None
    if city is None or not honor_used(state) or city.owner != city.home or not usable(city, BUILDING):
        return None
    return city


def may_come(state: HvWState, fight: Battle) -> bool:
    """Whether a special building can affect this combat, so that its rounds must be counted (17.3)."""
    return _city(state, fight) is not None


def may_serve(state: HvWState, fight: Battle) -> bool:
    """Whether it can help now: after a completed combat round, with points, for stacks not helped yet (17.3,
    rulings R72, R101).
    """
    city = _city(state, fight)
    if city is None or not _is_time(state, fight) or not city.honor + fight.defender.honor:
        return False
    return any(row.high for row in _rows(state, fight, city))


def _is_time(state: HvWState, fight: Battle) -> bool:
    """`round` counts the one that is about to begin."""
    if ruled(state, "forge_timing") == "first_round_end_only":
        return fight.round == 2
    return fight.round > 1


def _rows(state: HvWState, fight: Battle, city: City) -> list[Row]:
    """A line for each stack: points up to its Level (17.3.1, 17.3.3), or what can be revived (17.3.2)."""
    found = []
    for index, one in enumerate(fight.defender.stacks):
        if not one.count or one.boosted or one.box == "out":
            continue
        high, cost = _most(state, fight, city, one)
        if high:
            found.append(Row(str(index), stack_text(one), high, cost, value=index))
    return found


def _most(state: HvWState, fight: Battle, city: City, one: Fighter) -> tuple[int, int]:
    """How many points or units a stack can get, and what each costs in Honor."""
    if city.home != "barbarians":
        return one.level, 1
    top = 20 if ruled(state, "revive_cap") == "twenty" else one.start
    missing = max(top - one.count, 0)
    if methods.advanced_hits(fight):
        return missing * one.level + one.wounds if missing or one.wounds else 0, 1
    return missing, one.level


def serve(state: HvWState, fight: Battle) -> Rule[None]:
    """Spend stored points, the Hero's own, or both on stacks (17.3)."""
    city, side = _city(state, fight), fight.defender
    assert city is not None
    section, rows = SECTIONS[city.home], _rows(state, fight, city)
    budget = city.honor + side.honor
    prompt = t("{building}: Honor Points stored: {stored}, of the Hero: {own}. Who gets how much?",
               building=t(NAMES[city.home]), stored=city.honor, own=side.honor)  # fmt: skip
    form = Fields((
        Field("stacks", _what(city, fight), Counts(tuple(rows), budget, section)),
        Field("own", t("Of these from the Hero"), Number(0, side.honor)),
    ))  # fmt: skip
    given = yield from ask(side.seat, prompt, form, about=about_role("defender"), section=section)
    picked = {row.value: given["stacks"][row.id] for row in rows if given["stacks"].get(row.id)}
    price = sum(row.cost * given["stacks"].get(row.id, 0) for row in rows)
    _pay(city, side, price, given["own"], section)
    for index, amount in picked.items():
        _help(fight, city, side.stacks[index], amount)
    if picked:
        yield from note(t("{building}: Honor Points spent: {n}.", building=t(NAMES[city.home]), n=price),
                        section=section)  # fmt: skip


def _what(city: City, fight: Battle) -> Text:
    if city.home != "barbarians":
        return t("Points of Attack") if city.home == "knights" else t("Points of Defense")
    return t("Hits taken back") if methods.advanced_hits(fight) else t("Units revived")


def _pay(city: City, side: Side, price: int, own: int, section: str) -> None:
    if own > price or price - own > city.honor:
        raise Refused(section, t("The parts do not add up to the Honor Points spent: {n}.", n=price), "own")
    side.honor -= own
    city.honor -= price - own


def _help(fight: Battle, city: City, one: Fighter, amount: int) -> None:
    """Attack, Defense, or units brought back (17.3.1 to 17.3.3)."""
    one.boosted = True
    match city.home:
        case "knights":
            one.attack_plus += amount
        case "amazons":
            one.defense_plus += amount
        case "barbarians":
            _revive(fight, one, amount)


def _revive(fight: Battle, one: Fighter, amount: int) -> None:
    """Units leave the enemy's graveyard again and give no EP (ruling R72)."""
    before = one.count
    if methods.advanced_hits(fight):
        total = one.count * one.level - one.wounds + amount
        one.count = -(-total // one.level)
        one.wounds = one.count * one.level - total
    else:
        one.count += amount
    back = one.count - before
    name = grave_of(one)
    fight.attacker.kills[name] = max(fight.attacker.kills.get(name, 0) - back, 0)
