"""``noughts automata``: contract automata from files, into files, one thin module for a few verbs."""
