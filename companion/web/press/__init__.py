"""Printing in the browser: orders, jobs, the measured printer, values an owner typed in."""
