"""``noughts automata``: operations on contract automata in files, a thin module for related verbs."""
