"""Puzzle cards drawn in many hands, and photos and scans of them, of which everything is known."""
