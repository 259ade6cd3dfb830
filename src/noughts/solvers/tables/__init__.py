"""Tables of games larger than memory: sorted files of all positions, made by any number of workers.

Layer k has the positions at distance k from the first one, in parts, each a range of codes.  There are four
tasks, pure functions that write files of their own and return some numbers:

    expand(k, p)    the successors of a part, in order, each once              asks-k-p
    merge(k+1, q)   range q of all of them: a part of the next layer           codes-k+1-q
    answer(k+1, q)  range q of all of them again, joined with their values     says-k+1-q
    settle(k, p)    makes the successors once more, and looks up their values  values-k-p, and a table

`run` lets `noughts.workers` do them phase by phase; `parquet` writes the result, and `solution` reads it.
"""
