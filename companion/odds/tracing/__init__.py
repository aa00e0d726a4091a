"""Rules run on tracked numbers: once for all states that they treat alike. Where situations lead."""
