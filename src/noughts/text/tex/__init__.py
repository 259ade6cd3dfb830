"""The text of TeX: its tokens, the macros of a document, and the displays of mathematics in it."""
