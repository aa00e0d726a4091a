"""The proof: reads a finished PDF and says what is wrong with it. Shares no code with placing."""
