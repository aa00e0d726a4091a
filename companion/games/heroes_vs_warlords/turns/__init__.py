"""A Round, apart from movement and fights: set-up, Cities, Heroes, income, conquest, Clean Up, the end."""
