"""The command `companion serve | print | scenario | ...`, with one small module for each group of commands.

Owns the words of the terminal: arguments, help, progress, exit codes. The work itself is done elsewhere; slow imports
happen where they are needed, so that `--help` answers at once.

Every failure is one line on stderr and exit code 1 (see `companion.cli.frame`).
"""

from companion.cli import books, checks, files, moving, odds, press, serving, values
from companion.cli.frame import main

for _module in (serving, press, odds, checks, books, values, files, moving):
    for _command in _module.COMMANDS:
        main.add_command(_command)

__all__ = ["main"]
