"""Documents as papers: numbered definitions in mathematical notation, tested claims, prose around them."""
