"""The library and the manual as a folder of static pages, which any host of files can serve."""
