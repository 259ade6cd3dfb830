"""The faces: console, browser, window. A face knows the view and nothing else."""
