"""What is so: facts, the state, cubes, ground, sight and the strength sheet. Changes nothing, asks nobody."""
