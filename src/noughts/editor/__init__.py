"""Support for editors by the Language Server Protocol: errors, names and values while documents are written.

The server reads and checks documents; any editor with the protocol shows the results.
"""
