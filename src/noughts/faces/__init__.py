"""The faces: the console, and a page in the browser or in a window of its own.

A face knows the view and nothing else.
"""
