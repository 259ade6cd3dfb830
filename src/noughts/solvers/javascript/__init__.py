"""Solving, searching and asking saved strategies in a page, by modules of JavaScript (`noughts.page`).

A page has the text of a kernel (`noughts.kernels.javascript.source`) and these modules.  They import one
another by relative paths, need nothing else, and keep no state of their own:

    page/kernels/explore.js                 explore(kernel, {limit, transitions, progress}) -> StateGraph
    page/solvers/solve.js                   solve(graph) -> Int32Array, the value of each position
    page/solvers/solved.js                  solved(kernel, {positions}) -> its graph and values, or a fault
    page/solvers/search.js                  new Search(kernel).search(codes, at, {milliseconds, depth})
    page/solvers/safe_set.js                new SafeSet(data).holds(codes, at, words)
    page/solvers/oracle.js                  oracleFor(kernel, {positions, transitions, safeSets, progress})
    page/solvers/worker.js                  serve(self, kernel): the oracle in a Worker
    page/solvers/oracle_client.js           new OracleClient(begin, options, {progress}): asks the Worker

A page needs `oracle_client.js` alone, and a Worker whose module ends in ``serve(self, kernel)``:

    const oracle = new OracleClient(() => new Worker(url), { positions: 1e6, safeSets });
    const { kind, canLose, counts, initial } = await oracle.ready();
    const { winner, distance, moves, best, sure } = await oracle.advise([4, 0, 8], { milliseconds: 500 });
    oracle.stop();    // whatever it does; the next question begins a new Worker

Moves and sides are numbers, in the order of ``kernel.moves``, the texts of the values that are the moves, and
of ``kernel.sides``; a position is known by the line of moves that leads to it.  `noughts.solvers.javascript.
safe_set` makes the `safeSets` of a game with too many positions for a list.
"""
