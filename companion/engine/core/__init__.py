"""What rule text is written in: steps and flows, effects, forms, menus, refusals, chances and texts."""
