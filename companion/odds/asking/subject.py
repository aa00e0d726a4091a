"""What odds are asked of: the save of a match or a helper, cut down to the flow that an outlook speaks of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from companion.engine.core.effects import as_call
from companion.engine.core.text import t
from companion.engine.game.outlook import Outlook, Policy, Quantity
from companion.engine.game.record import Game
from companion.engine.running.runner import plain
from companion.engine.running.save import Done, Frame, Save, State
from companion.odds.chance import OddsError
from companion.odds.policies import first_option, policy_named

PLAINEST = Policy("plain", t("The plainest answer to every question"), first_option)


class Situation(Struct, frozen=True):
    """What odds are asked of: the save of one running flow as if nothing came after it, and the outlook that knows what
    is worth knowing about it (None if no outlook does).
    """

    game: Game
    save: Save
    outlook: Outlook | None
    before: msgspec.Raw = msgspec.Raw(b"")
    """The state before it was cut, where that is another."""

    @property
    def whole(self) -> msgspec.Raw:
        """The whole state as JSON, also what does not matter to this flow."""
        return self.before if bytes(self.before) else self.save.state

    @property
    def rule(self) -> str:
        """The name of the rule that runs."""
        root = self.save.root
        return self.outlook.rule if self.outlook else root.rule if isinstance(root, Frame) else ""

    @property
    def only_what_ifs(self) -> bool:
        """Whether the running flow itself has no odds worth knowing, but what could be begun now has."""
        return self.outlook is not None and self.outlook.quantities is None

    def state(self) -> Any:
        """The state as the rules see it, made anew."""
        return msgspec.json.decode(bytes(self.save.state), type=self.game.state_type)

    def with_state(self, state: Any) -> Situation:
        """The same with another state."""
        return structs.replace(self, save=Save(msgspec.Raw(msgspec.json.encode(state)), self.save.root))

    def quantities(self) -> Sequence[Quantity]:
        """What is read from each ending; empty without an outlook."""
        if self.outlook is None or self.outlook.quantities is None:
            return ()
        return self.outlook.quantities(self.state())

    @property
    def policies(self) -> tuple[Policy, ...]:
        """The policies to choose from, the default first."""
        return (self.outlook.policies if self.outlook else ()) or (PLAINEST,)

    def policy(self, name: str) -> Policy:
        """The policy with this name, knobs included (`weakest,seize`); the default for "". Raises OddsError."""
        if self.outlook is not None and self.outlook.policies:
            return policy_named(self.outlook, name)
        if name not in ("", PLAINEST.id):
            raise OddsError(f"policy: there is no {name}; known: {PLAINEST.id}")
        return PLAINEST


def situation(game: Game, save: Save) -> Situation:
    """What odds are asked of for a save: its innermost running flow that has an outlook, or else the whole save."""
    for name in reversed(list(running_rules(save.root))):
        outlook = next((one for one in game.outlooks if one.rule == name), None)
        if outlook is not None:
            cut = underway(save, name)
            state = msgspec.json.decode(bytes(cut.state), type=game.state_type)
            if outlook.bare is not None:
                state = outlook.bare(state)
            return Situation(game, Save(msgspec.Raw(msgspec.json.encode(state)), cut.root), outlook, save.state)
    return Situation(game, save, None)


def running_rules(frame: Frame | Done | None) -> Iterator[str]:
    """The names of the running rules, outermost first."""
    for one in _frames(frame):
        yield from dict.fromkeys((one.called or one.rule, one.rule))


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
