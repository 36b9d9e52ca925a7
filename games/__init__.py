"""The rules of the games and the scoring service they share; standard library only, no input or output."""
