"""What a notebook shows of documents, matches and answers: HTML with a style of its own.

No scripts, nothing from elsewhere; all that comes from a document is escaped.
"""
