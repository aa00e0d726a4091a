"""Scripts a maintainer runs once to make the data files carried in this package; never run by users."""
