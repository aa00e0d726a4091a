"""Renderers: the display list as PDF, SVG and PNG. Each is the only user of its library."""
