"""The faces of a match: the console, and a page in the browser or in a window of its own.

A face shows the view of a match, and knows nothing else of it.
"""
