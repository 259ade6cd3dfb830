"""A program as JavaScript: the meaning that a page uses, in a browser and without Python.

Python writes the program as the text of a function, ahead of time.  The runtime is a set of ES modules.
Neither evaluates text, so a page with a strict content security policy can run them ::

    from noughts.meaning.javascript.emit import program_function
    from noughts.page.scripts import texts_in

    text = program_function(program, [(sentence, where), …])   # function program(words) { … }
    texts_in("language")                                 # {"runtime.js": "…", "sets.js": "…", …}

In the page (`runtime.js` is the one to import from) ::

    import { load, frameOf, QUIET, show, equal, ordered, fromJson, toJson, RunError } from "./runtime.js";

    const rules = load(program, { seconds: 10, elements: 1000000, megabytes: 1024 });   // all optional
    const state = rules.call("initialState");
    const frame = frameOf(state);            // or frameOf(state, { clicked: true, x: 5, y: 7, keys: ["a"] })
    rules.call("playerToMove", [], frame);   // a value, found once for each frame
    rules.call("legalMove", [move], frame);  // true or false for a relation
    rules.call("newState", [], frameOf(state, { clicked: true, x: 5, y: 7 }));
    rules.ask(0, frame);                     // the first of the expressions compiled with the program
    rules.defines("images", 0);              // whether there is a definition with that many parameters

A `RunError` has `code`, `fact`, `help`, `place` and `notes`.  A place is ``{source, start, end}``, the name
of the document and offsets in it in characters as Python counts them, or ``null``; a note is
``{text, place}``.

Values: an integer is a Number up to 2^53 - 1, else a BigInt; any other number is a `Fraction` of BigInts.  A
truth value is a boolean, a string a string, and a tuple an array, which must not be changed.  `Atom`, the
sets and Easel's values (`Opaque`, with `maker` and `parts`) are classes of `values.js` and `sets.js`.  ``for
(const element of set)`` iterates over a set in its printed order, ``equal(a, b)`` compares, ``show(value)``
prints, and ``ordered(value)`` sorts its sets.  `fromJson` and `toJson` correspond to
`noughts.meaning.javascript.json_values`.
"""
