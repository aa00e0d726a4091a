"""The length of the rules of a game: `python -m tools.rule_lines [GAME ...]`.

Counts lines of code, without blank lines, comments and docstrings, in the modules that contain a `Rule[...]`, outside
of `kit`, `readers` and the files of the same purpose (helpers, odds and others that only read the state).
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from pathlib import Path

GAMES = Path(__file__).parents[1] / "companion" / "games"
OUTSIDE = ("kit", "readers", "helpers", "odds")
"""Rooms and files that read the rules from outside."""
SILENT = (
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
)  # fmt: skip


def code_lines(text: str) -> int:
    """The lines of a module that hold code."""
    told: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            told.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in SILENT:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines - told)


def rule_modules(game: str) -> list[Path]:
    """The modules of a game that contain rules."""
    folder = GAMES / game
    files = sorted(folder.rglob("*.py"))
    inside = [file for file in files if not {*file.relative_to(folder).with_suffix("").parts} & {*OUTSIDE}]
    return [file for file in inside if "Rule[" in file.read_text("utf-8")]


def main(games: list[str]) -> None:
    """Print the count of each module, and the total of each game."""
    for game in games or sorted(path.parent.name for path in GAMES.glob("*/__init__.py")):
        counts = {file: code_lines(file.read_text("utf-8")) for file in rule_modules(game)}
        for file, n in counts.items():
            print(f"{n:6} {file.relative_to(GAMES)}")
        print(f"{sum(counts.values()):6} {game}")


if __name__ == "__main__":
    main(sys.argv[1:])
