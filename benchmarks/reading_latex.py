"""How long does it take to read a thousand definitions in LaTeX, beside the same in ASCII?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice

from msgspec.structs import replace

from benchmarks.measuring import Ratio, best_of_each
from noughts.documents import library
from noughts.language.parse import parse, parse_text
from noughts.language.show import laid_out, show_definition
from noughts.language.spelling import Spelling
from noughts.text.document import read_document

COUNT = 1000


def measure() -> Iterator[Ratio]:
    documents = [read_document(library.path_of(name)) for name in ("tictactoe", "hexapawn", "mnk")]
    written = [each for document in documents for each in parse([document])[0].written]
    module = [replace(each, name=f"n{place}") for place, each in enumerate(islice(cycle(written), COUNT))]
    ascii = "/$ " + "\n".join(map(show_definition, module)) + " $/"
    latex = r"\begin{document}" + "\n\n".join(laid_out(each, Spelling.LATEX) for each in module)
    reference, measured = best_of_each(lambda: parse_text(ascii), lambda: parse_text(latex), times=5)
    yield Ratio(f"{COUNT} definitions in LaTeX", measured, f"{COUNT} in ASCII", reference, most=4)
