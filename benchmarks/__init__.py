"""How fast Noughts is: one file for each question, answered as a ratio of two times from one run."""
