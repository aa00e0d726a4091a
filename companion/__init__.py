"""Companion: the phone helper at the table and the press for print-and-play wargames."""
