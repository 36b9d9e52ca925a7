"""Pixels in, evidence out: finds and tells apart the cards in a photo, and knows no rule of any game."""
