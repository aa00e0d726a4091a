"""What lies on the table and what it does: areas and borders, pieces, decks, effects of cards, movement, battles."""
