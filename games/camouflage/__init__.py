"""Camouflage: the cards, the table, which placements are legal, and the scores of its four games."""
