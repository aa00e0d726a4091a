"""The checker behind test_determinism: what a rule module may not do.

A rule must give the same outcome from the same answers, on every machine and in every run. So it may not
look at the clock, draw numbers, touch files or the network, or depend on the order of a set, which changes
with every start of Python. The checker reads one module's syntax tree; it runs nothing.

It follows set values through local names, branch by branch. It does not follow them through attributes or
through functions of other modules: an annotation as `set[...]` or `frozenset[...]` on a parameter is enough.
"""

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


def _words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


MODULES = _words(
    "asyncio builtins concurrent ctypes datetime getpass glob http importlib io locale logging "
    "multiprocessing os pathlib platform queue random sched secrets select shutil signal socket sqlite3 "
    "subprocess tempfile threading time urllib uuid zoneinfo"
)
CALLS = _words("__import__ breakpoint compile eval exec exit globals hash id input open print quit")
SET_TYPES = frozenset({"set", "frozenset", "Set", "AbstractSet", "FrozenSet", "MutableSet"})
SET_METHODS = frozenset({"union", "intersection", "difference", "symmetric_difference", "copy"})
IN_ORDER = _words("list tuple enumerate iter map filter reversed zip str repr format dict deque")
BY_KEY = frozenset({"sorted", "min", "max"})
OPERATORS = (ast.BitOr, ast.BitAnd, ast.BitXor, ast.Sub)
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(frozen=True, order=True)
class Finding:
    """One forbidden thing: where it is, and what it is in words."""

    line: int
    what: str


def check(source: str) -> list[Finding]:
    """All findings in one module's source text, in the order of lines."""
    tree = ast.parse(source)
    checker = _Checker()
    checker.block(tree.body)
    return sorted(checker.found)


@dataclass
class _Checker(ast.NodeVisitor):
    """Walks a module in the order it runs; `sets` are the names that may hold a set at this point."""

    found: set[Finding] = field(default_factory=set)
    sets: set[str] = field(default_factory=set)

    def report(self, node: ast.AST, what: str) -> None:
        """Remember a finding at the line of a node."""
        self.found.add(Finding(getattr(node, "lineno", 0), what))

    # --- statements ---

    def block(self, body: Iterable[ast.stmt]) -> None:
        """Visit statements one after the other."""
        for statement in body:
            self.visit(statement)

    def branches(self, *bodies: Sequence[ast.stmt]) -> None:
        """Visit alternatives from the same start; afterwards a name is a set if any of them made it one."""
        before, after = set(self.sets), set()
        for body in bodies:
            self.sets = set(before)
            self.block(body)
            after |= self.sets
        self.sets = after

    def visit_Import(self, node: ast.Import) -> None:
        """`import os`, `import os.path as p`."""
        for alias in node.names:
            self.module(node, alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """`from os import path`; relative imports are our own modules."""
        if node.level == 0:
            self.module(node, node.module or "")

    def module(self, node: ast.AST, name: str) -> None:
        """Report a forbidden module."""
        if name.split(".")[0] in MODULES:
            self.report(node, f"imports {name.split('.')[0]}")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A function sees the names around it, and keeps its own to itself."""
        for part in [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]:
            self.visit(part)
        self.function(node, node.body)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        """Rules wait by yielding a question, never on an event loop."""
        self.report(node, "defines an async function")
        self.function(node, node.body)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """A lambda is a function of one expression."""
        self.function(node, [ast.Expr(node.body)])

    def function(self, node: Function, body: Sequence[ast.stmt]) -> None:
        """Visit a body with its parameters bound, then forget what it bound."""
        outside, arguments = set(self.sets), node.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        for argument in every:
            self.bind(argument.arg, _names_a_set(argument.annotation))
        self.block(body)
        self.sets = outside

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """A class body runs like a block; its names do not leave it."""
        outside = set(self.sets)
        self.generic_visit(node)
        self.sets = outside

    def visit_If(self, node: ast.If) -> None:
        """Both branches start alike."""
        self.visit(node.test)
        self.branches(node.body, node.orelse)

    def visit_Match(self, node: ast.Match) -> None:
        """Any case, or none, may run."""
        self.visit(node.subject)
        self.branches([], *[case.body for case in node.cases])

    def visit_Try(self, node: ast.Try) -> None:
        """A handler may start anywhere in the body."""
        self.branches([], [*node.body, *node.orelse])
        self.branches([], *[handler.body for handler in node.handlers])
        self.block(node.finalbody)

    def visit_While(self, node: ast.While) -> None:
        """The body may run again with what it left behind."""
        self.visit(node.test)
        self.branches([], [*node.body, *node.body], node.orelse)

    def visit_For(self, node: ast.For) -> None:
        """The plainest iteration."""
        self.visit(node.iter)
        self.in_order(node.iter, "loops over a set")
        self.assign(node.target, None)
        self.branches([], [*node.body, *node.body], node.orelse)

    def visit_Assign(self, node: ast.Assign) -> None:
        """`x = ...`; unpacking a set is iteration too."""
        self.visit(node.value)
        for target in node.targets:
            self.assign(target, node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """`x: set[int] = ...`."""
        if node.value:
            self.visit(node.value)
        if isinstance(node.target, ast.Name):
            self.bind(node.target.id, _names_a_set(node.annotation) or self.is_set(node.value))

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """`x += a_set` extends a list in the order of the set."""
        self.visit(node.value)
        if isinstance(node.op, ast.Add):
            self.in_order(node.value, "extends by a set")

    def assign(self, target: ast.expr, value: ast.expr | None) -> None:
        """Bind the names of a target."""
        if isinstance(target, ast.Name):
            self.bind(target.id, self.is_set(value))
        elif isinstance(target, ast.Tuple | ast.List):
            if value is not None:
                self.in_order(value, "unpacks a set")
            for part in target.elts:
                self.assign(part, None)

    def bind(self, name: str, holds_set: bool) -> None:
        """Remember whether a name now holds a set."""
        (self.sets.add if holds_set else self.sets.discard)(name)

    # --- expressions ---

    def is_set(self, node: ast.expr | None) -> bool:
        """Whether an expression is plainly a set."""
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Name(id=name):
                return name in self.sets
            case ast.NamedExpr(value=value):
                return self.is_set(value)
            case ast.IfExp(body=left, orelse=right) | ast.BoolOp(values=[left, right]):
                return self.is_set(left) or self.is_set(right)
            case ast.BinOp(left=left, op=op, right=right) if isinstance(op, OPERATORS):
                return self.is_set(left) or self.is_set(right) or _is_keys(left) or _is_keys(right)
            case ast.Call(func=ast.Name(id="set" | "frozenset")):
                return True
            case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in SET_METHODS:
                return self.is_set(value)
        return False

    def in_order(self, node: ast.expr, what: str) -> None:
        """Report a place where the order of a set would show."""
        if self.is_set(node):
            self.report(node, what)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        """`(x := ...)`."""
        self.visit(node.value)
        self.assign(node.target, node.value)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        """`[... for x in a_set]`."""
        self.comprehension(node)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        """`{... for x in a_set}`."""
        self.comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        """`{...: ... for x in a_set}`: a dict keeps the order it was filled in."""
        self.comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        """`any(... for x in a_set)`."""
        self.comprehension(node)

    def comprehension(self, node: Comprehension) -> None:
        """Every `for` of a comprehension is an iteration."""
        outside = set(self.sets)
        for generator in node.generators:
            self.visit(generator.iter)
            self.in_order(generator.iter, "a comprehension runs over a set")
            self.assign(generator.target, None)
            for condition in generator.ifs:
                self.visit(condition)
        for part in ("elt", "key", "value"):
            if hasattr(node, part):
                self.visit(getattr(node, part))
        self.sets = outside

    def visit_Starred(self, node: ast.Starred) -> None:
        """`[*a_set]` and `f(*a_set)`."""
        self.in_order(node.value, "unpacks a set")
        self.visit(node.value)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        """`yield from a_set`."""
        self.in_order(node.value, "yields from a set")
        self.visit(node.value)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> None:
        """A set in an f-string is printed in its order."""
        self.in_order(node.value, "prints a set")
        self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        """Forbidden functions, and functions that take things in order."""
        match node.func:
            case ast.Name(id=name) if name in CALLS:
                self.report(node, f"calls {name}()")
            case ast.Name(id=name) if name in IN_ORDER:
                for argument in node.args:
                    self.in_order(argument, f"{name}() of a set")
            case ast.Name(id=name) if name in BY_KEY and any(k.arg == "key" for k in node.keywords):
                for argument in node.args:
                    self.in_order(argument, f"{name}() of a set by a key: ties keep the order of the set")
            case ast.Attribute(attr="join" | "extend" | "fromkeys" as name):
                for argument in node.args:
                    self.in_order(argument, f"{name}() of a set")
            case ast.Attribute(value=value, attr="pop"):
                self.in_order(value, "pop() of a set")
        for argument in [*node.args, *[keyword.value for keyword in node.keywords]]:
            if isinstance(argument, ast.Name) and argument.id in {"hash", "print"}:
                self.report(argument, f"hands on {argument.id}")
        self.generic_visit(node)


def _names_a_set(annotation: ast.expr | None) -> bool:
    """Whether an annotation is a set type, alone or in a union."""
    match annotation:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in SET_TYPES
        case ast.Subscript(value=value):
            return _names_a_set(value)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _names_a_set(left) or _names_a_set(right)
        case ast.Constant(value=str(text)):
            return _names_a_set(ast.parse(text, mode="eval").body)
    return False


def _is_keys(node: ast.expr) -> bool:
    """`a.keys()`: alone it keeps its order, in a set operation it does not."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "keys"
