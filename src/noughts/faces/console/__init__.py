"""The console: a position as text, moves typed or chosen from a list."""

from noughts.faces.console.play import play as play
from noughts.faces.console.watch import demonstrate as demonstrate
from noughts.faces.console.watch import watch as watch
