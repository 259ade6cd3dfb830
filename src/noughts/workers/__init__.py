"""Work done by processes of this machine, or by a cluster: pure functions, called in any order."""
