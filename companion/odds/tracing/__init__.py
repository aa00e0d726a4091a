"""Running each step of the rules once for all states that it treats alike, to know which situations lead to which."""
