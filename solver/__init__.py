"""Search and odds: puzzle layouts, the most probable board from evidence, best play, composing."""
