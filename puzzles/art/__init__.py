"""The demo deck drawn: prints of animals, gems, heads for the centres, and the cards they make."""
