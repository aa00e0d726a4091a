"""Driving rule text: the runner and its frames, saves and how they are taken up, views and paths of a state."""
