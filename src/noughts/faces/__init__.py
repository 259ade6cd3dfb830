"""What a person looks at: console, browser, window. A face knows the view and nothing else."""
