"""The records of the game: facts and values, the state, armies, goods and hexes, and small questions about them."""
