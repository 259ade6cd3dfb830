"""Scripts of JavaScript: taken apart, joined from modules, shortened."""
