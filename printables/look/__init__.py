"""What everything looks like: theme, type, symbols, patterns, outlines, and the display list they are drawn with."""
