"""Combat: rounds of damage between two pieces, high ground, Siege Engines, the free advance."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.effects import Rule, Sum, Term, confirm, goto, note
from companion.engine.rules import flow, step
from companion.engine.text import Text, t
from companion.games.two_bases import facts, victory
from companion.games.two_bases.land import ground, leader, ruled
from companion.games.two_bases.state import Battle, Piece, TwoBasesState
from companion.games.two_bases.tiles import enter, remove_piece, title


class Sides(Struct):
    """The two pieces that fight, and where they stand."""

    battle: Battle
    attacker: Piece
    defender: Piece


@flow("Combat")
def invasion() -> Rule[None]:
    """Round after round, until a piece falls or the turn player stops."""
    outcome = yield from combat_round()
    if outcome == "both":
        again = yield from go_on()
        return goto(invasion()) if again else None
    yield from advance(outcome)


def sides_of(state: TwoBasesState) -> Sides | None:
    """Who fights; None when a correction has taken a piece away."""
    fight = state.battle
    if fight is None:
        return None
    attacker, defender = leader(state.board[fight.source]), leader(state.board[fight.target])
    if attacker is None or defender is None or attacker.seat == defender.seat:
        return None
    return Sides(fight, attacker, defender)


@step("Combat")
def combat_round(state: TwoBasesState) -> Rule[str]:
    """One exchange of damage. Gives who is left: both, attacker, defender or none."""
    sides = sides_of(state)
    if sides is None:
        return "none"
    fight = sides.battle
    if not fight.rounds or ruled(state, "high_ground_time") == "each-round":
        find_high_ground(state, sides)
    fight.rounds += 1
    hits = strength(state, sides, "attacker"), strength(state, sides, "defender")
    taken = damage(sides, "attacker", hits), damage(sides, "defender", hits)
    sides.attacker.damage += taken[0].total
    sides.defender.damage += taken[1].total
    yield from note("Combat", _round_text(sides, taken), *hits, *taken)
    for place, piece in ((fight.source, sides.attacker), (fight.target, sides.defender)):
        if dead(piece):
            for one in (piece, *(other for other in state.board[place].pieces if other is not piece)):
                yield from remove_piece(state, place, one, killed=True)
    left = [role for role in ("attacker", "defender") if not dead(getattr(sides, role))]
    return "both" if len(left) == 2 else left[0] if left else "none"


def _round_text(sides: Sides, taken: tuple[Sum, Sum]) -> Text:
    return t(
        "Round {n}: {a} takes {x}, {b} takes {y}.", n=sides.battle.rounds, a=t(sides.attacker.card.name),
        b=t(sides.defender.card.name), x=taken[0].total, y=taken[1].total,
    )  # fmt: skip


def dead(piece: Piece) -> bool:
    """More damage than health."""
    return piece.damage > piece.card.health


def find_high_ground(state: TwoBasesState, sides: Sides) -> None:
    """Who has high ground: by the land a piece stands on, or (Soldiers) because its enemy has none."""
    fight = sides.battle
    by_land = _by_land(state, sides.attacker, fight.source), _by_land(state, sides.defender, fight.target)
    fight.attacker_high = by_land[0] or _by_enemy(state, sides.attacker, sides.defender, by_land[1])
    fight.defender_high = by_land[1] or _by_enemy(state, sides.defender, sides.attacker, by_land[0])


def _by_land(state: TwoBasesState, piece: Piece, place: str) -> bool:
    """Hunters in Forest and Barbarians on a Mountain, where they stand themselves."""
    wanted = facts.HIGH_GROUND.get(piece.card.kind, facts.HighGround()).ground
    return bool(wanted) and ground(state, state.board[place]) == wanted


def _by_enemy(state: TwoBasesState, piece: Piece, enemy: Piece, enemy_has_it: bool) -> bool:
    """A Soldier whose enemy has none (two Soldiers by ruling A17)."""
    if piece.card.kind != "soldier" or enemy_has_it:
        return False
    return enemy.card.kind != "soldier" or ruled(state, "soldier_duel") == "both"


def strength(state: TwoBasesState, sides: Sides, role: str) -> Sum:
    """The attack of a side in this round, with all that is added."""
    piece = getattr(sides, role)
    terms = [Term(t(piece.card.name), piece.card.attack, "Combat")]
    if getattr(sides.battle, f"{role}_high"):
        plus = facts.HIGH_GROUND[piece.card.kind].attack_plus[piece.card.level - 1]
        terms.append(Term(t("high ground (house)"), plus, "Combat"))
    built = facts.DEVELOPMENTS.get(state.board[sides.battle.target].built)
    if role == "defender" and built is not None and len(state.board[sides.battle.source].pieces) == 1:
        terms.append(Term(t("{name} (house)", name=t(built.name)), built.defend_plus, "Combat"))
    who = title(piece.seat)
    return Sum(t("Attack of {who}", who=who), tuple(term for i, term in enumerate(terms) if term.value or not i))


def damage(sides: Sides, role: str, hits: tuple[Sum, Sum]) -> Sum:
    """The damage a side takes: the enemy's attack less what its own high ground wards off; 1 where nobody can hit."""
    piece = getattr(sides, role)
    enemy = hits[role == "attacker"].total
    terms = [Term(t("attack of the enemy"), enemy, "Combat")]
    if not hits[0].total and not hits[1].total:
        terms.append(Term(t("two pieces with attack 0"), 1, "Combat"))
    elif getattr(sides.battle, f"{role}_high"):
        minus = facts.HIGH_GROUND[piece.card.kind].damage_taken_minus[piece.card.level - 1]
        terms.append(Term(t("high ground (house)"), -min(minus, enemy), "Combat"))
    who = title(piece.seat)
    return Sum(t("Damage of {who}", who=who), tuple(term for i, term in enumerate(terms) if term.value or not i))


@step("Combat")
def go_on(state: TwoBasesState) -> Rule[bool]:
    """Both live: the turn player goes on or stops."""
    sides = sides_of(state)
    if sides is None:
        state.battle = None
        return False
    a, b = sides.attacker, sides.defender
    words = "{who} {a} {x}/{h}, {other} {b} {y}/{k} damage. Another round?"
    prompt = t(
        words, who=t(title(a.seat)), a=t(a.card.name), x=a.damage, h=a.card.health,
        other=t(title(b.seat)), b=t(b.card.name), y=b.damage, k=b.card.health,
    )  # fmt: skip
    again = yield from confirm(a.seat, "Combat", prompt, t("Another round"), t("Stop the invasion"), about="go_on")
    if not again:
        state.battle = None
    return again


@step("Combat")
def advance(state: TwoBasesState, winner: str) -> Rule[None]:
    """Whoever is left may move into the space that is free now; it is not the one move of the turn."""
    fight, state.battle = state.battle, None
    if fight is not None and winner in ("attacker", "defender"):
        here, there = (fight.source, fight.target) if winner == "attacker" else (fight.target, fight.source)
        piece = leader(state.board[here])
        if piece is not None:
            yield from _advance(state, piece, winner, here, there)
    yield from victory.settle(state)


def _advance(state: TwoBasesState, piece: Piece, winner: str, here: str, there: str) -> Rule[None]:
    if winner == "attacker" and ruled(state, "invasions") == "until-stopped":
        for one in state.board[here].pieces:
            one.spent = False
    if state.board[there].pieces:
        return
    prompt = t("{piece} has won. Advance to {place}?", piece=t(piece.card.name), place=there.upper())
    if (yield from confirm(piece.seat, "Combat", prompt, t("Advance"), t("Stay"), about="advance")):
        yield from enter(state, piece, here, there, advance=True)
