"""Games larger than memory: all positions as sorted tables in files, made by any number of workers.

Layer k has the positions that are k moves away, in parts: each a range of codes.  Four tasks, all of them
pure functions that write files of their own and return some numbers:

    expand(k, p)    the successors of a part, in order, each once              asks-k-p
    merge(k+1, q)   range q of all of them: a part of the next layer           codes-k+1-q
    answer(k+1, q)  range q of all of them again, joined with their values     says-k+1-q
    settle(k, p)    makes the successors once more, and looks up their values  values-k-p, and a table

`run` has them done phase by phase by `noughts.workers`; the result is in `parquet`, `solution` reads it.
"""
