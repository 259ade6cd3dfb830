"""Documents as text: sources and spans, diagnostics, and reports of them."""
