"""The puzzle card: its type, its file, the shipped collection and its printed sheet."""
