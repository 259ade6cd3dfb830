"""Workers: processes of this machine, or of a cluster, that call pure functions in any order."""
