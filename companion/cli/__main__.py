"""Makes `python -m companion.cli` the command `companion`."""

from companion.cli import main

main(prog_name="companion")
