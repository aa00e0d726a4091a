"""Skills of Heroes (16.0): Trade, Diplomacy, and one Skill of each race that changes a result before it counts."""

from __future__ import annotations

from companion.engine.rules import Offer, Rule, Sum, Term, Text, confirm, menu, note, plural, refuse_if, t
from companion.games.heroes_vs_warlords.advanced import experience, methods
from companion.games.heroes_vs_warlords.fighting.fights import Role, grave_of, opposite, side_name, side_of
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import hero_name, hero_of, ruled, stack_text
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, Hero, HvWState, Side, Talent

SKILLS = ("trade", "diplomacy", "talent")
TALENTS: dict[str, Talent] = {"knights": "experience", "barbarians": "fury", "amazons": "cleverness"}
TALENT_TITLES = {"experience": "Military Experience", "fury": "Fury", "cleverness": "Cleverness"}
TALENT_SECTIONS = {"experience": "16.1.3", "fury": "16.1.4", "cleverness": "16.1.5"}
DIPLOMACY_LEVELS = {"knights": (1, 3, 5), "amazons": (1, 3, 5), "barbarians": (2, 4, 6)}
LIMIT = facts.HERO_LIMITS["skill"]


def used(state: HvWState) -> bool:
    """Whether the match plays with Skills (16.1, ruling R92)."""
    return ruled(state, "skills") == "on"


def skill_title(hero: Hero, name: str) -> Text:
    """The name of a Skill: `Trade`, `Diplomacy`, or that of the race."""
    if name == "talent":
        return t(TALENT_TITLES[TALENTS[hero.seat]])
    return t("Trade") if name == "trade" else t("Diplomacy")


def give_to_side(state: HvWState, side: Side, hero: Hero) -> None:
    """Give a side in a combat the Skills and Honor of its Hero."""
    if used(state):
        side.talent, side.skill, side.diplomacy = TALENTS[hero.seat], hero.talent, hero.diplomacy
    if ruled(state, "honor") == "on":
        side.honor = hero.honor


# ---- a new Level


def raise_skill(state: HvWState, hero: Hero) -> Rule[None]:
    """Raise one of the three Skills by one permanently, as each Level does (16.1, 19.20)."""
    offers = [
        Offer(name, _label(hero, name), value=name, refusal=refuse_if(getattr(hero, name) >= LIMIT, "16.1", _full()))
        for name in SKILLS
    ]
    if not used(state) or all(offer.refusal for offer in offers):
        return
    prompt = t("Level {level}: which Skill do you improve?", level=hero.level)
    name = yield from menu(hero.seat, prompt, offers, about=f"hero:{hero.id}", section="16.1")
    setattr(hero, name, getattr(hero, name) + 1)
    text = t("{hero}: {skill} is now {value}.", hero=hero_name(hero), skill=skill_title(hero, name),
             value=getattr(hero, name))  # fmt: skip
    yield from note(text, about=f"hero:{hero.id}", section="16.1")


def _label(hero: Hero, name: str) -> Text:
    now = getattr(hero, name)
    return t("{skill} {now} → {next}", skill=skill_title(hero, name), now=now, next=now + 1)


def _full() -> Text:
    return t("The limit of {limit} is reached.", limit=LIMIT)


def trade_bonus(state: HvWState, hero: Hero) -> int:
    """What Trade adds to the amount collected at an outpost (16.1.1)."""
    return hero.trade if used(state) else 0


# ---- Diplomacy


def diplomacy(state: HvWState, fight: Battle) -> Rule[None]:
    """Before deployment a Hero may persuade guards of one stack to leave (16.1.2, ruling R98)."""
    for role in ("attacker", "defender"):
        side, other = side_of(fight, role), side_of(fight, opposite(role))
        if side.diplomacy and side.hero and other.kind == "guards":
            yield from _talk(state, fight, role, side, other)


def _talk(state: HvWState, fight: Battle, role: str, side: Side, other: Side) -> Rule[None]:
    race = facts.HEROES[side.hero][0]
    able = [one for one in other.stacks if one.level in DIPLOMACY_LEVELS[race] and one.count]
    if not able:
        return
    refusals = [facts.AGAINST(other_level=one not in able) for one in other.stacks]
    offers = [Offer(str(i), stack_text(one), value=one, refusal=refusals[i]) for i, one in enumerate(other.stacks)]
    offers.append(Offer("none", t("No Diplomacy")))
    prompt = t("{who}: of which stack does Diplomacy remove up to {n}?", who=side_name(side), n=side.diplomacy)
    stack = yield from menu(side.seat, prompt, offers, about=about_role(role), section="16.1.2")
    if stack is not None:
        removed = persuade(state, side, stack)
        one, many = "{who}: one of {stack} leaves without a fight.", "{who}: {n} of {stack} leave without a fight."
        text = plural(removed, one, many, who=side_name(side), stack=stack_text(stack))
        yield from note(text, section="16.1.2")


def persuade(state: HvWState, side: Side, stack: Fighter) -> int:
    """Remove persuaded units from a stack and give EP for them at once (16.1.2): whole units, by ruling R67 as many
    as the hits kill.
    """
    removed = min(side.diplomacy, stack.count)
    if ruled(state, "diplomacy_effect") == "hit_points" and methods.chosen(state) in methods.ADVANCED_HITS:
        hits = min(stack.wounds + side.diplomacy, stack.count * stack.level)
        removed, left = divmod(hits, stack.level)
        stack.wounds = left
    stack.count -= removed
    gained = experience.worth_of(state, methods.chosen(state), {grave_of(stack): removed})
    hero_of(state, side.hero).ep += gained
    return removed


def about_role(role: str) -> str:
    """The `about` of a side's questions, because one seat may answer for both sides."""
    return f"role:{role}"


# ---- windows on a result


def ready(side: Side, talent: Talent) -> bool:
    """Whether the Hero of a side may still use this Skill in this combat (16.1.3 to 16.1.5)."""
    return bool(side.hero) and side.talent == talent and side.skill > 0 and not side.skill_used


def ask_to_use(state: HvWState, side: Side, role: Role, prompt: Text) -> Rule[bool]:
    """Ask whether to use the Skill now, once a combat; points not needed are lost."""
    section = TALENT_SECTIONS[side.talent]
    yes = t("Use {skill}", skill=t(TALENT_TITLES[side.talent]))
    wants = yield from confirm(side.seat, prompt, yes, t("Not now"), about=about_role(role), section=section)
    side.skill_used = side.skill_used or wants
    return wants


def adjusted(state: HvWState, fight: Battle, winner: Role, loser: Fighter, hits: Sum) -> Rule[Sum]:
    """The hits after Fury has added some and then Military Experience has removed some (ruling R68)."""
    terms = list(hits.terms)
    mine, theirs = side_of(fight, winner), side_of(fight, opposite(winner))
    if ready(mine, "fury") and hits.total > 0 and loser.count:
        prompt = t("Hits on {stack}: {n}. Add {skill} by Fury?", n=hits.total, stack=stack_text(loser),
                   skill=mine.skill)  # fmt: skip
        if (yield from ask_to_use(state, mine, winner, prompt)):
            terms.append(Term(t("Fury"), mine.skill, "16.1.4"))
    total = sum(term.value for term in terms)
    if ready(theirs, "experience") and total > 0:
        off = min(theirs.skill, total)
        prompt = t("Hits on {stack}: {n}. Take {skill} off by Military Experience?", n=total, stack=stack_text(loser),
                   skill=off)  # fmt: skip
        if (yield from ask_to_use(state, theirs, opposite(winner), prompt)):
            terms.append(Term(t("Military Experience"), -off, "16.1.3"))
    return Sum(hits.label, tuple(terms))


def clever(
    state: HvWState, fight: Battle, role: Role, margin: int, *, ranged: bool, barred: tuple[Role, ...] = ()
) -> Rule[tuple[int, Role | None]]:
    """An Amazon Hero may raise the total of her stack once the result is known, where that changes it (16.1.5,
    R68).

    `margin` is the acting side's total minus the other. Returns the new margin, and who used the Skill if anybody did.
    """
    for one in (role, opposite(role)):
        side, acting = side_of(fight, one), one == role
        if one in barred or not ready(side, "cleverness") or (ranged and not acting):
            continue
        better = margin + side.skill if acting else margin - side.skill
        if _sign(better, ranged) == _sign(margin, ranged):
            continue
        value = t("Attack") if acting else t("Defense")
        prompt = t("Raise the {value} of your stack by {skill} with Cleverness? It changes the result.", value=value,
                   skill=side.skill)  # fmt: skip
        if (yield from ask_to_use(state, side, one, prompt)):
            return better, one
    return margin, None


def may_be_clever(fight: Battle) -> bool:
    """Whether the exact margin of an attack can still matter."""
    return ready(fight.attacker, "cleverness") or ready(fight.defender, "cleverness")


def _sign(margin: int, ranged: bool) -> int:
    """Hit or miss; in Close Combat lost, tied or won."""
    return int(margin > 0) if ranged else (margin > 0) - (margin < 0)
