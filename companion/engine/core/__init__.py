"""What rule text is written in: steps and flows, effects, forms and menus, refusals, chances, texts."""
