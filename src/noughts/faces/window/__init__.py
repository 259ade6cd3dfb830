"""The window: the screen on a Tk canvas, with the mouse, the keyboard and a list of moves."""

from noughts.faces.window.open_window import open_window as open_window
