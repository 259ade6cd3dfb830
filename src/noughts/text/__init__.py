"""Documents as text: where things stand in them, what is wrong with them, how that is shown."""
