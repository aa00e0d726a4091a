"""What a cube does: targets, blows, abilities, skills, explorations, their price and what they cost the other side."""
