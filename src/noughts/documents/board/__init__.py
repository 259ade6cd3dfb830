"""A board derived from rules alone: which parts of states and moves are cells, where they lie, what is drawn.

sampled      some positions and moves of the game
parts        the structure that the states, or the moves, have in common
reading      which parts are cells, and what lies in them
adjacency    what the document says of cells that lie beside each other
blocks       the rectangles into which the document divides a grid
shared       cells of which each has several places
places       where on the screen each cell lies, and its name
directions   arrows and names of directions
things       what closes cells for good, and what is a mark beside men
borders      the borders that a side has to join
definitions  the board as definitions of LED: images, clicks and names of moves
derived      all of it, from a game to the program with its board
"""
