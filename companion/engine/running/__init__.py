"""Running rule text: the runner and its frames, saves and how they are resumed, views and paths of a state."""
