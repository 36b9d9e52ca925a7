"""Pictures of Camouflage tables of which everything is known: python -m benchmarks.simulation.

A pack has one art, one deck and one finish of its own; each photo has its own table, light and camera. None
of it shows the real game: the packs are there to find out what a reader of photos can stand.
"""
