"""What odds are asked of: the save of a match or a helper, cut down to the flow that an outlook speaks of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, structs

from companion.engine.core.effects import as_call
from companion.engine.core.rules import book
from companion.engine.core.text import t
from companion.engine.game.outlook import Outlook, Policy, Quantity
from companion.engine.game.record import Game
from companion.engine.running.runner import plain
from companion.engine.running.save import Done, Frame, Save, State
from companion.odds.chance import OddsError
from companion.odds.policies import policies_of, policy_named


class Situation(Struct, frozen=True):
    """What odds are asked of: the save of one running flow as if nothing came after it, and the outlook that knows what
    is worth knowing about it.
    """

    game: Game
    save: Save
    outlook: Outlook
    before: msgspec.Raw = msgspec.Raw(b"")
    """The state before it was cut, where that is another."""

    @property
    def whole(self) -> msgspec.Raw:
        """The whole state as JSON, also what does not matter to this flow."""
        return self.before if bytes(self.before) else self.save.state

    @property
    def rule(self) -> str:
        """The name of the rule that runs."""
        return self.outlook.rule

    @property
    def only_what_ifs(self) -> bool:
        """Whether the running flow itself has no odds worth knowing, but what could be begun now has."""
        return self.outlook.quantities is None

    def state(self) -> Any:
        """The state as the rules see it, made anew."""
        return msgspec.json.decode(bytes(self.save.state), type=self.game.state_type)

    def with_state(self, state: Any) -> Situation:
        """The same with another state."""
        return structs.replace(self, save=Save(msgspec.Raw(msgspec.json.encode(state)), self.save.root))

    def with_rulings(self, rulings: dict[str, str]) -> Situation:
        """The same under other rulings."""
        state = self.state()
        state.rulings = rulings
        return self.with_state(state)

    def without_rulings(self) -> tuple[Any, bytes]:
        """What tells it apart from others, whatever the rulings."""
        state = msgspec.json.decode(bytes(self.save.state))
        state.pop("rulings", None)
        return state, msgspec.json.encode(self.save.root)

    def quantities(self) -> Sequence[Quantity]:
        """What is read from each ending."""
        return self.outlook.quantities(self.state()) if self.outlook.quantities is not None else ()

    @property
    def policies(self) -> tuple[Policy, ...]:
        """The policies to choose from, the default first."""
        return policies_of(self.outlook)

    def policy(self, name: str) -> Policy:
        """The policy with this name, knobs included (`weakest,seize`); the default for "". Raises OddsError."""
        return policy_named(self.outlook, name)


def situation(game: Game, save: Save) -> Situation:
    """What odds are asked of for a save: its innermost running flow that has an outlook, or else the result of all."""
    for name in reversed(list(running_rules(save.root))):
        outlook = next((one for one in game.outlooks if one.rule == name), None)
        if outlook is not None:
            cut = underway(save, name)
            state = msgspec.json.decode(bytes(cut.state), type=game.state_type)
            if outlook.bare is not None:
                state = outlook.bare(state)
            return Situation(game, Save(msgspec.Raw(msgspec.json.encode(state)), cut.root), outlook, save.state)
    return Situation(game, save, _of_result(save.root.rule if isinstance(save.root, Frame) else ""))


@cache
def _of_result(rule: str) -> Outlook:
    """The outlook for a flow of which the game has none: its result is worth knowing."""
    code = book.get(rule)
    if code is not None and code.resolve_types()[1] is bool:
        read = Quantity("result", t("Yes"), lambda result, state: bool(result), is_chance=True)
    else:
        read = Quantity("result", t("Result"), lambda result, state: _told(result))
    return Outlook(rule, (), lambda state: (read,), ())


def _told(result: Any) -> int | str:
    return result if isinstance(result, int) else str("-" if result in (None, "") else result)


def running_rules(frame: Frame | Done | None) -> Iterator[str]:
    """The names of the running rules, outermost first."""
    for one in _frames(frame):
        yield from dict.fromkeys((one.called or one.rule, one.rule))


def running_at(frame: Frame | Done | None, rule: str) -> tuple[tuple[int, int, int], ...] | None:
    """Where the innermost running `rule` was called: turn, results so far and child of every flow above it, outermost
    first. As long as the same call runs this stays the same; None when that rule is not running.
    """
    if not isinstance(frame, Frame):
        return None
    for index, child in enumerate(frame.children):
        below = running_at(child, rule)
        if below is not None:
            return ((frame.turn, len(frame.journal), index), *below)
    return () if rule in (frame.rule, frame.called) else None


def _frames(frame: Frame | Done | None) -> Iterator[Frame]:
    """A frame and all below it, the outermost first."""
    if isinstance(frame, Frame):
        yield frame
        for child in frame.children:
            yield from _frames(child)


# ---- saves: a rule that is about to begin, or one that runs


def beginning(state: State, call: Any) -> Save:
    """The save in which a rule, called as in `battle()`, is about to start on a state."""
    call = as_call(call)
    frame = Frame(call.rule, args=[plain(arg) for arg in call.args])
    return Save(msgspec.Raw(msgspec.json.encode(state)), frame)


def underway(save: Save, rule: str) -> Save:
    """The save of the innermost running `rule` of a match in progress, as if nothing came after it.

    Raises OddsError when that rule is not running.
    """
    found = [frame for frame in _frames(save.root) if rule in (frame.rule, frame.called)]
    if not found:
        raise OddsError(f"{rule} is not running")
    return Save(save.state, found[-1])
