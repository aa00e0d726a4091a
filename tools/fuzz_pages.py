"""Sends forms and routes requests by chance: `python -m tools.fuzz_pages 30000 --seed 7`.

Ends with 1 when an answer was 500; see `tests/attack/fuzz.py`.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.attack.fuzz import fuzz


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("requests", type=int)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began = time.monotonic()
    done = fuzz(given.requests, given.seed)
    for fault in done.faults[:20]:
        print(fault)
    print(f"{sum(done.counts.values())} requests, seed {given.seed}, {time.monotonic() - began:.0f} s: "
          f"{len(done.faults)} answers of 500; {dict(sorted(done.counts.items()))}")  # fmt: skip
    sys.exit(bool(done.faults))


if __name__ == "__main__":
    main()
