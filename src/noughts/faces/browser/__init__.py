"""The browser: a page of our own on this machine, with one web socket for each tab."""

from noughts.faces.browser.serve import in_browser as in_browser
from noughts.faces.browser.serve import serve as serve
from noughts.faces.browser.stage import Stage as Stage
