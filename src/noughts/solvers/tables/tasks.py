"""The four tasks: pure functions of the content of files, which write files of their own and return
numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from noughts.solvers.tables.folder import Folder
from noughts.solvers.tables.parquet import Columns, write_table
from noughts.solvers.tables.rows import Code, CorruptFile, Rows, open_rows, read_rows, write_rows
from noughts.solvers.tables.rules import Rules, row_loop, united

if TYPE_CHECKING:
    from collections.abc import Mapping

_SAMPLES: Final = 256
"""The samples of a table by which the next layer is cut: with so many, parts differ by a few percent."""


@dataclass(frozen=True, eq=False)
class Work:
    """The arguments of every task: the rules, and the folder of temporary files."""

    rules: Rules
    folder: Folder
    tables: Folder


def file_of(kind: str, layer: int, part: int) -> str:
    """The name of a file: ``codes-008-0003``."""
    return f"{kind}-{layer:03}-{part:04}"


def expand_part(work: Work, layer: int, part: int) -> Mapping[str, Any]:
    """The successors of a part in order, each once: its asks to the next layer."""
    codes = read_rows(work.folder, file_of("codes", layer, part))
    asks, counts = work.rules.successors(codes)
    size = write_rows(work.folder, file_of("asks", layer, part), asks)
    return {"rows": len(asks), "counts": counts, "bytes": size, "samples": samples_of(asks)}


def samples_of(rows: Rows) -> list[list[int]]:
    """Rows at equal distances, the first among them."""
    samples: list[list[int]] = rows[:: max(1, -(-len(rows) // _SAMPLES))].tolist()
    return samples


def merge_part(
    work: Work,
    layer: int,
    part: int,
    low: Code | None,
    high: Code | None,
    sources: int,
    earlier: Sequence[int],
) -> Mapping[str, Any]:
    """A part of a layer: one range of the asks of the last layer, without the positions of earlier layers.

    `sources` is the number of parts of the last layer, `earlier` that of each earlier one if positions can
    recur.
    """
    asked = (open_rows(work.folder, file_of("asks", layer - 1, source)) for source in range(sources))
    parts = [found for file in asked if len(found := file.read(*file.between(low, high)))]
    rows = united(parts, work.rules.words)
    known, leave_out = len(rows), row_loop(work.rules.words, "leave_out")
    for before, count in enumerate(earlier):
        for source in range(count):
            file = open_rows(work.folder, file_of("codes", before, source))
            known = leave_out(rows, known, file.read(*file.between(low, high)))
    size = write_rows(work.folder, file_of("codes", layer, part), rows[:known])
    return {"rows": known, "bytes": size, "samples": samples_of(rows[:known])}


def answer_part(work: Work, layer: int, part: int, asking: int, sources: int) -> Mapping[str, Any]:
    """The values of those successors of the layer `asking` that are in this part, source by source."""
    return answered(
        work, layer, part, asking, sources, read_rows(work.folder, file_of("values", layer, part))
    )


def answered(work: Work, layer: int, part: int, asking: int, sources: int, values: Rows) -> Mapping[str, Any]:
    """For all successors that are in this part, their row of `values`, (rows, 1)."""
    import numpy as np

    codes = read_rows(work.folder, file_of("codes", layer, part))
    values = values.ravel()
    join, said, begins = row_loop(work.rules.words, "join"), [np.empty(0, values.dtype)], [0]
    low, high = tuple(codes[0].tolist()), tuple(codes[-1].tolist())
    for source in range(sources):
        name = file_of("asks", asking, source)
        file = open_rows(work.folder, name)
        asks = file.read(file.place_of(low), file.place_of((*high[:-1], high[-1] + 1)))
        answers = np.empty(len(asks), values.dtype)
        if join(asks, codes, values, answers) < len(asks):
            raise CorruptFile(work.folder, name)
        said.append(answers)
        begins.append(begins[-1] + len(asks))
    size = write_rows(work.folder, file_of("says", layer, part), np.concatenate(said).reshape(-1, 1))
    return {"begins": begins, "bytes": size}


def settle_part(
    work: Work, layer: int, part: int, begins: Sequence[Sequence[int]], answering: int
) -> Mapping[str, Any]:
    """The value of each position of a part, as a table too; part q of layer `answering` answers from
    ``begins[q][part]`` on."""
    columns = Columns.empty(read_rows(work.folder, file_of("codes", layer, part)))
    columns.ply[:] = layer
    return settled(work, layer, part, columns, begins, answering)


def settled(
    work: Work, layer: int, part: int, columns: Columns, begins: Sequence[Sequence[int]], answering: int
) -> Mapping[str, Any]:
    """Fill in the columns of a table except the plies, and write it."""
    asks, said = answers_for(work, layer, part, begins, answering)
    if fill_in(work.rules, columns, asks, said):
        raise CorruptFile(work.folder, file_of("asks", layer, part))
    size = write_rows(work.folder, file_of("values", layer, part), narrow(columns.values).reshape(-1, 1))
    name = f"{file_of('part', layer, part)}.parquet"
    checks = write_table(work.tables, name, work.rules.sides, columns)
    return {"bytes": size, "checks": checks, "name": name, **figures_of(columns)}


def answers_for(
    work: Work, layer: int, part: int, begins: Sequence[Sequence[int]], answering: int
) -> tuple[Rows, Rows]:
    """The successors of a part, and the answer to each: (asks,) signed; neither in the last layer."""
    import numpy as np

    answers = [
        open_rows(work.folder, file_of("says", answering, source)).read(places[part], places[part + 1])
        for source, places in enumerate(begins)
    ]
    if not answers:
        return np.empty((0, work.rules.words), np.uint64), np.empty(0, np.int8)
    asks = read_rows(work.folder, file_of("asks", layer, part))
    return asks, np.concatenate(answers).ravel()


def fill_in(rules: Rules, columns: Columns, asks: Rows, said: Rows) -> int:
    """The values of some rows from those of their successors; returns how many of these are unknown."""
    unknown: int = rules.loop("value_rows")(
        columns.codes,
        *rules.looked_up(asks, said),
        columns.values,
        columns.sizes,
        columns.branching,
        columns.keeping,
    )
    return unknown


def narrow(values: Rows) -> Rows:
    """The same numbers in the smallest type that holds them: one byte in nearly all layers."""
    import numpy as np

    most = int(np.abs(values).max(initial=0))
    return values.astype(np.int8 if most < 1 << 7 else np.int16 if most < 1 << 15 else np.int32)


def figures_of(columns: Columns) -> dict[str, Any]:
    """Positions that side 0 wins, that side 1 wins, and draws; the longest distance, -1 if all are drawn; the
    rows of the table; its first and last code."""
    import numpy as np

    values, sizes = columns.values, columns.sizes.astype(np.int64)
    return {
        "values": [int(sizes[each].sum()) for each in (values > 0, values < 0, values == 0)],
        "longest": int(np.abs(values).max(initial=0)) - 1,
        "rows": len(values),
        "first": columns.codes[0].tolist(),
        "last": columns.codes[-1].tolist(),
    }
