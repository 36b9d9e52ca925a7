"""How the games look to people: a module each, and `registry` with all of them."""
