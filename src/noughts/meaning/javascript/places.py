"""The places in documents that a module names, each by its number."""

from __future__ import annotations

from collections.abc import Sequence

from noughts.text.source import Source, Span


class Places:
    """Places numbered as they come up; generated code passes a number where a Python traceback has a line."""

    def __init__(self) -> None:
        self.sources: list[Source] = []
        self.spans: dict[tuple[int, int, int], int] = {}

    def number(self, span: Span) -> int:
        """The number of a place."""
        place = (self.source(span.source), span.start, span.end)
        return self.spans.setdefault(place, len(self.spans))

    def source(self, source: Source) -> int:
        """The number of a document; two of one name are two."""
        for place, known in enumerate(self.sources):
            if known is source or known == source:
                return place
        self.sources.append(source)
        return len(self.sources) - 1

    @property
    def names(self) -> Sequence[str]:
        """The names of the documents."""
        return [source.name for source in self.sources]

    def numbers(self) -> Sequence[int]:
        """Document, start and length of every place, one after another; starts less the one before.

        Places come up in the order of the text, so that these numbers are small, and compressed half as long.
        """
        starts = [0, *(start for _, start, _ in self.spans)]
        places = zip(self.spans, starts, strict=False)
        return [
            part for (source, start, end), before in places for part in (source, start - before, end - start)
        ]
