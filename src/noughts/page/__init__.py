"""All JavaScript of Noughts in one room, and how it is delivered (`noughts.page.scripts`).

    language     what a program in JavaScript runs on: values, operators, errors, explanations
    kernels      the exploration of a game by its kernel
    solvers      values of positions, searches, sets of positions in which a side cannot lose
    play         what a match or a film needs: session, players, records, and the workers that they run in
    face         what is seen: board, moves, dialogs, keys
    site         the search and the start page of the site
    playground   the page in which documents are written, whose rules Python checks in the browser

A board is made of the first five, joined into one script for the page and one for its workers; each imports
from those above it alone.  ``types.d.ts`` has the shapes of what passes between them.
"""
