"""HTML for notebooks of documents, matches and answers, with a style of its own.

No scripts, nothing loaded from elsewhere; everything from a document is escaped.
"""
