"""LED, the Language of Effective Definitions: from text to a checked program."""
