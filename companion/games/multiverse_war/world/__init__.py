"""The world: facts, the state, cubes, terrain, sight and the strength sheet. Pure functions that ask nothing."""
