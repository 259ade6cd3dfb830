"""A board derived from rules alone: which parts of states and moves are cells, where they lie, what is drawn.

sampled      some positions and moves of the game
layers       the structure that states have in common, and what of it puts something on cells
moves        which parts of moves are cells, and which are words
reading      which parts are cells, and what lies in them
adjacency    what the document says of cells: which lie beside each other, and which make a block
coordinates  where cells lie by their numbers, by the compass, or by their lines alone
places       where on the screen each cell lies, and its name
borders      the borders that a side has to join
looks        colours and shapes of what lies on cells
things       what closes cells for good, what is a mark beside men, and cells that have several places
drawing      the lines of the board, and sizes of what is drawn
quoted       definitions of LED as trees: templates with holes
pieces       the pieces, as definitions
hands        pieces in a hand, in a stock, or taken
banks        a river with two banks and a boat
beneath      what is written beneath the board, as definitions
clicked      clicks and names of moves, as definitions; buttons for choices that are no cells
derived      all of it, from a game to the program with its board
"""
