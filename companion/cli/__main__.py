"""`python -m companion.cli` is the command `companion`."""

from companion.cli import main

main(prog_name="companion")
