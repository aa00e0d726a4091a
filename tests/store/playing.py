"""A program that plays a match as fast as it can and says on its output what it was promised, until it is killed.

Each line is `post value`, written only after the change was acknowledged. See `test_power_cut`.
"""

import sys

from companion.store import Store
from tests.store.support import post
from tests.store.toy import find_game


def main(path: str, code: str, start: int) -> None:
    with Store.open(path, find_game) as store:
        for number in range(start, 10**9):
            value = 1 + number % 6
            post(store, code, value, f"post-{number}")
            sys.stdout.write(f"{number} {value}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
