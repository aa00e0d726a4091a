"""A Round as it goes, apart from moving and fighting: set-up, Cities, Heroes, income, conquest, Clean Up, the end."""
