"""Rooms: matches between people on different machines.

A room is a list of events in a database, such as a move, an offer of a draw or a line of chat.  The state of
the room is computed from them alone (`noughts.rooms.state`), so every process that reads the same events has
the same state.  An event is appended at the next number or not at all, which makes a move unique at its ply
(`noughts.rooms.store`).  The rules of the game decide which moves are appended (`noughts.rooms.hall`).

A classroom is such a list, too: its members are paired in rounds (`noughts.rooms.classroom`), and each board
of a round is a room (`noughts.rooms.classrooms`).
"""
