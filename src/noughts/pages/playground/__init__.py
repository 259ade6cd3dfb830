"""The playground: a document and its page side by side in a browser, where Python itself runs."""
