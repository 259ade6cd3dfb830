"""The closed list of error codes, each with its description in the manual.

1 text and syntax · 2 names and shapes · 3 values at run time · 4 budgets · 5 games · 6 tests

E is an error; N is a note on something that is correct but perhaps unintended.
"""

from __future__ import annotations

CODES: dict[str, str] = {
    "E101": "The file is not readable text.",
    "E102": "A region, a display or a brace is opened and never closed.",
    "E103": "A transcript in the prose is not of the form `cmd:>pp(expression)` and a quoted line.",
    "E104": "A character that the language does not use.",
    "E105": "A syntax error: something is missing or misplaced.",
    "E106": "Something in a region is not part of a definition.",
    "E107": "An expression is nested too deeply, or too large when expanded.",
    "E108": "There is no definition at all.",
    "E109": "Something in a definition in LaTeX cannot be read.",
    "E110": "The macros of a document never end.",
    "E111": "A document that is used cannot be found or read.",
    "E112": "Documents use each other in a circle.",
    "E201": "A name is defined twice.",
    "E202": "Nothing defines this name.",
    "E203": "A function or relation is given the wrong number of arguments.",
    "E204": "Two parameters of one definition have the same name.",
    "E205": "A local name hides a definition or a builtin.",
    "E206": "A name that `where` introduces is never used.",
    "E207": "`otherwise` stands before the last clause.",
    "E208": "The values of a new name cannot be listed.",
    "E209": "A chain of comparisons changes its direction.",
    "E210": "A `where` of a claim is not a list of equations.",
    "E211": "A set-builder or a big operator finds no new name: the one it should list is taken.",
    "E212": "A variable has no first value, or two.",
    "E213": "A value is given to a name that is not a variable of the machine.",
    "E214": "An action updates a variable twice.",
    "E215": "A primed name has no meaning in this place.",
    "E216": "A part of `initially` does not give a variable its first value.",
    "E217": "A set is described in words but not defined, or its definition does not fit its use.",
    "E218": "A name is also defined in a document that is used.",
    "E219": "A signature has no definition, or does not fit it, or is the second one of its name.",
    "E301": "An operation is given a value of the wrong kind.",
    "E302": "A division by zero, or zero to the power of zero.",
    "E303": "An index that the tuple does not have.",
    "E304": "A fraction where a whole number is needed.",
    "E305": "No clause of a definition applies.",
    "E306": "The names of a `where`, or of a parameter that is a tuple, have no value, or more than one.",
    "E307": "The value of a definition depends on itself.",
    "E308": "A definition, or a call, contradicts a signature.",
    "E401": "The work took more time or memory than was allowed.",
    "E402": "A set or a tuple grew larger than was allowed.",
    "E403": "Definitions called each other, or a value was nested, more deeply than was allowed.",
    "E404": "A number grew longer than was allowed.",
    "E501": "A document lacks definitions that a game needs.",
    "E502": "A definition that a game needs has the wrong shape.",
    "E503": "The rules give a value that a game cannot use.",
    "E504": "`--let` names something that cannot be overridden.",
    "E505": "The rules cannot be expressed over finitely many bits; the game can still be played.",
    "E506": "A variable would leave its range.",
    "N201": "A quantifier hides a name that already has a meaning.",
    "N202": "A part of a condition tests a name that it was perhaps meant to list.",
    "N203": "A name or an atom looks like another one, but has letters of another alphabet.",
    "N204": "An atom occurs only once, and looks like another one or can be found nowhere.",
    "N205": "The body of a quantifier ends earlier than it looks, or `V` stands where another alternative "
    "has `&`.",
    "N206": "A quantifier with the connective of the other one: `some … =>`, or `all … &`.",
    "N207": "A parameter, a listed name, a variable or a definition of a game is never used, or nothing "
    "changes a variable.",
    "N208": "An operator or a comma binds otherwise than it looks.",
    "N209": "An equation next to `currentState = …` is evaluated in the state that this sets.",
    "N210": "A display defines a name that a region of the document defines: the region counts.",
    "N211": "A display has an equation with the form of a definition, and nothing defines the name.",
    "N301": "A comparison or a pattern whose sides are of different kinds, or never the same atom: it is "
    "never true, or always.",
    "N302": "A range whose first number is above its last one: it is empty.",
    "N303": "A clause is never reached, or says the same as the clause before it.",
    "N304": "A definition has no clause for an atom that it is given.",
    "N305": "A part has no effect, occurs twice, or has another sign than a part of the same form; or two "
    "functions have the same definition.",
    "N306": "A sum or a product over a set, in which equal values count once.",
    "N307": "A recursive definition that never has a value.",
    "N308": "A condition that no values make true, or that all values do.",
    "N309": "A set-builder that no element fits: the set is always empty.",
    "N310": "A line, a step, a tuple or a distance does not fit the others, or lines do not fit the cells.",
    "N311": "A constant that has no value: its evaluation fails.",
    "N501": "A game gives a state after a move another shape than the first one.",
    "N502": "A game lacks one of its definitions, or one that nothing uses has nearly its name.",
    "N503": "A game fails in play: no move is ever legal, both sides win, or the winner is not a side.",
    "N504": "The names in a game promise chance, hidden information or payoffs, which no game here has.",
    "N505": "A move changes nothing, the turn never passes on, a match ends without `gameOver`, or the "
    "matches of a check show another rule that is most likely mistyped: a piece on the opponent's "
    "cell or off the board, a thing in two parts of the state, a move of what is not there or that only "
    "passes the turn, a part of the state that never changes, numbers that grow without end, a change of a "
    "set that changes nothing, an element that is added again, a match that ends too early or too late, a "
    "side that has won before it, a side that can never win, no match that ends, a rule of one side unlike "
    "the other's, a click that makes two moves or changes nothing that is drawn there, an image that cannot "
    "be seen, a text that names the other side.",
    "N601": "A claim holds only because a set in it is empty.",
}
"""Every code with its meaning."""
