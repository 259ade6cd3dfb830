"""What an editor shows of documents while they are written, by the Language Server Protocol.

The server reads and checks; any editor that speaks the protocol shows what it found.
"""
