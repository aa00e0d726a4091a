"""What cubes do: targets, blows, abilities, skills, explorations, their price, and the losses they cause."""
