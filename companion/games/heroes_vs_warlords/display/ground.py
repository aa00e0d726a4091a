"""The modifiers to the dice of an attack on the Battle Display, and the hits it deals (19.4.1, 19.12, 19.13, 19.17)."""

from __future__ import annotations

from companion.engine.core.effects import Sum, Term
from companion.engine.core.text import t
from companion.games.heroes_vs_warlords.advanced import support
from companion.games.heroes_vs_warlords.display import fire
from companion.games.heroes_vs_warlords.display.position import is_city, is_ranged, is_tower, lies_in
from companion.games.heroes_vs_warlords.fighting.deployment import unit_text
from companion.games.heroes_vs_warlords.fighting.exchange import ArenaDice, attack_terms, blessed, forged
from companion.games.heroes_vs_warlords.fighting.fights import Role, kind_of, value_of
from companion.games.heroes_vs_warlords.fighting.hits import dealt_by
from companion.games.heroes_vs_warlords.fighting.siege import damaged_halves, halved
from companion.games.heroes_vs_warlords.records.common import ruled
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side


class DisplayGround(ArenaDice):
    """The modifiers of the Battle Display; `earlier` is how many stacks have attacked the same target in this step."""

    def __init__(self, earlier: int = 0) -> None:
        self.earlier = earlier

    def shot(self, state: HvWState, fight: Battle, fighter: Fighter, target: Fighter) -> list[Term]:
        """Attack of the stack, one less against a stack in woods (19.4.1.4)."""
        terms = super().shot(state, fight, fighter, target)
        if lies_in(fight, target.box, "woods"):
            terms.append(Term(t("Target in woods"), -1, "19.4.1.4"))
        return terms

    def shelter(self, state: HvWState, fight: Battle, side: Side, target: Fighter) -> list[Term]:
        """Nothing; in a tower the City bonus (19.17.1, ruling R43)."""
        return self._city_bonus(fight, side, target) if is_tower(fight, target.box) else []

    def attack(self, state: HvWState, fight: Battle, side: Side, fighter: Fighter) -> list[Term]:
        """Attack and Hero; Ranged units halve their Attack and have no Hero (19.13)."""
        if not is_ranged(state, fighter):
            return attack_terms(state, side, fighter)
        whole = value_of(state, fighter).attack
        terms = [
            Term(t("{unit} Attack", unit=unit_text(fighter)), whole, "8.5.2"),
            Term(t("Halved hand to hand"), whole // 2 - whole, "19.13"),
        ]
        return [*terms, *forged(fighter)]

    def defense(self, state: HvWState, fight: Battle, side: Side, fighter: Fighter, by: Fighter) -> list[Term]:
        """Defense, Hero, towers over the hex, woods, City, and the attacks before this one."""
        terms = [Term(t("{unit} Defense", unit=unit_text(fighter)), value_of(state, fighter).defense, "8.5.2")]
        if side.defense and not is_ranged(state, fighter):
            terms.append(Term(t("Hero Defense"), side.defense, "8.5.2"))
        if side.bonus and ruled(state, "resource_tower_bonus") == "all_methods":
            terms.append(Term(t("Towers over the Resource hex"), side.bonus, "8.7.2.1"))
        every = ruled(state, "woods_bonus") == "every_close_attack"
        if lies_in(fight, fighter.box, "woods") and (every or kind_of(state, by) == "close"):
            terms.append(Term(t("In woods"), 1, "19.4.1.4"))
        terms += [*blessed(fighter), *self._city_bonus(fight, side, fighter)]
        terms += support.terms(state, fight, fighter, self.earlier)
        return terms

    def _city_bonus(self, fight: Battle, side: Side, one: Fighter) -> list[Term]:
        """City hexes and towers help the original defender alone (19.4.1.9, 19.17)."""
        if fight.wall is None or side is not fight.defender or not is_city(fight, one.box):
            return []
        return [Term(t("Defensive works"), fight.wall.bonus, "19.4.1.9")]

    def dealt(self, state: HvWState, fight: Battle, role: Role, winner: Fighter, loser: Fighter, shot: bool) -> Sum:
        """Hits by number and Level; a tower fires by range (R63) and halves the hits on it (19.17.1)."""
        whole = dealt_by(state, fight, role, winner, loser)
        terms = list(whole.terms)
        if shot and (less := self.fired(state, fight, winner, loser) - whole.total):
            terms.append(Term(t("From a tower, over this distance"), less, "19.17.1.2"))
        if self.halves(state, fight, role, loser):
            total = sum(term.value for term in terms)
            terms.append(Term(t("Halved by the tower"), halved(state, fight, total) - total, "19.17.1"))
        return Sum(whole.label, tuple(terms))

    def halves(self, state: HvWState, fight: Battle, role: Role, one: Fighter) -> bool:
        """Whether a stack's tower halves the hits on it (19.17.1, ruling R42)."""
        return is_tower(fight, one.box) and (fight.hexes.get(one.box) != "damaged" or damaged_halves(state))

    def fired(self, state: HvWState, fight: Battle, winner: Fighter, loser: Fighter) -> int:
        """Hits of a shot before halving (19.10, ruling R63)."""
        return fire.hits(state, fight, winner, loser)

    def unclever(self, state: HvWState, role: Role, attacker: Fighter, target: Fighter) -> tuple[Role, ...]:
        """Cleverness comes from a Hero, so it does not help Ranged units in Close Combat (19.13, ruling R110)."""
        if ruled(state, "cleverness_ranged_close") == "yes":
            return ()
        other: Role = "defender" if role == "attacker" else "attacker"
        pairs: tuple[tuple[Role, Fighter], ...] = ((role, attacker), (other, target))
        return tuple(one for one, fighter in pairs if is_ranged(state, fighter))
