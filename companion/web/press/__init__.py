"""Printing in the browser: orders, jobs, the measured printer, values that an owner typed in."""
