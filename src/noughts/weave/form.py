"""The forms in which a paper can be written, by the suffix of the file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from noughts.refusal import Refusal, any_of
from noughts.weave.html import woven_html
from noughts.weave.latex import woven_latex
from noughts.weave.markdown import woven_markdown
from noughts.weave.paper import Paper
from noughts.weave.pdf import require_tex, woven_pdf


@dataclass(frozen=True)
class Form:
    """A form of papers: the function that writes it, and the check that refuses if a tool is missing."""

    suffix: str
    written: Callable[[Paper], str | bytes]
    require: Callable[[], object] = lambda: None


_FORMS = (
    Form(".html", woven_html),
    Form(".tex", woven_latex),
    Form(".pdf", woven_pdf, require_tex),
    Form(".md", woven_markdown),
)


def form_of(path: Path) -> Form:
    """The form for the suffix of a file."""
    found = {form.suffix: form for form in _FORMS}.get(path.suffix.lower())
    if found is None:
        wanted = any_of([f"{path.stem or path.name}{form.suffix}" for form in _FORMS])
        raise Refusal(f"`{path}` does not say which form to weave", f"name it {wanted}")
    found.require()
    return found
